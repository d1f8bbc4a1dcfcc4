"""Sphinx configuration.  Build: python -m sphinx -W --keep-going -b html docs docs/_build/html"""

import contextlib
import io
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

project = "gridwalk"
author = "the gridwalk authors"
copyright = "2026, the gridwalk authors"
version = release = __version__

sys.path.insert(0, str(HERE))  # the modules of the build
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "notebooks"]
exclude_patterns = ["_build", "pictures", "adr"]
templates_path = ["_templates"]
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
html_title = "gridwalk"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["place.css"]
html_search_scorer = str(HERE / "scorer.js")
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#00607a", "color-brand-content": "#00607a"},
    "dark_css_variables": {"color-brand-primary": "#6bbbe8", "color-brand-content": "#6bbbe8"},
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"

# The words of the theme on Chinese pages.
CHINESE = {
    "Search": "搜索",
    "On this page": "本页内容",
    "Next": "下一页",
    "Previous": "上一页",
    "Home": "首页",
    "Back to top": "回到顶部",
    "Hide navigation sidebar": "隐藏导航",
    "Hide table of contents sidebar": "隐藏目录",
    "Skip to content": "跳到正文",
}


def make_films(app: Any) -> None:
    """Run the commands of the lessons that make films; with GRIDWALK_DOCS_TEXT the site shows GIFs."""
    from pictures import make_films

    if app.builder.name == "html" and "GRIDWALK_DOCS_TEXT" not in os.environ:
        make_films(app.outdir / "films")


def all_commands() -> str:
    """Return the help texts of all commands, each below a heading."""
    from gridwalk.cli import run
    from gridwalk.cli.group import COMMANDS

    parts = []
    for name in COMMANDS:
        with contextlib.redirect_stdout(io.StringIO()) as text:
            run([name, "--help"])
        parts.append(f"## gridwalk {name}\n\n```text\n{text.getvalue().strip()}\n```\n")
    return "\n".join(parts)


def fill_page(_app: Any, page: str, source: list[str]) -> None:
    """Add what only the site has: text in comments, help texts, the link to the other language."""
    from translations import pages

    text = re.sub(r"^<!--site\s(.*?)\s-->$", r"\1", source[0], flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\n\n( *```\n)", r"\n\1", text)  # the blank line that ends a doctest
    if page == "reference/commands":
        text += f"\n{all_commands()}"
    for english, chinese in pages(HERE.parent):
        for here, there, word in ((english, chinese, "中文"), (chinese, english, "English")):
            if here == HERE / f"{page}.md":
                link = Path(os.path.relpath(there, here.parent)).as_posix()
                text = re.sub(r"(?m)^(# .*\n)", rf"\1\n[{word}]({link})\n", text, count=1)
    source[0] = text


def check_pages(app: Any, error: Exception | None) -> None:
    """Fail if the reference lacks a public name, a link leads nowhere, or the search misses a page."""
    from checks import broken_links, misplaced, undocumented

    if error is not None or app.builder.name != "html":
        return
    names = {entry[0] for entry in app.env.get_domain("py").get_objects()}
    missing = [f"{name} is not in the reference" for name in undocumented(names)]
    if wrong := missing + broken_links(app.outdir) + misplaced(app.outdir):
        raise ExtensionError("\n".join(wrong))


def speak_chinese(_app: Any, page: str, _template: str, context: dict[str, Any], *_more: Any) -> None:
    """Set the language of a Chinese page and the words of the theme around it."""
    context["chinese"] = page.startswith("zh/")
    if context["chinese"]:
        context["language"] = "zh-CN"
        context["_"] = context["gettext"] = lambda text: CHINESE.get(text, text)


class LiveFilms(SphinxTransform):
    """Shows a frame with the web page of a film, to play and to step, in place of its picture."""

    default_priority = 100  # before Sphinx looks for the files of pictures

    def apply(self, **_more: Any) -> None:
        for image in list(self.document.findall(nodes.image)):
            name = Path(image["uri"]).with_suffix(".html").name
            if not image["uri"].endswith(".gif") or not (Path(self.app.outdir) / "films" / name).exists():
                continue
            place = "../" * self.env.docname.count("/") + f"films/{name}"
            alone = (
                "单独打开动画" if self.env.docname.startswith("zh/") else "Open the film in a page of its own"
            )
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
    """Connect the functions above; Sphinx calls this."""
    app.connect("builder-inited", make_films)
    app.connect("build-finished", check_pages, priority=900)
    app.add_transform(LiveFilms)
    app.connect("autodoc-process-signature", plain_aliases)
    app.add_lexer("console", Console)
    app.connect("source-read", fill_page)
    app.connect("html-page-context", speak_chinese)
