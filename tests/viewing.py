"""What the tests of the viewer say to its server, and how they read its replies."""

import base64
import json

import numpy as np
from websockets.sync import client

import gridwalk as gw
from gridwalk.viewer.protocol import data_of


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
        message = socket.recv(20)
        if isinstance(message, bytes):
            return unpacked(message)
        data = json.loads(message)
        if data["kind"] != "progress":
            return data
