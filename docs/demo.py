"""The page as static files, with Python in the browser.

`python docs/demo.py` builds docs/_build/demo.  It needs Node with npm, from which Pyodide is fetched, and
nothing else.  Serve the files with `python -m http.server`, or put them on any web server, in any folder; the
page asks for nothing from elsewhere, and works without a network after the first visit.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gridwalk as gw
from gridwalk.render.colours import stylesheet
from gridwalk.viewer.asked import packed
from gridwalk.viewer.protocol import data_of, parse
from gridwalk.viewer.questions import choices
from gridwalk.viewer.replying import Pages, reply_to

PYODIDE = "314.0.7"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LEFT_OUT = ("cli", "datasets", "nxbackend")  # rooms that the page does not enter
NOTE = '<p class="hint" id="demo" data-say="demo"></p>'
ROOM = {
    "id": "#id" + " " * 16,
    "slot": "#slot" + " " * 14,
}  # for what door.js puts into a reply made beforehand

DOCS = Path(__file__).parent
PACKAGE = Path(gw.__file__).parent
STATIC = PACKAGE / "viewer" / "static"


class CannotBuildError(Exception):
    """What the demo is built with is missing."""


def build(folder: Path) -> None:
    """Build the demo in *folder*.

    Raises
    ------
    CannotBuildError
        If there is no Node, or Pyodide is not to be had.

    """
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise CannotBuildError("it is built with Node and its npm, which are not installed")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(STATIC, folder)
    shutil.copytree(DOCS / "demo" / "page", folder, dirs_exist_ok=True)  # with another door.js
    for name, data in (("choices", choices()), ("board", None), ("words", words()), ("known", known())):
        text = json.dumps(data, default=int, ensure_ascii=False)
        (folder / f"{name}.json").write_text(text, "utf-8")
    (folder / "palette.css").write_text(stylesheet(), "utf-8")
    note_limits(folder / "index.html")
    get_pyodide(folder / "pyodide")
    with tempfile.TemporaryDirectory() as there:
        pack(Path(there) / "sources.zip")
        compiling = [
            DOCS / "demo" / "compile.mjs",
            folder / "pyodide",
            f"{there}/sources.zip",
            folder / "gridwalk.zip",
        ]
        subprocess.run(["node", *map(str, compiling)], check=True)
    keep_all(folder)


def words() -> dict[str, Any]:
    """Return the words of the page, and those of the demo."""
    ours, more = (
        json.loads((of / "words.json").read_text("utf-8")) for of in (STATIC, DOCS / "demo" / "page")
    )
    return {part: {**ours[part], **more[part]} for part in ours}


def note_limits(index: Path) -> None:
    """Say on the page what it is, above the tools."""
    page, places = re.subn(r'<section [^>]*id="tools"[^>]*>', rf"\g<0>\n    {NOTE}", index.read_text("utf-8"))
    assert places == 1, "the page has its tools in a section"
    index.write_text(page, "utf-8")


def known() -> dict[str, str]:
    """Return the replies to the first questions of the page and of its lessons, by the question."""
    found = {}
    for question, by, board in first_questions():
        asked = (
            {"question": "count", "by": "auto", "picture": by}
            if question == "watch"
            else {"question": question, "by": by, "picture": ""}
        )
        asked["board"] = board
        text = json.dumps({"do": "ask", "id": 0, "slot": "left", "seed": 1, **asked})
        data, parts = reply_to(parse(text), lambda progress: None, lambda slot: Pages())
        if parts is not None:
            key = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            found[key] = base64.b64encode(packed({**ROOM, **data}, parts)).decode()
    return found


def first_questions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the questions of the first board and of the lessons: the question, the algorithm, the board."""
    presets, lessons = (
        json.loads((STATIC / f"{name}.json").read_text("utf-8")) for name in ("presets", "lessons")
    )
    for row in (presets["race"], *lessons["lessons"]):
        if "making" not in row:
            for panel in row["panels"]:
                yield panel["question"], panel["by"], drawn(**row["board"])


def drawn(drawing: str = "", rows: int = 1, columns: int = 1, **more: Any) -> dict[str, Any]:
    """Return a board of the page's tables as the page asks about it."""
    lines = drawing.split() or [
        "S" + "." * (columns - 1),
        *["." * columns] * (rows - 2),
        "." * (columns - 1) + "E",
    ]
    text, columns = "".join(lines), len(lines[0])
    cells = re.sub("[^0-9]", "1", text.replace("#", "0"))
    ends = {"start": divmod(text.index("S"), columns), "exits": [divmod(text.index("E"), columns)]}
    return data_of(gw.Board.rectangle(len(lines), columns)) | {"cells": cells, **ends, **more}


def pack(file: Path) -> None:
    """Put gridwalk's modules, the stand-in for NumPy and the files of saved pages into an archive."""
    with zipfile.ZipFile(file, "w") as archive:
        for pattern in ("*.py", "viewer/static/*", "viewer/player/*"):
            for path in sorted(PACKAGE.rglob(pattern)):
                if (within := path.relative_to(PACKAGE)).parts[0] not in LEFT_OUT:
                    archive.write(path, Path("gridwalk") / within)
        for path in sorted((DOCS / "demo" / "numpy").glob("*.py")):
            archive.write(path, path.relative_to(DOCS / "demo"))


def get_pyodide(folder: Path) -> None:
    """Fetch Pyodide itself by npm."""
    with tempfile.TemporaryDirectory() as there:
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        done = subprocess.run(command, check=False, cwd=there, capture_output=True, text=True)
        if done.returncode:
            raise CannotBuildError(f"npm does not give pyodide@{PYODIDE}: {done.stderr.strip()[:300]}")
        (archive,) = Path(there).glob("pyodide-*.tgz")
        folder.mkdir()
        with tarfile.open(archive) as files:
            for name in CORE:
                file = files.extractfile(f"package/{name}")
                assert file is not None
                (folder / name).write_bytes(file.read())


def keep_all(folder: Path) -> None:
    """Tell the service worker what to keep; its version is a digest of all files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256(
        b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)
    ).hexdigest()
    names = [
        path.relative_to(folder).as_posix() for path in files if path.name not in ("index.html", "keeping.js")
    ]
    facts = f"self.VERSION = {json.dumps(digest[:16])};\nself.FILES = {json.dumps(['./', *names])};\n"
    keeping = folder / "keeping.js"
    keeping.write_text(facts + keeping.read_text("utf-8"), "utf-8")


def main() -> int:
    """Build the demo, or say why not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DOCS / "_build" / "demo")
    folder = parser.parse_args().folder
    try:
        build(folder)
    except CannotBuildError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    files = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
    size, sent = sum(map(len, files)) / 1e6, sum(len(gzip.compress(file)) for file in files) / 1e6
    print(
        f"{folder}: {size:.1f} MB, {sent:.1f} MB sent with gzip; python -m http.server --directory {folder}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
