"""Webhooks: a guest is called at an address of theirs, in a chat or on a phone. What is sent has the form that the
service takes:

- Discord: `content`, with no mentions and no preview (https://discord.com/developers/docs/resources/webhook)
- Slack: `text`, in which & < > are escaped (https://docs.slack.dev/messaging/formatting-message-text)
- Matrix: `text` and `html`, for the generic webhooks of Hookshot
  (https://matrix-org.github.io/matrix-hookshot/latest/setup/webhooks.html)
- ntfy: the text itself, with its title and link in headers (https://docs.ntfy.sh/publish)
- anything else: JSON with `text`, `url`, `name` and `game`
"""

from __future__ import annotations

import re
import socket
import ssl
import string
from email.header import Header
from html import escape
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args
from urllib.parse import urlsplit

import msgspec

from app.i18n import CORE, PAGES, Speaker
from app.protocol.messages import Refusal
from app.push.letters import SAYS, Letter
from app.push.outward import Outward, Unreachable, is_sound
from app.storage.store import Store
from app.storage.subscriptions import Webhook
from app.table.events import NAMELESS
from games.text import Text, say

if TYPE_CHECKING:
    from app.push.webpush import Key

Kind = Literal["discord", "slack", "matrix", "ntfy", "other"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

GONE: Final = (404, 410)
LETTERS_SHOWN: Final = 4
MOST_TRIALS: Final = 16
"""At the same time."""
NO_PREVIEWS: Final = 4  # Discord's flag SUPPRESS_EMBEDS
_MARKUP: Final = re.compile(f"[{re.escape(string.punctuation)}]")
LOST: Final = say("This server’s key has changed, and the address cannot be read any more. Enter it again.")

# --- What is sent -------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """What is said to whom: a line, the address that it leads to, and a title where a service shows one."""

    title: str
    text: str
    url: str
    name: str
    game: str


class Post(NamedTuple):
    """What a service takes."""

    kind_of_body: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


def post_for(kind: str, line: Line) -> Post:
    """The line in the form that this kind of service takes. No name in it is markup there, or calls anybody else."""
    match kind:
        case "discord":
            text = _MARKUP.sub(r"\\\g<0>", line.text)
            return _json(content=f"{text}\n<{line.url}>", allowed_mentions={"parse": []}, flags=NO_PREVIEWS)
        case "slack":
            return _json(text=f"{escape(line.text, quote=False)}\n{line.url}", mrkdwn=False)
        case "matrix":
            url = escape(line.url)
            html = f'{escape(line.text)}<br><a href="{url}">{url}</a>'
            return _json(text=f"{line.text}\n{line.url}", html=html)
        case "ntfy":
            title = Header(line.title, "utf-8").encode(maxlinelen=0)  # RFC 2047, in one line
            return Post("text/plain; charset=utf-8", line.text.encode(), (("Title", title), ("Click", line.url)))
    return _json(text=line.text, url=line.url, name=line.name, game=line.game)


def _json(**fields: object) -> Post:
    return Post("application/json", msgspec.json.encode(fields))


def line_of(letter: Letter, to: Webhook) -> Line:
    """A call in one line, which names player and table: others may read it, too."""
    speak, name = Speaker(to.language, (CORE, PAGES)), letter.name or NAMELESS
    call, game, host = SAYS[letter.about], letter.game, letter.host
    if host is None:
        text = say("{name}: {call} ({game})", name=name, call=call, game=game)
    else:
        text = say("{name}: {call} ({game}, {host}’s table)", name=name, call=call, game=game, host=host)
    return Line(speak(letter.title), speak(text), f"{to.origin}/t/{letter.room}", name, letter.game)


def test_line(name: str | None, to: Webhook) -> Line:
    """What is sent to try a webhook."""
    speak = Speaker(to.language, (CORE, PAGES))
    text = speak(say("{name}: Tertulia calls you here when it’s your turn.", name=name or NAMELESS))
    return Line("Tertulia", text, f"{to.origin}/devices", name or NAMELESS, "Tertulia")


# --- Webhooks of guests -------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """What its owner is shown of a webhook. `address`: the host and the last letters; `trouble`: why nothing is sent
    there."""

    kind: str
    address: str
    trouble: Text | None


class Trial(NamedTuple):
    """What came of a try."""

    is_taken: bool
    text: Text


class Hook:
    """A webhook as a receiver of calls. There is one for a guest, whatever room they are called from."""

    id = "webhook"

    def __init__(self, to: Webhook, address: str, outward: Outward, store: Store) -> None:
        self._to = to
        self._address = address
        self._outward = outward
        self._store = store

    @property
    def host(self) -> str:
        """Where it is, for its owner to read."""
        return _host(self._address)

    async def deliver(self, letter: Letter) -> int:
        """Deliver this; returns the status of the answer. Raises like Outward.post()."""
        return await self.send(line_of(letter, self._to))

    async def send(self, line: Line) -> int:
        """The same for any line."""
        post = post_for(self._to.kind, line)
        headers = {"Content-Type": post.kind_of_body, "User-Agent": "Tertulia", **dict(post.headers)}
        return await self._outward.post(self._address, headers, post.body)

    async def is_gone(self, status: int | None) -> None:
        """Nothing is sent there from now on; None: it works. Raises OutcomeUnknown."""
        await self._store.webhooks.note_gone(self._to, status)


class Hooks:
    """The webhooks of guests, whose addresses are their secrets: sealed in the database, never in a log, and shown to
    nobody in full."""

    def __init__(self, store: Store, key: Key, outward: Outward) -> None:
        self._store = store
        self._key = key
        self._outward = outward
        self._trials = 0

    async def keep(self, guest: str, kind: Kind, address: str, origin: str, language: str) -> None:
        """Call this guest there. `origin`: the URL of this site, as they open it. Raises Refusal, OutcomeUnknown."""
        if not is_sound(address):
            example = "https://discord.com/api/webhooks/…"
            raise Refusal("bad_option", say("A webhook is a public https address, such as {example}.", example=example))
        sealed = self._key.seal(address, guest)
        row = Webhook(guest=guest, kind=kind, address=sealed, origin=origin, language=language)
        await self._store.webhooks.keep(row)

    async def shown(self, guest: str) -> Shown | None:
        """The guest's webhook for their own eyes. Raises Unanswered."""
        if (row := await self._store.webhooks.of(guest)) is None:
            return None
        address = self._key.unseal(row.address, guest)
        if address is None:
            return Shown(row.kind, "", LOST)
        host = _host(address)
        trouble = None if row.gone is None else _gone(host, row.gone)
        return Shown(row.kind, f"{host} …{address[-LETTERS_SHOWN:]}", trouble)

    async def receiver(self, guest: str) -> Hook | None:
        """Where calls of this guest arrive. Raises Unanswered."""
        row = await self._store.webhooks.of(guest)
        return None if row is None or row.gone is not None else self._opened(row)

    def _opened(self, row: Webhook) -> Hook | None:
        address = self._key.unseal(row.address, row.guest)
        return None if address is None else Hook(row, address, self._outward, self._store)

    async def trial(self, guest: str, name: str | None) -> Trial:
        """Send a line to the guest's webhook, and say in words what comes back; it is used again if it works. Raises
        Refusal, OutcomeUnknown."""
        row = await self._store.webhooks.of(guest)
        if row is None:
            raise Refusal("not_now", say("There is no webhook to try."))
        if (hook := self._opened(row)) is None:
            raise Refusal("not_now", LOST)
        if self._trials >= MOST_TRIALS:
            raise Refusal("busy", say("Too many webhooks are tried at the moment. Try again in a minute."))
        self._trials += 1
        try:
            return await self._tried(hook, row, name)
        finally:
            self._trials -= 1

    async def _tried(self, hook: Hook, row: Webhook, name: str | None) -> Trial:
        try:
            status = await hook.send(test_line(name, row))
        except (OSError, Unreachable, ValueError) as error:
            return Trial(False, _failed(hook.host, error))
        is_taken = status < 300
        if is_taken or status in GONE:
            await hook.is_gone(None if is_taken else status)
        return Trial(is_taken, _answered(hook.host, status))


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def _failed(host: str, error: Exception) -> Text:
    match error:
        case Unreachable():
            sentence = "{host} leads into a private network, or to a port other than 443. Nothing is sent there."
            return say(sentence, host=host)
        case socket.gaierror() | UnicodeError():  # not found, or no name that could be
            return say("There is no server called {host}.", host=host)
        case TimeoutError():
            return say("{host} did not answer within ten seconds.", host=host)
        case ssl.SSLError():
            return say("{host} has no valid certificate.", host=host)
        case OSError():
            return say("No connection to {host}.", host=host)
    return say("{host} did not answer as a web server does.", host=host)


def _answered(host: str, status: int) -> Text:
    if status < 300:
        return say("{host} has taken the test. Look whether it has arrived.", host=host)
    if status < 400:
        return say("{host} leads to another address ({status}). Enter that one instead.", host=host, status=status)
    if status in GONE:
        return _gone(host, status)
    if status == 429:
        return say("{host} answered {status}: too many messages. Try again later.", host=host, status=status)
    if status < 500:
        sentence = "{host} answered {status}: it refuses the message. Check address and kind."
        return say(sentence, host=host, status=status)
    return say("{host} answered {status}: it has a fault. Try again later.", host=host, status=status)


def _gone(host: str, status: int) -> Text:
    sentence = "{host} answered {status}: there is no webhook at this address. Nothing is sent there any more."
    return say(sentence, host=host, status=status)
