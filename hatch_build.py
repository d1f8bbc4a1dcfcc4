"""Remove relative links from the README: on a package index they would lead nowhere."""

import re
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ModuleNotFoundError:  # in tests, where nothing is built
    MetadataHookInterface = object


class CustomMetadataHook(MetadataHookInterface):
    """Set the README as the description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the text that a package index shows."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": standalone(text)}


def standalone(text: str) -> str:
    """Return a page without relative pictures and links; keep the words of links."""
    relative = r"\((?!https?://|#|mailto:)[^()\s]*\)"
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)  # every other one is code
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(rf"!\[[^\]]*\]{relative}\n*", "", parts[i])
        parts[i] = re.sub(rf"(?<!!)\[([^\]]*)\]{relative}", r"\1", parts[i])
    return "".join(parts).rstrip() + "\n\nThe pages and files named here are in the source distribution.\n"
