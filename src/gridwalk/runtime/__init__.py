"""What all engines share: tiers and slices, limits and clock, threads, memory, tasks, event logs."""
