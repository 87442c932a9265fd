"""The command line: each command parses its arguments, calls one library function and prints the result."""
