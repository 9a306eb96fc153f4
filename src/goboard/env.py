"""The earlier name of `goboard.learning.env`."""

import sys

from goboard.learning import env as _module
from goboard.learning.env import *  # noqa: F403

sys.modules[__name__] = _module
