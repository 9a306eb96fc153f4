"""The earlier name of `goboard.records.formats`."""

import sys

from goboard.records import formats as _module
from goboard.records.formats import *  # noqa: F403

sys.modules[__name__] = _module
