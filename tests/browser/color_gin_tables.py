"""Tables of Color Gin in a wanted position, and people who play it by what their page offers them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.browser import players
from tests.browser.guests import Guest
from tests.browser.tables import Seated, Tables
from tests.client import Message

Such = Callable[[Message], bool]
SHORT = {"target": 25}
GOES_OUT = re.compile(r"^Discard the .+ and (knock|go gin)")
AT_ONCE = re.compile(r"^(Draw from|Pass$|Next round$)")
CARD = re.compile(r"(ace|\d+|jack|queen|king) of \w+(, just drawn)?")
WORTH = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]


def anyhow(frame: Message) -> bool:
    """Every position will do."""
    return True


def may_go_out(frame: Message) -> bool:
    """Whether this seat has a way of going out."""
    return any(choice["move"]["do"] == "go_out" for choice in frame["choices"])


def is_nearly_won(frame: Message) -> bool:
    """Whether somebody lacks one suit, and in that not much."""
    closed, scores = frame["view"]["closed"], frame["view"]["scores"]
    winners = list(closed.values())
    return any(
        winners.count(seat) == 2 and max(points for suit, points in scores[seat].items() if suit not in closed) > 12
        for seat in winners
    )


class Position:
    """A table that is played at over the wire."""

    def __init__(self, table: Seated) -> None:
        self.table = table

    @property
    def phase(self) -> str:
        """What is asked now, as the view calls it."""
        return str(self.table.frame["view"]["phase"])

    def frame(self, seat: int) -> Message:
        """What this seat sees."""
        return self.table.lines[seat].frame

    def view(self, seat: int = 0) -> dict[str, Any]:
        """The view of this seat."""
        seen: dict[str, Any] = self.frame(seat)["view"]
        return seen

    async def step(self, goes_out: bool = True) -> int:
        """Whoever is asked answers sensibly; the number of the event."""
        return await self.table.play(**self.answer(goes_out))

    def answer(self, goes_out: bool) -> dict[str, Any]:
        """Pass, draw, go out as soon as that is allowed, else leave as little as possible over."""
        frame = self.frame(self.table.turn)
        moves = [choice["move"] for choice in frame["choices"]]
        by_name = {move["do"]: move for move in reversed(moves)}
        if self.phase == "shedding" and not (goes_out and "go_out" in by_name):
            least = min(frame["view"]["sheds"], key=lambda shed: shed["points"])
            return {"do": "discard", "card": least["card"]}
        return next(by_name[name] for name in ("pass", "draw", "go_out", "next") if name in by_name)

    async def reaches(self, seat: int, phase: str, such: Such = anyhow) -> bool:
        """Play on until this seat is asked this; False when the match ends before."""
        while not self.is_at(seat, phase, such):
            if self.phase == "over":
                return False
            await self.step()
        return True

    def is_at(self, seat: int, phase: str, such: Such) -> bool:
        """Whether this seat is asked this."""
        frame = self.frame(seat)
        return self.phase == phase and seat in frame["asked"] and such(frame)

    async def end(self) -> None:
        """Play to the end."""
        while self.phase != "over":
            await self.step()


async def reach(
    tables: Tables, phase: str, host: Guest, other: Guest | str = "Maximilian", *, such: Such = anyhow, **options: Any
) -> Position:
    """A table of these two at which the host is asked this."""
    while True:
        position = Position(await tables.play(host, other, game="color_gin", **options))
        if phase == "over":
            await position.end()
            return position
        if await position.reaches(0, phase, such):
            return position


class Player(players.Player):
    """Goes out as soon as that is offered and else throws away what is left over."""

    async def answer(self, offers: list[str]) -> None:
        """Press what is wished, and whatever has to be pressed after it."""
        at_once = next((offer for offer in offers if AT_ONCE.match(offer)), None)
        if at_once:
            await self.press(at_once)
            if self.finger:
                await self.press(at_once)
            return
        going = [offer for offer in offers if ", then you may" in offer]
        await self.press(going[0] if going else await self._useless())
        if going:
            await self.press(next(offer for offer in await self.look.offers() if GOES_OUT.match(offer)))
        await self.press(next(offer for offer in await self.look.offers() if offer.startswith("Discard the")))

    async def _useless(self) -> str:
        """The card left over that counts most."""
        left_over = self.look.page.get_by_role("list", name="Deadwood").get_by_role("button")
        names = await left_over.evaluate_all("buttons => buttons.map((button) => button.ariaLabel)")
        may_go = [name for name in names if "just taken" not in name and "move it" not in name]
        if not may_go:
            may_go = [offer for offer in await self.look.offers() if CARD.fullmatch(offer)]
        return str(max(may_go, key=lambda name: WORTH.index(name.split(" ")[0])))
