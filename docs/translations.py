"""The Chinese pages, and whether the English ones have changed since they were translated.

    python docs/translations.py                     # what is out of date
    python docs/translations.py docs/zh/tutorial.md    # after a look at it: it is up to date with the English

A translated page begins with a comment: the English page, and a digest of each of its sections as it was
when a translator last looked at it.
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^( *)(```+)([^\n`]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
NOTE = re.compile(r"\A<!-- translated from (\S+)\n(.*?)-->\n\n?", re.DOTALL)
# A comment at the end of a line of Python: two blanks before it, so the wall in a drawn maze is none.
COMMENT = re.compile(r"^((?:>>>|\.\.\.) .*?) {2,}# .*$", re.MULTILINE)
NOT_RUN = {"text"}  # pseudocode and drawings


class Section(NamedTuple):
    """A heading with the text down to the next one."""

    level: int
    title: str
    text: str

    @property
    def digest(self) -> str:
        """Eight hex digits; the same however its lines are wrapped."""
        return sha256(" ".join(self.text.split()).encode()).hexdigest()[:8]

    @property
    def blocks(self) -> list[tuple[str, str]]:
        """The code in it, each with its language: Python without comments, of pseudocode how many lines."""
        found = []
        for indent, _, kind, code in FENCE.findall(self.text):
            plain = COMMENT.sub(r"\1", re.sub(rf"^{indent}", "", code, flags=re.MULTILINE))
            found.append((kind, str(code.count("\n")) if kind in NOT_RUN else plain))
        return found


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def sections(text: str) -> list[Section]:
    """Split a page at its headings; lines of code that look like one are none."""
    found = list(HEADING.finditer(FENCE.sub(_blank, NOTE.sub(_blank, text))))
    ends = [*(match.start() for match in found[1:]), len(text)]
    return [
        Section(len(match[1]), match[2], text[match.start() : end])
        for match, end in zip(found, ends, strict=True)
    ]


def pages(root: Path = ROOT) -> Iterator[tuple[Path, Path]]:
    """Yield every page that is there in both languages: the English one, and the Chinese one."""
    yield root / "README.md", root / "README.zh.md"
    docs = root / "docs"
    for english in (docs / "tutorial.md", docs / "articles.md", *sorted((docs / "lessons").glob("*.md"))):
        yield english, docs / "zh" / english.relative_to(docs)


def noted(text: str) -> dict[str, str]:
    """Return the digest of each English section that the comment of a translated page holds."""
    note = NOTE.match(text)
    lines = note[2].splitlines() if note else []
    return {title: digest for digest, _, title in (line.partition(" ") for line in lines)}


def out_of_date(english: Path, translated: Path) -> Iterator[str]:
    """Yield what is to be looked at in a translated page, in plain words."""
    if not translated.exists():
        yield "there is no translation"
        return
    theirs = translated.read_text(encoding="utf-8")
    old, new = noted(theirs), {part.title: part for part in sections(english.read_text(encoding="utf-8"))}
    for title, part in new.items():
        if title not in old:
            yield f'section "{title}" is new in English'
        elif old[title] != part.digest:
            yield f'section "{title}" has changed in English'
    yield from (f'section "{title}" is no longer in English' for title in old if title not in new)
    ours = sections(theirs)
    if [part.level for part in ours] != [part.level for part in new.values()]:
        yield "it has other headings than the English page"
        return
    for part, own in zip(new.values(), ours, strict=True):
        if part.blocks != own.blocks:
            yield f'section "{part.title}" ("{own.title}") has other code than the English one'


def mark(english: Path, translated: Path, root: Path = ROOT) -> None:
    """Write the digests of the English sections of today into a translated page."""
    lines = [f"{part.digest} {part.title}\n" for part in sections(english.read_text(encoding="utf-8"))]
    text = NOTE.sub("", translated.read_text(encoding="utf-8"))
    note = f"<!-- translated from {english.relative_to(root).as_posix()}\n{''.join(lines)}-->\n\n"
    translated.write_text(note + text, encoding="utf-8")


def main(names: list[str]) -> int:
    """Mark the pages named; then print what is out of date, and return 1 if there is something."""
    looked_at = {Path(name).resolve() for name in names}
    if unknown := looked_at - {translated.resolve() for _, translated in pages()}:
        print("no translated page:", *sorted(map(str, unknown)), file=sys.stderr)
        return 2
    status = 0
    for english, translated in pages():
        if translated.resolve() in looked_at and translated.exists():
            mark(english, translated)
        for message in out_of_date(english, translated):
            print(f"{translated.relative_to(ROOT)}: {message}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
