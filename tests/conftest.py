"""Fixtures and options of the tests."""

import signal

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
