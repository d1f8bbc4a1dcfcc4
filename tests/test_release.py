"""The changelog, the citation, the version and the workflows agree about a release."""

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

HOME = Path(__file__).parent.parent
WORKFLOWS = sorted((HOME / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))


TEXT = (HOME / "CHANGELOG.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (\S+) \((\S+)\)$", TEXT, re.M)  # of releases, the newest first
HASH = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def notes(tag, changelog=HOME / "CHANGELOG.md"):
    """Return status and output of the program that prints what the changelog says of a release."""
    command = [sys.executable, ".ci/changelog.py", tag, changelog]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def git(*words):
    done = subprocess.run(["git", *words], cwd=HOME, capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else None


def test_a_release_has_the_notes_under_its_heading_and_no_others(tmp_path):
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(
        "# Changelog\n\n## 0.3.0 (2027-01-02)\n\n### Added\n\n- c\n\n## 0.2.0 (2026-12-01)\n\n- a\n- b\n",
        encoding="utf-8",
    )
    assert notes("v0.3.0", changelog) == (0, "### Added\n\n- c\n", "")
    assert notes("v0.2.0", changelog) == (0, "- a\n- b\n", "")
    for version, _ in HEADINGS:
        assert notes(f"v{version}")[0] == 0
    status, out, err = notes("v99.0.0")
    assert (status, out) == (1, "")
    assert "no section with a date for v99.0.0" in err


@pytest.mark.skipif(
    git("rev-parse", "--is-shallow-repository") != ["false"], reason="no repository, or no tags"
)
def test_all_headings_but_the_first_are_tags():
    """The first is the coming version until its tag is made."""
    tags = git("tag", "--list", "v*")
    assert [version for version, _ in HEADINGS[1:] if f"v{version}" not in tags] == []


def test_the_citation_is_of_the_first_heading():
    citation = yaml.safe_load((HOME / "CITATION.cff").read_text(encoding="utf-8"))
    released = citation.get("version"), str(citation.get("date-released"))
    assert released == HEADINGS[0]
    assert citation["license"] == PROJECT["project"]["license"]


def test_without_a_tag_the_version_is_that_of_the_first_heading_or_later():
    """An archive, and a clone of depth 1: above the last release."""
    fallback = PROJECT["tool"]["hatch"]["version"]["fallback-version"]
    coming, dev, end = fallback.rpartition(".dev0")
    assert (dev, end) == (".dev0", "")
    major_minor = [[int(part) for part in name.split(".")[:2]] for name in (coming, HEADINGS[0][0])]
    assert major_minor[0] >= major_minor[1]


def test_forms_of_issues_have_what_the_host_asks():
    for file in (HOME / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(file.read_text(encoding="utf-8"))
        if file.name != "config.yml":
            assert form["name"], file.name
            assert form["description"], file.name
            for field in form["body"]:
                assert field["attributes"].keys() >= {"label", "description"}, file.name


def test_actions_are_named_by_hash_and_keep_no_credentials():
    for file in WORKFLOWS:
        text = file.read_text(encoding="utf-8")
        for action in re.findall(r"uses: (.*)", text):
            assert HASH.fullmatch(action) or action.startswith("./"), (file.name, action)
        for job in yaml.safe_load(text)["jobs"].values():
            for step in job.get("steps", []):
                if "actions/checkout@" in step.get("uses", ""):
                    assert step["with"]["persist-credentials"] is False, file.name


def test_the_sdist_has_what_its_tests_read():
    """Every file or folder beside the sources that a test names, and what the checks run."""
    included = {*PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"], "pyproject.toml"}
    named = {".ci", ".github"}
    for file in (HOME / "tests").glob("*.py"):
        named |= set(
            re.findall(r'\b(?:HOME|ROOT|parent\.parent) / "([^"/]+)', file.read_text(encoding="utf-8"))
        )
    assert {name for name in named if (HOME / name).exists()} - included == set()


def test_workflows_run_what_is_there():
    assert [file.stem for file in WORKFLOWS] == ["checks", "nightly", "release"]
    for file in WORKFLOWS:
        workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        for job in workflow["jobs"].values():
            for step in job.get("steps", []):
                for named in re.findall(r"(?<![\w.])\.ci/[\w.]+", step.get("run", "")):
                    assert (HOME / named).exists(), (file.name, named)


def test_scripts_name_tests_that_are_there():
    for file in (HOME / ".ci" / "run", HOME / ".ci" / "lowest", HOME / ".ci" / "rehearse"):
        text = file.read_text(encoding="utf-8")
        named = re.findall(r"\btests/[\w./]+", text)
        for names in re.findall(r"\btests/\{([\w,]+)\}", text):
            named += [f"tests/{name}" for name in names.split(",")]
        assert [name for name in named if not (HOME / name).exists()] == [], file.name


@pytest.mark.long  # .ci/package and .ci/rehearse run the trial itself
def test_the_trial_of_a_wheel_knows_the_words_of_today(capsys):
    """What a wheel is tried with (.ci/package), run on the sources."""
    runpy.run_path(str(HOME / ".ci" / "try.py"))["main"]()
    assert "works in Python" in capsys.readouterr().out


def test_every_supported_python_is_tried():
    classified = {
        line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if re.search(r"3\.\d+$", line)
    }
    checks = yaml.safe_load(WORKFLOWS[0].read_text(encoding="utf-8"))
    assert set(checks["jobs"]["tests"]["strategy"]["matrix"]["python"]) == classified
    assert PROJECT["project"]["requires-python"] == f">={min(classified, key=lambda name: int(name[2:]))}"


def test_what_is_named_for_the_sdist_is_there():
    for name in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]:
        assert (HOME / name).exists(), name
