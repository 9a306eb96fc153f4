"""The earlier name of `goboard.reading._article7`."""

import sys

from goboard.reading import _article7 as _module
from goboard.reading._article7 import *  # noqa: F403

sys.modules[__name__] = _module
