"""What `features`, `symmetries` and their relatives are given is used or refused; objects that lie keep memory safe."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board
from goboard.batch import BoardBatch
from goboard.features import (
    features,
    independent_life_area,
    inverse_symmetry,
    replay_planes,
    symmetries,
    symmetry_moves,
    unpack_planes,
)
from goboard.game import Game
from goboard.katago import rows


def position(shape=(5, 5)):
    board = Board(shape)
    board.play_moves([0, 7, 3, 8, 11])
    return board


# Symmetries, one for each sample.


def test_each_sample_has_its_own_symmetry():
    """`symmetries(x, [0, 1, 2])`: planes, policies with their pass, masks and maps of one batch turn together."""
    ks = [5, 0, 3, 6, 6, 1, 2, 7, 4]
    batch = BoardBatch(len(ks), 5)
    batch.play_random(1, 9)
    planes = features(batch)
    turned = symmetries(planes, ks)
    masks, stones = symmetries(batch.legal_mask(), ks), symmetries(batch.stones, ks)
    policy = np.random.default_rng(0).random((len(ks), 26))
    policies = symmetries(policy, np.array(ks, np.int8))
    nhwc = symmetries(np.moveaxis(planes, 1, 3), ks, layout="NHWC")
    moves = symmetry_moves(np.full(len(ks), 7), ks, 5)
    for i, k in enumerate(ks):
        board = batch[i].transform(k)
        assert np.array_equal(turned[i], features(batch, symmetry=k)[i])
        assert np.array_equal(turned[i], symmetries(planes[i], k))
        assert np.array_equal(masks[i], board.legal_mask())
        assert np.array_equal(stones[i], board.stones)
        assert np.array_equal(policies[i], symmetries(policy[i], k))
        assert policies[i, -1] == policy[i, -1]
        assert policies[i, moves[i]] == policy[i, 7]
        assert np.array_equal(np.moveaxis(nhwc[i], 2, 0), turned[i])
    assert np.array_equal(symmetries(turned, inverse_symmetry(ks)), planes)
    assert np.array_equal(features(batch, symmetry=ks), turned)


def test_rectangular_samples_turn_where_they_fit():
    planes = np.arange(2 * 6).reshape(2, 2, 3)
    assert symmetries(planes, [4, 7], size=(2, 3)).shape == (2, 3, 2)
    with pytest.raises(ValueError, match="swap"):
        symmetries(planes, [0, 4], size=(2, 3))
    policy = np.arange(14).reshape(2, 7)
    assert symmetries(policy, [0, 4], size=(2, 3)).tolist() == [[0, 1, 2, 3, 4, 5, 6], [7, 10, 8, 11, 9, 12, 13]]


@pytest.mark.parametrize("k", [[0, 1], [0, 1, 2, 3], [], [[0, 1, 2]], [0, 1, 8], [0, -1, 2], [0.0, 1.0, 2.0], "012", True, [True, False, True],
                               np.ones(3, bool), None, 1.0])  # fmt: skip
def test_a_k_of_another_length_or_kind_is_refused(k):
    for array in (np.zeros((3, 5, 5)), np.zeros((3, 26))):
        with pytest.raises((ValueError, TypeError), match="k must"):
            symmetries(array, k)
    with pytest.raises((ValueError, TypeError)):
        symmetry_moves(np.zeros(3, int), k, 5)
    with pytest.raises((ValueError, TypeError), match="symmetry must"):
        features([Board(5)] * 3, symmetry=k)


def test_one_sample_has_one_symmetry():
    for array in (np.zeros((5, 5)), np.zeros(26)):
        with pytest.raises(ValueError, match="no axis of samples"):
            symmetries(array, [0] * 5)
    assert symmetries(np.zeros((0, 5, 5)), []).shape == (0, 5, 5)


def test_a_turned_array_is_a_new_one():
    array = np.zeros((2, 5, 5))
    for k in (0, [0, 0]):
        turned = symmetries(array, k)
        assert turned.flags.c_contiguous
        assert not np.may_share_memory(turned, array)


# Positions.


def test_a_game_and_stones_are_positions():
    game = Game(5, "chinese")
    for move in ("C3", "B2", "D4"):
        game.play(move)
    for preset in features.presets:
        one = features(game, preset)
        assert np.array_equal(features([game, game], preset), np.concatenate([one, one]))
        stones = Board.from_array(game.board.stones)
        expected = features(stones, preset)
        for same in (game.board.stones, game.board.stones.tolist(), str(stones), np.array(game.board.stones)[None], [game.board.stones]):
            assert np.array_equal(features(same, preset), expected)
    assert np.array_equal(features((b for b in (game, game)), "alphago"), features([game, game], "alphago"))
    assert features(np.zeros((4, 3, 5), int)).shape == (4, 17, 3, 5)
    names = ["katago_v7.player", "alphago.empty"]
    assert np.array_equal(features(iter([game, game]), names), features([game, game], names))
    area = independent_life_area(game)
    assert np.array_equal(area, independent_life_area(game.board))


@pytest.mark.parametrize("given", [None, 7, 2.5, True, b"x", {}, set(), [None], [Board(3), None], np.zeros((2, 2)), np.zeros(3, int),
                                   np.zeros((1, 1, 1, 1), int), [[0, 1], [0]], np.full((3, 3), 3), np.zeros((26, 2), int), object()])  # fmt: skip
def test_what_is_not_a_position_is_refused(given):
    with pytest.raises((ValueError, TypeError), match="position|stones|size|colour|color|shape|hold"):
        features(given)


# Nothing is dropped.


@pytest.mark.parametrize(
    "options",
    [
        {"name": "alphago", "history": 3},
        {"name": "katago_v7", "history": 1},
        {"name": ["alphago_zero.player_0"], "history": 3},
        {"name": ["alphago_zero.player_0"], "komi": 6.5},
        {"komi": 6.5},
        {"name": "katago_v7", "comi": 6.5},
        {"name": "katago_v7", "komi": True},
        {"name": "katago_v7", "advantage": "2"},
        {"name": "katago_v7", "encore": True},
        {"name": "katago_v7", "turns": True},
        {"name": "katago_v7", "turns": -1},
        {"name": "katago_v7", "button": "no"},
        {"name": "katago_v7", "finished": 2},
        {"name": "katago_v7", "suicide": "yes"},
        {"name": "katago_v7", "ko_taken": np.zeros((5, 5))},
        {"name": "katago_v7", "ko_passes": {0: 3}},
        {"name": "katago_v7", "ko_passes": {1: 25}},
        {"name": "katago_v7", "ko_passes": [1]},
        {"history": True},
        {"history": 8.0},
        {"symmetry": True},
        {"pos_len": True},
        {"packed": "yes"},
        {"dtype": "colour"},
        {"layout": None},
        {"name": "AlphaGo"},
        {"name": ["alphago.Empty"]},
    ],
)
def test_options_that_are_not_used_or_not_of_their_kind_are_refused(options):
    with pytest.raises((ValueError, TypeError)):
        features(Board(5), **options)


def test_other_functions_refuse_what_is_not_of_its_kind():
    board = Board(5)
    for bad in (
        lambda: symmetry_moves(True, 1, 5),
        lambda: symmetry_moves(1.0, 1, 5),
        lambda: symmetry_moves(3, 1, True),
        lambda: inverse_symmetry(True),
        lambda: replay_planes(board, [1.5], [1]),
        lambda: replay_planes(board, [1], [257]),
        lambda: replay_planes(board, [1], [1], "katago_v7"),
        lambda: unpack_planes(np.zeros((1, 1, 4), np.uint8), (5, True)),
        lambda: unpack_planes(np.zeros((1, 1, 4)), (5, 5)),
        lambda: unpack_planes(np.zeros((1, 1, 4), np.uint8), (2**33, 2**31)),
        lambda: unpack_planes([[[0]]], (5, 5)),
        lambda: independent_life_area(board, suicide="no"),
        lambda: symmetries(np.zeros((5, 5)), 1, size=True),
        lambda: symmetries(np.zeros((5, 5)), 1, layout="CHW"),
    ):
        with pytest.raises((ValueError, TypeError)):
            bad()


# Memory.


class Lying(np.ndarray):
    """An array that says of itself what is asked for."""

    shape = property(lambda self: (1, 17, 5, 5), lambda self, value: None)
    dtype = property(lambda self: np.dtype(np.float32))
    nbytes = 4 * 17 * 25
    size = 17 * 25


class Plain(np.ndarray):
    """A subclass without guile."""


class Short(Board):
    shape = property(lambda self: (1, 1))
    rows = cols = 1
    ko = "none"
    suicide = "maybe"


class Wide(BoardBatch):
    shape = property(lambda self: (25, 25))
    pass_move = 625


def test_arrays_that_lie_are_refused():
    for real in (np.zeros(3, np.float32), np.zeros((1, 17, 5, 5), np.float64), np.zeros((1, 2, 5, 5), np.float32)):
        with pytest.raises((ValueError, TypeError), match="out must"):
            features(Board(5), out=real.view(Lying))
    with pytest.raises((ValueError, TypeError), match="out_global must"):
        features.katago_v7(Board(5), out_global=np.zeros(3, np.float32).view(Lying))
    with pytest.raises(TypeError, match="mask"):
        features(Board(5), out=np.ma.zeros((1, 17, 5, 5), np.float32))


def test_a_subclass_of_ndarray_is_filled(tmp_path):
    board = position()
    for out in (
        np.zeros((1, 17, 5, 5), np.float32).view(Plain),
        np.memmap(tmp_path / "planes", np.float32, "w+", shape=(1, 17, 5, 5)),
    ):
        assert features(board, out=out) is out
        assert np.array_equal(np.asarray(out), features(board))
    out = np.zeros((1, 2, 5, 5), np.uint8).view(Plain)
    names = ["alphago.player", "alphago.opponent"]
    assert features(board, names, out=out) is out
    assert np.array_equal(np.asarray(out), features(board, names))
    read_only = np.zeros((1, 17, 5, 5), np.float32)
    read_only.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        features(board, out=read_only.view(Plain))


def test_boards_and_batches_that_lie_are_what_they_are():
    short = Short(5)
    short.play_moves([0, 7, 3, 8, 11])
    batch, wide = BoardBatch(2, 5), Wide(2, 5)
    for preset in features.presets:
        assert np.array_equal(features(short, preset), features(position(), preset))
        assert np.array_equal(features(wide, preset), features(batch, preset))
    assert independent_life_area(short).shape == (5, 5)


def test_a_board_made_anew_while_it_is_asked_for():
    """Arguments are converted before anything is looked at."""

    class Restarts:
        def __init__(self, *boards):
            self.boards = boards

        def __index__(self):
            for board in self.boards:
                board.__init__(1)
            return 1

        __float__ = __index__

    for _ in range(20):
        boards = [position((25, 25)) for _ in range(3)]
        for name, options in (
            ("alphago_zero", {"history": Restarts(*boards)}),
            ("alphago", {"symmetry": [Restarts(*boards)] * 3}),
            ("katago_v7", {"turns": Restarts(*boards)}),
            ("katago_v7", {"komi": Restarts(*boards[1:])}),
            ("alphago_zero", {"pos_len": Restarts(*boards)}),
        ):
            try:
                planes = features(boards, name, **options)
            except (ValueError, TypeError, RuntimeError):
                pass
            else:
                assert planes.dtype == np.float32
        batch = BoardBatch(3, 25)
        try:
            assert features(batch, history=Restarts2(batch)).shape == (3, 7, 25, 25)
        except (ValueError, TypeError, RuntimeError):
            pass


class Restarts2:
    def __init__(self, batch):
        self.batch = batch

    def __index__(self):
        self.batch.__init__(1, 5)
        return 3


@pytest.mark.parametrize("out", [None])
def test_more_planes_than_memory_holds(out):
    board = Board(25)
    with pytest.raises((MemoryError, ValueError)):
        features(BoardLike(board, 2**40), "alphago")
    with pytest.raises((MemoryError, ValueError)):
        BoardBatch(2**50, 19)


class BoardLike(list):
    """As long as it says, and no list that memory holds."""

    def __init__(self, board, n):
        self.board_, self.n = board, n

    def __iter__(self):
        raise MemoryError

    def __len__(self):
        return self.n


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("what", ['features([board] * 10**6, "alphago", packed=True)', 'features([board] * 10**6, "katago_v7", packed=True)',
                                  'rows(game, pos_len=19, result="B+R")'])  # fmt: skip
def test_ctrl_c_is_heard_within_a_fifth_of_a_second(what):
    job = textwrap.dedent(f"""
        import signal, time
        from goboard import Board, features
        from goboard.game import Game
        from goboard.katago import rows
        board = Board(9)
        board.play_moves(range(0, 40, 2))
        game = Game(19, "tromp-taylor")
        import numpy as np
        rng = np.random.default_rng(0)
        while len(game.moves) < 600 and len(game.board.legal_moves()) > 1:
            game.play(int(rng.choice(game.board.legal_moves()[:-1])))
        def stop(*_):
            raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, stop)
        due = time.perf_counter() + 0.5
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            while True:
                {what}
        except KeyboardInterrupt:
            late = time.perf_counter() - due
        print(late)
    """)
    done = subprocess.run([sys.executable, "-c", job], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1  # 0.2 s, and what a busy machine adds


# Faults that would not show in the planes of symmetric or freshly begun games.


def test_the_history_begins_where_a_position_was_set_up():
    board = position()
    board.setup(black=["E5"])
    planes = features(board)[0]
    assert planes[:2].any()
    assert not planes[2:16].any()
    board.play("E1", BLACK)
    planes = features(board)[0]  # White to play: the opponent is Black
    assert planes[0:2].sum() == planes[2:4].sum() + 1
    assert not planes[4:16].any()
    assert not features(board, "katago_v7")[0, 10:14].any()


def test_laddered_stones_of_either_side_and_the_moves_that_catch():
    """A black stone with two liberties in a ladder, once for each side to move: White's catching moves show on White's turn only."""
    names = ["katago_v7.ladder_now", "katago_v7.ladder_catch"]
    two = Board.from_text(
        """
        . . . . . . .
        . . . O . . .
        . . O X . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    stone = two.point("D5")
    for color in (BLACK, WHITE):
        two.to_play = color
        now, catch = features(two, names)[0]
        assert now.ravel()[stone] == 1
        assert bool(catch.any()) == (color == WHITE)


