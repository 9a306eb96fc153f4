"""`python -m goboard` is the command `goboard`."""

import sys

from goboard.apps.cli import main

sys.exit(main())
