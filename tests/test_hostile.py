"""Bad input: a clear ValueError or TypeError, the board unchanged, the process alive."""

import pickle
import random
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import goboard
from goboard import BLACK, WHITE, Board, Game, IllegalMove, playout
from goboard.local import Locality
from goboard.sgf import Node


def position():
    """A game in progress, in a ko that White may not retake at C3."""
    board = Board.from_text(". . X O .\n. X O . O\n. . X O .\n. . . . .", WHITE, ko="situational")
    board.play("A1")
    board.play("D3")
    return board


def everything(board):
    return str(board), board.moves, board.to_play, board.ko_point, board.hash, board.legal_mask().tolist(), board.captures(BLACK)


@pytest.fixture
def board():
    """A board that must be the same after the test."""
    board = position()
    before = everything(board)
    yield board
    board.check()
    assert everything(board) == before


@pytest.mark.parametrize("size", [0, 26, -1, 10**9, 10**30, (0, 9), (9, 26), (9, -1), (5, 10**9), (9,), (9, 9, 9), ()])
def test_sizes_out_of_range(size):
    with pytest.raises(ValueError, match="size"):
        Board(size)


@pytest.mark.parametrize("size", ["9", 9.0, float("nan"), None, (9, "9"), (9.5, 9), b"9", {9}, np.float64(9)])
def test_sizes_that_are_no_integers(size):
    with pytest.raises((TypeError, ValueError), match="size"):
        Board(size)


@pytest.mark.parametrize("ko, error", [("superko", ValueError), ("", ValueError), ("SIMPLE", ValueError), (None, TypeError), (1, TypeError)])
def test_unknown_ko_rules(ko, error):
    with pytest.raises(error, match="ko"):
        Board(9, ko=ko)


@pytest.mark.parametrize("suicide", ["yes", None, 2, 0.5, []])
def test_suicide_is_yes_or_no(suicide):
    with pytest.raises((TypeError, ValueError), match="suicide"):
        Board(9, suicide=suicide)


MALFORMED = ["", " ", "D", "4", "4D", "44", "D4 E5", "D-4", "D4.0", "D+4", "D٤", "Ｄ４", "é4", "D4\0", "\0", "pas", "pass pass"]
OFF_BOARD_VERTICES = ["I4", "i1", "F1", "A0", "A5", "Z1", "A00", "A99999999", "A4294967297", "A18446744073709551617", "D" + "9" * 100]
OFF_BOARD_POINTS = [-2, 21, 10**9, -(10**9), 2**31, 2**32, 2**63, 2**64, -(2**63), 10**100, (-1, 0), (0, 5), (4, 0), (0, 2**64), (2**32, 0)]
WRONG_TYPES = [1.0, float("nan"), b"D4", object(), {}, {1, 2}, (0.0, 1), (None, 1), ("A", 1), np.float32(3), 1j, np.array([1, 2]), slice(0, 3)]
WRONG_TUPLES = [(), (1,), (1, 2, 3), [], [1, 2, 3]]


@pytest.mark.parametrize("method", ["play", "is_legal", "why_illegal", "point", "vertex", "chain", "liberties", "liberty_points", "hash_after"])
@pytest.mark.parametrize("move", MALFORMED + WRONG_TYPES + WRONG_TUPLES, ids=repr)
def test_what_is_no_move_at_all(board, method, move):
    with pytest.raises((ValueError, TypeError)) as error:
        getattr(board, method)(move)
    assert not isinstance(error.value, IllegalMove)
    assert str(error.value)


@pytest.mark.parametrize("move", OFF_BOARD_VERTICES + OFF_BOARD_POINTS, ids=repr)
def test_moves_off_the_board(board, move):
    with pytest.raises(IllegalMove) as error:
        board.play(move)
    assert error.value.reason == "off_board"
    assert not board.is_legal(move)
    for method in ("point", "vertex", "chain", "liberties", "liberty_points", "__getitem__", "hash_after"):
        with pytest.raises(ValueError):
            getattr(board, method)(move)
    with pytest.raises(ValueError):
        board.setup(black=[move])


