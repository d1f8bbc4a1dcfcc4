"""Which paths are asked for."""
