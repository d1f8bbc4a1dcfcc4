"""``python -m gridwalk``."""

from gridwalk.cli import main

if __name__ == "__main__":
    main()
