"""The pages of the reference that are tables of the program itself: its commands, its formats of boards."""

import inspect
import re
from collections.abc import Iterator

import click

from gridwalk.cli.group import COMMANDS, command_named, gridwalk
from gridwalk.cli.status import Status
from gridwalk.io.formats import FORMATS

COMMANDS_HEAD = """\
# Commands

`gridwalk VERB BOARD [options]`: BOARD is a file in one of [many formats](formats.md), `-` for standard input,
or a size such as `8x8`. This page is written by the commands themselves; `gridwalk VERB --help` prints
the same."""
FORMATS_HEAD = """\
# Formats of boards

`gridwalk.read`, `Board.from_text` and every command tell these apart by content; `--format NAME` (`format=`)
insists on one. `board.to_text`, `board.save` and `gridwalk convert` write them. `gridwalk convert --formats`
prints this table. [Bring your maze](../howto/bring.md) shows them at work. Files of graphs
have [a table of their own](../howto/networks.md#from-files).

*Options* are what can be said for reading; *holds* is what can be written besides open cells and walls: the
rest is refused, never dropped in silence.

| name | | | endings | options | holds | what it is |
|---|---|---|---|---|---|---|"""


def _words(text: str) -> str:
    """Return *text* for a table: one line, nothing that is markup; options as code."""
    plain = re.sub(r"([\\|*_<>#`\[\]])", r"\\\1", " ".join(text.split()))
    return re.sub(r"(?<![\w-])(--[a-z]+(?:-[a-z]+)*)", r"`\1`", plain)


def _context(name: str, command: click.Command) -> click.Context:
    """Return the context that the program itself would make: click keeps the option --help of the first."""
    whole = click.Context(gridwalk, info_name="gridwalk", **gridwalk.context_settings)
    return click.Context(command, info_name=name, parent=whole)


def _usage(name: str, command: click.Command) -> str:
    context = _context(name, command)
    return " ".join([context.command_path, *command.collect_usage_pieces(context)])


def _description(help_text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; those marked as drawn by hand stay as they are."""
    for paragraph in re.split(r"\n\s*\n", help_text.replace("\f", "")):
        lines = [line.rstrip() for line in paragraph.strip("\n").split("\n")]
        if lines[0].strip() == "\b":
            title, *rest = lines[1:]
            if title.strip().endswith(":") and rest:
                yield title.strip()
                lines = ["", *rest]
            kind = "sh" if lines[1].strip().startswith("gridwalk ") else "text"
            yield "\n".join([f"```{kind}", *(line.strip() for line in lines[1:]), "```"])
        else:
            yield _words(" ".join(lines))


def _option(option: click.Option, context: click.Context) -> str | None:
    record = option.get_help_record(context)
    if record is None:
        return None
    names, about = record
    return f"| `{names.replace('|', chr(92) + '|')}` | {_words(about)} |"


def commands_page() -> str:
    """Return the page of all commands, as their own help has them."""
    parts = [
        COMMANDS_HEAD,
        "| command | does |\n|---|---|\n"
        + "\n".join(
            f"| [{name}](#gridwalk-{name}) | {_words(command_named(name).get_short_help_str(1000))} |"
            for name in COMMANDS
        ),
        "## Exit status",
        "| status | means |\n|---|---|\n"
        + "\n".join(f"| {status.value} | {_words(status.meaning)} |" for status in Status),
        "Answers go to stdout, messages and progress to stderr.",
    ]
    for name in COMMANDS:
        command = command_named(name)
        context = _context(name, command)
        options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
        rows = [row for option in options if (row := _option(option, context))]
        parts += [f"## gridwalk {name}", f"```text\n{_usage(name, command)}\n```"]
        parts += _description(inspect.cleandoc(command.help or ""))
        parts += _description(command.epilog or "")
        parts.append("\n".join(["| option | |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def formats_page() -> str:
    """Return the page of all formats of boards."""
    rows = [
        f"| `{row.name}` | {'reads' if row.parse else ''} | {'writes' if row.print else ''} "
        f"| {' '.join(row.endings)} | {', '.join(row.options)} | {', '.join(row.holds).replace('_', '-')} "
        f"| {_words(row.about)} |"
        for row in FORMATS
    ]
    return "\n".join([FORMATS_HEAD, *rows, ""])
