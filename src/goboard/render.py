"""The earlier name of `goboard.records.render`."""

import sys

from goboard.records import render as _module
from goboard.records.render import *  # noqa: F403

sys.modules[__name__] = _module
