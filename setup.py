"""The extension modules: one line each. Everything else about the package is in pyproject.toml."""

import concurrent.futures
import glob
import os
import sys

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

OPTIMISE = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-strict-aliasing"]

# module -> its source; every header and .pxd is a dependency of all, so that an edit rebuilds what it touches.
MODULES = {
    "goboard._core": "goboard.pyx",
    "goboard.board._workers": "src/goboard/board/_workers.pyx",
    "goboard.board._playouts": "src/goboard/board/_playouts.pyx",
    "goboard.board.lanes._driver": "src/goboard/board/lanes/_driver.pyx",
    "goboard.board._batch": "src/goboard/board/_batch.pyx",
    "goboard.learning._area": "src/goboard/learning/_area.pyx",
    "goboard.learning._katago_planes": "src/goboard/learning/_katago_planes.pyx",
    "goboard.learning._paint": "src/goboard/learning/_paint.pyx",
    "goboard.learning._planes": "src/goboard/learning/_planes.pyx",
    "goboard.records._sgf": "src/goboard/records/_sgf.pyx",
    "goboard.rules._regions": "src/goboard/rules/_regions.pyx",
    "goboard.rules._count": "src/goboard/rules/_count.pyx",
    "goboard.reading._tactics": "src/goboard/reading/_tactics.pyx",
    "goboard.reading._locality": "src/goboard/reading/_locality.pyx",
    "goboard.reading._graph": "src/goboard/reading/_graph.pyx",
    "goboard.reading._depth_first": "src/goboard/reading/_depth_first.pyx",
    "goboard.reading._best_first": "src/goboard/reading/_best_first.pyx",
    "goboard.reading._recurrence": "src/goboard/reading/_recurrence.pyx",
    "goboard.reading._proof": "src/goboard/reading/_proof.pyx",
    "goboard.reading._policy": "src/goboard/reading/_policy.pyx",
    "goboard.reading._tree": "src/goboard/reading/_tree.pyx",
    "goboard.reading._uct": "src/goboard/reading/_uct.pyx",
}
# The lanes: one translation unit for each instruction set.
LANES = "src/goboard/board/lanes"
MORE_SOURCES = {"goboard.board.lanes._driver": sorted(glob.glob(f"{LANES}/[!_]*.cpp"))}
# C++, in a package that otherwise needs a C compiler alone: without it, playouts are played on chains only.
OPTIONAL = {"goboard.board.lanes._driver"}
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

CPP17 = ["/std:c++17"] if sys.platform == "win32" else ["-std=c++17"]


class BuildSideBySide(build_ext):
    """Compiles the sources of one module side by side; setuptools does so with whole modules only."""

    def build_extensions(self):
        compile_in_turn = self.compiler.compile

        def compile_at_once(sources, **options):
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                return [objects for group in pool.map(lambda source: compile_in_turn([source], **options), sources) for objects in group]

        self.compiler.compile = compile_at_once
        super().build_extensions()


def extension(name, source):
    more = MORE_SOURCES.get(name, [])
    headers = [header for folder in {os.path.dirname(cpp) for cpp in more} for header in glob.glob(f"{folder}/*.h")]
    return Extension(
        name,
        [source, *more],
        include_dirs=["include", numpy.get_include(), *{os.path.dirname(cpp) for cpp in more}],
        depends=[source, *SHARED, *headers],
        extra_compile_args=OPTIMISE + (CPP17 if more else []),
        optional=name in OPTIONAL,
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
    )


setup(
    ext_modules=cythonize(
        [extension(name, source) for name, source in MODULES.items()],
        include_path=["src"],
        compiler_directives=DIRECTIVES,
    ),
    cmdclass={"build_ext": BuildSideBySide},
    options={"build_ext": {"parallel": True}},
)
