"""Eye spaces of every shape, in centre, edge and corner, with 0 to 3 outside liberties and both sides first, against brute force.

tests/data/eye_spaces.json holds what brute force found (`python -m tests.brute` writes it anew).
"""

import json
import pathlib

import numpy as np
import pytest

import brute
from goboard import Board, solve
from goboard.local import Locality
from goboard.solver import search

TABLE = json.loads((pathlib.Path(__file__).parent / "data" / "eye_spaces.json").read_text())
PLACES = ("centre", "edge", "corner")


def said(solution):
    return [solution.status, *(solution.ko[:2] if solution.ko else ())]


def test_the_table_is_whole():
    assert len(TABLE) > 500
    names = [
        "straight three",
        "bent three",
        "straight four",
        "bent four",
        "bent four (S)",
        "square four",
        "T four",
        "straight five",
        "bulky five",
        "crossed five",
        "flower six",
        "rectangle six",
    ]
    for name in names:
        # One chain cannot have a cross in the corner: it would be cut off from the corner point.
        places = PLACES[:2] if name == "crossed five" else PLACES
        assert {(e["place"], e["liberties"]) for e in TABLE if e["name"] == name} == {(place, n) for place in places for n in range(4)}
    # All ways to join seven points without a hole.
    assert len({tuple(e["board"]) for e in TABLE if e["place"] == "centre" and e["name"] in ("7 points", "pyramid seven", "knife seven")}) == 107


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("liberties", range(4))
def test_as_brute_force_found(place, liberties):
    for entry in TABLE:
        if (entry["place"], entry["liberties"]) == (place, liberties):
            board = Board.from_text("\n".join(entry["board"]))
            for first, expected in ((1, entry["black_first"]), (2, entry["white_first"])):
                assert said(solve(board, tuple(entry["target"]), first)) == expected, entry


@pytest.mark.parametrize("k", range(8))
def test_turned_and_with_colours_swapped(k):
    for entry in TABLE[k::23]:
        board = Board.from_text("\n".join(entry["board"]))
        mark = Board(board.shape, ko="none")
        mark.play(tuple(entry["target"]), 1)
        turned = board.transform(k)
        target = int(np.flatnonzero(mark.transform(k).stones)[0])
        other = Board.from_array(np.array([0, 2, 1], np.uint8)[turned.stones])
        for first, expected in ((1, entry["black_first"]), (2, entry["white_first"])):
            assert said(solve(turned, target, first)) == said(solve(other, target, 3 - first)) == expected


def recomputed(entries):
    wanted = {tuple(e["board"]): e for e in entries}
    for name, place, liberties, rows, points, chain in brute.eye_spaces():
        if tuple(rows) in wanted:
            entry = wanted.pop(tuple(rows))
            fates = brute.fate(brute.Region(rows, [*points, *chain], chain), chain[0])
            assert [list(f) for f in fates] == [entry["black_first"], entry["white_first"]], entry
    assert not wanted


def test_a_sample_of_the_table_is_recomputed():
    recomputed(TABLE[::40])


@pytest.mark.slow
def test_the_table_is_recomputed():
    recomputed(TABLE)


# What the solver takes for an eye without search.


def enclosed(size):
    """Every space of `size` points within one chain, on every edge of boards of two rows and more: (rows, cols, points, chain), up to symmetry."""
    seen = set()
    for shape in brute.shapes(size):
        for image in brute.turned(shape):
            height, width = max(r for r, _ in image) + 1, max(c for _, c in image) + 1
            for top, bottom, left, right in np.ndindex(2, 2, 2, 2):
                rows, cols = height + top + bottom, width + left + right
                space = {(r + top, c + left) for r, c in image}
                key = min((*edges(rows, cols, k), turned_points(space, rows, cols, k)) for k in range(8))
                board = {(r, c) for r in range(rows) for c in range(cols)}
                ring = {(r + dr, c + dc) for r, c in space for dr in (-1, 0, 1) for dc in (-1, 0, 1)} & board - space
                if key not in seen and min(rows, cols) > 1 and ring and brute.part(min(ring), ring) == ring:
                    yield rows, cols, sorted(space), sorted(ring)
                seen.add(key)


def edges(rows, cols, k):
    return (cols, rows) if k & 4 else (rows, cols)


def turned_points(points, rows, cols, k):
    points = {(rows - 1 - r if k & 1 else r, cols - 1 - c if k & 2 else c) for r, c in points}
    return tuple(sorted((c, r) if k & 4 else (r, c) for r, c in points))


def lasts(rows, cols, space, ring, stone, question, **ko):
    stones = np.zeros((rows, cols), np.uint8)
    for p in ring:
        stones[p] = 1
    if stone:
        stones[stone] = 2
    eye = ring[0][0] * cols + ring[0][1]
    # All around is White's, and Black has one more eye: is this space the second, if White moves first? No shortcuts here.
    where = Locality(stones, [r * cols + c for r, c in space + ring], outside=2, eye_for=eye, sure_eyes=False)
    return search(where, eye, question, first="attacker", **ko).winner == "owner"


def spaces_with_one_stone(size):
    for rows, cols, space, ring in enclosed(size):
        yield rows, cols, space, ring, None
        spans = {0, rows - 1} <= {r for r, _ in space} or {0, cols - 1} <= {c for _, c in space}
        if size > 1 and not spans:
            yield from ((rows, cols, space, ring, stone) for stone in space)


@pytest.mark.parametrize("size", [*range(1, 7), *(pytest.param(n, marks=pytest.mark.slow) for n in (7, 8, 9))])
def test_a_small_space_is_an_eye_for_an_owner_who_answers(size):
    corners = 0
    for rows, cols, space, ring, stone in spaces_with_one_stone(size):
        case = rows, cols, space, ring, stone
        assert lasts(*case, "capture", attacker_threats=None), case
        assert lasts(*case, "capture", ko="marks"), case
        in_corner = {(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)} & set(space)
        if not in_corner or size <= 3:
            assert lasts(*case, "life", attacker_threats=None), case
        else:
            corners += not lasts(*case, "life", attacker_threats=None)
    # In a corner the attacker may hold out by a ko: never captured is not yet alive for good.
    assert (corners > 0) == (size > 3)


def test_an_eye_that_must_always_be_answered_for_is_seki():
    # White cannot be captured, but with threats enough Black holds the corner by a ko for ever; exhaustive search says so too.
    rows = ["O.OO.X", "OX.XXX"]
    region = brute.Region(rows, [(r, c) for r in range(2) for c in range(6)])
    assert brute.fate(region, (0, 2))[1] == ("seki",)
    assert solve(Board.from_text("\n".join(rows)), (0, 2), 2).status == "seki"