def test_area_planes_under_suicide():
    """KataGo reckons with suicide where the rules allow it: a large eye whose inner point Black can fill only by suicide."""
    rng = np.random.default_rng(5)
    differ = 0
    import slow_features as slow

    for _ in range(400):
        stones = rng.choice([0, 1, 2], (4, 4), p=[0.35, 0.45, 0.2])
        try:
            board = Board.from_array(stones, suicide=True)
        except ValueError:
            continue
        maps = []
        for suicide in (False, True):
            player, opponent = features(board, ["katago_v7.area_player", "katago_v7.area_opponent"], suicide=suicide)[0]
            owner = slow.area((4, 4), bytes(stones.ravel().tolist()), suicide)
            expected = np.array([owner.get(p, 0) for p in range(16)]).reshape(4, 4)
            assert np.array_equal(player * BLACK + opponent * WHITE, expected)
            maps.append(expected)
        differ += not np.array_equal(*maps)
    assert differ


def test_ownership_is_seen_by_the_player():
    """Rows: 1 where the point is the player's in the end, whichever side moves, in a game cut off at its record's result too."""
    game = Game(5, "chinese")
    for move in ("C3", "B2", "D4"):
        game.play(move)
    owner = np.zeros((5, 5), int)
    owner[0], owner[4] = BLACK, WHITE
    spatial = rows(game, result="B+R", ownership=owner, pos_len=5)["valueTargetsNCHW"]
    for k, color in enumerate((BLACK, WHITE, BLACK)):
        sign = 1 if color == BLACK else -1
        assert spatial[k, 0, 0].tolist() == [sign] * 5
        assert spatial[k, 0, 4].tolist() == [-sign] * 5
        assert spatial[k, 4, 0].tolist() == [120 * sign] * 5


@pytest.mark.parametrize("preset", features.presets)
def test_a_board_put_in_a_batch_brings_its_history_and_no_more(preset):
    """Right after a set-up there is no earlier position, whatever the lane held before."""
    board = position()
    batch = BoardBatch(2, 5, ko=board.ko)
    batch.play_random(3, 12)
    options = {"turns": 0, "pass_ends": False} if preset == "katago_v7" else {}
    for step in range(4):
        batch.set(0, board)
        if preset == "katago_v7":
            options["turns"] = min(board.move_count, 8)
        assert np.array_equal(features(batch, preset, **options)[0], features(board, preset, **options)[0]), step
        board.setup(white=["E5"]) if step == 0 else board.play(board.legal_moves()[3])
