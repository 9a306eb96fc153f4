"""The earlier name of `goboard.reading._dead_stones`."""

import sys

from goboard.reading import _dead_stones as _module
from goboard.reading._dead_stones import *  # noqa: F403

sys.modules[__name__] = _module
