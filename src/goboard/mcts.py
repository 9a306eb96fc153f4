"""The earlier name of `goboard.apps.mcts`."""

import sys

from goboard.apps import mcts as _module
from goboard.apps.mcts import *  # noqa: F403

sys.modules[__name__] = _module
