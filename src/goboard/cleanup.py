"""The earlier name of `goboard.rules._cleanup`."""

import sys

from goboard.rules import _cleanup as _module
from goboard.rules._cleanup import *  # noqa: F403

sys.modules[__name__] = _module