@pytest.mark.parametrize("color", [0, 3, -1, 10**30, 257, 2**32 + 1])
def test_colours_out_of_range(board, color):
    for ask in (board.play, board.is_legal, board.hash_after):
        with pytest.raises(ValueError, match="color|to_play"):
            ask("A4", color)
    for ask in (board.pass_, board.legal_mask, board.legal_moves, board.chains, board.captures):
        with pytest.raises(ValueError, match="color|to_play"):
            ask(color)
    with pytest.raises(ValueError, match="color|to_play"):
        board.is_eye("A4", color)
    with pytest.raises(ValueError, match="color|to_play"):
        board.to_play = color
    with pytest.raises(ValueError, match="color|to_play"):
        board.setup(black=["A4"], to_play=color)


@pytest.mark.parametrize("color", ["red", True, 1.0, b"b", [], object()])
def test_colours_of_a_wrong_type(board, color):
    kind = ValueError if isinstance(color, str) else TypeError
    for ask in (lambda: board.play("A4", color), lambda: board.legal_mask(color), lambda: board.captures(color)):
        with pytest.raises(kind, match="color|to_play"):
            ask()
    with pytest.raises(kind, match="color|to_play"):
        board.to_play = color


def test_the_turn_and_the_stones_cannot_be_deleted_or_written(board):
    with pytest.raises(AttributeError, match="deleted"):
        del board.to_play
    with pytest.raises((ValueError, TypeError)):
        board.stones[0, 0] = 1
    with pytest.raises((BufferError, TypeError, ValueError)):
        memoryview(board)[0, 0] = 1
    with pytest.raises(TypeError):
        board[0] = 1


def test_a_refused_move_names_itself(board):
    with pytest.raises(IllegalMove, match="C3.*White.*ko") as error:
        board.play("C3")
    assert (error.value.reason, error.value.move, error.value.color) == ("ko", "C3", WHITE)
    assert pickle.loads(pickle.dumps(error.value)).reason == "ko"


@pytest.mark.parametrize(
    "stones",
    [
        {"black": ["A9"]},
        {"black": ["A4"], "white": ["A4"]},
        {"black": ["A4", "A4"]},
        {"black": ["pass"]},
        {"white": ["A4", "B4", None]},
        {"black": ["A4", "D4", 1.5]},
        {"black": ["C3"], "white": ["C3"]},
        {"black": ["B4", "A3"], "white": ["A4"]},
        {"white": ["C3"]},
        {"black": ["E4"], "white": ["E3", "A4"], "empty": ["D9"]},
        {"black": 3},
        {"black": ["A4"], "to_play": 3},
    ],
    ids=repr,
)
def test_setup_is_all_or_nothing(board, stones):
    with pytest.raises((ValueError, TypeError)):
        board.setup(**stones)


def test_setup_leaves_the_board_alone_if_its_iterator_fails(board):
    def points():
        yield "A4"
        raise KeyError("no more points")

    with pytest.raises(KeyError):
        board.setup(black=points())


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((3, 3), float),
        np.zeros((3, 3), complex),
        np.zeros((3, 3), object),
        np.zeros((3, 3), "U1"),
        np.zeros((3, 3), "M8[s]"),
        np.zeros((3, 3), [("a", "i1")]),
        np.full((3, 3), np.nan),
        np.zeros(9, int),
        np.zeros((3, 3, 1), int),
        np.zeros((), int),
        np.zeros((0, 0), int),
        np.zeros((0, 5), int),
        np.zeros((26, 3), int),
        np.zeros((3, 26), int),
        np.full((3, 3), 3),
        np.full((3, 3), -1),
        np.full((3, 3), 256),
        np.full((3, 3), 2**40),
        np.full((3, 3), 2**63, np.uint64),
        np.full((3, 3), -(2**63), np.int64),
        np.ones((3, 3), int),
        np.array([[0, 1], [1, 2]]),
        np.array([[2, 1, 0], [1, 0, 0], [0, 0, 0]]),
        [[0, 1], [0]],
        [],
        None,
        "..X",
        7,
    ],
    ids=lambda array: f"{np.asarray(array, dtype=object).dtype if isinstance(array, list) else getattr(array, 'dtype', type(array).__name__)}-{getattr(array, 'shape', '')}",
)
def test_arrays_that_are_no_board(array):
    with pytest.raises((ValueError, TypeError)) as error:
        Board.from_array(array)
    assert str(error.value)


