"""The earlier name of `goboard.rules.handicap`."""

import sys

from goboard.rules import handicap as _module
from goboard.rules.handicap import *  # noqa: F403

sys.modules[__name__] = _module
