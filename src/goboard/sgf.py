"""The earlier name of `goboard.records.sgf`."""

import sys

from goboard.records import sgf as _module
from goboard.records.sgf import *  # noqa: F403

sys.modules[__name__] = _module
