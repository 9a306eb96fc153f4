"""Objects that lie, or change the board while they are read: every method of Board that takes one converts it first, then looks.

A fault here reads or writes past a board's memory, so the tests run in a process of their own as well (`test_in_a_process_of_its_own`)
with the allocator filling freed memory; `check` recomputes all that a board keeps.
"""

import copy
import gc
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from goboard import WHITE, Board

STONES = ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . ."


class Number:
    """An int whose reading runs `act`."""

    def __init__(self, act, value=0):
        self.act, self.value = act, value

    def __index__(self):
        self.act()
        return self.value


class Text(str):
    """A text that answers every question with a lie."""

    act = staticmethod(lambda: None)

    def upper(self):
        self.act()
        return "Z25"

    strip = lower = upper

    def __eq__(self, other):
        self.act()
        return True

    __hash__ = str.__hash__

    def __len__(self):
        self.act()
        return 1


class Sequence(list):
    """A list that runs `act` when it is walked through, and whose length lies."""

    act = staticmethod(lambda: None)

    def __iter__(self):
        self.act()
        return super().__iter__()

    def __len__(self):
        return 10**6

    def __getitem__(self, at):
        self.act()
        return super().__getitem__(at)


class Array(np.ndarray):
    """An array whose shape, type and extremes lie."""

    shape = property(lambda self: (1, 1))
    ndim = property(lambda self: 2)
    size = property(lambda self: 1)

    def min(self, *args, **kw):
        return 0

    max = min

    def astype(self, *args, **kw):
        return np.zeros((1, 1), np.uint8)

    copy = astype


def fresh():
    board = Board.from_text(STONES, WHITE, ko="positional", suicide=True)
    board.play_moves([21, 22, 6])
    return board


# What may happen to a board while an argument is read: everything that changes its size, history or memory.
ACTS = {
    "smaller": lambda board: board.__init__(2),
    "larger": lambda board: board.__init__(25),
    "line": lambda board: board.__init__((1, 25)),
    "undone": lambda board: [board.undo() for _ in range(board.move_count)],
    "played": lambda board: [board.pass_() for _ in range(300)],
    "set up": lambda board: board.setup(empty=range(board.pass_move)),
    "turned": lambda board: setattr(board, "to_play", 3 - board.to_play),
}

