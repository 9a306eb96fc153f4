"""`sphinx-build -W docs site` makes the documents; the extra `docs` installs what it needs."""

# Loaded here, or autodoc takes the stubs beside the compiled modules for them.
import goboard.dataset
import goboard.gtp  # noqa: F401

project = "goboard"
author = "The goboard authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
myst_heading_anchors = 3
napoleon_google_docstring = False
napoleon_use_ivar = True
autodoc_typehints = "description"
# "array, shape (rows, cols)" as a type is words, of which "shape" is also a property of several classes.
suppress_warnings = ["ref.python"]
# Extras that the builder need not have.
autodoc_mock_imports = ["gymnasium", "pettingzoo"]
exclude_patterns = ["conf.py"]
