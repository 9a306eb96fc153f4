"""KataGo's two clean-up phases. Positions, moves and scores are those of KataGo's own tests of its rules (cpp/tests/testrules.cpp)."""

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, features
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules


def game(text, komi=0.5, to_play=BLACK, tax="seki"):
    board = Board.from_text(text, ko="none")
    g = Game(board.shape, Rules.preset("japanese").with_(tax=tax), komi, cleanup="katago")
    stones = board.stones.ravel()
    g.setup(np.flatnonzero(stones == 1), np.flatnonzero(stones == 2), to_play)
    g.handicap = 0
    return g


def at(x, y):
    """KataGo's Location::getLoc(x, y): column and row from the upper left."""
    return y, x


def end_now(g):
    """White's lead if both sides only pass from here; counting at once says the same."""
    twin = g.copy()
    while twin.phase != "finished":
        twin.pass_()
    assert twin.final.margin == g.score().margin
    return -twin.final.margin


def test_two_passes_end_each_of_three_phases():
    g = game("....\n....\n....\n....")
    for move in [(1, 1), (2, 2), (1, 2), (2, 1), (1, 3), (2, 3), (1, 0), (2, 0)]:
        g.play(at(*move))
    g.pass_()
    g.play(at(3, 2))
    g.pass_()
    assert g.phase == "play"
    for phase in ("cleanup 1", "cleanup 1", "cleanup 2", "cleanup 2", "finished"):
        g.pass_()
        assert g.phase == phase
    assert g.result == "B+0.5" and g.recount() is g.final


RINGS = "ox.ooo.\noxxxxxx\nooooooo\n.xoxx..\nooox...\nx.oxxxx\n.xox..."
FILLING = [(5, 3), (6, 3), (6, 4), (5, 4), (4, 4), (0, 3), (6, 6)]


@pytest.mark.parametrize(
    "phase, tax, leads",
    [
        (0, "none", [-3.5, -3.5, -3.5, -5.5, -6.5, -5.5, -3.5, -2.5]),
        (0, "seki", [0.5, 0.5, 0.5, -4.5, -5.5, -4.5, -3.5, -2.5]),
        (1, "none", [-3.5, -3.5, -3.5, -5.5, -6.5, -5.5, -3.5, -2.5]),
        (1, "seki", [0.5, 0.5, 0.5, -4.5, -5.5, -4.5, -3.5, -2.5]),
        (2, "none", [-3.5, -3.5, -3.5, -5.5, -5.5, -5.5, -3.5, -3.5]),
        (2, "seki", [0.5, 0.5, 0.5, -4.5, -4.5, -4.5, -3.5, -3.5]),
    ],
)
def test_territory_in_each_phase(phase, tax, leads):
    g = game(RINGS, tax=tax)
    found = [end_now(g)]
    for number, move in enumerate(FILLING):
        if number == 3:
            for _ in range(2 * phase):
                g.pass_()
        g.play(at(*move))
        found.append(end_now(g))
    assert found == leads


SEKIS = "...oxx.\noooox.x\nxxxxoxx\no.xoooo\n.oxox.o\noxxo.x.\no.xoo.x"
SEKI_FILLING = [(6, 5), (5, 6), (0, 4), (6, 0), (1, 0), (4, 5), (5, 4)]


@pytest.mark.parametrize(
    "phase, tax, leads",
    [
        (0, "none", [1.5, 1.5, 1.5, 0.5, 1.5, 0.5, 0.5, 10.5]),
        (0, "seki", [0.5, 0.5, 0.5, 0.5, 2.5, 1.5, 1.5, 11.5]),
        (2, "none", [1.5, 1.5, 1.5, 0.5, 1.5, 1.5, 1.5, 11.5]),
        (2, "seki", [0.5, 0.5, 0.5, 0.5, 2.5, 2.5, 2.5, 12.5]),
    ],
)
def test_filling_liberties_of_sekis(phase, tax, leads):
    g = game(SEKIS, komi=-0.5, to_play=WHITE, tax=tax)
    for _ in range(2 * phase):
        g.pass_()
    found = [end_now(g)]
    for move in SEKI_FILLING:
        g.play(at(*move))
        found.append(end_now(g))
    assert found == leads


def test_a_pass_in_a_situation_passed_in_before_ends_the_phase():
    g = game(".o.xxo\noxxxo.\no.x.oo\nxx.oo.\noooo.o")
    g.play(at(5, 1))
    assert g.why_illegal(at(5, 0)) and not g.legal_mask()[5]
    g.pass_()
    g.play(at(2, 3))
    g.play(at(5, 0))
    assert not g.is_legal(at(5, 1))
    g.play(at(3, 2))
    for move in [(2, 0), (0, 0), (1, 0), None, (2, 0), (0, 0), (1, 0)]:
        g.play("pass" if move is None else at(*move))
        assert g.phase == "play"
    for phase in ("cleanup 1", "cleanup 1", "cleanup 2", "cleanup 2", "finished"):
        g.pass_()
        assert g.phase == phase
    assert g.result == "B+1.5"


