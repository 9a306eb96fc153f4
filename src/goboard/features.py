"""The earlier name of `goboard.learning._features`."""

import sys

from goboard.learning import _features as _module
from goboard.learning._features import *  # noqa: F403

sys.modules[__name__] = _module
