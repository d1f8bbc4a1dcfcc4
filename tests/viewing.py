"""What the tests of the viewer say to its server, and how they read its replies."""

import asyncio
import base64
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
from websockets import exceptions
from websockets.sync import client

import gridwalk as gw
from gridwalk.viewer.protocol import data_of

PATIENCE = 300  # seconds: only whether something ends at all is asked, on however busy a machine
MAKE = {"do": "make", "id": 1, "slot": "file", "maker": "kruskal", "rows": 9, "columns": 12, "thin": False,
        "braid": 0, "seed": 5}  # fmt: skip
MAZE = gw.Board.from_text("S#...\n.#.#.\n.....\n.###.\n...#E", moves=gw.ORTHOGONAL.ordered("DRUL"))


def connect(viewer, **options):
    origin = viewer.address.rsplit("/", 2)[0]
    options = {"origin": origin, "max_size": None, "compression": None, **options}
    return client.connect(viewer.address.replace("http", "ws") + "talk", **options)


def ask(socket, question, by, board):
    request = {"do": "ask", "id": 1, "slot": "left", "question": question, "by": by, "seed": 1}
    data = data_of(board) if isinstance(board, gw.Board) else board
    socket.send(json.dumps({**request, "board": data}))
    return reply(socket)


def file(data, ending=".txt"):
    return {"file": base64.b64encode(data).decode(), "ending": ending}


TYPES = {"i4": np.int32, "u4": np.uint32, "f8": np.float64, "u1": np.uint8}


def unpacked(message):
    """The JSON of a message with parts, and the parts, each at a multiple of eight bytes."""
    at = 4 + int.from_bytes(message[:4], "little")
    words, parts = json.loads(message[4:at]), {}
    for name, kind, count in words.pop("parts"):
        assert at % 8 == 0
        parts[name] = np.frombuffer(message, TYPES[kind], count, at)
        at += -(-parts[name].nbytes // 8) * 8
    assert at == len(message)
    return words, parts


def reply(socket):
    """The next reply that is not progress; of a film or a file also the parts."""
    while True:
        message = socket.recv(PATIENCE)
        if isinstance(message, bytes):
            return unpacked(message)
        data = json.loads(message)
        if data["kind"] != "progress":
            return data


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


def farewell(socket):
    """The code and reason with which the server closes the connection."""
    while True:
        try:
            socket.recv(PATIENCE)
        except exceptions.ConnectionClosed as closed:
            return closed.rcvd


def run(coroutine):
    """Return what *coroutine* returns, in a thread: that of the tests may have the loop of a browser."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def never(progress):
    """Progress that nobody hears."""


def busy():
    return [thread for thread in threading.enumerate() if thread.name.startswith("viewer ")]


def wait_until(holds):
    until = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < until:
        time.sleep(0.01)
    assert holds()


def start_long(socket):
    request = {"do": "ask", "id": 7, "slot": "left", "question": "count", "by": "list", "seed": 0}
    socket.send(json.dumps({**request, "board": data_of(gw.Board.rectangle(12, 12))}))  # for years
    assert json.loads(socket.recv(PATIENCE))["kind"] == "progress"
