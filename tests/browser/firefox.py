"""Firefox as Playwright can drive it: commands of WebDriver BiDi that it does not support count as done.

Playwright starts this program for Firefox, and talks to it; of what goes through, nothing else is changed.
"""

import asyncio
import json
import re
import signal
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve


async def main():
    firefox = await asyncio.create_subprocess_exec(*sys.argv[1:], stderr=asyncio.subprocess.PIPE)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)

    async def answers(bidi, playwright):
        async for words in bidi:
            said = json.loads(words)
            unknown = said.get("error") == "unknown command"
            done = {"type": "success", "id": said.get("id"), "result": {}}
            await playwright.send(json.dumps(done) if unknown else words)

    async def relay(playwright):
        async with connect(where + playwright.request.path, max_size=None) as bidi:
            back = asyncio.create_task(answers(bidi, playwright))
            async for words in playwright:
                await bidi.send(words)
            back.cancel()

    while line := (await firefox.stderr.readline()).decode():
        if found := re.search(r"listening on (ws://\S+)", line):
            where = found[1]
            server = await serve(relay, "127.0.0.1", 0, max_size=None)
            line = line.replace(where, f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        print(line, end="", file=sys.stderr, flush=True)
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
