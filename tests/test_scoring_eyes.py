"""Territory with marked dead stones: false eyes, seki, unclosed borders, dead stones inside seki.

The pictures and the answers are those that lightvector's goscorer, the reference of servers, gives for them.
"""

import numpy as np
import pytest

from goboard.rules import _count
from goboard.scoring import score
from score_data import load, stones

PICTURES = load("score_eyes.json")


def survey(array, dead, method=_count.BY_EYES):
    """Territory of an array of any size, boards wider than 25 included."""
    n = array.size
    owner, status, eyes = np.empty(n, np.uint8), np.empty(n, np.uint8), np.empty(n, np.uint8)
    _count.survey(array, dead, None, method, False, False, owner, status, np.empty(n, np.int16), eyes)
    return owner.reshape(array.shape)


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("picture", PICTURES, ids=[p["name"] for p in PICTURES])
def test_picture(picture, symmetry):
    """o x are living stones, w b dead ones; the answer has x and o where Black and White have territory."""

    def turned(array):
        array = array.T if symmetry & 4 else array
        array = array[::-1] if symmetry & 1 else array
        return np.ascontiguousarray(array[:, ::-1] if symmetry & 2 else array)

    signs = np.array([list(row) for row in picture["board"]])
    board = turned(np.select([np.isin(signs, ["x", "b"]), np.isin(signs, ["o", "w"])], [1, 2], 0).astype(np.uint8))
    dead = np.flatnonzero(turned(np.isin(signs, ["b", "w"]))).tolist()
    assert (survey(board, dead) == turned(stones(picture["territory"]))).all()


SUMS = [
    # board, Black and White by territory without and with false eyes, by area
    (".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxooo ....x.x.o", (4, 4), (5, 4), (21, 22)),
    (".xo.oxxo. x.o.oxo.o ooooxxob. xxxxxxooo w..wx.x.o", (6, 5), (7, 5), (21, 22)),
    (".xo.oxxo. x.o.oxo.o ooooxxo.. xxxxxxo.w ....x.o..", (5, 8), None, (19, 24)),
]


@pytest.mark.parametrize("diagram, plain, with_false_eyes, area", SUMS)
def test_the_references_own_sums(diagram, plain, with_false_eyes, area):
    signs = np.array([list(row) for row in diagram.split()])
    board = np.select([np.isin(signs, ["x", "b"]), np.isin(signs, ["o", "w"])], [1, 2], 0)
    dead = np.isin(signs, ["b", "w"])
    s = score(board, "japanese", dead, komi=0)
    assert (s.black, s.white) == plain
    if with_false_eyes:
        s = score(board, "japanese", dead, komi=3.5, prisoners=(8, 6), false_eyes=True)
        assert (s.black, s.white) == (with_false_eyes[0] + 8, with_false_eyes[1] + 6 + 3.5)
    s = score(board, "aga", dead, komi=0)
    assert (s.black, s.white) == area
