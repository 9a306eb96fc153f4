"""`sphinx-build docs site` makes the documents; the extra `docs` installs what it needs."""

project = "goboard"
author = "The goboard authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
myst_heading_anchors = 3
autodoc_typehints = "description"
exclude_patterns = ["conf.py"]
