"""The earlier name of `goboard.learning.katago`."""

import sys

from goboard.learning import katago as _module
from goboard.learning.katago import *  # noqa: F403

sys.modules[__name__] = _module
