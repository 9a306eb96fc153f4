"""The earlier name of `goboard.reading._endgame`."""

import sys

from goboard.reading import _endgame as _module
from goboard.reading._endgame import *  # noqa: F403

sys.modules[__name__] = _module