def test_an_array_with_a_dead_chain_is_told_where():
    with pytest.raises(ValueError, match="A9"):
        stones = np.zeros((9, 9), int)
        stones[0, 0], stones[0, 1], stones[1, 0] = 2, 1, 1
        Board.from_array(stones)


@pytest.mark.parametrize(
    "text",
    ["", "\n", "   ", "..\n...", ".?.\n...", "X", "XX\nXX", ".X\nX" + "O", "." * 26, "\n".join(["."] * 26), "A B C", ".\0.", "..\n.é", "." * 10**6],
    ids=lambda text: repr(text[:12]),
)
def test_texts_that_are_no_board(text):
    with pytest.raises(ValueError):
        Board.from_text(text)


@pytest.mark.parametrize("text", [b"..", None, 3, ["..", ".."]], ids=repr)
def test_texts_of_a_wrong_type(text):
    with pytest.raises(TypeError):
        Board.from_text(text)


@pytest.mark.parametrize(
    "extra",
    [
        {"to_play": 0},
        {"to_play": 3},
        {"to_play": "red"},
        {"to_play": True},
        {"ko_color": 1},
        {"ko_point": "A1"},
        {"ko_point": "Z9"},
        {"ko_point": 99},
        {"ko_point": "pass"},
        {"captures": (-1, 0)},
        {"captures": (1, 2, 3)},
        {"captures": (2**64, 0)},
        {"captures": ("1", 0)},
        {"captures": 5},
        {"captures": (0.5, 0)},
    ],
    ids=repr,
)
def test_extras_of_a_position_out_of_range(extra):
    with pytest.raises((ValueError, TypeError)):
        Board.from_text(". . .\n. . .", **extra)


@pytest.mark.parametrize("k", [-1, 8, 10**30, 1.0, "1", None])
def test_symmetries_out_of_range(board, k):
    with pytest.raises((ValueError, TypeError), match="symmetry"):
        board.transform(k)


@pytest.mark.parametrize("depth", [0, 1, 7, 150])
@pytest.mark.parametrize("bad", ["occupied", "off_board"])
def test_play_moves_with_an_illegal_move_deep_inside_plays_none(depth, bad):
    board = Board(19)
    board.play_moves([72, 300])
    board.play("D4")
    board.undo()
    before = everything(board)
    moves = [p for p in range(361) if p not in (72, 300)][:depth]
    moves += [[72, *moves][-1] if bad == "occupied" else 362, 355, 356]
    with pytest.raises(IllegalMove) as error:
        board.play_moves(np.array(moves))
    assert (error.value.index, error.value.reason) == (depth, bad)
    assert everything(board) == before
    board.check()


def test_play_moves_refuses_a_ko_inside_and_takes_captures_back(board):
    with pytest.raises(IllegalMove) as error:
        board.play_moves([board.point(v) for v in ("A4", "B4", "pass", "E4", "C3", "D3")])
    assert error.value.index is not None


@pytest.mark.parametrize(
    "moves",
    [
        [0.0, 1.0],
        ["A4"],
        [None],
        np.array([[0, 1]]),
        np.array(0),
        np.array([0], "U2"),
        np.array([1 + 1j]),
        [[0], [1, 2]],
        [10**30],
        np.array([0, 1], object),
        np.array([True, False]),
        3,
    ],
    ids=repr,
)
def test_play_moves_of_a_wrong_type_or_shape(board, moves):
    with pytest.raises((ValueError, TypeError)):
        board.play_moves(moves)


@pytest.mark.parametrize(
    "moves, error",
    [
        ([(1, 0), (3, 1)], ValueError),
        ([(1, 0), (0, 1)], ValueError),
        ([(1, 0), (2,)], ValueError),
        ([(1, 0), [2, 1]], TypeError),
        ([(1, 0), None], TypeError),
        ([(1, 0), (2, 1.5)], TypeError),
        ([(1, 0), ("W", 1)], TypeError),
        ([(1, 0), (2, 2**70)], ValueError),
        ([(1, 0), (2, 0)], IllegalMove),
    ],
)
def test_play_moves_refuses_pairs_that_are_none(board, moves, error):
    before = board.copy()
    with pytest.raises(error):
        board.play_moves(moves)
    assert board == before


