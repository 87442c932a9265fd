"""Names of journals and their abbreviations. README.md names the sources of the table and their licenses."""
