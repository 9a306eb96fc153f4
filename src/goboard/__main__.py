"""`python -m goboard` is the command `goboard`."""

import sys

from goboard.cli import main

sys.exit(main())
