"""What all engines share: tiers and slices, limits and clock, threads, memory, checkpoints, event logs."""

from gridwalk.later import modules_of

__getattr__ = modules_of(__name__)
