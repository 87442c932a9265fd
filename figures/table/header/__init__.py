"""The header of a table: which lines it has, and the columns that each title is over."""
