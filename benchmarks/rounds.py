"""Timing, round by round: every competitor once a round, so that ratios survive a noisy machine."""

import resource
import statistics
import subprocess
import time


def rounds(competitors, count):
    """Return {name: median seconds} over *count* rounds of ``{name: function}``."""
    seconds = {name: [] for name in competitors}
    for _ in range(count):
        for name, function in competitors.items():
            began = time.perf_counter()
            function()
            seconds[name].append(time.perf_counter() - began)
    return {name: statistics.median(times) for name, times in seconds.items()}


def process_seconds(command, environment=None):
    """Return the processor seconds a whole process takes, with those it waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, env=environment, **quiet)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
