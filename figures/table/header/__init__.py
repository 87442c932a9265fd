"""Read the header of a table: which lines belong to it, and which columns each title covers."""
