"""What a release says of itself in several places is the same everywhere."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from benchmarks.figures import release

pytestmark = pytest.mark.no_kernels
HOME = Path(__file__).parent.parent
WORKFLOWS = sorted((HOME / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))


def notes(tag):
    """Return status and output of the program that prints what the changelog says of a release."""
    command = [sys.executable, ".ci/changelog.py", tag]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_changelog_has_notes_of_its_last_release_and_of_no_other():
    status, out, err = notes(f"v{release()}")
    assert (status, err) == (0, "")
    assert out.startswith("###")
    assert "\n## " not in out
    status, out, err = notes("v99.0.0")
    assert (status, out) == (1, "")
    assert "no section with a date for v99.0.0" in err


def test_the_citation_is_of_the_last_release():
    citation = yaml.safe_load((HOME / "CITATION.cff").read_text(encoding="utf-8"))
    headings = re.findall(r"^## \[(.+)\] - (.+)$", (HOME / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert (citation["version"], citation["date-released"].isoformat()) == headings[0]
    assert citation["license"] == PROJECT["project"]["license"]


def test_workflows_run_what_is_there():
    assert [file.stem for file in WORKFLOWS] == ["checks", "release"]
    for file in WORKFLOWS:
        workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        for job in workflow["jobs"].values():
            for step in job.get("steps", []):
                for named in re.findall(r"(?<![\w.])\.ci/[\w.]+", step.get("run", "")):
                    assert (HOME / named).exists(), (file.name, named)


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
