"""The directive ``code-cell``: a cell of a notebook, which is run when the site is built.

A notebook is a Markdown page that Jupytext opens, too.  All cells of a page run in one namespace.  A value is
shown as in Jupyter: HTML before SVG before text.  A cell that raises an error fails the build.
"""

import ast
import base64
import contextlib
import io
import os
import re
from html import escape
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def as_html(value: Any) -> str:
    """Return a value as a notebook shows it."""
    if (html := getattr(value, "_repr_html_", lambda: None)()) is not None:
        return str(html)
    if (svg := getattr(value, "_repr_svg_", lambda: None)()) is not None:
        content = base64.b64encode(svg.encode()).decode()
        return f'<img alt="{escape(repr(value))}" src="data:image/svg+xml;base64,{content}">'
    return f"<pre>{escape(repr(value))}</pre>"


def run_cell(code: str, names: dict[str, Any]) -> str:
    """Run a cell in the namespace *names*; return its output as HTML."""
    *lines, last = ast.parse(code).body
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(ast.Module(lines, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        else:
            exec(compile(ast.Module([last], []), "<cell>", "exec"), names)
    printed = f"<pre>{escape(out.getvalue())}</pre>" if out.getvalue() else ""
    return printed + ("" if value is None else as_html(value))


def run_page(text: str) -> dict[str, Any]:
    """Run all cells of a page; return its names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in CELL.findall(text):
        run_cell(code, names)
    return names


class CodeCell(Directive):
    """A cell of code and its output; with ``GRIDWALK_DOCS_TEXT`` the code alone."""

    has_content, optional_arguments = True, 1

    def run(self) -> list[nodes.Node]:
        """Return the code and its output."""
        code = "\n".join(self.content)
        found: list[nodes.Node] = [nodes.literal_block(code, code, language="python")]
        if "GRIDWALK_DOCS_TEXT" not in os.environ:
            names = self.state.document.settings.env.temp_data.setdefault(
                "notebook", {"__name__": "__main__"}
            )
            try:
                output = run_cell(code, names)
            except Exception as error:
                raise self.error(f"the cell raises {type(error).__name__}: {error}") from error
            found.append(nodes.raw("", f'<div class="nb-output">{output}</div>', format="html"))
        return found


def setup(app: Any) -> dict[str, Any]:
    """Add the directive; Sphinx calls this."""
    app.add_directive("code-cell", CodeCell)
    return {"parallel_read_safe": False}
