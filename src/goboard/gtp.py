"""The earlier name of `goboard.apps.gtp`."""

import sys

from goboard.apps import gtp as _module
from goboard.apps.gtp import *  # noqa: F403

sys.modules[__name__] = _module
