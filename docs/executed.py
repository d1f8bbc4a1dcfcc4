"""The notebooks: Markdown pages with cells of code, which are run when the pages are built.

    python docs/executed.py            # run them, and write docs/notebooks/*.ipynb with what they show
    python docs/executed.py --check    # name the pages whose file has other cells; then the status is 1

A page is a text notebook in the form of MyST, which Jupytext opens, too: a cell is a fence that begins with
three backticks and ``{code-cell}``.  All cells of a page run in one namespace, in this process; what an
output looks like is decided as in a notebook: HTML before SVG before text.  A cell that raises an error fails
the build.

Files of Jupyter hold pictures as PNG, because sites that show such files leave the styles of an SVG out, and
frames.
"""

import ast
import base64
import contextlib
import io
import json
import re
import shutil
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from PIL import Image

from gridwalk.draw.raster import pixels_of

DOCS = Path(__file__).parent
FRONT = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$\n?", re.DOTALL | re.MULTILINE)
HTML, SVG, TEXT = "text/html", "image/svg+xml", "text/plain"
METHODS = {HTML: "_repr_html_", SVG: "_repr_svg_"}
PNG = "image/png"
Output = dict[str, Any]  # as in a file of Jupyter


def pages() -> list[Path]:
    """Return the notebooks, without their list."""
    return sorted(page for page in (DOCS / "notebooks").glob("*.md") if page.stem != "index")


def cells(text: str) -> Iterator[tuple[str, str]]:
    """Yield the cells of a page: "markdown" or "code", and the text."""
    text = FRONT.sub("", text)
    place = 0
    for match in CODE.finditer(text):
        if before := text[place : match.start()].strip():
            yield "markdown", before
        yield "code", match[1].rstrip("\n")
        place = match.end()
    if rest := text[place:].strip():
        yield "markdown", rest


def looks(value: Any) -> dict[str, str]:
    """Return what a notebook may show of a value, by the kind of content."""
    data = {TEXT: repr(value)}
    for kind, method in METHODS.items():
        shown = getattr(value, method, lambda: None)()
        if shown is not None:
            data[kind] = shown
    return data


class Session:
    """The namespace of a notebook; it runs cells."""

    def __init__(self) -> None:
        self.outputs: list[Output] = []
        self.names: dict[str, Any] = {"__name__": "__main__", "display": self.display}

    def display(self, *values: Any) -> None:
        """Show values, as the function of that name does in a notebook."""
        for value in values:
            self.outputs.append({"output_type": "display_data", "data": looks(value), "metadata": {}})

    def run(self, code: str) -> list[Output]:
        """Run a cell; return what it shows."""
        self.outputs = []
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "<cell>", "exec"), self.names)
            if isinstance(last, ast.Expr) and not code.rstrip().endswith(";"):
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.names)
                if value is not None:
                    self.display(value)
            elif last is not None:
                exec(compile(ast.Module([last], []), "<cell>", "exec"), self.names)
        if words := out.getvalue():
            self.outputs.insert(0, {"output_type": "stream", "name": "stdout", "text": words})
        return self.outputs


def run_page(page: Path) -> dict[str, Any]:
    """Run all cells of a notebook; return its names."""
    session = Session()
    for kind, text in cells(page.read_text(encoding="utf-8")):
        if kind == "code":
            session.run(text)
    return session.names


def in_file(output: Output) -> Output:
    """Return an output as a file has it: a picture as PNG, without the frame of a film."""
    svg = output.get("data", {}).get(SVG)
    if svg is None:
        return output
    out = io.BytesIO()
    picture = pixels_of(svg, ground="#fff").quantize(256, Image.Quantize.MAXCOVERAGE)  # a third of the bytes
    picture.save(out, "png", optimize=True)
    data = {TEXT: output["data"][TEXT], PNG: base64.b64encode(out.getvalue()).decode()}
    return output | {"data": data}


def as_ipynb(text: str) -> str:
    """Run a page; return it as a file of Jupyter, with its outputs."""
    session, found, count = Session(), [], 0
    for number, (kind, source) in enumerate(cells(text)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source}
        if kind == "code":
            count += 1
            cell |= {"execution_count": count, "outputs": list(map(in_file, session.run(source)))}
        found.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": found, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def as_html(output: Output) -> str:
    """Return an output as it stands in a page."""
    if output["output_type"] == "stream":
        return f"<pre>{escape(output['text'])}</pre>"
    data = output["data"]
    if HTML in data:
        return str(data[HTML])
    if SVG in data:  # a picture of its own: styles of one do not reach the others
        content = base64.b64encode(data[SVG].encode()).decode()
        return f'<img alt="{escape(data[TEXT])}" src="data:image/svg+xml;base64,{content}">'
    return f"<pre>{escape(data[TEXT])}</pre>"


class CodeCell(Directive):
    """A cell of code, and what it shows; ``GRIDWALK_DOCS_TEXT`` leaves that out."""

    has_content, optional_arguments = True, 1

    def run(self) -> list[nodes.Node]:
        """Return the code and its outputs."""
        env = self.state.document.settings.env
        code = "\n".join(self.content)
        found: list[nodes.Node] = [nodes.literal_block(code, code, language="python")]
        if env.config.gridwalk_text:
            return found
        session = env.temp_data.setdefault("notebook", Session())
        try:
            outputs = session.run(code)
        except Exception as error:
            raise self.error(f"the cell raises {type(error).__name__}: {error}") from error
        for output in outputs:
            found.append(nodes.raw("", f'<div class="nb-output">{as_html(output)}</div>', format="html"))
        return found


def outdated() -> Iterator[Path]:
    """Yield the pages whose file is not there, or has other cells; outputs are not compared."""
    for page in pages():
        file = page.with_suffix(".ipynb")
        book = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"cells": []}
        if [(cell["cell_type"], cell["source"]) for cell in book["cells"]] != list(
            cells(page.read_text(encoding="utf-8"))
        ):
            yield page


def main(*, check: bool) -> int:
    """Write the files of all notebooks, or name those that are not as their page is."""
    if check:
        old = [str(page.relative_to(DOCS.parent)) for page in outdated()]
        print(*old, sep="\n", end="\n" if old else "")
        return int(bool(old))
    for page in pages():
        text = as_ipynb(page.read_text(encoding="utf-8"))
        page.with_suffix(".ipynb").write_text(text, encoding="utf-8", newline="\n")
    return 0


def offer_file(name: str, source: list[str]) -> None:
    """Begin the page of a notebook with a link to its file; their list leads to pages here, not to files."""
    folder, _, stem = name.rpartition("/")
    if name == "notebooks/index":
        source[0] = re.sub(r"\([\w-]+\.ipynb\) \(\[text\](\(.*?\))\)", r"\1", source[0])
    elif folder == "notebooks":
        link = f'<p class="nb-file"><a href="{stem}.ipynb" download>Download this notebook</a></p>'
        source[0] = re.sub(
            r"^(# .*\n)", rf"\1\n```{{raw}} html\n{link}\n```\n", source[0], count=1, flags=re.M
        )


def setup(app: Any) -> dict[str, Any]:
    """Connect the above; Sphinx calls this."""
    import os

    app.add_config_value("gridwalk_text", "GRIDWALK_DOCS_TEXT" in os.environ, "env", [bool])
    app.add_directive("code-cell", CodeCell)
    app.connect("source-read", lambda _app, name, source: offer_file(name, source))
    app.connect("build-finished", _write_files)
    return {"parallel_read_safe": False}


def _write_files(app: Any, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        for page in pages():
            shutil.copy(page.with_suffix(".ipynb"), app.outdir / "notebooks")


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