@pytest.mark.parametrize("moves", [[-2], [2**31], [2**62], [-(2**63)], np.array([2**64 - 1], np.uint64), np.array([2**63], np.uint64), [21]], ids=repr)
def test_play_moves_off_the_board(board, moves):
    with pytest.raises(IllegalMove) as error:
        board.play_moves(moves)
    assert (error.value.index, error.value.reason) == (0, "off_board")


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(20, bool),
        np.zeros(22, bool),
        np.zeros(21, int),
        np.zeros((21, 1), bool),
        np.zeros(42, bool)[::2],
        np.frombuffer(bytes(21), np.uint8),
        bytearray(21),
        [False] * 21,
    ],
    ids=lambda out: f"{type(out).__name__}-{getattr(out, 'dtype', '')}-{getattr(out, 'shape', '')}",
)
def test_legal_mask_into_an_array_that_does_not_fit(board, out):
    with pytest.raises((ValueError, TypeError)):
        board.legal_mask(out=out)


def test_undo_without_a_move():
    with pytest.raises(ValueError, match="undo"):
        Board(9).undo()


def test_a_board_has_no_python_hash(board):
    with pytest.raises(TypeError):
        hash(board)


@pytest.mark.parametrize("n", [-1, -(10**9), 2**63, 10**30, 1.5, float("nan"), "10", None])
def test_playouts_of_a_bad_number(board, n):
    with pytest.raises((ValueError, TypeError), match="n must"):
        goboard.playout(board, n)


@pytest.mark.parametrize("threads", [0, -1, 10**6, 2**64, 1.5, "2", None])
def test_playouts_with_bad_threads(board, threads):
    with pytest.raises((ValueError, TypeError), match="threads"):
        goboard.playout(board, 1, threads=threads)


@pytest.mark.parametrize("komi", [float("nan"), float("inf"), float("-inf"), "x", None, [7.5], 1j, 10**400], ids=lambda komi: repr(komi)[:12])
def test_playouts_with_bad_komi(board, komi):
    with pytest.raises((ValueError, TypeError), match="komi"):
        goboard.playout(board, 1, komi=komi)


@pytest.mark.parametrize(
    "extra",
    [
        {"max_moves": 0},
        {"max_moves": -1},
        {"max_moves": 1.5},
        {"max_moves": 2**70},
        {"path": "fast"},
        {"path": 1},
        {"seed": -1},
        {"seed": "x"},
        {"seed": 0.5},
        {"batch": 0},
        {"batch": 2**40},
        {"first": -1},
        {"executor": 3},
    ],
    ids=repr,
)
def test_playouts_with_other_bad_arguments(board, extra):
    with pytest.raises((ValueError, TypeError)):
        goboard.playout(board, 1, **extra)


@pytest.mark.parametrize("start", [None, 3, "board", np.zeros((9, 9), int)], ids=repr)
def test_playouts_from_what_is_no_board(start):
    with pytest.raises((ValueError, TypeError)):
        goboard.playout(start, 1)


def long_game(seed, moves=120):
    rng = random.Random(seed)
    board = Board(rng.choice((5, 9, (3, 7))), ko=rng.choice(("none", "simple", "positional", "situational")), suicide=True)
    for _ in range(moves):
        board.play(int(rng.choice(board.legal_moves())))
    return board


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_truncated_pickles(protocol):
    whole = pickle.dumps(position(), protocol)
    for length in range(len(whole)):
        with pytest.raises((pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, IndexError, KeyError, ImportError)):
            pickle.loads(whole[:length])


STATE_CHANGES = {
    "sizes": [(0, 0), (0, 5), (1, 26), (2, 9), (21, 1), (-4, -5), (10**9, 5), ("4", 5), (4.0, 5), (None, None)],
    "stones": [b"", bytes(19), bytes(21), b"\3" * 20, b"\1" * 20, "." * 20, None, [0] * 20, bytearray(20)],
    "ko rule": ["superko", None, 2, b"simple"],
    "suicide": ["no", None, 5],
    "to play": [0, 3, -1, None, "B", 2**40],
    "captures": [None, (), (1,), (1, 2, 3), (-1, 0), (2**70, 0), ("a", "b"), 7],
    "ko": [(99, 1), (-1, 1), (0, 1), (7, 0), (7, 3), ("C3",), 7, (20, 1), (7.0, 1), (2, 2)],
}


