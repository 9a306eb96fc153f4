"""GoboardError stands above every error of the package, and each stays the ValueError or TypeError that callers catch today."""

import importlib
import pickle
import pkgutil

import pytest

import goboard
from goboard import Board, Game, GoboardError, IllegalMove, sgf


def errors_of_the_package():
    found = set()
    for info in pkgutil.walk_packages(goboard.__path__, "goboard."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:  # an optional extra, or the lanes on a machine without them
            continue
        found |= {
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("goboard.") and not issubclass(value, Warning)
        }
    return found


def test_every_error_of_the_package_is_a_goboard_error():
    found = errors_of_the_package()
    assert {error.__name__ for error in found} >= {"IllegalMove", "RuleError", "SGFError", "DatasetError", "GtpError"}
    assert [error for error in found if not issubclass(error, GoboardError)] == []


def test_public_errors_are_value_errors_too():
    from goboard.dataset import DatasetError
    from goboard.game import RuleError

    for error in (IllegalMove, RuleError, DatasetError, sgf.SGFError):
        assert issubclass(error, ValueError) and issubclass(error, GoboardError)


@pytest.mark.parametrize(
    "wrong", [lambda: Board(9).play("A10"), lambda: Game(9).resume(1), lambda: sgf.loads("no game")], ids=["move", "game", "record"]
)
def test_one_except_clause_catches_them(wrong):
    with pytest.raises(GoboardError):
        wrong()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_illegal_move_pickles(protocol):
    error = IllegalMove("ko", "D4", 2, 7)
    again = pickle.loads(pickle.dumps(error, protocol))
    assert (again.reason, again.move, again.color, again.index, str(again)) == ("ko", "D4", 2, 7, str(error))
