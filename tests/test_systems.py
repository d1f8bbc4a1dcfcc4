"""The tests are collected on every system, and what only POSIX has is marked as such."""

import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
FILES = sorted(file for file in TESTS.rglob("test_*.py") if "browser" not in file.parts)
HIDDEN = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
ONLY_POSIX = re.compile(
    rf"\bimport ({'|'.join(HIDDEN)})\b|\bos\.(fork|getpgid|killpg|login_tty|mkfifo|openpty|setsid|uname)\b|"
    r"\bsignal\.(SIGALRM|SIGCONT|SIGHUP|SIGKILL|SIGSTOP|SIGTSTP)\b|\bsend_signal\(|\bos\.kill\(|\.terminate\(\)|"
    r'preexec_fn|start_new_session|\bsymlink_to\(|\["bash", "-'
)
# A part of a file that begins in its first column, with its decorators.
PARTS = re.compile(
    r"^(?=(?:@|def |class ))(?:@.*\n(?:[ )\]].*\n)*)*(?:def|class) (\w+)(?:.*\n(?:(?=[ \n)\]]).*\n?)*)", re.M
)


def unmarked(text):
    """Return the tests that use what only POSIX has, themselves or by a helper, and do not say so."""
    if "pytestmark = pytest.mark.posix" in text:
        return []
    parts = {found[1]: found[0] for found in PARTS.finditer(text)}
    helpers = [
        name for name, part in parts.items() if not name.startswith("test_") and ONLY_POSIX.search(part)
    ]
    helped = re.compile("|".join([ONLY_POSIX.pattern, *(rf"\b{name}\(" for name in helpers)]))
    excused = ("mark.posix", "mark.skipif", "hasattr(", 'os.name == "posix"')
    return [
        name
        for name, part in parts.items()
        if name.startswith("test_") and helped.search(part) and not any(words in part for words in excused)
    ]


def test_what_only_posix_has_is_marked():
    found = {file.name: unmarked(file.read_text(encoding="utf-8")) for file in FILES}
    assert {name: tests for name, tests in found.items() if tests} == {}


def test_a_mark_is_missed_of_a_test_and_of_its_helper():
    text = "def end(p):\n    p.send_signal(2)\n\n\ndef test_a():\n    end(1)\n\n\n"
    assert unmarked(f"{text}@pytest.mark.posix\ndef test_b():\n    end(2)\n") == ["test_a"]
    assert unmarked("def test_c(tmp_path):\n    import pty\n") == ["test_c"]


COLLECT = f"""
import os, signal, sys
import numba, pytest, gridwalk  # these use what is hidden
for name in {HIDDEN}:
    sys.modules[name] = None
for name in ("fork", "getuid", "killpg", "mkfifo", "openpty", "uname"):
    delattr(os, name)
for name in ("SIGKILL", "SIGALRM", "SIGSTOP", "SIGCONT", "SIGTSTP"):
    delattr(signal, name)
sys.exit(pytest.main(["--collect-only", "-qq", "-n", "0", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


def test_files_that_import_what_only_posix_has_are_collected_without_it():
    imports = re.compile(rf"\bimport ({'|'.join(HIDDEN)})\b")
    files = [file for file in FILES if imports.search(file.read_text(encoding="utf-8"))]
    assert files
    command = [sys.executable, "-c", COLLECT, *map(str, files)]
    done = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
