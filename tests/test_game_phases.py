"""Games at every phase under every ruleset: through SGF and back, copied, pickled, and misused."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from score_data import POSITIONS, position

from goboard import BLACK, WHITE
from goboard.game import Game, IllegalPlay, RuleError
from goboard.rules import Rules

SIZE = 3
PASS = SIZE * SIZE

# What the players and the referee may do, by name: a random game is a list of these.
ACTIONS = {
    "stone": lambda g, n: g.play(n % PASS),
    "pass": lambda g, n: g.pass_(),
    "undo": lambda g, n: g.undo(),
    "agree": lambda g, n: g.agree(()),
    "agree dead": lambda g, n: g.agree(g.board.chain(n % PASS).tolist() if g.board[n % PASS] else ()),
    "resume": lambda g, n: g.resume(1 + n % 2),
    "disagree": lambda g, n: g.disagree(1 + n % 2),
    "agreed mover": lambda g, n: g.disagree(mover=(BLACK, WHITE, "nobody")[n % 3]),
    "no result": lambda g, n: g.no_result(),
    "both lose": lambda g, n: g.both_lose("a stone was moved"),
    "resign": lambda g, n: g.resign(1 + n % 2),
    "forfeit": lambda g, n: g.forfeit(1 + n % 2, "two moves in a row"),
    "disturber": lambda g, n: g.name_disturber(1 + n % 2),
    "recount": lambda g, n: g.recount(),
}
# Stones and passes often, the ends of a game seldom.
OFTEN = [*["stone", "pass"] * 6, *["resume", "disagree", "agreed mover"] * 2, "undo", *ACTIONS]
GAMES = st.lists(st.tuples(st.sampled_from(OFTEN), st.integers(0, 17)), max_size=24)
PLAYED_BY = [*((name, None) for name in Rules.presets()), ("japanese", "katago")]


def played(name, cleanup, actions):
    """The game that these actions lead to, those that the rules refuse left out."""
    game = Game(SIZE, name, cleanup=cleanup)
    for what, n in actions:
        before = game.copy()
        try:
            ACTIONS[what](game, n)
        except (ValueError, TypeError, IllegalPlay) as error:
            assert str(error).strip()
            assert game == before, f"{what} was refused and changed the game"
    return game


def same_moves(game, twin):
    assert twin.moves == game.moves
    assert twin.resumed == game.resumed
    assert twin.pass_stones == game.pass_stones
    assert twin.button == game.button
    assert (twin.rules, twin.komi, twin.handicap) == (game.rules, game.komi, game.handicap)


@pytest.mark.parametrize(("name", "cleanup"), PLAYED_BY)
@settings(max_examples=150, deadline=None)
@given(actions=GAMES)
def test_what_the_rules_refuse_leaves_the_game_as_it_was_and_copies_and_pickles_are_equal(name, cleanup, actions):
    game = played(name, cleanup, actions)
    assert game.copy() == game
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(game, protocol)) == game


@pytest.mark.parametrize(("name", "cleanup"), PLAYED_BY)
@settings(max_examples=150, deadline=None)
@given(actions=GAMES)
def test_a_game_goes_through_sgf_and_back(name, cleanup, actions):
    # What a record cannot say: undone resumptions do not exist; a side lost on time, and so on, is "as the record says".
    game = played(name, cleanup, actions)
    text = game.to_sgf()
    twin = Game.from_sgf(text, cleanup=cleanup)
    if game.phase == "finished" and game.final is not None and twin.phase != "finished":
        # A count is agreed on, with the dead stones that the players marked.
        assert twin.marked_dead is not None
        left = game.final.left if not cleanup else []
        twin.agree(sorted({*twin.marked_dead, *left}))
        if twin.phase == "removed":
            twin.agree()
        assert twin.result == game.result
    elif game.phase == "removed":
        twin.agree(twin.marked_dead)
        assert twin.phase == "removed"
    elif game.result not in ("Both lose", "Void", "Draw"):
        assert (twin.phase, twin.result) == (game.phase, game.result)
        assert twin.to_play == game.to_play
    same_moves(game, twin)
    if game.phase not in ("finished", "removed"):
        assert (twin.board == game.board) and twin.board.captures(BLACK) == game.board.captures(BLACK)
        assert (twin.legal_mask() == game.legal_mask()).all()


def test_aga_a_game_ended_by_four_passes_comes_back_ended():
    # AGA rule 9: each pass hands over a stone, White's the last; rule 10: four passes in a row end the game.
    game = Game(5, "aga")
    for move in ("C3", "pass", "pass"):
        game.play(move)
    game.disagree()
    game.pass_()
    game.pass_()
    assert (game.phase, game.pass_stones) == ("finished", (2, 3))
    twin = Game.from_sgf(game.to_sgf())
    assert (twin.phase, twin.result, twin.pass_stones, twin.final) == ("finished", game.result, (2, 3), game.final)


def test_aga_four_passes_of_a_foreign_record_end_the_game():
    game = Game.from_sgf("(;SZ[5]RU[AGA];B[cc];W[];B[];W[];B[])")
    assert (game.phase, game.result, game.pass_stones) == ("finished", "B+17.5", (2, 3))


def test_aga_the_third_pass_of_a_record_is_whites_last_stone():
    game = Game.from_sgf("(;SZ[5]RU[AGA];B[cc];W[];B[];W[])")
    assert game.phase == "stopped"
    game.agree()
    assert game.pass_stones == (1, 2)


@pytest.mark.parametrize("rules", ["Japanese", "Chinese", "AGA", "NZ", "GOE"])
def test_a_pass_before_a_stone_that_resumes_play_is_kept(rules):
    game = Game.from_sgf(f"(;SZ[5]RU[{rules}];B[cc];W[];B[];W[];B[bb])")
    assert [move for _, move in game.moves] == [12, 25, 25, 25, 6]
    assert game.phase == "play"


def test_a_pass_that_is_left_out_is_said():
    game = Game.from_sgf("(;SZ[5]RU[Japanese];B[cc];W[];B[];W[])")
    assert game.phase == "stopped"
    assert "move 4 is a pass after the stop; left out" in game.warnings


def test_the_record_says_who_moves_next_after_a_resumption():
    game = Game(5, "new-zealand")
    for move in ("C3", "pass", "pass"):
        game.play(move)
    game.disagree(mover=BLACK)
    twin = Game.from_sgf(game.to_sgf())
    assert (twin.phase, twin.to_play, twin.resumed) == ("play", BLACK, ((3, BLACK),))


def test_play_that_goes_on_where_the_rules_end_it_is_carried_out_and_said():
    text = "(;SZ[5]RU[Tromp-Taylor];B[cc];W[];B[];W[bb])"
    game = Game.from_sgf(text)
    assert (game.phase, game.moves) == ("play", [(WHITE, 6)])
    assert game.board["C3"] == BLACK
    assert any("the rules do not allow" in told for told in game.warnings)
    with pytest.raises(RuleError):
        Game.from_sgf(text, strict=True)


def test_dead_stones_agreed_on_are_marked_in_the_record():
    game = Game.from_sgf("(;SZ[5]RU[Chinese]AB[ba][bb][bc][bd][be][ca]AW[da][db][dc][dd][de][aa];B[];W[])")
    game.agree(["A5"])
    twin = Game.from_sgf(game.to_sgf())
    assert twin.marked_dead == [0]
    assert twin.agree(twin.marked_dead) == game.final


def test_article_12_a_game_without_result_comes_back_without_result():
    game = position("rep-triple-ko", "japanese")
    for move in POSITIONS["rep-triple-ko"]["expected"]["cycle"]:
        game.play(tuple(move))
    game.no_result()
    twin = Game.from_sgf(game.to_sgf())
    assert (twin.phase, twin.result, twin.reason) == ("finished", "Void", game.reason)
