"""What cannot be done: a clear error, and the game as it was. And what must survive: copies, pickles, records."""

import copy
import pickle
import random

import numpy as np
import pytest

from goboard import BLACK, WHITE
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules
from score_data import game, position, stopped

FINISHED = """
    ..XO..
    XXXOOO
    .XO.O.
    XXOOOO
"""


def refuses(g, action, error, match=None):
    before = g.copy()
    with pytest.raises(error, match=match):
        action()
    assert g == before


STATES = {
    "play": lambda: game(FINISHED, "japanese"),
    "stopped": lambda: stopped(FINISHED, "japanese"),
    "finished": lambda: finished(),
}


def finished():
    g = stopped(FINISHED, "japanese")
    g.agree()
    return g


MISUSE = [
    ("stopped", lambda g: g.play("A4"), RuleError, "stopped"),
    ("stopped", lambda g: g.pass_(), RuleError, "stopped"),
    ("stopped", lambda g: g.undo(), RuleError, "resumed, not undone"),
    ("stopped", lambda g: g.agree(["A4"]), ValueError, "A4 is empty"),
    ("stopped", lambda g: g.agree(["C4"]), ValueError, "in part"),
    ("stopped", lambda g: g.agree(["Q16"]), ValueError, "Q16"),
    ("stopped", lambda g: g.agree(5), TypeError, None),
    ("stopped", lambda g: g.resume(), ValueError, "who asks"),
    ("stopped", lambda g: g.setup(["A4"]), RuleError, "before the first move"),
    ("play", lambda g: g.agree(), RuleError, "9-2"),
    ("play", lambda g: g.resume(BLACK), RuleError, "nothing to resume"),
    ("play", lambda g: g.disagree(), RuleError, "before the stop"),
    ("play", lambda g: g.undo(), RuleError, "no move to undo"),
    ("play", lambda g: g.no_result(), RuleError, "Article 12"),
    ("play", lambda g: g.play("Q16"), ValueError, "Q16"),
    ("play", lambda g: g.play(99), ValueError, "99"),
    ("play", lambda g: g.play("tengen"), ValueError, "tengen"),
    ("play", lambda g: g.play(1.5), TypeError, None),
    ("play", lambda g: g.play("A4", 3), ValueError, "color"),
    ("play", lambda g: g.play("A4", WHITE), RuleError, "turn"),
    ("play", lambda g: g.pass_(WHITE), RuleError, "turn"),
    ("play", lambda g: g.play("C4"), IllegalPlay, "occupied"),
    ("play", lambda g: g.resign(0), ValueError, "color"),
    ("play", lambda g: g.forfeit(BLACK, "  "), ValueError, "reason"),
    ("play", lambda g: g.forfeit(0, "x"), ValueError, "color"),
    ("play", lambda g: g.setup(["A4", "A4"]), ValueError, None),
    ("play", lambda g: g.setup(["C4"]), ValueError, "occupied"),
    ("play", lambda g: g.place_handicap(["A4", "B4"]), ValueError, "empty board"),
    ("play", lambda g: g.recount(), RuleError, "no count"),
    ("finished", lambda g: g.play("A4"), RuleError, "10-4"),
    ("finished", lambda g: g.pass_(), RuleError, "10-4"),
    ("finished", lambda g: g.resign(BLACK), RuleError, "10-4"),
    ("finished", lambda g: g.agree(), RuleError, "10-4"),
    ("finished", lambda g: g.undo(), RuleError, "10-4"),
]  # fmt: skip


@pytest.mark.parametrize("state, action, error, match", MISUSE, ids=[f"{s}-{k}" for k, (s, *_) in enumerate(MISUSE)])
def test_misuse(state, action, error, match):
    g = STATES[state]()
    refuses(g, lambda: action(g), error, match)


def test_resign_twice():
    g = Game(9)
    g.resign(BLACK)
    refuses(g, lambda: g.resign(BLACK), RuleError, "10-4")
    refuses(g, lambda: g.resign(WHITE), RuleError, "10-4")
    assert g.result == "W+R"


def test_undo_does_not_go_through_a_resumption():
    g = stopped(FINISHED, "japanese")
    g.resume(BLACK)
    refuses(g, g.undo, RuleError, "resumed")
    g.play("E4")
    assert g.undo() == (WHITE, g.board.point("E4"))
    refuses(g, g.undo, RuleError, "resumed")


def test_undo_takes_back_a_pass_of_a_game_in_play():
    g = game(FINISHED, "japanese")
    g.pass_()
    g.undo()
    g.play("A4")
    g.pass_()
    assert g.phase == "play"


@pytest.mark.parametrize("komi, error", [(float("nan"), ValueError), (float("inf"), ValueError), ("6.5", TypeError), (True, TypeError)])
def test_komi(komi, error):
    with pytest.raises(error):
        Game(9, komi=komi)


