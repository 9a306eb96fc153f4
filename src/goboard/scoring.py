"""The earlier name of `goboard.rules._scoring`."""

import sys

from goboard.rules import _scoring as _module
from goboard.rules._scoring import *  # noqa: F403

sys.modules[__name__] = _module
