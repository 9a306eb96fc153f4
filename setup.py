"""The extension modules: one line each. Everything else about the package is in pyproject.toml."""

import glob
import sys

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

OPTIMISE = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-strict-aliasing"]

# module -> its source; every header and .pxd is a dependency of all, so that an edit rebuilds what it touches.
MODULES = {
    "goboard._core": "goboard.pyx",
    "goboard.playout": "src/goboard/playout.pyx",
    "goboard.lanes": "src/goboard/lanes.pyx",
    "goboard.batch": "src/goboard/batch.pyx",
    "goboard.features": "src/goboard/features.pyx",
    "goboard._sgf": "src/goboard/_sgf.pyx",
    "goboard._count": "src/goboard/_count.pyx",
    "goboard.reading": "src/goboard/reading.pyx",
    "goboard.local": "src/goboard/local.pyx",
    "goboard.solver": "src/goboard/solver.pyx",
    "goboard.mcts": "src/goboard/mcts.pyx",
}
# C++, in a package that otherwise needs a C compiler alone: without it, playouts are played on chains only.
OPTIONAL = {"goboard.lanes"}
SHARED = ["src/goboard/__init__.pxd", "src/goboard/_core.pxd", *sorted(glob.glob("include/goboard/*.h"))]

# One place for the directives of every module.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    # Methods check that `self` is of their class: with binding, Board.play(3, 0) would read anything.
    "binding": False,
}

setup(
    ext_modules=cythonize(
        [
            Extension(name, [source], include_dirs=["include", numpy.get_include()], depends=[source, *SHARED], extra_compile_args=OPTIMISE,
                      optional=name in OPTIONAL,
                      define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")])
            for name, source in MODULES.items()
        ],
        include_path=["src"],
        compiler_directives=DIRECTIVES,
    ),
    options={"build_ext": {"parallel": True}},
)
