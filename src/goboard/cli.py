"""The earlier name of `goboard.apps.cli`."""

import sys

from goboard.apps import cli as _module
from goboard.apps.cli import *  # noqa: F403

sys.modules[__name__] = _module
