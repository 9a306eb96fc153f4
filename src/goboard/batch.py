"""The earlier name of `goboard.board._batch`."""

import sys

from goboard.board import _batch as _module
from goboard.board._batch import *  # noqa: F403

sys.modules[__name__] = _module
