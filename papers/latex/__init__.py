"""Papers as LaTeX sources: unpacking, assembling, macros, text, floats, tables, bibliography."""