def test_a_triple_ko_is_captured_after_a_pass_for_the_ko():
    g = game("ooooooo\noxo.o.o\nx.xoxox\nxxxxxxx\nooooooo\n.......")
    g.pass_()
    g.pass_()
    for move in [(3, 1), (1, 2), (5, 1), (3, 2), (1, 1)]:
        g.play(at(*move))
    assert str(Board.from_array(g.board.stones)).split() == str(Board.from_text(".......\n.x.x.x.\nx.x.x.x\nxxxxxxx\nooooooo\n.......")).split()
    assert g._procedure.machine.state.marked == {g.board.point("F5")}
    assert g.moves[5] == (WHITE, g.board.point(at(3, 2)))


KO = "..o....\n...o...\n.xoxo..\n..x.x..\n...x...\n......."


def ko_game():
    g = game(KO, to_play=WHITE)
    g.pass_()
    g.pass_()
    g.play(at(3, 3))
    assert g._procedure.machine.state.marked == {g.board.point("D3")}
    return g


def test_a_throw_in_that_breaks_the_shape_leaves_the_mark():
    g = ko_game()
    for move in [(2, 1), (1, 1)]:
        g.play(at(*move))
        assert g._procedure.machine.state.marked == {g.board.point("D3")}


def test_a_mark_bars_no_capture_of_more():
    g = ko_game()
    for move in [(2, 1), (0, 0), (3, 2)]:
        g.play(at(*move))
    assert not g._procedure.machine.state.marked and g.board["D3"] == 0 and g.board["C4"] == 0


@pytest.mark.parametrize("where", [(3, 2), (3, 3)], ids=["the point of the retake", "the stone"])
def test_a_pass_for_a_ko_is_a_move_that_changes_no_stone(where):
    g = ko_game()
    before = g.board.stones.copy()
    assert g.is_legal(at(*where)) and g.legal_mask()[g.board.point(at(*where))]
    assert g.play(at(*where)) == 0
    assert (g.board.stones == before).all() and not g._procedure.machine.state.marked and g.passes == 0 and g.to_play == WHITE
    assert g.moves[-1] == (BLACK, g.board.point(at(*where)))
    assert g.undo() == (BLACK, g.board.point(at(*where))) and g._procedure.machine.state.marked == {g.board.point("D3")}


def test_a_ko_is_taken_once_from_the_same_stones():
    g = ko_game()
    g.play(at(3, 2))  # for the ko
    g.pass_()
    g.play(at(3, 2))  # the retake
    g.play(at(3, 3))  # for the ko
    g.pass_()
    with pytest.raises(IllegalPlay, match="same stones") as error:
        g.play(at(3, 3))
    assert error.value.reason == "superko" and not g.legal_mask()[g.board.point(at(3, 3))]
    g.pass_()
    g.play(at(3, 3))  # Black fills
    assert g.board["D3"] == BLACK


def test_the_planes_know_the_clean_up():
    g = ko_game()
    planes, row = features.katago_v7(g)
    assert row[0, 12] == 1 and row[0, 13] == 0
    assert planes[0, 7].astype(bool).ravel().nonzero()[0].tolist() == [g.board.point("D3")]
    for _ in range(2):
        g.pass_()
    planes, row = features.katago_v7(g)
    assert row[0, 13] == 1 and (planes[0, 20] + 2 * planes[0, 21]).astype(int).tolist() == np.where(
        g.board.stones == g.to_play, 1, np.where(g.board.stones, 2, 0)).tolist()  # fmt: skip


def test_random_games_end_and_undo_to_the_start():
    rng = np.random.default_rng(5)
    for seed in range(40):
        g = Game((4, 5), cleanup="katago", komi=0.5)
        states = []
        while g.phase != "finished":
            mask = g.legal_mask()
            assert all(mask[p] == g.is_legal(p) for p in range(len(mask)))
            states.append((g.phase, g.board.copy(), g._procedure.machine.state))
            g.play(int(rng.choice(np.flatnonzero(mask))))
        assert g.result == "Void" or g.final.margin == g.recount().margin, seed
        twin = g.copy()
        g.phase, g.result, g.final = "cleanup 2", None, None
        for state in reversed(states):
            g.undo()
            assert (g.phase, g.board, g._procedure.machine.state) == state
        assert twin.phase == "finished"


@pytest.mark.parametrize("rules", ["chinese", "ing", "aga", Rules.preset("japanese").with_(ko="positional", long_cycle="forbidden"), Rules.preset("japanese").with_(tax="all")])
def test_it_goes_with_territory_and_simple_ko_alone(rules):
    with pytest.raises(ValueError, match="clean-up"):
        Game(9, rules, cleanup="katago")
    with pytest.raises(ValueError, match="cleanup"):
        Game(9, cleanup="kata")


def test_nothing_is_agreed_on():
    g = Game(5, cleanup="katago")
    g.play("C3")
    for act in (g.agree, g.disagree, g.resume, lambda: g.score(["C3"]), g.confirmation):
        with pytest.raises(RuleError):
            act()
    g.pass_()
    g.pass_()
    for act in (g.agree, g.disagree, g.resume, g.confirmation):
        with pytest.raises(RuleError):
            act()
    assert g.phase == "cleanup 1"
