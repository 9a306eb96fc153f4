"""The earlier name of `goboard.reading._mcts`."""

import sys

from goboard.reading import _mcts as _module
from goboard.reading._mcts import *  # noqa: F403

sys.modules[__name__] = _module