def test_komi_may_be_changed_until_the_end():
    g = stopped(FINISHED, "japanese")
    g.komi = 0.5
    assert g.score().result == "W+1.5"
    for bad in (float("nan"), "1"):
        with pytest.raises((ValueError, TypeError)):
            g.komi = bad
    g.agree()
    with pytest.raises(RuleError):
        g.komi = 7
    assert g.komi == 0.5


@pytest.mark.parametrize("size", [0, 26, (9, 0), -1])
def test_size(size):
    with pytest.raises(ValueError):
        Game(size)


def test_unknown_rules():
    with pytest.raises(ValueError, match="chess"):
        Game(9, "chess")


def test_two_moves_of_a_colour_as_a_record_has_them():
    g = Game(9)
    g.play("E5")
    g.play("C3", BLACK, out_of_turn=True)
    assert g.moves == [(BLACK, 40), (BLACK, 56)] and g.to_play == WHITE


def full_game():
    g = position("j89-fig5", "ing")
    for move in [(1, 3), (0, 4), (0, 0), (1, 2)]:
        g.play(move)
    return g


@pytest.mark.parametrize("make", [*STATES.values(), full_game, lambda: Game(19, "chinese", handicap=9)])
def test_copies_and_pickles(make):
    g = make()
    for same in (g.copy(), copy.copy(g), copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        assert same == g and same.rules == g.rules and same.phase == g.phase
        if same.phase == "play":
            same.pass_()
            assert same != g and g.board.move_count == same.board.move_count - 1
            same.undo()
            assert same == g


def test_positions_are_the_boards_from_the_first_to_the_last():
    g = position("j89-fig5", "japanese")
    g.play((1, 3))
    g.pass_()
    boards = list(g.positions())
    assert len(boards) == 3 and not boards[0].moves and boards[2] == g.board
    assert boards[1].captures(BLACK) == 1 and int((boards[0].stones != boards[1].stones).sum()) == 2
    boards[0].play((0, 0))
    assert boards[2] == g.board


def test_the_mask_of_legal_moves():
    g = position("j89-fig5", "japanese")
    g.play((1, 3))
    assert (g.legal_mask() == g.board.legal_mask()).all() and not g.is_legal((1, 2))
    g.pass_()
    g.pass_()
    assert not g.legal_mask().any() and not g.is_legal("pass")


def test_score_before_the_end():
    g = game(FINISHED, "japanese", komi=0)
    assert g.score().result == "W+1" and g.phase == "play"
    assert isinstance(g.score().territory, np.ndarray)


def test_rules_of_ones_own():
    mine = Rules(scoring="area", tax="seki", komi=5, passes="2", ko="situational", long_cycle="forbidden")
    g = stopped(FINISHED, mine)
    assert g.agree().margin == 10 - 14 - 5


def random_call(rng, g):
    """A call of the game with arguments that are often wrong."""
    move = rng.choice([*range(-2, 28), None, "pass", "B2", "Z1", (1, 1), (7, 0), 1.5])
    color = rng.choice([None, None, BLACK, WHITE, 0, 7, "B"])
    chain = g.board.chain(rng.randrange(g.board.pass_move)).tolist()
    points = rng.choice([(), [0], [rng.randrange(25)], "A1 B2", ["pass"], 3, [None], chain])
    return rng.choice([
        lambda: g.play(move, color), lambda: g.play(move), lambda: g.play(move), lambda: g.play(move), lambda: g.pass_(),
        lambda: g.pass_(color), lambda: g.undo(), lambda: g.resume(color), lambda: g.agree(points), lambda: g.disagree(color),
        lambda: g.score(points), lambda: g.setup([move], points), lambda: g.place_handicap(points), lambda: g.no_result(),
        lambda: g.name_disturber(color), lambda: g.recount(), lambda: g.is_legal(move), lambda: g.legal_mask(), lambda: list(g.positions()),
        lambda: rng.random() < 0.1 and g.resign(color), lambda: rng.random() < 0.1 and g.forfeit(color, "x"),
        lambda: rng.random() < 0.1 and g.both_lose("x"), lambda: rng.random() < 0.1 and g.referee("draw", "x"),
    ])  # fmt: skip


@pytest.mark.parametrize("rules", Rules.presets())
def test_whatever_is_called_an_error_changes_nothing(rules):
    rng = random.Random(rules)
    for _ in range(40):
        g = Game(rng.choice([1, 2, 3, (2, 4), 5]), Rules.preset(rules, illegal=rng.choice(["refused", "refused", "pass", "loss"])))
        for _ in range(40):
            before = g.copy()
            try:
                random_call(rng, g)()
            except (ValueError, TypeError):
                assert g == before
            assert (g.result is None) == (g.phase != "finished")
            assert pickle.loads(pickle.dumps(g)) == g
