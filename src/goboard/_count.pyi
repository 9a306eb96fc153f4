from collections.abc import Iterable
from typing import Any

from numpy.typing import NDArray

DAME: int
TERRITORY: int
SEKI_EYE: int
FALSE_EYE: int
UNCLOSED: int
ALIVE: int
SEKI: int
REMOVED: int
LEFT: int
BY_CLOSURE: int
BY_EYES: int
BY_ARTICLE_8: int

def survey(
    stones: Any,
    dead: Iterable[int],
    seki: Iterable[int] | None,
    method: int,
    count_false_eyes: bool,
    remove_all: bool,
    owner: NDArray[Any],
    status: NDArray[Any],
    region: NDArray[Any],
    eyes: NDArray[Any],
) -> tuple[int, int, int, int, int, int, int, int, int, int, int]: ...
