"""Builds foreign.pyx against the goboard that is installed."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

import goboard

setup(
    name="foreign",
    ext_modules=cythonize(
        [Extension("foreign", ["foreign.pyx"], include_dirs=[goboard.get_include()])],
        # Where goboard's .pxd files are, for installations that sys.path does not show.
        include_path=[str(Path(goboard.__file__).parents[1])],
        language_level=3,
    ),
)
