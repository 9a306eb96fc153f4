"""Games on paper: SGF and other formats, pictures."""
