"""The earlier name of `goboard.records._sgf`."""

import sys

from goboard.records import _sgf as _module
from goboard.records._sgf import *  # noqa: F403

sys.modules[__name__] = _module
