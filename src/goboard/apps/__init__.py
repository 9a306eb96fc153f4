"""Programs: search, GTP, the command line."""
