"""What the server does for the page, in a browser: one request after another, in one thread.

`take` is called by worker.js with the text of a request, and a function for the replies.
"""

import json
import sys
import time

from pyodide.ffi import to_js

sys.path.insert(0, "/gridwalk")

from gridwalk.errors import GridwalkError
from gridwalk.viewer.answers import progress_data
from gridwalk.viewer.asked import in_page_words, packed
from gridwalk.viewer.protocol import MalformedError, parse
from gridwalk.viewer.replying import Pages, reply_to

MAX_CELLS = 1 << 12
TELL_EVERY = 0.1  # seconds
# These sentences have rows in words.json beside this file.
TOO_LARGE = f"In a browser the limit is {MAX_CELLS:,} cells; gridwalk on your machine takes 512 x 512."
TOO_MUCH = "this question is too large for a browser"

pages = {}


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
        data, parts = refused(in_page_words(error) if isinstance(error, GridwalkError) else str(error))
    except MemoryError:
        data, parts = refused(TOO_MUCH)
    except (ImportError, AttributeError) as error:  # Pillow, or what the stand-in for NumPy has not
        data, parts = refused(
            f"This cannot be done in a browser ({error}): gridwalk on your machine does it."
        )
    except Exception as error:
        data, parts = refused(f"The demo failed at this question: {type(error).__name__}: {error}")
    reply = {**facts, **data}
    send(True, json.dumps(reply) if parts is None else to_js(packed(reply, parts)))


def refused(words):
    """Return the reply to what cannot be answered."""
    return {"kind": "error", "words": words}, None


def answered(request, tell):
    """Return the reply, and the arrays that go with it."""
    board, wanted = request.board or {}, request.wanted
    rows, columns = (
        (wanted.rows, wanted.columns) if wanted else (board.get("rows", 0), board.get("columns", 0))
    )
    if rows * columns > MAX_CELLS:
        return refused(TOO_LARGE)
    return reply_to(request, tell, lambda slot: pages.setdefault(slot, Pages()))