# Every method that takes an object: (board, hostile int) -> anything.
CALLS = {
    "play move": lambda b, n: b.play(n),
    "play pair": lambda b, n: b.play((n, 1)),
    "play list": lambda b, n: b.play([n, n]),
    "play color": lambda b, n: b.play(24, n),
    "play both": lambda b, n: b.play(n, n),
    "pass": lambda b, n: b.pass_(n),
    "is_legal": lambda b, n: b.is_legal(n, n),
    "why_illegal move": lambda b, n: b.why_illegal(n),
    "why_illegal color": lambda b, n: b.why_illegal(24, n),
    "hash_after": lambda b, n: b.hash_after(n, n),
    "hash_after color": lambda b, n: b.hash_after(24, n),
    "legal_mask": lambda b, n: b.legal_mask(n),
    "legal_mask out": lambda b, n: b.legal_mask(n, np.zeros(26, bool)),
    "legal_moves": lambda b, n: b.legal_moves(n),
    "play_moves": lambda b, n: b.play_moves([20, n, 24, n]),
    "play_moves tuple": lambda b, n: b.play_moves((20, n, 24)),
    "play_moves pairs": lambda b, n: b.play_moves([(1, 20), (n, 23), (1, n)]),
    "play_moves objects": lambda b, n: b.play_moves(np.array([20, n, 24], dtype=object)),
    "setup black": lambda b, n: b.setup(black=[n, 20]),
    "setup all": lambda b, n: b.setup(black=[(n, 4)], white=iter([n, 23]), empty=(n,), to_play=n),
    "setup turn": lambda b, n: b.setup(black=[24], to_play=n),
    "to_play": lambda b, n: setattr(b, "to_play", n),
    "item": lambda b, n: b[n],
    "point": lambda b, n: b.point(n),
    "vertex": lambda b, n: b.vertex((n, n)),
    "chain": lambda b, n: b.chain(n),
    "chains": lambda b, n: b.chains(n),
    "liberties": lambda b, n: b.liberties(n),
    "liberty_points": lambda b, n: b.liberty_points(n),
    "captures": lambda b, n: b.captures(n),
    "is_eye move": lambda b, n: b.is_eye(n, 1),
    "is_eye color": lambda b, n: b.is_eye(24, n),
    "transform": lambda b, n: b.transform(n),
    "copy": lambda b, n: b.copy(n),
    "__init__": lambda b, n: b.__init__((n, n)),
    "__init__ flag": lambda b, n: b.__init__(5, suicide=n),
    "from_array": lambda b, n: Board.from_array(np.zeros((5, 5), int), n, ko_point=n, ko_color=n, captures=(n, n)),
    "from_array objects": lambda b, n: Board.from_array([[n, 0], [0, n]]),
    "from_text": lambda b, n: Board.from_text("..\n..", n, captures=[n, n]),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("call", CALLS)
def test_ints_that_change_the_board_as_they_are_read(call, act):
    for value in (0, 1, 2, 4, 24, 300, -1, 10**30):
        board, done = fresh(), []

        def once():
            if not done:
                done.append(True)
                ACTS[act](board)

        try:
            CALLS[call](board, Number(once, value))
        except (ValueError, TypeError, IndexError):
            pass
        board.check()
        board.legal_mask()
        assert np.asarray(board).shape == board.shape


@pytest.mark.parametrize("call", CALLS)
def test_values_that_raise_leave_the_board_as_it_was(call):
    class Broken(Exception):
        pass

    def fail():
        raise Broken

    board, before = fresh(), fresh()
    try:
        CALLS[call](board, Number(fail))
    except (Broken, TypeError):
        pass
    board.check()
    assert board == before and board.moves == before.moves


@pytest.mark.parametrize("act", ["smaller", "larger"])
def test_iterators_that_change_the_board(act):
    def walk(board):
        yield 20
        ACTS[act](board)
        yield 1

    for name in ("black", "white", "empty"):
        board = fresh()
        try:
            board.setup(**{name: walk(board)})
        except ValueError:
            pass
        board.check()


def test_texts_and_lists_that_lie():
    board = fresh()
    for text in (Text("E1"), Text("positional"), Text("B")):
        Text.act = staticmethod(lambda: board.__init__(2))
        for call in (lambda: board.play(text), lambda: board.is_legal("A1", text), lambda: Board(5, ko=text), lambda: board.setup(black=[text])):
            try:
                call()
            except (ValueError, TypeError):
                pass
            board.check()
    Text.act = staticmethod(lambda: None)
    assert Board(5).point(Text("E1")) == 24
    assert Board(5, ko=Text("simple")).ko == "simple"
    with pytest.raises(ValueError):
        Board(5, ko=Text("anything"))


@pytest.mark.parametrize("call", [lambda b, s: b.play_moves(s), lambda b, s: b.setup(black=s), lambda b, s: b.play(s), lambda b, s: Board(s), lambda b, s: Board.from_text("..", captures=s)])
def test_sequences_that_lie_and_change(call):
    for values in ([], [20], [20, 23, 24], [(1, 20), (2, 23)], [3, 3]):
        board, sequence = fresh(), Sequence(values)
        sequence.act = lambda: (board.__init__(3), sequence.clear())
        try:
            call(board, sequence)
        except (ValueError, TypeError, IndexError):
            pass
        board.check()


def test_arrays_that_lie():
    lying = np.full((5, 5), 200, np.int64).view(Array)
    with pytest.raises((ValueError, TypeError)):
        Board.from_array(lying)
    board = Board.from_array(np.zeros((5, 5), np.int64).view(Array))
    board.check()
    assert board.shape == (5, 5)
    for moves in (np.array([0, 300, -5, 2**60]).view(Array), np.array([[1, 0], [9, 1]]).view(Array)):
        board = fresh()
        with pytest.raises((ValueError, TypeError)):
            board.play_moves(moves)
        board.check()
    out = np.zeros(2, bool).view(Array)
    with pytest.raises(ValueError):
        fresh().legal_mask(out=out)


# Subclasses.


class Big(Board):
    """Makes itself larger than it was asked to be."""

    def __init__(self, *args, **kw):
        super().__init__(25)


class Small(Board):
    def __init__(self, *args, **kw):
        super().__init__(1)


class Liar(Board):
    shape = property(lambda self: (100, 100))
    rows = cols = property(lambda self: 100)
    pass_move = property(lambda self: 10**6)
    moves = property(lambda self: [(1, 0)] * 10**5)
    move_count = property(lambda self: 10**5)
    ko = property(lambda self: "none")
    ko_point = property(lambda self: 10**6)
    stones = property(lambda self: np.full((100, 100), 7, np.uint8))
    suicide = property(lambda self: "maybe")
    to_play = property(lambda self: 7)
    last_move = property(lambda self: self.undo() and 10**6)
    hash = property(lambda self: "hash")

    def plies(self):
        return [(1, 0, 2)] * 10**5

    def copy(self, history=True):
        return Board(25)

    def undo(self):
        return Board.undo(self)

    def point(self, move):
        return 10**6

    def state(self):
        return (25, 25, b"", "none", False, 1, (0, 0), None)

    def play(self, move, color=None):
        self.__init__(2)

    def check(self):
        raise AssertionError("not asked")


class Foreign(Board):
    """Whose constructor gives something else."""

    def __new__(cls, *args, **kw):
        return Board.__new__(Board) if args else super().__new__(cls)


@pytest.mark.parametrize("cls", [Big, Small])
def test_a_constructor_that_makes_another_size(cls):
    for shape in ((1, 1), (5, 5), (25, 25)):
        stones = np.zeros(shape, int)
        board = cls.from_array(stones)
        board.check()
        assert board.shape == shape and type(board) is cls
        assert board.legal_mask().shape == (stones.size + 1,)
        text = cls.from_text("\n".join(["." * shape[1]] * shape[0]))
        text.check()
        assert text.shape == shape
    board = cls.from_text(STONES, WHITE)
    for twin in (pickle.loads(pickle.dumps(board)), board.transform(3), board.copy(), copy.deepcopy(board)):
        twin.check()
        assert twin.shape == (5, 5) and type(twin) is cls


def test_a_subclass_that_lies_about_everything():
    board = Liar.from_text(STONES, WHITE)
    for move, color in (("A1", 2), ("B1", 1)):
        Board.play(board, move, color)
    plain = Board.from_text(STONES, WHITE)
    plain.play_moves([(2, 20), (1, 21)])
    Board.check(board)
    assert Board.plies(board) == plain.plies()
    assert Board.copy(board).stones.shape == (100, 100)
    assert np.array(board).tolist() == np.array(plain).tolist()
    for k in range(8):
        turned = Board.transform(board, k)
        Board.check(turned)
        assert np.array(turned).tolist() == np.array(plain.transform(k)).tolist()
    assert str(board) == str(plain)
    assert repr(board) == repr(plain).replace("Board", "Liar", 1)
    assert Board.repeats(board) == 0 and Board.recurrences(board) == []
    assert Board.legal_moves(board).tolist() == plain.legal_moves().tolist()
    again = pickle.loads(pickle.dumps(board))
    Board.check(again)
    assert np.array(again).tolist() == np.array(plain).tolist()
    assert Board.undo(board) == (1, 21) and Board.undo(board) == (2, 20)
    with pytest.raises(ValueError):
        Board.undo(board)
    Board.check(board)


def test_a_class_that_makes_something_else():
    for make in (lambda: Foreign.from_text(STONES), lambda: Foreign.from_array(np.zeros((3, 3), int)), lambda: Foreign(5)):
        made = make()
        assert isinstance(made, Board)
        made.check()

    class Nothing(Board):
        def __new__(cls, *args, **kw):
            return 5

    with pytest.raises(TypeError):
        Nothing.from_text("..\n..")


def test_a_view_of_the_stones_outlives_changes_of_size():
    board = Board(25)
    view, memory = board.stones, memoryview(board)
    for size in (1, (1, 25), 25, 2):
        board.__init__(size)
        assert view.shape == memory.shape == (25, 25)
        view.sum()
    del board
    gc.collect()
    assert view.sum() == 0


def test_methods_called_on_other_things():
    for method in (Board.play, Board.copy, Board.legal_mask, Board.setup, Board.transform, Board.plies, Board.__reduce__, Board.__eq__):
        for value in (3, None, object(), np.zeros(3), Number(lambda: None)):
            with pytest.raises(TypeError):
                method(value, 0)


def test_boards_made_without_their_constructor():
    board = Board.__new__(Board)
    board.check()
    assert board.shape == (1, 1) and board.legal_moves().tolist() == [1]


def test_in_a_process_of_its_own():
    """All the above under the debugging allocator, which fills what is freed: a stale pointer ends the process."""
    if os.environ.get("GOBOARD_HOSTILE"):
        pytest.skip("this is that process")
    environment = {**os.environ, "GOBOARD_HOSTILE": "1", "PYTHONMALLOC": "debug", "MALLOC_PERTURB_": "165", "PYTHONFAULTHANDLER": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", __file__], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


