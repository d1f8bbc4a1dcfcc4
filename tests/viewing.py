"""What the tests of the viewer ask its server, and how they read its replies."""

import base64
import json
import re
import threading
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import numpy as np

import gridwalk as gw
from gridwalk.draw.pagedata import board_data

PATIENCE = 300  # seconds: only whether something ends at all is asked, on however busy a machine
MAKE = {"do": "make", "maker": "kruskal", "rows": 9, "columns": 12, "thin": False, "braid": 0, "seed": 5}
MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))
LONG = {"do": "ask", "question": "count", "by": "list", "seed": 0,
        "board": board_data(gw.Board.rectangle(12, 12))}  # fmt: skip  # takes years


def english(words):
    """The text of *words* in a reply: a text, or a template with its values."""
    if isinstance(words, str):
        return words
    values = {name: english(value) for name, value in words["values"].items()}
    return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], words["template"])


@contextmanager
def posted(address, message, **headers):
    """The reply to a question, which may be under way; with the block the connection ends."""
    url = urlsplit(address)
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    connection = HTTPConnection(url.hostname, url.port, timeout=PATIENCE)
    headers = {"origin": f"http://{url.netloc}", **headers}
    connection.request("POST", f"{url.path}ask", body, {k: v for k, v in headers.items() if v is not None})
    with connection.getresponse() as response:
        yield response


def heard(response):
    """The next message of a reply, without its parts if it has none; None: it has ended."""
    if not (head := response.read(8)):
        return None
    words, parts = unpacked(head + response.read(int.from_bytes(head[4:], "little") - 8))
    return (words, parts) if parts else words


def is_progress(message):
    return isinstance(message, dict) and message["kind"] == "progress"


def reply(viewer, message):
    """The answer to a question, or why there is none; of a film or a file also the parts."""
    with posted(viewer.address, message) as response:
        assert response.status == 200
        while is_progress(message := heard(response)):
            pass
        return message


def ask(viewer, question, by, board):
    data = board_data(board) if isinstance(board, gw.Board) else board
    return reply(viewer, {"do": "ask", "question": question, "by": by, "seed": 1, "board": data})


@contextmanager
def long_question(address):
    """The reply to a question that would take years, of which something was heard."""
    with posted(address, LONG) as response:
        assert is_progress(heard(response))
        yield response


def file(data, ending=".txt"):
    return {"file": base64.b64encode(data).decode(), "ending": ending}


TYPES = {"i4": np.int32, "u4": np.uint32, "f8": np.float64, "u1": np.uint8}


def unpacked(message):
    """The JSON of a message, and its parts, each at a multiple of eight bytes."""
    at = 8 + int.from_bytes(message[:4], "little")
    assert len(message) == int.from_bytes(message[4:8], "little")
    words, parts = json.loads(message[8:at]), {}
    for name, kind, count in words.pop("parts"):
        assert at % 8 == 0
        parts[name] = np.frombuffer(message, TYPES[kind], count, at)
        at += -(-parts[name].nbytes // 8) * 8
    assert at == len(message)
    return words, parts


@contextmanager
def serving(board, **options):
    """A viewer that answers, in a thread of its own."""
    from gridwalk.viewer.serve import Viewer

    viewer = Viewer(board, **options)
    ready, errors = threading.Event(), []

    def serve():
        try:
            viewer.serve_until_stopped(lambda address: ready.set())
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    yield viewer
    viewer.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert errors == []


def never(progress):
    """Progress that nobody hears."""


def busy():
    """The threads of requests."""
    return [thread for thread in threading.enumerate() if "process_request" in thread.name]


def wait_until(holds):
    until = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < until:
        time.sleep(0.01)
    assert holds()
