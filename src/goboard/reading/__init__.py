"""Reading: ladders and unconditional life, local search, life and death by Article 7, dead stones, endgame values."""

from goboard._lazy import attach
from goboard.reading._tactics import Ladder, ladder, ladder_maps, pass_alive, pass_alive_area, point_of, standing_stones, stones_of

__getattr__, __dir__ = attach(
    __name__,
    {
        "goboard.reading._article7": ("Confirmation", "confirm"),
        "goboard.reading._dead_stones": ("Estimate", "estimate", "estimate_dead"),
        "goboard.reading._endgame": ("EndgameValue", "endgame_value"),
        "goboard.reading._solver": ("Solution", "solve"),
    },
)
