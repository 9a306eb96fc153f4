"""Cases with known answers, played on `goboard.Board` and on the slow board: tests/data/board_*.jsonl, one case a line.

A case starts from `board` (rows top first) or `setup`, plays `moves` and looks at the position reached. `refused` names the moves that
must be refused, by index, with the reason (null: any); the board stays as it was and play goes on. Every other move is legal.
"""

import json
from itertools import product
from pathlib import Path

import pytest

from goboard import Board
from naive import BLACK, WHITE, NaiveBoard

CASES = [json.loads(line) for path in sorted(Path(__file__).parent.glob("data/board_*.jsonl")) for line in path.open()]
COLORS = {"B": BLACK, "W": WHITE}


def start(case, cls):
    """The board a case begins with; ValueError if the class refuses it."""
    rules = {"ko": case["ko"], "suicide": case["suicide"]}
    to_play = COLORS[case.get("to_play", "B")]
    if "board" in case:
        return cls.from_text("\n".join(case["board"]), to_play=to_play, **rules)
    board = cls(tuple(case["size"]), **rules)
    if "setup" in case:
        board.setup(**case["setup"], to_play=to_play)
    return board


def points(board, vertices):
    return {board.point(v) for v in vertices}


def empty_points(board):
    return [p for p in range(board.pass_move) if board[p] == 0]


def refusal(board, point, color):
    """The reason why a move is refused, or None; the board itself is not touched."""
    try:
        board.copy().play(point, color)
    except ValueError as error:
        return error.reason


def after(board, point, color):
    """(stones taken, the board after the move), or (0, None) if the move is refused."""
    board = board.copy()
    try:
        return board.play(point, color), board
    except ValueError:
        return 0, None


def text(board):
    return ["".join(".XO"[board[row * board.cols + col]] for col in range(board.cols)) for row in range(board.rows)]


def perft(board, depth):
    """Move sequences of this length, passes included; one that two passes have ended counts once and is not continued."""
    if [move for _, move in board.moves[-2:]] == [board.pass_move] * 2:
        return 1
    legal = [move for move, ok in enumerate(board.legal_mask()) if ok]
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        board.play(move)
        total += perft(board, depth - 1)
        board.undo()
    return total


def check_captures(board, want, case):
    assert [board.captures(BLACK), board.captures(WHITE)] == [want["by_black"], want["by_white"]]


def check_illegal_vertices(board, want, case):
    for color, vertex in want:
        with pytest.raises(ValueError):
            board.copy().play(vertex, COLORS[color])


def check_liberties_after_play(board, want, case):
    for color, rows in want.items():
        for point, liberties in enumerate(n for row in rows for n in row):
            if board[point]:
                assert liberties == -1
                continue
            _, then = after(board, point, COLORS[color])
            assert (then.liberties(point) if then else 0) == liberties, board.vertex(point)


def check_same_position(board, want, case):
    twin = start(case, type(board))
    for color, vertex in want["moves"]:
        twin.play(vertex, COLORS[color])
    assert (text(board) == text(twin)) == want["same_stones"]
    assert (board.ko_point == twin.ko_point) == want["same_ko"]
    if isinstance(board, Board):
        assert (board.hash == twin.hash) == want["same_stones"]


def check_undo_restores(board, want, case):
    fresh = start(case, type(board))
    for _ in case["moves"]:
        board.undo()
    assert text(board) == text(fresh) and board.ko_point == fresh.ko_point
    for p in range(board.pass_move):
        if board[p]:
            assert set(board.liberty_points(p)) == set(fresh.liberty_points(p))


