"""Reading: ladders and unconditional life, local search, life and death by Article 7, dead stones, endgame values."""

from typing import TYPE_CHECKING

from goboard._lazy import attach
from goboard.reading._tactics import Ladder, ladder, ladder_maps, pass_alive, pass_alive_area, point_of, standing_stones, stones_of

if TYPE_CHECKING:  # the lazy names below, for type checkers
    from goboard.reading._article7 import Confirmation, confirm
    from goboard.reading._dead_stones import Estimate, estimate, estimate_dead
    from goboard.reading._endgame import EndgameValue, endgame_value
    from goboard.reading._solve import Solution, solve

__all__ = [
    "Confirmation", "EndgameValue", "Estimate", "Ladder", "Solution", "confirm", "endgame_value", "estimate", "estimate_dead", "ladder",
    "ladder_maps", "pass_alive", "pass_alive_area", "point_of", "solve", "standing_stones", "stones_of",
]

__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.reading._article7": ("Confirmation", "confirm"),
        "goboard.reading._dead_stones": ("Estimate", "estimate", "estimate_dead"),
        "goboard.reading._endgame": ("EndgameValue", "endgame_value"),
        "goboard.reading._solve": ("Solution", "solve"),
    },
)
