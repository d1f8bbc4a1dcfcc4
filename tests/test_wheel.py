"""The page of the wheel that a package index shows."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

HOME = Path(__file__).parent.parent
SPEC = spec_from_file_location("hatch_build", HOME / "hatch_build.py")
hatch_build = module_from_spec(SPEC)
SPEC.loader.exec_module(hatch_build)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)|(?:src|href)=\"([^\"]+)\"")


def test_the_page_on_an_index_has_no_link_that_leads_nowhere():
    text = (HOME / "README.md").read_text(encoding="utf-8")
    page = hatch_build.standalone(text)
    left = ["".join(found) for found in LINK.findall(page)]
    assert [link for link in left if not link.startswith(("https://", "#"))] == []
    assert re.findall(r"^```.*?^```$", page, re.M | re.S) == re.findall(r"^```.*?^```$", text, re.M | re.S)


def test_the_words_of_a_link_stay_and_code_is_as_it_was():
    text = "![a](b.svg)\n\n[one](two.md) and [three](https://x.org/)\n\n```\n[c](d.md)\n```\n"
    page = hatch_build.standalone(text)
    assert page.startswith("one and [three](https://x.org/)\n\n```\n[c](d.md)\n```\n")
