"""The reference as Markdown, made of the docstrings, for those who read it where nothing runs Sphinx.

What is on a page stands in ``site/api``, as the directives that the site uses.  Signatures are taken from the
sources, so that they are the same with every version of Python.
"""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

BLOCK = re.compile(r"```\{eval-rst\}\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
DIRECTIVE = re.compile(r"^\.\. ([\w:]+):: (\S+)\n((?:   .*\n|\n(?=   ))*)", re.MULTILINE)
OPTION = re.compile(r"^   :([\w-]+):(.*)$", re.MULTILINE)
SECTION = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
NAMES = re.compile(r"\w+(, \w+)*$")
LISTS = {"Parameters", "Attributes", "Returns", "Yields", "Raises"}
WIDTH = 100


class Entry(NamedTuple):
    """A thing that a page describes: its name there, what it is, where it is from, and its members."""

    name: str
    value: Any
    kind: str
    module: str = ""
    members: tuple[str, ...] = ()
    text: str = ""

    @property
    def anchor(self) -> str:
        """The fragment that Markdown gives to the heading."""
        return re.sub(r"[^\w-]", "", self.name.lower())


def _found(name: str) -> Any:
    """Return the value of a full name, or of one in gridwalk."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module or "gridwalk"), last)


def _names(cls: type, options: dict[str, str]) -> Iterator[str]:
    """Yield the members that Sphinx would describe, in the order of the sources."""
    chosen = options.get("members", "").replace(",", " ").split()
    hidden = set(options.get("exclude-members", "").replace(",", " ").split())
    special = options.get("special-members", "").replace(",", " ").split()
    homes = [each for each in cls.__mro__ if each.__module__.startswith("gridwalk")]
    if "inherited-members" not in options:
        homes = homes[:1]
    seen = set(hidden)
    for name in chosen or [name for home in homes for name in vars(home)]:
        public = name in special or not name.startswith("_")
        if public and name not in seen and ("members" in options or name in special):
            seen.add(name)
            value = inspect.getattr_static(cls, name)
            plain = inspect.isdatadescriptor(value) and not isinstance(
                value, property
            )  # a field of its class
            if not plain and inspect.getdoc(value) not in (None, inspect.getdoc(type(value))):
                yield name


def _entries(rst: str) -> Iterator[Entry]:
    """Yield what a block of directives describes."""
    for kind, full, more in DIRECTIVE.findall(rst):
        if kind == "py:data":
            about = textwrap.dedent(OPTION.sub("", more)).strip()
            yield Entry(full, None, "data", text=about)
        elif kind == "automodule":
            yield Entry("", importlib.import_module(full), "module")
        elif kind.startswith("auto"):
            value, (module, _, name) = _found(full), full.rpartition(".")
            members = tuple(_names(value, dict(OPTION.findall(more)))) if inspect.isclass(value) else ()
            yield Entry(name, value, kind.removeprefix("auto"), module, members)
            for member in members:
                yield Entry(f"{name}.{member}", inspect.getattr_static(value, member), "member")


def _source(value: Any) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]


def _fields(cls: type) -> list[str] | None:
    """Return the arguments of a class whose constructor is made of its fields, or None."""
    if "__dataclass_fields__" not in vars(cls) and "_fields" not in vars(cls):
        return None
    found = []
    for item in _source(cls).body:
        if isinstance(item, ast.AnnAssign) and not ast.unparse(item.annotation).startswith("ClassVar"):
            if ast.unparse(item.target).startswith("_"):
                continue
            made = item.value is not None and ast.unparse(item.value).startswith("field(")
            if made and "init=False" in ast.unparse(item.value):
                continue
            default = "" if item.value is None else " = ..." if made else f" = {ast.unparse(item.value)}"
            found.append(f"{ast.unparse(item.target)}: {ast.unparse(item.annotation)}{default}")
    return found


def _arguments(function: Any, *, bound: bool) -> tuple[list[str], str]:
    """Return the arguments of a function as written, without the first of a method, and what it returns."""
    node = _source(inspect.unwrap(function))
    plain, every = node.args, []
    positional = [*plain.posonlyargs, *plain.args]
    defaults = [None] * (len(positional) - len(plain.defaults)) + plain.defaults
    for number, (each, default) in enumerate(zip(positional, defaults, strict=True), 1):
        every.append(ast.unparse(each) + ("" if default is None else f" = {ast.unparse(default)}"))
        if number == len(plain.posonlyargs):
            every.append("/")
    if bound:
        every = every[1:]
    if plain.vararg or plain.kwonlyargs:
        every.append(f"*{ast.unparse(plain.vararg)}" if plain.vararg else "*")
    for each, default in zip(plain.kwonlyargs, plain.kw_defaults, strict=True):
        every.append(ast.unparse(each) + ("" if default is None else f" = {ast.unparse(default)}"))
    if plain.kwarg:
        every.append(f"**{ast.unparse(plain.kwarg)}")
    return every, f" -> {ast.unparse(node.returns)}" if node.returns else ""


def _signature(entry: Entry) -> str:
    """Return how to write it, as a block of Python; nothing where there is nothing to write."""
    name, value, end = entry.name, entry.value, ""
    if entry.kind in ("data", "module", "exception"):
        return ""
    if inspect.isclass(value):
        arguments = _fields(value)
        if arguments is None:
            if not inspect.isfunction(value.__init__) or not value.__init__.__module__.startswith("gridwalk"):
                return ""
            arguments, _ = _arguments(value.__init__, bound=True)
    else:
        bound = entry.kind == "member" and not isinstance(value, staticmethod)
        function = (
            getattr(value, "__func__", None) or getattr(value, "fget", None) or getattr(value, "func", value)
        )
        arguments, end = _arguments(function, bound=bound)
        if isinstance(value, property) or not inspect.isfunction(function) or hasattr(value, "attrname"):
            return _fenced(f"{name}{end.replace(' -> ', ': ')}")
    if inspect.isclass(value) and not arguments:
        return ""
    line = f"{name}({', '.join(arguments)}){end}"
    if len(line) > WIDTH:
        line = "\n".join([f"{name}(", *(f"    {each}," for each in arguments), f"){end}"])
    return _fenced(line)


def _fenced(code: str, kind: str = "python") -> str:
    return f"```{kind}\n{code}\n```"


class Page:
    """Writes entries; knows where every name of the reference stands."""

    def __init__(self, page: str, places: dict[str, tuple[str, str]]) -> None:
        self.page, self.places = page, places
        self.scope = ("",)  # the class that is described, and those that it has its members from

    def words(self, text: str) -> str:
        """Return a text of a docstring as Markdown: names are links where the reference has them."""

        def code(match: re.Match[str]) -> str:
            if match[1]:  # two backticks: code
                return f"`{match[1]}`"
            name = match[2].lstrip("~.")
            own = [f"{each}.{name}" for each in self.scope]
            for known in (*own, name, name.removeprefix("gridwalk."), name.rpartition(".")[2]):
                if known in self.places and known != self.scope[0]:
                    page, anchor = self.places[known]
                    return f"[`{name}`]({'' if page == self.page else page + '.md'}#{anchor})"
            return f"`{name}`"

        parts = re.split(r"(``.+?``|`[^`]+`)", text, flags=re.DOTALL)
        for number, part in enumerate(parts):
            if number % 2:
                parts[number] = re.sub(r"``(.+?)``|`([^`]+)`", code, part, flags=re.DOTALL)
            else:
                parts[number] = re.sub(r"(?<=\w)\*\*(?=\w)", r"\\*\\*", re.sub(r"<(?=\w)", r"\\<", part))
        return "".join(parts)

    def prose(self, text: str) -> str:
        """Return paragraphs, tables and examples."""
        blocks = []
        for block in re.split(r"\n\s*\n", text.strip("\n")):
            lines = textwrap.dedent(block).split("\n")
            if lines[0].startswith(">>>"):
                if blocks and blocks[-1].startswith("```pycon"):
                    before = blocks.pop().removesuffix("\n```").removeprefix("```pycon\n")
                    lines = [before, *lines]
                code = re.sub(r" +# doctest: .*", "", "\n".join(lines))
                blocks.append(_fenced(code, "pycon"))
            elif lines[0].startswith("==="):
                gap = re.search(r" +", lines[0])
                assert gap
                rows = [(line[: gap.start()], line[gap.end() :]) for line in lines[1:-1]]
                table = [f"| {left.strip()} | {self.words(right.strip())} |" for left, right in rows]
                blocks.append("\n".join(["| | |", "|---|---|", *table]))
            else:
                blocks.append(self.words("\n".join(lines)))
        return "\n\n".join(blocks)

    def listed(self, text: str) -> str:
        """Return the items of a section of names, each with what it says."""
        items: list[tuple[str, list[str]]] = []
        for line in text.strip("\n").split("\n"):
            if line and not line.startswith(" "):
                items.append((line, []))
            elif items:
                items[-1][1].append(line)
        found = []
        for head, lines in items:
            name, colon, kind = head.partition(" : ")
            about = self.prose("\n".join(lines)) if any(lines) else ""
            title = f"**`{name}`** : {self.words(kind)}" if colon else head
            if about and not colon:  # errors, or the type of what is returned
                title = self.words(re.sub(r"\w+", r"`\g<0>`", head) if NAMES.match(head) else f"`{head}`")
            gap = "\\\n" if about[:1].isalnum() or about[:1] in '*`["(' else "\n\n"
            found.append(f"- {title}" + (f"{gap}{textwrap.indent(about, '  ')}" if about else ""))
        return re.sub(r"(?m)^ +$", "", "\n".join(found))

    def docstring(self, text: str) -> str:
        """Return a docstring in numpydoc's form."""
        first, *sections = SECTION.split(text)
        parts = [self.prose(first)]
        for title, body in zip(sections[::2], sections[1::2], strict=True):
            parts += [f"**{title}**", self.listed(body) if title in LISTS else self.prose(body)]
        return "\n\n".join(part for part in parts if part)

    def entry(self, entry: Entry) -> str:
        """Return the part of the page about *entry*."""
        cls = entry.name.partition(".")[0]
        if inspect.isclass(entry.value):
            self.scope = tuple(base.__name__ for base in entry.value.__mro__)
        elif entry.kind != "member":
            self.scope = (cls,)
        about = entry.text or inspect.getdoc(entry.value) or ""
        heading = "" if not entry.name else f"{'####' if entry.kind == 'member' else '###'} {entry.name}"
        if entry.kind == "exception":
            public = (next(c for c in base.__mro__ if c.__name__[0] != "_") for base in entry.value.__bases__)
            bases = [base.__name__ for base in public]
            about = f"Below {', '.join(f'`{base}`' for base in bases)}.\n\n{about}"
        where = f"In `{entry.module}`." if entry.module else ""
        links = ", ".join(self.words(f"`{member}`") for member in entry.members)
        members = f"Members: {links}." if len(entry.members) > 2 else ""
        parts = (heading, where, _signature(entry), self.docstring(about), members)
        return "\n\n".join(part for part in parts if part)


def pages(docs: Path) -> Iterator[tuple[Path, str]]:
    """Yield every page of the reference that is made of docstrings."""
    sources = {
        file.stem: file.read_text(encoding="utf-8") for file in sorted((docs / "site/api").glob("*.md"))
    }
    entries = {
        page: [entry for block in BLOCK.findall(text) for entry in _entries(block)]
        for page, text in sources.items()
    }
    places = {
        entry.name: (page, entry.anchor) for page, found in entries.items() for entry in found if entry.name
    }
    for page, text in sources.items():
        writer = Page(page, places)

        def described(match: re.Match[str], writer: Page = writer) -> str:
            return "\n\n".join(writer.entry(entry) for entry in _entries(match[1])) + "\n"

        names = [
            f"[{entry.name}](#{entry.anchor})"
            for entry in entries[page]
            if entry.kind not in ("member", "module")
        ]
        contents = f"On this page: {', '.join(names)}."
        linked = re.sub(r"(?<!\[)`[A-Z][\w.]+`", lambda match, words=writer.words: words(match[0]), text)
        body = re.sub(r"\A(# .*\n)", rf"\1\n{contents}\n", BLOCK.sub(described, linked))
        yield docs / "api" / f"{page}.md", re.sub(r"\n{3,}", "\n\n", body).rstrip("\n") + "\n"