@pytest.mark.parametrize("field, values", STATE_CHANGES.items())
def test_hostile_states_of_a_pickle(field, values):
    restore, (cls, state, plies) = position().__reduce__()
    assert restore(cls, state, plies) == position()
    state = list(state)
    place = {"sizes": slice(0, 2), "stones": 2, "ko rule": 3, "suicide": 4, "to play": 5, "captures": 6, "ko": 7}[field]
    for value in values:
        changed = list(state)
        changed[place] = value
        with pytest.raises(ValueError):
            restore(cls, tuple(changed), plies)


@pytest.mark.parametrize(
    "plies",
    [
        None,
        7,
        [None],
        [(1,)],
        [(1, 2, 3, 4)],
        [(0, 15, 1)],
        [(3, 15, 1)],
        [(1, 99, 2)],
        [(1, -2, 2)],
        [(1, 2**70, 2)],
        [(1, 0.5, 2)],
        [(1, 2, 2)],
        [(1, 15, 0)],
        [(1, 15, 3)],
        [(1, 15, "W")],
        [(1, 15, 2), (2, 15, 1)],
        ((1, 15, 2),),
    ],
    ids=repr,
)
def test_hostile_moves_of_a_pickle(plies):
    restore, (cls, state, _) = position().__reduce__()
    with pytest.raises(ValueError):
        restore(cls, state, plies)


@pytest.mark.parametrize("cls", [None, 3, "Board", int, object, type, list], ids=repr)
def test_hostile_classes_of_a_pickle(cls):
    restore, (_, state, plies) = position().__reduce__()
    with pytest.raises(ValueError):
        restore(cls, state, plies)


@pytest.mark.parametrize("state", [None, (), (9,), "x" * 8, [4, 5], {"rows": 4}, tuple(range(8))], ids=repr)
def test_states_of_a_wrong_shape(state):
    restore, (cls, _, plies) = position().__reduce__()
    with pytest.raises(ValueError):
        restore(cls, state, plies)


def test_a_pickle_of_an_illegal_game_is_refused():
    """A ko retaken at once under positional superko, written into an otherwise good pickle."""
    restore, (cls, state, plies) = position().__reduce__()
    with pytest.raises(ValueError, match="ko"):
        restore(cls, state, [*plies, (WHITE, 7, BLACK)])


