"""The earlier name of `goboard.board._playouts`."""

import sys

from goboard.board import _playouts as _module
from goboard.board._playouts import *  # noqa: F403

sys.modules[__name__] = _module
