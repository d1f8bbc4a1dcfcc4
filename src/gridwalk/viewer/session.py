"""One open page: its requests, the threads that answer them, and the replies.

A page asks at most one question at a time in each slot; a new request there cancels the old one.
The page learns at once that its question is cancelled.  The work itself stops at its next report of
progress (searches report ten times a second), also when the page is closed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gridwalk.errors import GridwalkError
from gridwalk.runtime.progress import Progress
from gridwalk.viewer.answers import progress_data
from gridwalk.viewer.asked import Parts, in_page_words, packed
from gridwalk.viewer.protocol import MalformedError, Request, parse
from gridwalk.viewer.replying import Pages, reply_to

GOING_AWAY, POLICY_VIOLATION = 1001, 1008
MAX_REASON = 120  # bytes that fit a close frame, in ASCII
MAX_WORKING = 16  # threads of a page
MAX_WAITING = 64 << 20  # bytes of replies that a page has not read, before another is refused
UNREAD = "the page does not read its replies"
TELL_EVERY = 0.1  # seconds between two reports of progress

log = logging.getLogger("gridwalk.viewer")
Reply = str | bytes


class Ending(NamedTuple):
    """Why a connection is closed."""

    code: int
    reason: str


class StoppedError(Exception):
    """Ends work whose answer is no longer wanted."""


def onward(last: Progress | None, progress: Progress, seconds: float) -> Progress:
    """Return *progress* after *seconds* of the question; its parts begin at zero, the question does not."""
    progress = progress._replace(seconds=seconds)
    if last is None or last.unit != progress.unit:
        return progress
    counts = {
        name: max(getattr(last, name), getattr(progress, name))
        for name in ("expanded", "backtracks", "found")
    }
    return progress._replace(**counts)


class Job:
    """One request, answered in a thread of its own."""

    def __init__(self, session: Session, request: Request) -> None:
        self.session, self.request = session, request
        self.stopped = threading.Event()
        self.began = self.told = time.monotonic()
        self._last: Progress | None = None
        self._lock, self._ended = threading.Lock(), False
        self.thread = threading.Thread(target=self._run, name=f"viewer {request.slot}", daemon=True)

    def stop(self) -> None:
        """Cancel: the page learns of it now, the work ends at its next report of progress."""
        self.stopped.set()
        self._end({"kind": "cancelled"})

    def refuse(self, words: str) -> None:
        """Reply with the reason why there is no answer."""
        self._end({"kind": "error", "words": words})

    def tell(self, progress: Progress) -> None:
        """Send *progress* to the page; raise `StoppedError` if the work is cancelled."""
        if self.stopped.is_set():
            raise StoppedError
        now = time.monotonic()
        if now - self.told >= TELL_EVERY:
            self.told = now
            self._last = onward(self._last, progress, now - self.began)
            self._send({"kind": "progress", **progress_data(self._last)})

    def _run(self) -> None:
        try:
            self._end(*reply_to(self.request, self.tell, self.session.pages_of))
        except StoppedError:
            pass
        except MalformedError as error:
            self.session.end(str(error))
        except GridwalkError as error:
            self.refuse(in_page_words(error))
        except MemoryError:
            self.refuse("out of memory: this question is too large for this machine")
        except Exception:
            log.exception("a question failed")
            self.refuse("the server failed at this question; its terminal shows the error")

    def _end(self, data: dict[str, Any], parts: Parts | None = None) -> None:
        """Send the final reply, unless one was sent."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._send(data, parts)

    def _send(self, data: dict[str, Any], parts: Parts | None = None) -> None:
        data = {"id": self.request.id, "slot": self.request.slot, **data}
        self.session.say(json.dumps(data) if parts is None else packed(data, parts))


class Session:
    """A page's connection."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._pages: dict[str, Pages] = {}  # by slot
        self._jobs: dict[str, Job] = {}  # by slot
        self._working: list[Job] = []  # all jobs whose threads are running
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[Reply | Ending] = asyncio.Queue()
        self._waiting, self._unread = 0, False  # bytes of the replies; whether they were too many

    async def run(self) -> None:
        """Serve the page until it is closed or sends a malformed message."""
        await self.socket.accept()
        self._sender = asyncio.create_task(self._send())
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                self._take(message.get("text"))
        except MalformedError as error:
            await self._close(Ending(POLICY_VIOLATION, str(error)))
        except WebSocketDisconnect:
            pass
        finally:
            for job in self._jobs.values():
                job.stopped.set()
            self._sender.cancel()

    def say(self, reply: Reply) -> None:
        """Send *reply* if the page is open; any thread may call this."""
        self._put(reply)

    def end(self, reason: str) -> None:
        """Close the connection; any thread may call this."""
        self._put(Ending(POLICY_VIOLATION, reason))

    def say_goodbye(self) -> None:
        """Close the connection, because the server ends; any thread may call this."""
        self._put(Ending(GOING_AWAY, "the viewer has ended: start gridwalk view again"))

    def pages_of(self, slot: str) -> Pages:
        """Return the listing of a slot; those of a few slots are kept."""
        pages = self._pages.pop(slot, None) or Pages()
        while len(self._pages) >= MAX_WORKING:
            self._pages.pop(next(iter(self._pages)))
        self._pages[slot] = pages
        return pages

    def _put(self, reply: Reply | Ending) -> None:
        with suppress(RuntimeError):  # the server has ended, and its loop with it
            self._loop.call_soon_threadsafe(self._line_up, reply)

    def _line_up(self, reply: Reply | Ending) -> None:
        """Let *reply* wait to be sent; where too much waits, drop all of it, and end the connection."""
        if self._unread:
            return
        if self._waiting > MAX_WAITING:
            self._unread, self._replies = True, asyncio.Queue()
            self._sender.cancel()
            self._ended = asyncio.create_task(self._close(Ending(POLICY_VIOLATION, UNREAD)))
            return
        self._waiting += 0 if isinstance(reply, Ending) else len(reply)
        self._replies.put_nowait(reply)

    def _take(self, text: str | None) -> None:
        if self._unread:
            raise MalformedError(UNREAD)
        if text is None:
            raise MalformedError("messages are text")
        request = parse(text)
        if running := self._jobs.pop(request.slot, None):
            running.stop()
            if running.thread.is_alive():
                self._pages.pop(request.slot, None)  # it is still in use
        if request.do == "cancel":
            return
        self._working = [job for job in self._working if job.thread.is_alive()]
        self._jobs = {slot: job for slot, job in self._jobs.items() if job in self._working}
        job = Job(self, request)
        if len(self._working) >= MAX_WORKING:
            words = "questions of this page are under way, or were cancelled and have not ended yet"
            job.refuse(f"{MAX_WORKING} {words}: wait a moment")
            return
        self._jobs[request.slot] = job
        self._working.append(job)
        job.thread.start()

    async def _send(self) -> None:
        while True:
            reply = await self._replies.get()
            if isinstance(reply, Ending):
                return await self._close(reply)
            try:
                if isinstance(reply, bytes):
                    await self.socket.send_bytes(reply)
                else:
                    await self.socket.send_text(reply)
            except (WebSocketDisconnect, RuntimeError):
                return None
            self._waiting -= len(reply)

    async def _close(self, ending: Ending) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            short = ending.reason.encode("ascii", "replace")[:MAX_REASON].decode()
            await self.socket.close(ending.code, short)