FUZZ = """
    import pickle, random, resource, sys
    sys.path.insert(0, sys.argv[1])
    import goboard
    from test_hostile import long_game, position
    # A damaged pickle may ask Python itself for gigabytes.
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    rng, loaded = random.Random(7), 0
    for number in range(8_000):
        board = position() if number % 3 else long_game(number % 40, 30)
        data = bytearray(pickle.dumps(board, number % 6))
        for _ in range(rng.choice((1, 1, 2, 5))):
            place = rng.randrange(len(data))
            change = rng.randrange(4)
            if change == 0:
                data[place] = rng.randrange(256)
            elif change == 1:
                data[place] ^= 1 << rng.randrange(8)
            elif change == 2:
                del data[place : place + rng.randrange(1, 5)]
            else:
                data[place:place] = data[rng.randrange(len(data)) :][: rng.randrange(1, 9)]
            if not data:
                break
        try:
            board = pickle.loads(bytes(data))
        except Exception:
            continue
        if isinstance(board, goboard.Board):
            board.check()
            board.legal_mask()
            board.play(int(board.legal_moves()[0]))
            board.undo()
            board.copy().check()
            loaded += 1
    print(loaded)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits the memory of a process through resource")
def test_mutated_pickles_never_end_the_process():
    """Whatever a damaged pickle becomes, it is an exception or a board whose invariants hold."""
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FUZZ), str(__file__).rpartition("test_hostile")[0]],
        capture_output=True, text=True, timeout=300,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 20


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_play_moves_takes_any_integer_type(dtype):
    board = Board(9)
    board.play_moves(np.array([1, 80], dtype=dtype))
    assert board.moves == [(1, 1), (2, 80)]


def test_play_moves_refuses_the_largest_unsigned_number():
    board = Board(9)
    with pytest.raises(IllegalMove) as refused:
        board.play_moves(np.array([3, 2**64 - 1], dtype=np.uint64))
    assert (refused.value.reason, refused.value.index) == ("off_board", 1)
    assert board.move_count == 0


@pytest.mark.parametrize(
    "stones, to_play, ko_point, is_one",
    [
        (".X.. XO.. .... ....", WHITE, "A4", False),  # two stones beside it, none in atari
        (".XO. XO.. O... ....", WHITE, "A4", False),  # both in atari: retaking would take two
        (".XXO OOO. .... ....", BLACK, "A4", False),  # A4 is no white point
        (".XXO XOO. XO.. O...", WHITE, "A4", False),  # chains of two
        (".XO. XO.. XO.. ....", WHITE, "A4", True),
        ("X.XO .XO. .... ....", WHITE, "B4", True),  # C4 alone is in atari
    ],
)
def test_a_ko_point_is_one_where_a_single_stone_would_be_retaken(stones, to_play, ko_point, is_one):
    def read():
        return Board.from_text(stones.replace(" ", "\n"), to_play, ko="simple", ko_point=ko_point)

    if is_one:
        board = read()
        assert board.ko_point == board.point(ko_point) and not board.is_legal(ko_point)
        board.pass_()
        board.pass_()
        assert board.play(ko_point) == 1
    else:
        with pytest.raises(ValueError, match="no ko"):
            read()


@pytest.mark.parametrize("komi", ["7.5", b"7.5", True])
def test_komi_is_a_number(komi):
    with pytest.raises(TypeError):
        playout(Board(5), 1, komi=komi)
    with pytest.raises(TypeError):
        Game(5, komi=komi)


@pytest.mark.parametrize(
    "code",
    [
        "b = Board(5)\nmove = [Evil(lambda: move.clear()), 0]\nb.play(move)",
        "L = [(1, Evil(lambda: L.clear()))] + [(1, 0)] * 3\nBoard(3).play_moves(L)",
        "move = [Evil(lambda: move.clear()), 0]\ngoboard.solve(np.zeros((3, 3), int), move)",
        "Game.from_sgf([Node({'SZ': '5'}), None])",
        "Game.from_sgf([])",
        "Game.from_sgf([None])",
        "from goboard.records import _sgf\n_sgf.stop_of([1, 2], 9)",
        "from goboard.records import _sgf\n_sgf.stop_of([()], 9)",
        "Board.play(3, 0)",
        "list(map(Board.copy, [Board(3), None]))",
        "Board.undo(None)",
        "goboard.BoardBatch.reset(None)",
        "Node.get(None, 'B')",
        "from goboard import solver\nsolver.search(None, 0)",
        "from goboard.solver import Proof\nProof.__new__(Proof).line()",
        "from goboard.solver import Proof\nProof.__new__(Proof).reply()",
        "from goboard.solver import Proof\nProof.__new__(Proof).moves()",
        "from goboard.solver import Proof\nProof.__new__(Proof).takes_first()",
        "from goboard import local\nlocal.region_points(Board(3), [None])",
    ],
)
def test_the_process_outlives_it(code):
    head = """
        import numpy as np
        import goboard
        from goboard import Board, Game
        from goboard.records._sgf import Node

        class Evil:
            def __init__(self, act): self.act = act
            def __index__(self): self.act(); return 0
            def __lt__(self, other): self.act(); return False
            def __ge__(self, other): self.act(); return True
            def __int__(self): self.act(); return 0
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(head) + code], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    assert not done.stderr or done.stderr.splitlines()[-1].split(":")[0].endswith(("TypeError", "ValueError", "IllegalMove", "SGFError"))


def test_values_that_are_no_text_are_refused():
    for name in ("SZ", "PL", "KM", "RU"):
        node = Node({"SZ": "5"})
        node.properties[name] = [5]
        with pytest.raises((TypeError, ValueError)):
            Game.from_sgf([node])


@pytest.mark.parametrize("points, extra", [([-1], {}), ([9], {}), ([10**30], {}), ([0, 1], {"eye_for": 7})])
def test_localities_of_points_off_the_board(points, extra):
    with pytest.raises(ValueError):
        Locality(np.zeros((3, 3), int), points, **extra)


def test_progress_is_a_function():
    with pytest.raises(TypeError, match="progress"):
        playout(Board(3), 1, progress=5)
