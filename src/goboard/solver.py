"""The earlier name of `goboard.reading._solve`."""

import sys

from goboard.reading import _solve as _module
from goboard.reading._solve import *  # noqa: F403

sys.modules[__name__] = _module
