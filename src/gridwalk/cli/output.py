"""Answers as options ask for them: on stdout, as JSON, or in files written whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from gridwalk.answers import batch
from gridwalk.cli.answers import effort, json_pieces, path_facts, quality, write
from gridwalk.cli.drawing import Form, each_as_text
from gridwalk.cli.ends import ends_facts, no_way
from gridwalk.cli.messages import say
from gridwalk.cli.status import Status
from gridwalk.draw import save
from gridwalk.errors import InputError
from gridwalk.io.formats import format_named

if TYPE_CHECKING:
    from gridwalk.answers.batch import Batch
    from gridwalk.answers.path import Path
    from gridwalk.board.board import Board
    from gridwalk.io.picture.lattice import PictureReading

MAX_OVER = 6  # paths in a picture


def write_file(file: File, forms: save.Forms) -> None:
    """Write what *forms* has for the ending of the file, whole or not at all, and say so."""
    size = save.write(file, file.suffix.lower(), forms)
    say(f"wrote {file} ({size:,} bytes)")


def check_look(output: File | None, *, dark: bool, pixels: int | None) -> None:
    """Raise `InputError` if --dark or --pixels is given for what is no picture."""
    ending = "" if output is None else output.suffix.lower()
    for option, value in (("dark", dark), ("pixels", pixels)):
        if value and ending not in save.APPLIES[option]:
            raise InputError(f"--{option} is for pictures: give one with -o, such as FILE.png")


def give(
    form: Form,
    facts: Callable[[], Mapping[str, Any]],
    text: Callable[[], str],
    forms: Callable[[], save.Forms] | None = None,
) -> None:
    """Give the answer: in a file of *forms*, as JSON, or as text."""
    if form.output is not None and forms is not None:
        write_file(form.output, forms())
    if form.in_json:
        write(json_pieces(facts()))
    elif form.output is None or forms is None:
        write(text())


def give_path(
    path: Path | None,
    paths: Any,
    form: Form,
    *,
    picture: PictureReading | None = None,
    with_effort: bool = False,
    condition: str = "",
    hint: str = "",
) -> int:
    """Give the path, and say how good it is; if there is none, say why, with *condition* and *hint*."""
    if path is None:
        words, reason = no_way(paths, condition) + hint, paths.why_empty()
        if form.lines:
            say(words)
        else:
            facts = {"found": False} | ({} if reason is None else {"reason": reason}) | ends_facts(paths)
            give(Form(form.in_json), lambda: facts, lambda: words)
        return Status.NO_PATH
    reached, text = arrives(path, paths), partial(form.one, path)
    give(
        form,
        lambda: path_facts(path, reached=reached, **ends_facts(paths)),
        text,
        lambda: path_forms(path, text, picture=picture, squares=form.squares),
    )
    told = quality(path), effort(path) if with_effort else ""
    if any(told):
        say("; ".join(filter(None, told)))
    return Status.ANSWERED


def arrives(path: Any, paths: Any) -> bool:
    """Whether the path ends at an exit."""
    return isinstance(path, tuple) or paths.exits is None or path.end in paths.exits


def path_forms(
    path: Any, text: Callable[[], str], *, picture: PictureReading | None = None, squares: bool = False
) -> save.Forms:
    """Return the forms of a path; .txt is *text()*, and .png of a board of a picture is drawn onto that."""
    forms = save.path_forms(path, save.Look(squares=squares), text)
    if picture is None or squares or isinstance(path, tuple):
        return forms
    from gridwalk.draw.onto import image_onto

    return {**forms, ".png": lambda: image_onto(picture, path)}


def give_each(found: Iterator[Batch[Path] | Path], board: Board, form: Form) -> None:
    """Print paths as they come, or write a picture of them; without a path there is none."""
    if form.output is None:
        for some in found:
            write(each_as_text(some, form))
        return
    each = (path for some in found for path in (some if isinstance(some, batch.Batch) else [some]))
    paths = list(islice(each, MAX_OVER + 1))
    if len(paths) > MAX_OVER:
        raise InputError(f"a picture shows at most {MAX_OVER} paths: add -n {MAX_OVER}")
    if paths:
        write_file(form.output, save.pictures(board, None, save.Look(squares=form.squares), paths=paths))


def say_what_is_lost(name: str) -> None:
    """Say so if a format does not hold start and exits."""
    if "ends" not in format_named(name, can="print").holds:
        say("start and exits are not in this format: give --from and --to when it is read")
