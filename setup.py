"""The extension modules: one line each. Everything else about the package is in pyproject.toml.

`GOBOARD_DEBUG=1` builds for debugging: bounds checks, assertions, debug symbols, nothing optimized (docs/developing.md).
"""

import concurrent.futures
import functools
import glob
import os
import pathlib
import re
import sys

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("GOBOARD_DEBUG", "0") not in ("", "0")
WINDOWS = sys.platform == "win32"

# module -> its source
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
    "goboard.reading._zones": "src/goboard/reading/_zones.pyx",
}
# The lanes: one translation unit for each instruction set.
LANES = "src/goboard/board/lanes"
MORE_SOURCES = {"goboard.board.lanes._driver": sorted(glob.glob(f"{LANES}/[!_]*.cpp"))}
# C++, in a package that otherwise needs a C compiler alone: without it, playouts are played on chains only.
OPTIONAL = {"goboard.board.lanes._driver"}
# What Cython needs in every module that has typed memoryviews, compiled once: a third of the C code.
SHARED_UTILITY = "goboard._cyutility"

# Measured with `python -m benchmarks` and benchmarks/bench_*.py. -O3 pays where loops over points turn into vectors (masks and planes: 1.2 to
# 1.9 times) and in playouts; -O1 costs nothing where Python objects are what takes the time, and halves the compiler's. Elsewhere -O2.
AT_O3 = {
    "goboard.board._batch", "goboard.board._playouts", "goboard.board.lanes._driver", "goboard.learning._area", "goboard.learning._katago_planes",
    "goboard.learning._paint", "goboard.learning._planes", "goboard.reading._policy", "goboard.reading._tree", "goboard.reading._uct",
}
AT_O1 = {
    SHARED_UTILITY, "goboard.board._workers", "goboard.reading._best_first", "goboard.reading._proof", "goboard.reading._recurrence",
    "goboard.reading._tactics", "goboard.records._sgf", "goboard.rules._count", "goboard.rules._regions",
}
if unknown := (AT_O3 | AT_O1) - {*MODULES, SHARED_UTILITY}:
    raise SystemExit(f"setup.py: no modules: {unknown}")

# One place for the directives of every module.
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    "embedsignature.format": "clinic",
    # Methods check that `self` is of their class: with binding, Board.play(3, 0) would read anything.
    "binding": False,
}
if DEBUG:
    DIRECTIVES |= {"boundscheck": True, "initializedcheck": True}

CPP17 = ["/std:c++17" if WINDOWS else "-std=c++17"]
INCLUDE = ["include", LANES]


def compile_flags(name):
    if WINDOWS:
        return ["/Od", "/Z7", "/UNDEBUG"] if DEBUG else ["/O2"]
    if DEBUG:
        return ["-O0", "-g", "-UNDEBUG", "-fno-strict-aliasing"]
    level = "-O3" if name in AT_O3 else "-O1" if name in AT_O1 else "-O2"
    # Python's own flags ask for debug symbols, four fifths of a wheel, and for warnings, which Cython's code is full of.
    return [level, "-g0", "-w", "-fno-strict-aliasing"]


def link_flags():
    return ["-Wl,-s"] if sys.platform == "linux" and not DEBUG else []


@functools.cache
def headers_of(path):
    """The headers of ours that a C file includes, and those that they include."""
    found = set()
    for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', pathlib.Path(path).read_text(encoding="utf-8"), re.M):
        for folder in (os.path.dirname(path), *INCLUDE):
            header = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(header):
                found |= {header} | headers_of(header)
                break
    return frozenset(found)


def changed(stamp, text):
    """Whether `text`, what the last build was made with, is not what `stamp` holds; writes it there."""
    stamp = pathlib.Path(stamp)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == text:
        return False
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(text, encoding="utf-8")
    return True


class BuildSideBySide(build_ext):
    """Compiles the sources of one module side by side, and of these only what changed; setuptools does so with whole modules only."""

    def build_extensions(self):
        compile_in_turn = self.compiler.compile

        def compile_one(source, options):
            [built] = self.compiler.object_filenames([source], output_dir=options["output_dir"])
            if not self.force and os.path.isfile(built):
                newest = max(map(os.path.getmtime, [source, *headers_of(source)]))
                if newest < os.path.getmtime(built):
                    return [built]
            return compile_in_turn([source], **options)

        def compile_at_once(sources, **options):
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                return [objects for group in pool.map(lambda source: compile_one(source, options), sources) for objects in group]

        self.compiler.compile = compile_at_once
        super().build_extensions()


def extension(name, source):
    more = MORE_SOURCES.get(name, [])
    return Extension(
        name,
        [source, *more],
        include_dirs=[*INCLUDE, numpy.get_include()],
        # Cython adds the headers of the .pxd files that the source cimports, and compiles it anew when one of those files changes.
        depends=sorted({header for cpp in more for header in headers_of(cpp)}),
        extra_compile_args=compile_flags(name) + (CPP17 if more else []),
        extra_link_args=link_flags(),
        optional=name in OPTIONAL,
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
    )


# Another kind of build, and everything is made anew.
force = changed("build/made-with", repr((DIRECTIVES, [(name, compile_flags(name)) for name in MODULES], link_flags(), sys.version)))
shared = Extension(SHARED_UTILITY, ["src/goboard/_cyutility.c"], extra_compile_args=compile_flags(SHARED_UTILITY), extra_link_args=link_flags())

setup(
    ext_modules=cythonize(
        [*(extension(name, source) for name, source in MODULES.items()), shared],
        include_path=["src"],
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED_UTILITY,
        force=force,
    ),
    cmdclass={"build_ext": BuildSideBySide},
    options={"build_ext": {"parallel": True, "force": force}},
)
