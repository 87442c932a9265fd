"""citehop bench: one module per group of subcommands."""
