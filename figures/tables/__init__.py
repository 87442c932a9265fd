"""Tables: words and rules to a grid with headers and groups, and questions to the entities of that grid."""
