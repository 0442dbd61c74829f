"""Tables of Desfases in a wanted position, and people who play it by what their page offers them."""

from __future__ import annotations

import re
from itertools import count
from random import Random
from typing import Any

from tests.browser import players
from tests.browser.guests import Guest
from tests.browser.tables import Seated, Tables

SQUARE = re.compile(r"[a-e][1-5], .+")
COIN = re.compile(r".+, load the timer")
SUIT = re.compile(r"Suns|Moons|Crowns|Arms")
CONFIRM = re.compile(r"^(Play |Move to [a-e][1-5]$|Score |Load the )")
OTHERS = ("Maximilian", "Ana Sofía", "Konstantina")


class Position:
    """A table that is played at over the wire, whatever comes."""

    def __init__(self, table: Seated, seed: int = 1) -> None:
        self.table = table
        self._chance = Random(seed)

    @property
    def asks(self) -> str:
        """What is asked now: choose, move, score or feed; "" when the game is over."""
        if self.table.frame["outcome"]:
            return ""
        return str(self.table.lines[self.table.turn].frame["choices"][0]["move"]["do"])

    async def step(self) -> int:
        """Whoever is asked answers anyhow, but feeds the lowest coin: the sooner he scores. The number of the event."""
        choices = self.table.lines[self.table.turn].frame["choices"]
        move = choices[0]["move"] if self.asks == "feed" else self._chance.choice(choices)["move"]
        return await self.table.play(**move)

    async def reaches(self, seat: int, ask: str) -> bool:
        """Play on until this seat is asked this; False when it never is."""
        while self.asks and (self.table.turn, self.asks) != (seat, ask):
            await self.step()
        return bool(self.asks)

    async def end(self) -> None:
        """Play to the end."""
        while self.asks:
            await self.step()


async def reach(tables: Tables, ask: str, host: Guest, *others: Guest | str, seat: int = 0, **options: Any) -> Position:
    """A table of these people at which this seat is asked this. By chance nobody may ever face a pawn: then another."""
    for seed in count():
        position = Position(await tables.play(host, *(others or OTHERS), game="desfases", **options), seed)
        if await position.reaches(seat, ask):
            return position
    raise AssertionError


class Player(players.Player):
    """Plays at random."""

    async def answer(self, offers: list[str]) -> None:
        """Pick one of what is lit, and confirm it."""
        lit = [offer for offer in offers if any(kind.fullmatch(offer) for kind in (SQUARE, COIN, SUIT))]
        await self.press(self.chance.choice(lit))
        await self.press(next(offer for offer in await self.look.offers() if CONFIRM.match(offer)))
