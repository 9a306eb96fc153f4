from collections.abc import Iterable
from typing import Any

import numpy as np
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
    owner: Any,
    status: Any,
    region: NDArray[np.int16] | None = None,
    eyes: NDArray[np.uint8] | None = None,
) -> tuple[int, int, int, int, int, int, int, int, int, int, int]: ...
