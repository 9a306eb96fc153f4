"""One fault does not refuse the whole record: what a tolerant reader keeps of broken files, and what strict reading says of them.

Format: FF[4], https://www.red-bean.com/sgf/ ; "overplay": a move on a stone, as in a field report on sgf-render and in Pachi's test games.
"""

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, sgf

KEPT = {
    "a node outside the game tree": ("(;SZ[9];B[aa]);W[bb]", [(1, 0), (2, 10)]),
    "no parentheses": (";SZ[9];B[aa];W[bb]", [(1, 0), (2, 10)]),
    "neither parentheses nor the first semicolon": ("SZ[9];B[aa];W[bb]", [(1, 0), (2, 10)]),
    "white space in a point": ("(;SZ[9];B[a a];W[b\nb])", [(1, 0), (2, 10)]),
    "white space behind a point": ("(;SZ[9];B[aa\n];W[\tbb ])", [(1, 0), (2, 10)]),
    "a property twice": ("(;SZ[9]C[a]C[b];B[aa];W[bb])", [(1, 0), (2, 10)]),
    "control bytes between": ("(;\x00SZ[9]\x01;\x02B[aa]\x1f;W\x00[bb])", [(1, 0), (2, 10)]),
    "a point off the board": ("(;SZ[9];B[aa];W[zz];W[bb])", [(1, 0), (2, 10)]),
    "']' forgotten in a move": ("(;SZ[9];B[aa;W[bb])", [(1, 0), (2, 10)]),
    "']' forgotten before a property": ("(;SZ[9];B[aaC[black];W[bb])", [(1, 0), (2, 10)]),
    "')' missing": ("(;SZ[9];B[aa];W[bb]", [(1, 0), (2, 10)]),
    "semicolons missing": ("(SZ[9](B[aa](W[bb]))", [(1, 0), (2, 10)]),
    "small letters in names": ("(;SiZe[9];Black[aa];White[bb])", [(1, 0), (2, 10)]),
    "text behind": ("(;SZ[9];B[aa];W[bb]) thanks; see [1]", [(1, 0), (2, 10)]),
}
HARMLESS = {"white space behind a point", "small letters in names", "text behind", "control bytes between"}


@pytest.mark.parametrize("name", KEPT)
def test_what_can_be_read_is_kept(name):
    text, moves = KEPT[name]
    record = sgf.record(text)
    assert (record.shape, record.moves) == ((9, 9), moves)
    assert sgf.record(sgf.loads(text)).moves == moves
    assert bool(record.warnings) == (name not in HARMLESS)
    if name in HARMLESS:
        assert sgf.record(text, strict=True).moves == moves
    else:
        with pytest.raises(sgf.SGFError):
            sgf.record(text, strict=True)


def test_a_record_of_which_no_move_can_be_read_is_refused():
    with pytest.raises(sgf.SGFError, match="move 1"):
        sgf.record("(;SZ[9];B[zz];W[99])")


def test_a_property_twice_is_merged():
    root = sgf.loads("(;SZ[9]AB[aa]C[x]AB[bb][cc])")[0].root
    assert root.properties["AB"] == ["aa", "bb", "cc"]


def test_a_bad_set_up_point_is_left_out_and_the_others_stand():
    record = sgf.record("(;SZ[9]AB[aa][zz][cc:bb][dd])")
    assert record.black == [0, 30] and len(record.warnings) == 2


def test_a_move_on_a_stone_takes_its_place():
    record = sgf.record("(;GM[1]FF[4]SZ[9]AB[ee]AW[dd][dc];B[dd];W[ef])")
    board = record.board()
    assert (board["D6"], board["D7"], board["E4"], board.to_play) == (BLACK, WHITE, WHITE, BLACK)
    assert (board.captures(BLACK), board.captures(WHITE)) == (0, 0)
    assert "D6" in record.warnings[0] and "occupied" in record.warnings[0]
    assert [b["D6"] for b in record.boards()] == [WHITE, BLACK, BLACK]


def test_a_move_on_a_stone_captures():
    # Black's stone on E5 turns white, which takes the last liberty of the black stones on D5.
    record = sgf.record("(;SZ[9]AB[de][ee]AW[dd][df][ce];W[ee])")
    board = record.board()
    assert (board["D5"], board["E5"], board.captures(WHITE)) == (0, WHITE, 1)


@pytest.mark.parametrize("ko, suicide", [("simple", False), ("positional", False), ("positional", True)])
def test_a_caller_with_rules_may_ask_for_the_record_all_the_same(ko, suicide):
    # The black stone that takes back in the ko at once, and a white suicide in the corner.
    text = "(;SZ[4]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb];B[cb];W[aa];B[dd])"
    record = sgf.record(text)
    with pytest.raises(sgf.SGFError, match="move"):
        record.board(ko=ko, suicide=suicide)
    board = record.board(lenient=True, ko=ko, suicide=suicide)
    free = record.board()
    assert np.array_equal(board.stones, free.stones)
    assert [board.captures(c) for c in (BLACK, WHITE)] == [free.captures(c) for c in (BLACK, WHITE)]
    assert board.ko == ko and board.to_play == WHITE


def test_carrying_out_leaves_the_board_alone():
    board = Board.from_array([[0, 2, 0], [2, 0, 0], [0, 0, 0]])
    after = sgf.carry_out(board, 0, BLACK)
    assert after[0] == 0 and after.captures(WHITE) == 1 and board.captures(WHITE) == 0


@pytest.mark.parametrize("data, told", [(b"", "empty"), (b" \n", "empty"), (b"\0\0\0\0", "no game"), (b"\x1f\x8b\x08(;B[aa])", "gzip"), (b"PK\x03\x04(;", "zip")])
def test_what_is_no_record_is_named(data, told):
    with pytest.raises(sgf.SGFError, match=told):
        sgf.loads(data)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(OSError):
        sgf.load(tmp_path)
    with pytest.raises(TypeError):
        sgf.load(5)


def test_set_ups_that_name_a_board_a_thousand_times_over_are_read_once():
    record = sgf.record("(;SZ[19]AB" + "[aa:ss]" * 100_000 + ")")
    assert record.black == list(range(361))
    with pytest.raises(sgf.SGFError, match="points"):
        sgf.record("(;SZ[19]" + ";AB[aa:ss]" * 20_000 + ")")
