"""`python -m vistula`: the same as the `vistula` command."""

import sys

from vistula.cli import main

if __name__ == "__main__":
    sys.exit(main())
