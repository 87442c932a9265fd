"""citehop make: one module per group of subcommands."""
