"""The Chinese pages say what the English ones say: none is missing, none is older than its English text."""

import pytest

from test_docs import ROOT, module_of_docs

TRANSLATIONS = module_of_docs("translations")
PAGES = list(TRANSLATIONS.pages())


@pytest.mark.parametrize(
    ("english", "translated"), PAGES, ids=[str(page.relative_to(ROOT)) for page, _ in PAGES]
)
def test_a_translated_page_is_as_new_as_the_english_one(english, translated):
    messages = list(TRANSLATIONS.out_of_date(english, translated))
    assert not messages, (
        f"{translated.relative_to(ROOT)}: {'; '.join(messages)}\n"
        f"look at it, then: python docs/translations.py {translated.relative_to(ROOT)}"
    )


def test_every_translation_is_of_a_page():
    others = {ROOT / f"docs/zh/{name}.md" for name in ("index", "glossary", "guide")}  # no English page
    assert {*(ROOT / "docs/zh").rglob("*.md")} - others == {page for _, page in PAGES[1:]}


ENGLISH = """# One

Some text.

```text
walk
# no heading
```

## Two

- an item

    ```pycon
    >>> 1 + 1  # a sum
    2

    ```

```console
$ gridwalk count 2x2
2
```
"""
CHINESE = ENGLISH.replace("One", "一").replace("Two", "二").replace("a sum", "和").replace("walk\n", "走\n")


@pytest.fixture
def page(tmp_path):
    english, translated = tmp_path / "page.md", tmp_path / "page.zh.md"
    english.write_text(ENGLISH, encoding="utf-8")
    translated.write_text(CHINESE, encoding="utf-8")
    TRANSLATIONS.mark(english, translated, tmp_path)
    return english, translated


def test_words_comments_and_pseudocode_may_differ_and_lines_be_wrapped(page):
    english, translated = page
    english.write_text(ENGLISH.replace("Some text", "Some\ntext"), encoding="utf-8")
    assert list(TRANSLATIONS.out_of_date(english, translated)) == []
    once = translated.read_text(encoding="utf-8")
    TRANSLATIONS.mark(english, translated, english.parent)
    assert translated.read_text(encoding="utf-8") == once
    assert once.startswith("<!-- translated from page.md\n")
    assert once.endswith(CHINESE)


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ("Some text", "Other text", ['section "One" has changed in English']),
        ("an item", "no item", ['section "Two" has changed in English']),
        (
            "## Two",
            "## Three",
            ['section "Three" is new in English', 'section "Two" is no longer in English'],
        ),
        (
            "## Two",
            "## A\n\n## Two",
            ['section "A" is new in English', "it has other headings than the English page"],
        ),
        (
            "1 + 1",
            "2 + 0",
            [
                'section "Two" has changed in English',
                'section "Two" ("二") has other code than the English one',
            ],
        ),
    ],
)
def test_what_changed_in_english_is_named(page, old, new, messages):
    english, translated = page
    english.write_text(ENGLISH.replace(old, new), encoding="utf-8")
    assert list(TRANSLATIONS.out_of_date(english, translated)) == messages


@pytest.mark.parametrize(
    ("old", "new", "section"),
    [("count 2x2", "count 3x3", "Two"), ("2\n\n    ```", "3\n\n    ```", "Two"), ("走\n", "走\n走\n", "One")],
)
def test_other_code_in_a_translation_is_named(page, old, new, section):
    english, translated = page
    text = translated.read_text(encoding="utf-8")
    assert old in text
    translated.write_text(text.replace(old, new), encoding="utf-8")
    (message,) = TRANSLATIONS.out_of_date(english, translated)
    assert message.startswith(f'section "{section}" (')
    assert message.endswith("other code than the English one")


def test_a_missing_translation_is_named(page):
    english, translated = page
    translated.unlink()
    assert list(TRANSLATIONS.out_of_date(english, translated)) == ["there is no translation"]
