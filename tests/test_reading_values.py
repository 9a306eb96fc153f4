"""Results of reading are frozen values, and what a search is asked is refused when it makes no sense."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from goboard import Board, confirm, endgame_value, ladder, mcts, solve
from goboard.estimate import estimate
from goboard.solver import Query, search

# A corner of two eyes, and White around it with two of its own.
CORNER = ".X.XO\nXXXXO\nOOOOO\n.OO.O"
# The ladder that runs to the edge: three sides are taken (docs of `ladder`).
CAUGHT = ".....\n.X...\n.OX..\n.X...\n....."


def results():
    return {
        "Ladder": ladder(CAUGHT, "B3"),
        "Solution": solve(CORNER, "B4"),
        "Confirmation": confirm(CORNER),
        "Chain": confirm(CORNER).chain("B4"),
        "Estimate": estimate(CORNER, playouts=20),
        "Judged": estimate(CORNER, playouts=20).chain("B4"),
        "EndgameValue": endgame_value(".X.O.\n.X.O.\n.X.O.", ["C1", "C2", "C3"]),
        "SearchResult": mcts.search(Board(3), playouts=50, seed=1),
    }


@pytest.mark.parametrize("name", results())
def test_a_result_is_frozen(name):
    found = results()[name]
    field = dataclasses.fields(found)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(found, field, None)


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("name", results())
def test_a_result_is_equal_to_its_copies(name, protocol):
    found = results()[name]
    assert pickle.loads(pickle.dumps(found, protocol)) == found == copy.copy(found) == copy.deepcopy(found)
    assert found != "something else"


def test_searches_that_differ_are_not_equal():
    one, other = (mcts.search(Board(3), playouts=50, seed=seed) for seed in (1, 2))
    assert one != other
    assert one == dataclasses.replace(one) and one != dataclasses.replace(one, ownership=one.ownership + np.float32(1))


def test_a_query_says_what_the_keywords_say():
    from goboard.local import Locality

    stones = Board.from_text("OOOOOOOO\nOXXXXXOO\nOX...XOO\nOXXXXXOO\nOOOOOOOO\nOOOO.O.O\nOOOOOOOO").stones
    where = Locality(stones, range(56))
    assert search(where, 9, Query("capture", first="owner")) == search(where, 9, first="owner")
    assert search(where, 9, Query("capture"), first="owner").winner == "owner"
    assert search(where, 9, Query()).winner == "attacker"


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"question": "win"}, "unknown question 'win'"),
        ({"ko": "super"}, "ko must be 'ban' or 'marks', not 'super'"),
        ({"owner_threats": 15}, "a stock of threats must be 0 to 14, or None for one without end, not 15"),
        ({"attacker_threats": -1}, "not -1"),
        ({"max_nodes": -1}, "max_nodes"),
    ],
)
def test_a_query_out_of_range(terms, words):
    with pytest.raises(ValueError, match=words):
        Query(**terms)
