"""All that the repository has of the pages that a program writes: the reference, pictures and films.

    python docs/pages.py            # write what is not as the program would write it now
    python docs/pages.py --check    # name it; the status is 1 where there is something

Whoever reads the pages where Markdown is all there is sees these files, and so does the site.  Films are
not the same in every version of the library that packs them: they are made again where their line has
changed, which ``films.txt`` notes.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import api_pages
import films
import gallery
import pictures
import reference_pages

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures"
NOTES = PICTURES / "films.txt"
# Pieces of the gallery that take more than a moment: only this program makes them, tests do not.
DEAR = {"random", "longest", "king", "cycle", "curve", "orthogonal"}

Written = Iterator[tuple[Path, str]]


def slim(svg: str) -> str:
    """Return a picture without what no page shows: text drawing, board, styles not used or repeated."""
    svg = re.sub(r"<(desc|metadata)\b.*?</\1>\n", "", svg, flags=re.DOTALL)
    used = {word for words in re.findall(r'class="([^"]+)"', svg) for word in words.split()}
    svg = re.sub(r"\.gw \.(\w+)\{[^}]*\}", lambda rule: rule[0] if rule[1] in used else "", svg)
    first, *others = re.split(r"(?=<svg )", svg)[1:]
    seen: set[str] = set(re.findall(r"<style>.*?</style>", first, re.DOTALL))
    for number, other in enumerate(others):
        for style in re.findall(r"<style>.*?</style>\n", other, re.DOTALL):
            if style in seen:
                others[number] = other.replace(style, "")
            seen.add(style)
    return "".join([first, *others])


def reference() -> Written:
    """Yield the pages of the reference."""
    yield DOCS / "reference/commands.md", reference_pages.commands_page()
    yield DOCS / "reference/formats.md", reference_pages.formats_page()
    yield from api_pages.pages(DOCS)


def drawings(*, dear: bool = True) -> Written:
    """Yield the pictures that are drawings."""
    for name, svg in pictures.pictures():
        yield PICTURES / f"{name}.svg", slim(svg)
    with tempfile.TemporaryDirectory() as folder:
        for name, language, line in gallery.pieces():
            if name.endswith(".svg") and (dear or name[len("gallery-") : -len(".svg")] not in DEAR):
                gallery.make(name, language, line, Path(folder))
                yield PICTURES / name, slim((Path(folder) / name).read_text(encoding="utf-8"))


def film_lines() -> dict[str, str]:
    """Return the line that makes each film, by the name of its file."""
    return {name: line for name, _, line in gallery.pieces() if name.endswith(".gif")} | dict(
        films.pictures()
    )


def noted_lines() -> dict[str, str]:
    """Return the lines that have made the films that are there."""
    lines = NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
    return {
        name: line for name, _, line in (each.partition(": ") for each in lines) if (PICTURES / name).exists()
    }


def main(*, check: bool) -> int:
    """Write, or name, every file that is not as it would be written now."""
    old = []
    for file, text in (*reference(), *drawings()):
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            old.append(file)
            if not check:
                file.write_text(text, encoding="utf-8", newline="\n")
    lines, noted = film_lines(), noted_lines()
    for name, line in lines.items():
        if noted.get(name) != line:
            old.append(PICTURES / name)
            if not check:
                gallery.run_line(line, name, PICTURES)
    if not check:
        NOTES.write_text("".join(f"{name}: {line}\n" for name, line in lines.items()), encoding="utf-8")
    print(*(file.relative_to(DOCS.parent) for file in old), sep="\n", end="\n" if old else "")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
