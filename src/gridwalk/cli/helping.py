"""Help, short and whole, as wide as the terminal, down to 40 columns; the options that every command has."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import click

from gridwalk.cli.progress import TALK

LEAST = 38  # characters of a line: a terminal of 40 columns
NARROW = 62  # in less, what an option does stands below its name
# The column where the second part of a line such as "bfs   breadth-first search" begins.
_SECOND = re.compile(r" *\S+(?: \S+)* {2,}(?=\S)")


class Help(click.HelpFormatter):
    """The help of a command; what is narrower than its lines is folded, tables in their columns."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        width = max(LEAST, shutil.get_terminal_size().columns - 2) if width is None else width
        super().__init__(indent_increment, width, max_width)

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        self._write_lines(folded(text, self.width - self.current_indent), self.current_indent)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names and what they mean: beside them, or below where there is little room."""
        rows = list(rows)
        widest = min(max((len(name) for name, _ in rows), default=0), col_max) + col_spacing
        below = self.width < NARROW
        indent = self.current_indent + (2 * self.indent_increment if below else widest)
        for name, words in rows:
            lines = folded(words, self.width - indent) if words else []
            if below or len(name) > widest - col_spacing or not lines:
                self._write_lines(
                    folded(f"\b\n{name}", self.width - self.current_indent), self.current_indent
                )
            else:
                first = f"{' ' * self.current_indent}{name:{widest}}{lines.pop(0)}"
                self.write(f"{first.rstrip()}\n")
            self._write_lines(lines, indent)

    def _write_lines(self, lines: Sequence[str], indent: int) -> None:
        for line in lines:
            self.write(f"{' ' * indent}{line}".rstrip() + "\n")


def folded(text: str, width: int) -> list[str]:
    """Return the lines of *text*: paragraphs filled, those after a \\b line by line."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if lines:
            lines.append("")
        head, newline, rest = paragraph.partition("\n")
        if head.strip() == "\b" and newline:
            for line in rest.split("\n"):
                lines += _line(line.rstrip(), width)
        else:
            lines += _filled(" ".join(paragraph.split()), width, "")
    return lines


def _line(line: str, width: int) -> Iterator[str]:
    """Yield a line that is kept, folded if it is too long."""
    indent = len(line) - len(line.lstrip())
    if len(line) <= width:
        yield line
    elif line.lstrip().startswith("gridwalk "):  # a command, to be copied
        *most, last = _filled(line, width - 2, " " * (indent + 4))
        yield from (f"{part} \\" for part in most)
        yield last
    else:
        second = _SECOND.match(line)
        hang = second.end() if second and second.end() <= width // 2 else indent + 4
        yield from _filled(line, width, " " * hang)


def _filled(text: str, width: int, hang: str) -> list[str]:
    from textwrap import wrap  # most commands print no help

    return wrap(
        text, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    ) or [""]  # fmt: skip


class Verb(click.Context):
    """The context of a command; its help is a `Help`."""

    formatter_class = Help


HEADINGS = ("Board", "Which paths", "How", "Output", "Limits", "Help")
WHOLE = "gridwalk.help_all"  # in the context, where the whole help is asked for
_MORE = re.compile(r"(\nExamples:\n(?:  .*\n){5})(?:  .*\n)+")  # examples that the short help leaves out


class Headed(click.Option):
    """An option, and the heading it stands *under* in the help."""

    def __init__(self, *names: Any, under: str, **how: Any) -> None:
        super().__init__(*names, **how)
        self.under = under


class Command(click.Command):
    """A command with two helps: the short one with the *common* options, and all options under headings."""

    context_class = Verb

    def __init__(
        self, *how: Any, common: Sequence[str], tables: Mapping[str, Mapping[str, str]], **more: Any
    ) -> None:
        super().__init__(*how, **more)
        self.common, self.tables = common, tables

    def headed(self, ctx: click.Context) -> dict[str, list[click.Option]]:
        """Return all options by their headings."""
        found: dict[str, list[click.Option]] = {heading: [] for heading in HEADINGS}
        for one in self.get_params(ctx):
            if isinstance(one, click.Option):
                found[one.under if isinstance(one, Headed) else "Help"].append(one)
        return {heading: options for heading, options in found.items() if options}

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: the common options and how to see the others, or all under their headings."""
        shown, words = self.headed(ctx), f"{self.help}\n"
        left = 0 if WHOLE in ctx.meta or not self.common else sum(map(len, shown.values())) - len(self.common)
        if left:
            by_name = {one.name: one for options in shown.values() for one in options}
            shown, words = {"Common": [by_name[name] for name in self.common]}, _MORE.sub(r"\1", words)
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words)
        for heading, options in shown.items():
            rows = (one.get_help_record(ctx) for one in options)
            with formatter.section(heading):
                formatter.write_dl([(row[0], _in_short(row[1]) if left else row[1]) for row in rows if row])
        for title, table in self.tables.items():
            formatter.write_paragraph()
            formatter.write_text(f"{title}:")
            with formatter.indentation():
                formatter.write_text(", ".join(table)) if left else formatter.write_dl([*table.items()])
        if left:
            formatter.write_paragraph()
            formatter.write_text(f"{left} more options: {ctx.command_path} --help-all")


def _in_short(words: str) -> str:
    """Return the help of an option; of a table of values their names."""
    if not words.startswith("\b\n"):
        return words
    names = ", ".join(line.split()[0] for line in words.split("\n")[1:])
    return f"{names.replace(':,', ':')} (--help-all describes them)."


def _quiet(_: click.Context, __: click.Parameter, value: bool) -> None:
    TALK.quiet = TALK.quiet or value


def _colour(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        TALK.colour = {"always": True, "never": False}.get(value)


def _no_colour(_: click.Context, __: click.Parameter, value: bool) -> None:
    if value:
        TALK.colour = False


def _help_all(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta[WHOLE] = True
        click.echo(ctx.get_help())
        ctx.exit()


# Which the command itself does not get.
_common = partial(Headed, under="Output", expose_value=False, is_eager=True)
EVERYWHERE = (
    _common(["-q", "--quiet"], is_flag=True, callback=_quiet,
             help="No progress and no notes on stderr; errors are still told."),
    _common(["--color"], type=click.Choice(["auto", "always", "never"]), metavar="WHEN",
             callback=_colour,
             help="Colours: auto (on a terminal, unless NO_COLOR is set), always or never."),
    _common(["--no-color"], is_flag=True, callback=_no_colour, help="As --color never."),
    _common(["--help-all"], under="Help", is_flag=True, callback=_help_all,
             help="Show the help of every option."),
)  # fmt: skip
