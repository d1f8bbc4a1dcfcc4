"""The page as static files, with Python in the browser.

`python docs/demo.py --wheels FOLDER` builds docs/_build/demo.  It needs npm (the package `pyodide`), pip, and
in FOLDER the wheels of NumPy and, for pictures, Pillow that were made for that Pyodide: they come with its
releases, and are in no package registry.  Serve the files with `python -m http.server`, or put them on any
web server; the page asks for nothing from elsewhere.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import gridwalk as gw
from gridwalk.render.colours import stylesheet
from gridwalk.viewer.protocol import data_of
from gridwalk.viewer.questions import choices

PYODIDE = "0.28.3"
PYTHON = "3.13"  # of that Pyodide
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PURE = ("click", "rich", "platformdirs")  # and what they need
COMPILED = {"numpy": True, "pillow": False}  # whether the demo needs it
NOTE = (
    '<p class="hint" id="demo">Demo: Python runs in your browser. It takes some seconds to load; '
    "boards of up to 64 x 64 are quick.</p>"
)

DOCS = Path(__file__).parent
PACKAGE = Path(gw.__file__).parent


def build(folder: Path, wheels: Path) -> None:
    """Build the demo in *folder*, with the compiled wheels of *wheels*.

    Raises
    ------
    FileNotFoundError
        If NumPy is not among them.

    """
    compiled = [wheel for name, needed in COMPILED.items() for wheel in found(wheels, name, needed=needed)]
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PACKAGE / "viewer" / "static", folder)
    shutil.copytree(DOCS / "demo", folder, dirs_exist_ok=True)  # with another door.js
    note_limits(folder / "index.html")
    board = gw.read(DOCS.parent / "examples" / "articles.txt")
    for name, data in (("choices", choices()), ("board", data_of(board))):
        (folder / f"{name}.json").write_text(json.dumps(data, default=int), "utf-8")
    (folder / "palette.css").write_text(stylesheet(), "utf-8")
    sources(folder / "gridwalk.zip")
    get_pyodide(folder / "pyodide")
    get_pure(folder / "wheels")
    for wheel in compiled:
        shutil.copy(wheel, folder / "wheels")
    names = sorted(wheel.name for wheel in (folder / "wheels").iterdir())
    (folder / "demo.json").write_text(json.dumps({"wheels": names}), "utf-8")


def note_limits(index: Path) -> None:
    """Say on the page what it is, above the tools."""
    page, places = re.subn(r'<section [^>]*id="tools"[^>]*>', rf"\g<0>\n    {NOTE}", index.read_text("utf-8"))
    assert places == 1, "the page has its tools in a section"
    index.write_text(page, "utf-8")


def found(wheels: Path, name: str, *, needed: bool) -> list[Path]:
    """Return the wheel of a compiled package."""
    tag = "cp" + PYTHON.replace(".", "")
    matching = sorted(wheels.glob(f"{name}-*-{tag}-{tag}-*wasm32.whl"))
    if needed and not matching:
        raise FileNotFoundError(
            f"{wheels} has no wheel of {name} for Pyodide {PYODIDE} ({tag}, wasm32): no package registry has "
            "one, so take it from that release of Pyodide and give its folder by --wheels"
        )
    return matching[-1:]


def sources(file: Path) -> None:
    """Put gridwalk's modules into an archive, and the page's own files: saved pages are made of them."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for pattern in ("*.py", "viewer/static/*", "viewer/player/*"):
            for path in sorted(PACKAGE.rglob(pattern)):
                archive.write(path, Path("gridwalk") / path.relative_to(PACKAGE))


def get_pyodide(folder: Path) -> None:
    """Fetch Pyodide itself by npm."""
    with tempfile.TemporaryDirectory() as there:
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        subprocess.run(command, cwd=there, check=True, capture_output=True)
        (archive,) = Path(there).glob("pyodide-*.tgz")
        shutil.unpack_archive(archive, there, filter="data")
        folder.mkdir()
        for name in CORE:
            shutil.copy(Path(there) / "package" / name, folder)


def get_pure(folder: Path) -> None:
    """Fetch the wheels of plain Python by pip."""
    target = ["--platform", "any", "--implementation", "py", "--abi", "none", "--python-version", PYTHON]
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--only-binary",
        ":all:",
        "--dest",
        str(folder),
    ]
    subprocess.run([*pip, *target, *PURE], check=True, capture_output=True)


def main() -> int:
    """Build the demo, or say why not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DOCS / "_build" / "demo")
    parser.add_argument(
        "--wheels", type=Path, required=True, help="the wheels of NumPy and Pillow for Pyodide"
    )
    given = parser.parse_args()
    try:
        build(given.folder, given.wheels)
    except FileNotFoundError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in given.folder.rglob("*") if file.is_file())
    print(f"{given.folder}: {size / 1e6:.1f} MB; python -m http.server --directory {given.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
