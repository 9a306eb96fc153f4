"""`sphinx-build docs site` makes the documents; the extra `docs` installs what it needs."""

# Loaded here, or autodoc takes the stubs beside the compiled modules for them.
import goboard.dataset
import goboard.gtp  # noqa: F401

project = "goboard"
author = "The goboard authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
myst_heading_anchors = 3
autodoc_typehints = "description"
exclude_patterns = ["conf.py"]
