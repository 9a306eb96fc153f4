"""The earlier name of `goboard.learning.dataset`."""

import sys

from goboard.learning import dataset as _module
from goboard.learning.dataset import *  # noqa: F403

sys.modules[__name__] = _module
