"""Fixtures and options of the tests."""

import os
import signal
import threading
import time

import pytest
from hypothesis import settings

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them press.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Property tests draw the same examples in every run, and have no deadline on a busy machine.
settings.register_profile("goboard", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("goboard")


@pytest.fixture(params=[0, 0x7], ids=["all-hashes-equal", "eight-hashes"])
def weak_hash(request):
    """Boards made meanwhile have Zobrist keys of 0 or 3 bits, so that different positions share a hash all the time."""
    from goboard._core import _zobrist_for_testing

    _zobrist_for_testing(request.param)
    yield request.param
    _zobrist_for_testing(None)


@pytest.fixture
def triple_ko():
    """Three kos in a ring of captures, from KataGo's tests of its rules: Black to play at D5."""
    return """
        O O O O O O O
        O X O . O . O
        X . X O X O X
        X X X X X X X
        O O O O O O O
        . . . . . . ."""


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs the command in this process: (exit code, standard output, standard error)."""
    monkeypatch.setenv("COLUMNS", "100")

    from goboard import cli

    def run(*arguments):
        code = cli.main(list(map(str, arguments)))
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def ctrl_c():
    """ctrl_c(job) presses Ctrl-C 0.3 s after the job began; the seconds that it then took to stop."""

    def stopped_after(job):
        pressed = []

        def press():
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.3, press).start()
        with pytest.raises(KeyboardInterrupt):
            job()
        return time.monotonic() - pressed[0]

    return stopped_after
