"""The long cycles, move by move, under every ruleset, each to the outcome that the ruleset's text gives."""

import pytest
from test_ing import ETERNAL_LIFE, MOONSHINE, MOONSHINE_CYCLE, SENDING_TWO

from goboard import BLACK, WHITE
from goboard.game import IllegalPlay, RuleError
from goboard.rules import Rules
from score_data import POSITIONS, game, position

# White counters a throw-in by one of her own; each then takes two stones.
ROUND_ROBIN = """
    O..O.XX
    OOOXXO.
    O...XXX
"""


def moves(name):
    return [None if m is None else tuple(m) for m in POSITIONS[name]["expected"]["cycle"]]


def start(name, rules):
    if name in DIAGRAMS:
        diagram, side = DIAGRAMS[name]
        return game(diagram, rules, side)
    return position(name, rules)


DIAGRAMS = {
    "eternal life": (ETERNAL_LIFE, BLACK),
    "round-robin ko": (ROUND_ROBIN, BLACK),
    "sending two, returning one": (SENDING_TWO, BLACK),
    "moonshine life": (MOONSHINE, BLACK),
}
CYCLES = {
    # moves of one round; stones taken by each; the move (from 1) refused under positional and situational superko, or None
    "rep-triple-ko": (moves("rep-triple-ko"), [1, 1, 1, 1, 1, 1], 6, 6),
    "rep-quadruple-ko": (moves("rep-quadruple-ko"), [1] * 8, 8, 8),
    "rep-molasses-type": (moves("rep-molasses-type"), [0, 1, 2, 1, 0, 0, 1, 2, 1, 0], 9, None),
    "eternal life": (["C1", "E1", "D1", "F1"], [0, 2, 2, 0], 4, 4),
    "round-robin ko": (["B3", "E3", "C3", "D3"], [0, 0, 2, 2], 4, 4),
    "sending two, returning one": (["E3", "E1", "E2", None], [0, 2, 1, 0], 3, None),
    "moonshine life": (MOONSHINE_CYCLE, [1] * 6, 6, 6),
}
# Under Ing: the refused move of the first round (a fighting ko), or None: the round is legal, the next one is not (a disturbing ko).
ING = {
    "rep-triple-ko": 6, "eternal life": 4, "round-robin ko": 4, "rep-quadruple-ko": None, "rep-molasses-type": None,
    "sending two, returning one": None, "moonshine life": None,
}  # fmt: skip


def first_refusal(g, cycle, rounds=1):
    """(round, move) of the first refused move, both from 1, or None."""
    for n in range(rounds):
        for k, move in enumerate(cycle, 1):
            try:
                g.play(move)
            except IllegalPlay:
                return n + 1, k
            if g.phase != "play":
                return "stopped"
    return None


@pytest.mark.parametrize("name", CYCLES)
def test_the_cycle_takes_these_stones_and_comes_back(name):
    cycle, taken, _, _ = CYCLES[name]
    g = start(name, "japanese")
    before = g.board.stones.copy(), g.to_play
    assert [g.play(move) for move in cycle] == taken
    assert (g.board.stones == before[0]).all() and g.to_play == before[1]


@pytest.mark.parametrize("rules", Rules.presets())
@pytest.mark.parametrize("name", CYCLES)
def test_outcome(name, rules):
    cycle, _, positional, situational = CYCLES[name]
    record = Rules.preset(rules)
    g = start(name, rules)
    if record.ko == "ing":
        expected = (1, ING[name]) if ING[name] else (2, 2) if name == "moonshine life" else (2, 1)  # White disturbs, and must stop
        assert first_refusal(g, cycle, 3) == expected
    elif record.long_cycle == "forbidden":
        refused = {"situational": situational, "natural": None}.get(record.ko, positional)  # nobody created the first position
        assert first_refusal(g, cycle, 3) == ((1, refused) if refused else (2, 1))
        with pytest.raises(RuleError, match="nothing recurs"):
            g.no_result()
    else:
        assert first_refusal(g, cycle, 3) is None
        assert g.recurred
        g.no_result()
        assert g.result == "Void"
        assert ("played again" in g.reason) == (record.long_cycle == "replay")


def test_no_result_is_offered_as_soon_as_the_position_recurs_whoever_is_to_play():
    g = start("sending two, returning one", "japanese")
    for move in ("E3", "E1"):
        g.play(move)
        assert not g.recurred
    g.play("E2")
    assert g.recurred and g.to_play == WHITE


def test_sending_two_costs_its_player_a_point_each_round():
    """Why nobody plays it under territory rules."""
    g = start("sending two, returning one", "japanese")
    for _ in range(3):
        for move in ("E3", "E1", "E2", None):
            g.play(move)
    assert g.board.captures(WHITE) - g.board.captures(BLACK) == 3


def test_a_draw_where_the_rules_say_so():
    g = start("rep-triple-ko", Rules.preset("japanese", long_cycle="draw"))
    assert first_refusal(g, CYCLES["rep-triple-ko"][0]) is None
    g.no_result()
    assert g.result == "Draw"


@pytest.mark.parametrize("rules, legal_after_passes", [("japanese", True), ("korean", True), ("chinese", False), ("aga", False)])
def test_a_ko_after_two_passes(rules, legal_after_passes):
    g = position("ko-ban-and-passes", rules)
    g.play((1, 3))
    with pytest.raises(IllegalPlay):
        g.play((1, 2))
    g.pass_()
    g.pass_()
    g.resume(BLACK)
    if g.to_play == BLACK:
        g.pass_()
    assert g.is_legal((1, 2)) == legal_after_passes


@pytest.mark.parametrize("rules, single, several", [
    ("japanese", False, False), ("korean", False, False), ("chinese", False, False), ("aga", False, False),
    ("ing", False, True), ("tromp-taylor", False, True), ("new-zealand", True, True),
])  # fmt: skip
def test_suicide(rules, single, several):
    """New Zealand's single stone changes nothing: it is a pass."""
    assert position("suicide-single", rules).is_legal((0, 0)) == single
    assert position("suicide-multi", rules).is_legal((0, 1)) == several
    g = position("suicide-not-when-capturing", rules)
    assert g.play((0, 0)) == len(POSITIONS["suicide-not-when-capturing"]["expected"]["captured"])
