"""Charts: random data, drawing with matplotlib in a style, and questions whose answers the picture shows clearly."""
