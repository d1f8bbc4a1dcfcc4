"""How the page reads a reply: message by message, however it is cut into pieces, until it ends."""

import base64

import numpy as np

from gridwalk.viewer.asked import packed

ASK = """async ({ pieces, status, cuts, cancels }) => {
    const { Server } = await load("server.js"), asked = [], told = [];
    globalThis.fetch = async (path, { method, body, signal }) => {
        asked.push([path, method, JSON.parse(body)]);
        if (status === 0) throw new TypeError("nobody is there");
        const bytes = pieces.map((piece) => Uint8Array.from(atob(piece), (one) => one.charCodeAt(0)));
        const stream = new ReadableStream({ pull(controller) {
            if (signal.aborted || (cuts && !bytes.length)) controller.error(new TypeError("cut"));
            else if (bytes.length) controller.enqueue(bytes.shift());
            else if (!cancels) controller.close();
        } });
        signal.onabort = () => stream.cancel().catch(() => {});
        return new Response(stream, { status });
    };
    const server = new Server();
    const hear = (reply) => {
        told.push(reply.doing);
        if (cancels) server.cancel("left");
    };
    const plain = ([name, value]) => [name, ArrayBuffer.isView(value) ? Array.from(value) : value];
    try {
        const reply = await server.ask("left", { do: "ask" }, hear);
        return { asked, told, reply: Object.fromEntries(Object.entries(reply).map(plain)) };
    } catch (error) {
        return { asked, told, error: error.message };
    }
}"""
TOLD = [packed({"kind": "progress", "doing": words}, {}) for words in ("counting", "compiling", "")]
FILM = packed({"kind": "film"}, {"events": np.arange(1000, dtype=np.int32), "rest": np.array([0.5])})
ENDED, SILENT = "the viewer has ended", "the server does not answer"


def asked(page, stream, size=1 << 20, *, status=200, cuts=False, cancels=False):
    """What the page makes of a stream in pieces of this size."""
    pieces = [base64.b64encode(stream[at : at + size]).decode() for at in range(0, len(stream), size)]
    return page.evaluate(ASK, {"pieces": pieces, "status": status, "cuts": cuts, "cancels": cancels})


def test_messages_are_heard_however_they_are_cut_into_pieces(page):
    stream = b"".join(TOLD) + FILM
    for size in (1, 7, 8, 9, 100, len(TOLD[0]), len(stream)):
        said = asked(page, stream, size)
        assert said["told"] == ["counting", "compiling", ""]
        assert said["reply"] == {"kind": "film", "events": list(range(1000)), "rest": [0.5]}
    [[path, method, body]] = said["asked"]
    assert (path, method, body["do"]) == ("ask", "POST", "ask")
    assert body["tab"].isdigit()


def test_a_reply_that_ends_before_its_answer_says_that_the_viewer_has_ended(page):
    for stream in (b"", TOLD[0], TOLD[0] + FILM[:5], TOLD[0] + FILM[:-1]):
        for cuts in (False, True):
            assert asked(page, stream, cuts=cuts)["error"].startswith(ENDED)


def test_a_missing_or_refusing_server_has_a_message(page):
    for status in (0, 403, 404, 500):
        assert asked(page, b"<!doctype html>", status=status)["error"].startswith(SILENT)


def test_an_error_has_its_message(page):
    said = asked(page, TOLD[0] + packed({"kind": "error", "words": "it is a wall"}, {}))
    assert said["error"] == "it is a wall"


def test_a_question_that_is_cancelled_ends_at_once(page):
    said = asked(page, b"".join(TOLD) + FILM, cancels=True)
    assert said["told"] == ["counting"]
    assert said["reply"] == {"kind": "cancelled"}
