"""The devices of guests as receivers of calls: each is notified by Web Push."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.i18n import CORE, Speaker
from app.push.letters import Letter
from app.storage.subscriptions import Subscription, Subscriptions

if TYPE_CHECKING:
    from app.push.webpush import PushSender

DECLARATIVE: Final = 8030  # the magic number of declarative messages


class Device:
    """One of a guest's browsers."""

    def __init__(self, to: Subscription, sender: PushSender, subscriptions: Subscriptions) -> None:
        self.id = to.device
        self._to = to
        self._sender = sender
        self._subscriptions = subscriptions

    async def deliver(self, letter: Letter) -> int:
        """Deliver this; returns the status of the answer. Raises like Outward.post()."""
        return await self._sender.deliver(self._to, message(self._to, letter), _topic(letter.room), letter.kept_s)

    async def is_gone(self, status: int) -> None:
        """Its push service does not know it any more. Raises OutcomeUnknown."""
        await self._subscriptions.drop_endpoint(self._to.endpoint)


def message(to: Subscription, letter: Letter) -> bytes:
    """A declarative message, which browsers can show without a service worker; opening it leads to the table."""
    speak = Speaker(to.language, (CORE,))
    notification: dict[str, Any] = {
        "title": speak(letter.title),
        "body": speak(letter.text),
        "lang": to.language,
        "dir": "ltr",
        "tag": to.room,
        "navigate": to.page,
    }
    if letter.about != "question":
        # Heard, though it takes the place of "It's your turn", which they have not followed.
        notification["renotify"] = True
    return msgspec.json.encode({"web_push": DECLARATIVE, "notification": notification})


def _topic(room: str) -> str:
    """At most 32 letters (RFC 8030, 5.4) that do not reveal the room to a push service."""
    return urlsafe_b64encode(hashlib.sha256(f"push/{room}".encode()).digest()[:24]).decode()
