"""The earlier name of `goboard.rules._game`."""

import sys

from goboard.rules import _game as _module
from goboard.rules._game import *  # noqa: F403

sys.modules[__name__] = _module
