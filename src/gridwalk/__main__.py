"""``python -m gridwalk``."""

from gridwalk.cli import main

main()
