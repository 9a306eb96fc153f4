"""The earlier name of `goboard.reading._solver`."""

import sys

from goboard.reading import _solver as _module
from goboard.reading._solver import *  # noqa: F403

sys.modules[__name__] = _module
