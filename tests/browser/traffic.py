"""What a page fetches: each request as it goes over the wire, headers and all, and what made the browser send it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page


@dataclass
class Fetched:
    """One request and the answer to it."""

    url: str
    kind: str
    """Document, Script, Stylesheet, Font, Fetch and so on."""
    asked_by: str
    """The address of the document or the style sheet that names it; of a script, where a script asked for it."""
    weight: int = 0
    """Bytes of the answer with its headers; 0 when the browser had it."""


class Traffic:
    """Everything that a page fetches from the start of listening on."""

    def __init__(self) -> None:
        self._by_id: dict[str, Fetched] = {}

    @classmethod
    async def of(cls, page: Page) -> Traffic:
        """Begin to listen."""
        traffic = cls()
        session = await page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", traffic._sent)
        session.on("Network.requestServedFromCache", traffic._was_kept)
        session.on("Network.loadingFinished", traffic._finished)
        await session.send("Network.enable")
        return traffic

    @property
    def fetched(self) -> list[Fetched]:
        """All that came from the server."""
        return [each for each in self._by_id.values() if each.weight]

    def weight(self, kind: str = "") -> int:
        """Bytes of all answers of a kind; of all there are."""
        return sum(each.weight for each in self.fetched if kind in ("", each.kind))

    def __str__(self) -> str:
        lines = [f"{each.weight:6d}  {each.kind:10s}  {each.url}  <- {each.asked_by}" for each in self.fetched]
        return "\n".join([*lines, f"{self.weight():6d} in {len(lines)} requests, {self.weight('Script')} of scripts"])

    def _sent(self, event: Mapping[str, Any]) -> None:
        initiator = event["initiator"]
        frames = initiator.get("stack", {}).get("callFrames", [])
        asked_by = frames[0]["url"] if frames else initiator.get("url", event["documentURL"])
        self._by_id[event["requestId"]] = Fetched(event["request"]["url"], event["type"], asked_by)

    def _was_kept(self, event: Mapping[str, Any]) -> None:
        self._by_id.pop(event["requestId"], None)

    def _finished(self, event: Mapping[str, Any]) -> None:
        if event["requestId"] in self._by_id:
            self._by_id[event["requestId"]].weight = round(event["encodedDataLength"])
