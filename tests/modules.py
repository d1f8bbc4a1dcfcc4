"""The page's own modules in Node, without a browser: a thousandth of a second a question."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

from gridwalk.viewer import protocol
from gridwalk.viewer.questions import choices

HARNESS = Path(__file__).parent / "modules.mjs"


class Modules:
    """A Node that has the modules; ``load("film.js")`` imports one of them."""

    def __init__(self) -> None:
        static = (Path(protocol.__file__).parent / "static").as_uri() + "/"
        command = ["node", str(HARNESS), static, json.dumps(choices())]
        pipe = subprocess.PIPE
        self.node = subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        atexit.register(self.end)

    def evaluate(self, code: str, given: Any = None) -> Any:
        """Return what the function *code* returns for *given*; RuntimeError if it throws."""
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps({"code": code, "given": given}) + "\n")
        self.node.stdin.flush()
        said = json.loads(self.node.stdout.readline() or '{"threw": "node ended"}')
        if "threw" in said:
            raise RuntimeError(said["threw"])
        return said.get("value")

    def end(self) -> None:
        """Close its streams, and wait."""
        with self.node:
            self.node.kill()


@lru_cache
def _modules(process: int) -> Modules:
    return Modules()


def modules() -> Modules:
    """Return the one Node of this process."""
    return _modules(os.getpid())
