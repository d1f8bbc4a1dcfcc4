"""``python -m tests.campaign``."""

import sys

from .command import main

if __name__ == "__main__":  # a worker process imports this module again
    sys.exit(main())
