"""Who may speak to the server of the viewer, and what it serves."""

import urllib.error
import urllib.request

import pytest

from gridwalk.viewer.serve import STATIC
from viewing import LONG, MAZE, posted, serving


@pytest.fixture(scope="module")
def viewer():
    with serving(MAZE) as viewer:
        yield viewer


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/board.json", {}),
        ("/wrong-token/board.json", {}),
        (None, {"Host": "evil.example"}),
        (None, {"Host": "127.0.0.1"}),
    ],
)
def test_who_does_not_know_the_token_or_names_another_host_gets_nothing(viewer, path, headers):
    root = viewer.address.rsplit("/", 2)[0]
    address = viewer.address + "board.json" if path is None else root + path
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=300)
    refused.value.close()
    assert refused.value.code == 404


def test_the_page_and_the_first_board_are_served_with_their_headers(viewer):
    for name, word in {"": b"<!doctype html>", "main.js": b"import", "board.json": b"cells"}.items():
        with urllib.request.urlopen(viewer.address + name, timeout=300) as page:
            assert word in page.read()
            assert "default-src 'self'" in page.headers["content-security-policy"]
            assert page.headers["cache-control"] == "no-store"
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(viewer.address + "..%2fserve.py", timeout=300)
    missing.value.close()
    assert missing.value.code == 404


def test_the_page_asks_for_all_its_modules_at_once():
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for module in STATIC.glob("*.js"):
        assert f'"{module.name}"' in page


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "https://127.0.0.1:1", "http://127.0.0.1"]
)
def test_a_question_of_another_page_is_refused(viewer, origin):
    with posted(viewer.address, LONG, origin=origin) as response:
        assert response.status == 403
