"""Two players who share a screen: their page, and a record of everything it received and showed."""

import re
from typing import Any

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.look import RESULT, YOUR_TURN, Look
from tests.browser.players import Player
from tests.browser.tables import Seated, Tables
from tests.client import Message

I_AM = re.compile(r"^I am ")
HAND_ON = re.compile(r"^Hand the device to ")
Shown = tuple[str, Message | None, list[Message]]
"""HTML shown while the curtain was down; the last private frame of a seat before it, and the public frames since
then."""

# In chronological order: what the page received and sent, and its HTML while the curtain was down.
RECORD = """window.record = [];
window.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", ({ data }) => record.push({ heard: JSON.parse(data) }));
    }
    send(text) {
        record.push({ said: JSON.parse(text) });
        super.send(text);
    }
};
let shown = "";
new MutationObserver(() => {
    if (!document.querySelector(".curtain") || shown === (shown = document.documentElement.outerHTML)) return;
    record.push({ shown });
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"""


class Screen(Look):
    """The page they share."""

    table: Seated
    """With lines of its own, of the host and of those on other devices."""

    async def pass_to_and_fro(self, player: Player, rounds: int = 10_000) -> None:
        """Hand the device on when asked to and answer every question, this many times or until there is a result."""
        for _ in range(rounds):
            asked = self.prompt(HAND_ON).or_(self.prompt(YOUR_TURN)).or_(self.prompt(RESULT))
            await expect(asked).to_be_visible(timeout=30_000)
            if await self.prompt(RESULT).is_visible():
                return
            if await self.prompt(HAND_ON).is_visible():
                await self.button(I_AM).click()
                continue
            seq = await self.seq()
            await player.answer()
            await self.moved_on(seq)
            await expect(self.html).not_to_have_attribute("data-seq", "0")  # the curtain is down by now, if it comes

    async def record(self) -> list[Message]:
        """Everything received, sent, and shown behind the curtain."""
        return await self.page.evaluate("() => record")


async def share(
    tables: Tables, host: Guest, *others: str, game: str, beside: tuple[str, ...] = ("Ben",), **options: Any
) -> Screen:
    """A game of the host, of those beside them on the next seats, and of others on devices of their own; the shared
    page."""
    own = 1 + len(beside)
    screen = Screen(await host.tab(RECORD))
    screen.table = table = await tables.gather(host, seats=own + len(others), game=game, **options)
    for seat, name in enumerate(beside, 1):
        await table.lines[0].send(type="sit", seat=seat, also=name)
    await table.lines[0].hear("table", lambda heard: heard["you"]["seats"] == [*range(own)])
    for seat, other in enumerate(others, own):
        table.lines.append(await tables.sit(table.room, seat, other, host.base_url))
    await screen.page.goto(f"{host.base_url}/t/{table.room}")
    await screen.is_ready()
    await screen.button("Start").click()
    return screen


# --- What the record shows ----------------------------------------------------------------------------------


def told_to_strangers(record: list[Message]) -> list[Message]:
    """Frames for a seat that the page had not asked for, or had stopped asking for: there may be none after the server
    has answered."""
    wanted, answered, wrong = None, True, []
    for entry in record:
        said, heard = entry.get("said", {}), entry.get("heard", {})
        if said.get("type") == "look":
            wanted, answered = said["seat"], False
        if said.get("type") == "hello":
            wanted, answered = None, True  # a new connection begins behind the curtain
        if heard.get("type") == "frame":
            answered = answered or heard["you"] == wanted
            if answered and heard["you"] != wanted:
                wrong.append(heard)
    return wrong


def shown_behind_the_curtain(record: list[Message]) -> list[Shown]:
    """Everything shown while the curtain was down."""
    shown, last, public = [], None, []
    for entry in record:
        heard = entry.get("heard", {})
        if heard.get("type") == "frame":
            last, public = (last, [*public, heard]) if heard["you"] is None else (heard, [])
        if "shown" in entry:
            shown.append((entry["shown"], last, public))
    return shown