CHECKS = {
    "final_board": lambda board, want, case: text(board) == want,
    "ko_point": lambda board, want, case: board.ko_point == (None if want is None else board.point(want)),
    "captures": check_captures,
    # The stones of the start that are gone at the end.
    "captured_points": lambda board, want, case: (
        {p for p in range(board.pass_move) if start(case, NaiveBoard)[p] and not board[p]} == points(board, want)
    ),
    "to_play": lambda board, want, case: board.to_play == COLORS[want],
    "stones": lambda board, want, case: [sum(board[p] == c for p in range(board.pass_move)) for c in (BLACK, WHITE)] == want,
    "ends_with_passes": lambda board, want, case: (
        want <= len(board.moves) and all(move == board.pass_move for _, move in board.moves[len(board.moves) - want :])
    ),
    "legal": lambda board, want, case: all(board.is_legal(board.point(v), COLORS[c]) for c, v in want),
    "illegal": check_illegal_vertices,
    "illegal_empty_points": lambda board, want, case: all(
        {p for p in empty_points(board) if not board.is_legal(p, COLORS[c])} == points(board, vs) for c, vs in want.items()
    ),
    "superko_or_ko_points": lambda board, want, case: all(
        {p for p in empty_points(board) if refusal(board, p, COLORS[c]) in ("ko", "superko")} == points(board, vs)
        for c, vs in want.items()
    ),
    "legal_point_count": lambda board, want, case: all(
        sum(board.is_legal(p, COLORS[c]) for p in range(board.pass_move)) == n for c, n in want.items()
    ),
    "ko_capture_points": lambda board, want, case: all(
        {p for p in empty_points(board) if (then := after(board, p, COLORS[c])[1]) and then.ko_point is not None}
        == points(board, vs)
        for c, vs in want.items()
    ),
    "capturing_points": lambda board, want, case: all(
        {p for p in empty_points(board) if after(board, p, COLORS[c])[0]} == points(board, vs) for c, vs in want.items()
    ),
    "liberties_after_play": check_liberties_after_play,
    "liberty_points": lambda board, want, case: all(set(board.liberty_points(v)) == points(board, vs) for v, vs in want.items()),
    "liberties": lambda board, want, case: all(board.liberties(v) == n for v, n in want.items()),
    "group": lambda board, want, case: all(set(board.chain(v)) == points(board, vs) for v, vs in want.items()),
    "group_size": lambda board, want, case: all(len(board.chain(v)) == n for v, n in want.items()),
    "groups": lambda board, want, case: len(board.chains()) == want,
    "undo_restores": check_undo_restores,
    "same_position_as": check_same_position,
    "perft": lambda board, want, case: [perft(board, depth) for depth in range(1, len(want) + 1)] == want,
    "refused": lambda board, want, case: True,  # checked while the moves are played
    "valid_position": lambda board, want, case: want,  # a refused position never gets this far
}


def legal_positions(cls, rows, cols):
    count = 0
    for colors in product(".XO", repeat=rows * cols):
        lines = ["".join(colors[r * cols : (r + 1) * cols]) for r in range(rows)]
        try:
            cls.from_text("\n".join(lines))
        except ValueError:
            continue
        count += 1
    return count


@pytest.mark.parametrize("cls", [Board, NaiveBoard])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case, cls):
    expect = case["expect"]
    if "legal_position_count" in expect:
        assert legal_positions(cls, *case["size"]) == expect["legal_position_count"]
        return
    if expect.get("size_refused") or expect.get("valid_position") is False:
        with pytest.raises(ValueError):
            start(case, cls)
        return
    board = start(case, cls)
    refused = expect.get("refused", {})
    for number, move in enumerate(case["moves"]):
        if move == ["undo"]:
            board.undo()
        elif str(number) in refused:
            before = str(board), board.to_play, board.ko_point
            with pytest.raises(ValueError) as error:
                board.play(move[1], COLORS[move[0]])
            assert refused[str(number)] in (None, error.value.reason)
            assert (str(board), board.to_play, board.ko_point) == before
        else:
            board.play(move[1], COLORS[move[0]])
    for name, want in expect.items():
        assert CHECKS[name](board, want, case) in (None, True), name


def test_every_kind_of_case_is_here():
    kinds = {case["kind"] for case in CASES}
    assert kinds == {"legality", "capture", "ko", "superko", "suicide", "liberties", "handicap"}
