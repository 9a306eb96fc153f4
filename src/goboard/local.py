"""The earlier name of `goboard.reading._locality`."""

import sys

from goboard.reading import _locality as _module
from goboard.reading._locality import *  # noqa: F403

sys.modules[__name__] = _module
