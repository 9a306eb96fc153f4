"""Hostile texts: every reader is linear in the text, and none raises anything but SGFError."""

import gc
import random
import time

import pytest
from hypothesis import given, settings, strategies as st

from goboard import Game, sgf

TOKENS = [
    b"(", b")", b";", b"[", b"]", b"\\", b":", b"\n", b"\r\n", b" ", b"\0", b"\x7f", b"A", b"z", b"9", b"CA[", b"CA[]", b"CA", b"CA[utf-8]", b"CA[gbk](;",
    b"(;CA[gbk])(;CA[big5])", b"(;CA[none])(;CA[no])", b"C[", b"(;", b"(;)", b"()", b";B[aa]", b"(;B[aa]", b"(;B[aa])", b"B[aa]B[aa]", b"B[aa", b"B[A", b"AB[aa:ss]",
    b"[aa:ss]", b"[aa]", b"Xy[", b"LONGNAME[1]", b"()C[]", b"( ", b"; A", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe5", b"\xe5\x90", b"\x81", b"\xc0\xee", b"\xf0\x9f\x98\x80",
    b"\\]", b"\\\n", b"KM[9", b"SZ[", b";B[tt]", b";B[zz]", b";B[]AB[aa:cc]",
]  # fmt: skip
SMALL = [b"(", b")", b";", b"[", b"]", b"\\", b" ", b"\n", b"A", b"a", b"CA[", b"(;", b";B[", b"C[", b"\xe5", b"\x81", b"AB[aa:ss]", b"x"]
READERS = {
    "loads": sgf.loads,
    "dumps": lambda data: sgf.dumps(sgf.loads(data)),
    "main_line": lambda data: [tree.main_line for tree in sgf.loads(data)],
    "main_lines": sgf.main_lines,
    "record": sgf.record,
    "Game": Game.from_sgf,
}


def seconds(read, data):
    """CPU time of one reading; what other tests have left in memory is none of the collector's business meanwhile."""
    gc.freeze()
    try:
        start = time.process_time()
        try:
            read(data)
        except ValueError:
            pass
        return time.process_time() - start
    finally:
        gc.unfreeze()


def grows(read, pattern, size, times, slack=8):
    """Whether reading takes more than `slack` times what it should for a text `times` as long; small times say nothing."""
    before, repeat = pattern
    data = [before + repeat * (n // len(repeat)) for n in (size, size * times)]
    for _ in range(3):
        long = seconds(read, data[1])
        if long < 0.1 or long < slack * times * max(seconds(read, data[0]), 0.001):
            return False
    return True


@pytest.mark.parametrize("before", [b"", b"(;SZ[19]", b"(;SZ[19]C["])
@pytest.mark.parametrize("token", TOKENS)
def test_a_token_repeated(before, token):
    for name, read in READERS.items():
        assert not grows(read, (before, token), 8_000, 16), name


@pytest.mark.parametrize("token", [b"CA[", b" ", b"(", b";", b"\\", b"[aa:ss]", b"\xe5\x90"])
def test_four_megabytes_of_a_token(token):
    assert not grows(sgf.loads, (b"(;SZ[19]AB", token), 1 << 18, 16)


@pytest.mark.parametrize("one", SMALL)
def test_two_tokens_repeated(one):
    for two in SMALL:
        for read in sgf.loads, sgf.record:
            assert not grows(read, (b"(;SZ[19]", one + two), 4_000, 16), two
        halves = (b"(;SZ[19]" + one * (40_000 // len(one)), two)
        assert seconds(sgf.record, halves[0] + two * (40_000 // len(two))) < 2, two


def harmless(data, strict):
    try:
        games = sgf.loads(data, strict)
        sgf.record(games, strict)
    except sgf.SGFError:
        return
    text = sgf.dumps(games, encoding=None)
    assert sgf.loads(text) == games


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(TOKENS + [b"SZ[9]", b"B[aa]", b"W[bb]", b"PB["]) | st.binary(max_size=4), max_size=30), st.booleans())
def test_tokens_in_any_order(parts, strict):
    harmless(b"".join(parts), strict)
    harmless(b"(;" + b"".join(parts), strict)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes(data, strict):
    harmless(data, strict)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200), st.booleans())
def test_any_text(data, strict):
    harmless(data, strict)


@pytest.mark.parametrize("name", ["KM", "HA", "SZ", "RE", "RU", "PL", "GM", "AB", "B"])
@pytest.mark.parametrize("value", ["9" * 5000, "-" * 5000, "9" * 400, "1e9", "inf", "nan", "1e999", "\ud800", "\u0663", "9:" * 2000, "½" * 500, " " * 5000])
def test_values_beyond_measure(name, value):
    harmless(f"(;SZ[9]{name}[{value}];B[aa])", False)
    harmless(f"(;{name}[{value}];B[aa])", True)


def test_mutated_files():
    rng = random.Random(11)
    seed = "(;FF[4]CA[Shift_JIS]SZ[9]PB[井山裕太]KM[6.5]AB[aa:bb][dd];B[cc]C[碁];W[ee](;B[ff])(;B[gg];W[tt]))".encode("cp932")
    for _ in range(3000):
        data = bytearray(seed)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 4)] = rng.choice(TOKENS)
        harmless(bytes(data), rng.random() < 0.5)
