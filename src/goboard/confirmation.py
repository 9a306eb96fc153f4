"""The earlier name of `goboard.rules._confirmation`."""

import sys

from goboard.rules import _confirmation as _module
from goboard.rules._confirmation import *  # noqa: F403

sys.modules[__name__] = _module
