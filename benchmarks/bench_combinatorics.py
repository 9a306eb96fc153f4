"""Counts that take minutes: Tromp and Farneback, Combinatorics of Go. `pytest benchmarks/bench_combinatorics.py -m slow`.

The small ones of both kinds are tests (tests/test_combinatorics.py). A game on 1x4 is counted as there: either colour may
move, positional superko, suicide allowed.
"""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = """
from pathlib import Path
import goboard
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(
    script_args=["build_ext", "--inplace"],
    ext_modules=cythonize(
        [Extension("combinatorics", ["combinatorics.pyx"], include_dirs=[goboard.get_include()])],
        include_path=[str(Path(goboard.__file__).parents[1])],
        compiler_directives={"language_level": 3, "boundscheck": False, "wraparound": False},
    ),
)
"""


@pytest.fixture(autouse=True)
def slow_ones_only_when_asked_for(request):
    if request.node.get_closest_marker("slow") and "slow" not in request.config.option.markexpr:
        pytest.skip("takes minutes: -m slow")


@pytest.fixture(scope="module")
def combinatorics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("combinatorics")
    source = Path(__file__).with_name("combinatorics.pyx").read_text()
    (folder / "combinatorics.pyx").write_text(source)
    subprocess.run([sys.executable, "-c", BUILD], cwd=folder, check=True)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("combinatorics")
    sys.path.remove(str(folder))


def test_what_is_counted_is_what_the_tests_count(combinatorics):
    assert [combinatorics.legal_positions(2, 2), combinatorics.legal_positions(3, 3)] == [57, 12675]
    assert [combinatorics.games(1, n) for n in (1, 2, 3)] == [1, 9, 907]


@pytest.mark.slow
def test_legal_positions_on_4x4(combinatorics, benchmark):
    count = benchmark.pedantic(combinatorics.legal_positions, (4, 4), rounds=1)
    assert count == 24_318_165


@pytest.mark.slow
def test_games_on_1x4(combinatorics, benchmark):
    count = benchmark.pedantic(combinatorics.games, (1, 4), rounds=1)
    assert count == 2_098_407_841


@pytest.mark.slow
def test_games_on_1x4_without_suicide(combinatorics, benchmark):
    count = benchmark.pedantic(combinatorics.games, (1, 4, False), rounds=1)
    assert count == 719_178_893
