"""The player of a saved web page: modules, style and markup of the page itself, from the files of the viewer.

Nothing of the viewer's Python is imported: its files are read as data.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from string import Template
from typing import Any

_ENTRY = "player/player.js"
_STYLES = ("static/style.css", "static/sweepview.css", "player/player.css")
_IMPORT = re.compile(r'((?:from|^import) )"(\.\.?)/((?:static/)?)(\w+)\.js"', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
_TYPES = re.compile(r"/\*\* @(?:type|param|returns|template)\b(?:[^*]|\*(?!/))*\*/ ?")
_PARTS = ("svg", "symbols"), ("template", "panel"), ("div", "transport")


def _read(name: str) -> str:
    return files("gridwalk").joinpath("viewer", *name.split("/")).read_text(encoding="utf-8")


@cache
def modules() -> dict[str, str]:
    """Return the modules of the player by name, without comments; they import each other by bare names.

    The last one is the entry: every module stands after those that it imports, unless they import each other.

    >>> list(modules())[-1], "import" in modules()["numbers"]
    ('player', False)
    """
    found: dict[str, str] = {}
    _collect(_ENTRY, found, set())
    return found


def _collect(file: str, found: dict[str, str], begun: set[str]) -> None:
    begun.add(file)
    text, folder = _read(file), file.rpartition("/")[0]
    for _, dots, static, name in _IMPORT.findall(text):
        needed = f"{'static' if static else folder}/{name}.js" if dots == ".." else f"{folder}/{name}.js"
        if needed not in begun:
            _collect(needed, found, begun)
    plain = _TYPES.sub("", _COMMENT.sub("", text))
    found[file.rpartition("/")[2].removesuffix(".js")] = _IMPORT.sub(r'\1"\4"', plain).strip() + "\n"


@cache
def style() -> str:
    """Return the style sheets of the page and of the player, without comments."""
    from gridwalk.render.stylesheet import stylesheet

    sheets = stylesheet() + "".join(map(_read, _STYLES))
    return re.sub(r"/\*.*?\*/\n?", "", sheets, flags=re.DOTALL)


@cache
def icon() -> str:
    """Return the page's icon, an SVG in base64: a page without one asks the server that it is put on."""
    return base64.b64encode(_read("static/icon.svg").encode()).decode()


@cache
def template() -> Template:
    """Return the page, with places for all that differs."""
    return Template(_read("player/page.html"))


@cache
def markup() -> dict[str, str]:
    """Return the elements of the page that the player has, too: "symbols", "panel" and "transport"."""
    cutter = _Cutter(_read("static/index.html"))
    return {name: cutter.element(tag, name) for tag, name in _PARTS}


class _Cutter(HTMLParser):
    """Finds elements by class or id, and where they begin and end."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._text = text
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._open: list[tuple[str, str, int]] = []
        self._found: dict[tuple[str, str], str] = {}
        self.feed(text)
        self.close()

    def element(self, tag: str, name: str) -> str:
        """Return the element as it stands in the text."""
        return self._found[tag, name]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._open.append((tag, given.get("id") or given.get("class") or "", self._at()))

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self._open:  # elements without an end, such as input, end with the one around them
            begun, name, at = self._open.pop()
            if begun == tag:
                self._found[tag, name] = self._text[at : self._text.index(">", self._at()) + 1]
                return

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column
