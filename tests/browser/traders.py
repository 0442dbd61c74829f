"""People who play Sin Color by what their page offers them, and tables of it that are played at over the wire."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.players import Player
from tests.browser.tables import Seated, Tables
from tests.client import Message

SHOW = re.compile(r"Show my coins: \d suit up, \d value up")
VALUE_UP = re.compile(r"Coin \d+, .+: value up")
OFFER = re.compile(r"Coin \d+: .+: offer it")
PAY = re.compile(r"Coin \d+: (\w+) up, (\w+) down: pay it")
MOVE = re.compile(r"Stack \d, .+: move the (?:top|bottom) tile to the (?:bottom|top)")
DIG = re.compile(r"Stack \d, a tile without colour: .+")
TRADE = re.compile(r"\w+ offers: your \d+ for \d+")
ORDER = re.compile(r"\w+ first; your dice: .+")
# What commits, in the words of the prompt bar.
COMMITS = re.compile(r"Show my coins: .+|Offer (?:\w+ )?\d+ coins?|Stack \d: \w+ tile .+|Pay the .+|Trade with .+")


class Trader(Player):
    """Trades now and then."""

    def __init__(self, look: Look, *, seed: int = 1, finger: bool = False, trades: int = 1) -> None:
        super().__init__(look, seed=seed, finger=finger)
        self._trades_left = trades

    async def answer(self, offers: list[str]) -> None:
        """Take one of what is offered, and confirm what wants to be confirmed."""
        wish = self._wish(offers)
        await self.press(wish)
        if wish != "No trade" and not ORDER.fullmatch(wish):
            await self.press(
                next(name for name in await self.look.offers() if COMMITS.fullmatch(name) and name != wish)
            )
        elif self.finger:
            await self.press(wish)

    def _wish(self, offers: list[str]) -> str:
        if "No trade" in offers and not self._trades_left:
            return "No trade"
        if any(TRADE.fullmatch(offer) for offer in offers):
            self._trades_left -= 1
        for kind in (VALUE_UP, TRADE, OFFER, PAY, ORDER, DIG, MOVE):
            if fitting := [offer for offer in offers if kind.fullmatch(offer)]:
                return self.chance.choice(fitting)
        raise AssertionError(f"there is nothing to answer with: {offers}")


async def sit_down(tables: Tables, host: Guest, *others: Guest | str, **options: Any) -> Seated:
    """A game of Sin Color has begun; all still arrange their coins."""
    return await tables.play(host, *others, game="sin_color", **options)


async def decisions(table: Seated, seed: int = 1) -> AsyncIterator[str]:
    """Everybody plays on, at random. What the host decides, whenever it is of a kind not seen yet; at last "over"."""
    chance = Random(seed)
    seen: set[str] = set()
    while True:
        kind = kind_of(table.frame)
        if kind not in seen:
            seen.add(kind)
            yield kind
        if table.frame["outcome"]:
            return
        await table.play(**some_answer(table.lines[table.turn].frame, chance))


async def play_until(table: Seated, wanted: str) -> None:
    """Everybody plays on until the host comes to this decision. Fails when the game ends before."""
    async for kind in decisions(table):
        if kind == wanted:
            return
    raise AssertionError(f"nobody came to {wanted}")


def kind_of(frame: Message) -> str:
    """What the viewer of this frame decides now."""
    if frame["outcome"]:
        return "over"
    if frame["you"] not in frame["asked"]:
        return "waits"
    if frame["pick"]:
        opens = frame["view"]["turn"] == frame["you"]
        return "opens a trade" if opens else str(frame["pick"]["do"])
    return str(frame["choices"][0]["move"]["do"])


def some_answer(frame: Message, chance: Random) -> Message:
    """One answer to what this frame asks, with a liking for trades and payments."""
    if pick := frame["pick"]:
        number = chance.randint(pick["least"] or 1, min(3, pick["most"]))
        return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number))}
    moves: list[Message] = [choice["move"] for choice in frame["choices"]]
    return chance.choice([move for move in moves if move["do"] in ("trade", "pay")] or moves)


def trade_of(frame: Message) -> Message:
    """The first of the trades that are offered."""
    trade: Message = next(choice["move"] for choice in frame["choices"] if choice["move"]["do"] == "trade")
    return trade
