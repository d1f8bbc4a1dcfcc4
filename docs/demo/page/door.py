"""What the server does for the page, in a browser: one request after another, in one thread.

`take` is called by worker.js with the text of a request, and a function for the replies.
"""

import json
import sys
import time

import numpy as np
from pyodide.ffi import to_js

sys.path.insert(0, "/gridwalk")

MAX_CELLS = 1 << 14
TELL_EVERY = 0.1  # seconds


def narrow(numbers):
    """Return an array that may hold indices in the width of this machine, 32 bits."""
    wide = isinstance(numbers, np.ndarray) and numbers.dtype == np.int64
    return numbers.astype(np.intp) if wide else numbers


# NumPy of 32 bits takes no numbers of 64 bits for counts and indices; gridwalk gives it such everywhere.
wide_repeat, wide_bincount = np.repeat, np.bincount
np.repeat = lambda a, repeats, axis=None: wide_repeat(a, narrow(repeats), axis)
np.bincount = lambda x, *more, **named: wide_bincount(narrow(x), *more, **named)

from gridwalk.errors import GridwalkError  # noqa: E402
from gridwalk.viewer.answers import progress_data  # noqa: E402
from gridwalk.viewer.asked import in_page_words, packed  # noqa: E402
from gridwalk.viewer.protocol import MalformedError, parse  # noqa: E402
from gridwalk.viewer.replying import Pages, reply_to  # noqa: E402

pages = {}
TOO_LARGE = f"In a browser the limit is {MAX_CELLS:,} cells; gridwalk on your machine takes 512 x 512."


def take(text, send):
    """Answer a request; *send* takes whether a reply is the final one, and the reply."""
    request = parse(text)
    facts, told = {"id": request.id, "slot": request.slot}, time.monotonic()

    def tell(progress):
        nonlocal told
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            send(False, json.dumps({**facts, "kind": "progress", **progress_data(progress)}))

    try:
        data, parts = answered(request, tell)
    except (GridwalkError, MalformedError) as error:
        words = in_page_words(error) if isinstance(error, GridwalkError) else str(error)
        data, parts = {"kind": "error", "words": words}, None
    except MemoryError:
        data, parts = {"kind": "error", "words": "this question is too large for a browser"}, None
    except Exception as error:
        words = f"the demo failed at this question: {type(error).__name__}: {error}"
        data, parts = {"kind": "error", "words": words}, None
    reply = {**facts, **data}
    send(True, json.dumps(reply) if parts is None else to_js(packed(reply, parts)))


def answered(request, tell):
    """Return the reply, and the arrays that go with it."""
    board = request.board or {}
    if board.get("rows", 0) * board.get("columns", 0) > MAX_CELLS:
        return {"kind": "error", "words": TOO_LARGE}, None
    return reply_to(request, tell, lambda slot: pages.setdefault(slot, Pages()))
