"""What every engine runs on: tiers and slices, limits and clock, threads, memory, checkpoints, event logs."""
