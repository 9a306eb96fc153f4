"""The earlier name of `goboard.board.lanes._driver`."""

import sys

from goboard.board.lanes import _driver as _module
from goboard.board.lanes._driver import *  # noqa: F403

sys.modules[__name__] = _module
