"""Time and memory grow with the text: every token from 1 KB to 4 MB, loadsgf and Dataset too; memory as docs/design.md states it."""

import subprocess
import sys
import warnings

import pytest
from test_sgf_linear import TOKENS, grows

from goboard import sgf
from goboard.dataset import Dataset
from goboard.gtp import Engine


@pytest.mark.parametrize("token", TOKENS)
def test_loads_from_a_kilobyte_to_four_megabytes(token):
    """In two steps: times below a millisecond say nothing, and 1 KB takes less."""
    assert not grows(sgf.loads, (b"(;SZ[19]C[]", token), 1 << 10, 64)
    assert not grows(sgf.loads, (b"(;SZ[19]C[]", token), 1 << 16, 64)


@pytest.mark.parametrize("token", TOKENS)
def test_loadsgf_and_dataset(token, tmp_path, capsys):
    file = tmp_path / "game.sgf"
    engine = Engine(size=19, playouts=1)

    def loadsgf(data):
        file.write_bytes(data)
        engine.answer(f"loadsgf {file}")

    def scan(data):
        file.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in Dataset(file, planes="alphago_zero", size=19):
                pass

    for read in loadsgf, scan:
        assert not grows(read, (b"(;SZ[19]", token), 8_000, 16), read.__name__


MEMORY = """
import resource, sys
from goboard import sgf
sgf.loads("(;)")
text = eval(sys.argv[1])
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = peak()
games = sgf.loads(text)
if sys.argv[2] == "dumps":
    sgf.dumps(games)
print((peak() - before - 100 * len(games)) / len(text))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux")
@pytest.mark.parametrize("text", ["'(;)' * 1_000_000", "'(;SZ[9];B[aa])' * 300_000", "'(' + ';' * 4_000_000 + ')'", "'(;' + '(;)' * 1_000_000 + ')'"])
@pytest.mark.parametrize("what, times", [("loads", 10), ("dumps", 20)])
def test_memory_is_ten_times_the_text_and_a_hundred_bytes_a_game(text, what, times):
    """20 times for both reading and writing: the new text, its parts and the nodes of one game at a time come on top."""
    done = subprocess.run([sys.executable, "-c", MEMORY, text, what], capture_output=True, text=True, check=True)
    assert float(done.stdout) <= times
