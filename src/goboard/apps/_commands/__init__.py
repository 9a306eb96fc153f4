"""The subcommands of `goboard`, a module each, and what they share."""
