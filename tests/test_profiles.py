"""Whoever tries the project meets the same examples; a release looks for others, and says how to meet them again."""

import pytest
from hypothesis import core, given, settings
from hypothesis import strategies as st

import profiles

pytestmark = pytest.mark.no_kernels


def drawn():
    seen = []

    @settings(max_examples=20)
    @given(st.integers())
    def look(number):
        seen.append(number)

    look()
    return seen


def test_examples_are_chance_only_where_a_seed_is_said(request, monkeypatch):
    said = profiles.pytest_report_header(request.config)
    assert settings.default.derandomize == (profiles.PROFILE == "dev")
    assert (core.global_force_seed is None) == ("the same on every run" in said)
    monkeypatch.setattr(core, "global_force_seed", None)
    assert profiles.PROFILE != "dev" or drawn() == drawn()
    seeds = {}
    for seed in (1, 2):
        monkeypatch.setattr(core, "global_force_seed", seed)
        seeds[seed] = drawn()
        assert seeds[seed] == drawn()
    assert seeds[1] != seeds[2]
