"""Sphinx configuration.  Build: python -m sphinx -W --keep-going -b html docs docs/_build/html"""

import os
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.shell import BashSessionLexer
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

from gridwalk import __version__

HERE = Path(__file__).parent
CHINESE = "zh/"

project = "gridwalk"
author = "the gridwalk authors"
copyright = "2026, the gridwalk authors"
version = release = __version__

sys.path.insert(0, str(HERE))  # the modules of the build
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "executed"]
exclude_patterns = ["_build", "pictures", "site"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "CellLike": "CellLike", "ProgressLike": "ProgressLike"}
napoleon_google_docstring = False
napoleon_use_ivar = True
# Classes share names of attributes; in a list of attributes such a name is no link.
suppress_warnings = ["ref.python"]
python_use_unqualified_type_names = True

smartquotes_action = "qe"  # two hyphens begin an option

html_theme = "furo"
html_title = f"gridwalk {version}"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["place.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#00607a", "color-brand-content": "#00607a"},
    "dark_css_variables": {"color-brand-primary": "#6bbbe8", "color-brand-content": "#6bbbe8"},
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"


def make_films(app: Any) -> None:
    """Run the commands of the lessons that make films; one who writes takes the pictures in their place."""
    from films import make_all

    if app.builder.name == "html" and "GRIDWALK_DOCS_TEXT" not in os.environ:
        make_all(app.outdir / "films")


def take_page_of_site(app: Any, page: str, source: list[str]) -> None:
    """Take what a page has for the site alone: all of it, from the folder ``site``, or what is in comments.

    A page is read in two places.  Where Markdown is all there is, directives would be noise, and comments are
    not shown.  Decisions are for developers: a search finds the answers first, as it leaves decisions out.
    """
    other = HERE / "site" / f"{page}.md"
    if other.exists():
        app.env.note_dependency(other)
        source[0] = other.read_text(encoding="utf-8")
    source[0] = re.sub(r"^<!--site\s(.*?)\s-->$", r"\1", source[0], flags=re.MULTILINE | re.DOTALL)
    if page.startswith("adr/"):
        source[0] = f"---\nnosearch: true\n---\n\n{source[0]}"


def check_pages(app: Any, error: Exception | None) -> None:
    """Fail where a public name is not in the reference, or a link leads nowhere."""
    from checks import broken_links, undocumented

    if error is not None or app.builder.name != "html":
        return
    names = {entry[0] for entry in app.env.get_domain("py").get_objects()}
    missing = [f"{name} is not in the reference" for name in undocumented(names)]
    if wrong := missing + broken_links(app.outdir):
        raise ExtensionError("\n".join(wrong))


def trim_examples(_app: Any, _page: str, source: list[str]) -> None:
    """Take away the blank line that ends a doctest before its fence; only the test needs it."""
    source[0] = re.sub(r"\n\n( *```\n)", r"\n\1", source[0])


def link_languages(_app: Any, page: str, source: list[str]) -> None:
    """Put a link to the same page in the other language below the title."""
    from translations import pages

    for english, chinese in pages(HERE.parent):
        for here, there, word in ((english, chinese, "中文"), (chinese, english, "English")):
            if here == HERE / f"{page}.md":
                link = Path(os.path.relpath(there, here.parent)).as_posix()
                source[0] = re.sub(r"(?m)^(# .*\n)", rf"\1\n[{word}]({link})\n", source[0], count=1)


def name_language(_app: Any, page: str, _template: str, context: dict[str, Any], *_more: Any) -> None:
    """Say in which language a page is: browsers choose the form of letters, and voices, by it."""
    if page.startswith(CHINESE):
        context["language"] = "zh-CN"


class LiveFilms(SphinxTransform):
    """Shows, in place of a film's picture, a frame with the web page of its command: to play, to step."""

    default_priority = 100  # before Sphinx looks for the files of pictures

    def apply(self, **_more: Any) -> None:
        for image in list(self.document.findall(nodes.image)):
            name = Path(image["uri"]).with_suffix(".html").name
            if not image["uri"].endswith(".gif") or not (Path(self.app.outdir) / "films" / name).exists():
                continue
            place = "../" * self.env.docname.count("/") + f"films/{name}"
            alone = "单独打开动画" if self.env.docname.startswith(CHINESE) else "The film by itself"
            frame = (
                f'<iframe class="film" sandbox="allow-scripts" src="{place}" title="{escape(image["alt"])}" '
                f'loading="lazy" style="width:100%;height:26rem;border:0"></iframe>'
                f'<p><a href="{place}">{alone}</a></p>'
            )
            image.parent.replace_self(nodes.raw("", frame, format="html"))


def plain_aliases(_app: Any, *described: Any) -> tuple[str, str] | None:
    """Show the alias of a type by its bare name in a signature."""
    signature, returned = described[-2:]
    if not signature:
        return None
    return re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", signature), returned


class Console(BashSessionLexer):
    """A session in which only ``$`` is a prompt: a line that begins with ``#`` is a wall."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


def setup(app: Any) -> None:
    """Connect the above; Sphinx calls this."""
    app.connect("builder-inited", make_films)
    app.connect("build-finished", check_pages, priority=900)
    app.add_transform(LiveFilms)
    app.connect("autodoc-process-signature", plain_aliases)
    app.add_lexer("console", Console)
    app.connect("source-read", take_page_of_site)
    app.connect("source-read", trim_examples)
    app.connect("source-read", link_languages)
    app.connect("html-page-context", name_language)
