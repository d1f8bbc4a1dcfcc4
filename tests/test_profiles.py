"""By default the examples are the same on every run; a release draws others, which can be repeated."""

from hypothesis import core, given, settings
from hypothesis import strategies as st

import profiles


def drawn(**options):
    seen = []

    @settings(max_examples=20, **options)
    @given(st.integers())
    def look(number):
        seen.append(number)

    look()
    return seen


def test_examples_are_chance_only_where_a_seed_is_said(request, monkeypatch):
    said = profiles.pytest_report_header(request.config)
    assert (
        said.endswith("the same on every run") == settings.default.derandomize == (profiles.PROFILE == "dev")
    )
    assert settings.default.derandomize or said.endswith(f"--hypothesis-seed={core.global_force_seed}")
    assert drawn() == drawn()
    seeds = {}
    for seed in (1, 2):
        monkeypatch.setattr(core, "global_force_seed", seed)
        seeds[seed] = drawn(derandomize=False)
        assert seeds[seed] == drawn(derandomize=False)
    assert seeds[1] != seeds[2]
