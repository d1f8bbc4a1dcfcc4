"""Checks of the built site: names in the reference, links, and results of the search."""

import inspect
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import gridwalk as gw

# Members that are not public.
INSIDE = {"Batch": {"only"}, "Limits": {"watch"}}


def public_names() -> Iterator[tuple[str, set[str]]]:
    """Yield every public name and member of gridwalk, each with the names that may document it."""
    for name in gw.__all__:
        value = getattr(gw, name)
        yield f"gridwalk.{name}", {f"gridwalk.{name}"}
        if not inspect.isclass(value):
            continue
        for member in dir(value):
            if member.startswith("_") or member == "others" or member in INSIDE.get(name, ()):
                continue
            home = next(base for base in value.__mro__ if member in vars(base))
            if not home.__module__.startswith("gridwalk"):
                continue
            bases = [base for base in value.__mro__ if base.__module__.startswith("gridwalk")]
            places = {f"gridwalk.{name}.{member}"}
            places |= {f"{base.__module__}.{base.__qualname__}.{member}" for base in bases}
            listed = re.compile(rf"^\s*(\w+, )*{member}(, \w+)* :", re.MULTILINE)
            if any(listed.search(base.__doc__ or "") for base in bases):
                places.add(f"gridwalk.{name}")  # in the list of attributes, or of parameters, of its class
            yield f"gridwalk.{name}.{member}", places


def undocumented(names: Iterable[str]) -> list[str]:
    """Return the public names that none of *names*, the names of the reference, documents."""
    known = set(names)
    return [name for name, places in public_names() if not places & known]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := given.get(key))}
        self.links += [value for key in ("href", "src") if (value := given.get(key))]


def broken_links(site: Path) -> list[str]:
    """Return the links of a built site to missing pages, pictures or anchors; nothing is fetched."""
    pages: dict[Path, _Page] = {}
    for file in site.rglob("*.html"):
        if file.parent.name in {"films", "_static"}:
            continue
        pages[file] = _Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    broken = []
    for file, page in pages.items():
        if "_modules" in file.parts:  # Sphinx leads back from sources by the first name that it met
            continue
        for link in page.links:
            parts = urlsplit(unescape(link))
            if parts.scheme or parts.netloc:
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            anchor = unquote(parts.fragment)
            if not there.exists() or (anchor and there in pages and anchor not in pages[there].anchors):
                broken.append(f"{file.relative_to(site)}: {link}")
    return sorted(broken)


def misplaced(site: Path) -> list[str]:
    """Return the queries whose page is not among the first results of the search; none without Node."""
    node = shutil.which("node")
    if node is None:
        return []
    words = [node, str(Path(__file__).parent / "search.js"), str(site)]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()


LINK = re.compile(
    r"""\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s+(\S+)|\b(?:href|src)="([^"]+)\"""", re.MULTILINE
)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub and MyST give to the headings of a page."""
    plain = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = {match[1] for match in re.finditer(r'<a id="([^"]+)">', plain)}
    for match in re.finditer(r"^#{1,6} (.+)$", plain, re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1]).replace("`", "").strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def files_of_clone(root: Path) -> set[Path]:
    """Return the files of a clone and their folders; without git, all files."""
    try:
        words = ["git", "-C", str(root), "ls-files", "-z"]
        done = subprocess.run(words, capture_output=True, check=False, encoding="utf-8").stdout
    except FileNotFoundError:
        done = ""
    listed = [root / name for name in done.split("\0") if name]
    hidden = {"_build", "__pycache__", "node_modules"}
    every = listed or [
        file
        for file in root.rglob("*.*")
        if not any(part in hidden or part.startswith(".") for part in file.relative_to(root).parts)
    ]
    found = {file.resolve() for file in every if file.is_file()}
    return found | {folder for file in found for folder in file.parents}


def links_of(page: Path) -> list[str]:
    """Return the links of a page's source to its own repository: pages, pictures, sections."""
    plain = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    found = [next(filter(None, match.groups())) for match in LINK.finditer(plain)]
    return [link for link in found if not urlsplit(link).scheme]


def broken_sources(page: Path, files: set[Path]) -> list[str]:
    """Return the links of a page's source that lead to no file of *files*, or to a missing section."""
    wrong = []
    for link in links_of(page):
        parts = urlsplit(unquote(link))
        there = (page.parent / parts.path).resolve() if parts.path else page.resolve()
        known = there in files
        if known and parts.fragment and there.suffix == ".md":
            known = parts.fragment in anchors(there)
        if not known:
            wrong.append(link)
    return wrong


def external_links(pages: Iterable[Path]) -> dict[str, list[str]]:
    """Return every external address, with the pages that name it; none is fetched."""
    found: dict[str, list[str]] = {}
    for page in pages:
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for address in re.findall(r"\]\((https?://[^)\s]+)\)", text):
            found.setdefault(address, []).append(page.name)
    return dict(sorted(found.items()))


if __name__ == "__main__":
    docs = Path(__file__).parent
    sources = [docs.parent / "README.md", docs.parent / "COMPARE.md", *docs.rglob("*.md")]
    for address, names in external_links(page for page in sources if page.exists()).items():
        print(address, *sorted(set(names)))
