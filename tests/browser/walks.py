"""Walks through whole games, from decision to decision: everybody answers anyhow over the wire, and stops wherever
somebody is asked something that has not come before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.browser.guests import Guest
from tests.browser.tables import Seated, Tables
from tests.client import Message

OTHERS = ("Maximilian", "Ana Sofía", "Bo", "Konstantina", "Jean-Philippe")
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "tcnccc": (6, {}),
    "sin_color": (4, {}),
    "desfases": (4, {}),
    "color_gin": (2, {"mode": "jokers", "target": 25}),
    "color_dice": (4, {}),
}
"""The fullest table of each game."""
KINDS = {"tcnccc": 4, "sin_color": 10, "desfases": 6, "color_gin": 7, "color_dice": 7}
"""So many there are, but for what is seldom."""
RASH = {"lift"}
"""What ends a game too soon to see much of it; done now and then."""
AT_ONCE = {"go_out", "trade", "pay"}
"""What seldom can be done, and leads to what has not been seen."""


async def decisions(
    tables: Tables, host: Guest, key: str, seed: int = 1, **options: Any
) -> AsyncIterator[tuple[str, Seated]]:
    """A name for each kind of question that the host is asked, with the table as it stands; also "waits", the first
    time that only others are asked, and "over". What chance does not bring about in one game comes in another."""
    seats, usual = TABLES[key]
    chance, met = Random(seed), set[str]()
    while len(met) < KINDS[key]:
        table = await tables.play(host, *OTHERS[: seats - 1], game=key, **{**usual, **options})
        while "over" not in met or not table.frame["outcome"]:
            kind = kind_of(table.frame)
            if kind not in met:
                met.add(kind)
                yield kind, table
            if table.frame["outcome"]:
                break
            await step(table, chance)


def kind_of(frame: Message) -> str:
    """What the viewer of this frame is asked, in the words of the prompt."""
    if frame["outcome"]:
        return "over"
    return str(frame["prompt"]["text"]) if frame["you"] in frame["asked"] else "waits"


async def step(table: Seated, chance: Random) -> None:
    """Somebody who is asked answers, whatever comes."""
    seat = chance.choice(table.frame["asked"])
    before = table.frame["seq"]
    await table.lines[seat].play(any_answer(table.lines[seat].frame, chance))
    await table.catch_up(before)


def any_answer(frame: Message, chance: Random) -> Message:
    """One of the answers that a frame allows."""
    pick, moves = frame["pick"], [choice["move"] for choice in frame["choices"]]
    if seldom := [move for move in moves if move["do"] in AT_ONCE]:
        return dict(chance.choice(seldom))
    if sheds := frame["view"].get("sheds"):  # of a hand that only chance sheds cards from nothing comes
        return {"do": "discard", "card": min(sheds, key=lambda shed: shed["points"])["card"]}
    if pick is None or (moves and chance.random() < 0.5):
        patient = [move for move in moves if move["do"] not in RASH]
        return dict(chance.choice(moves if chance.random() < 0.1 else patient or moves))
    number = chance.randint(pick["least"], pick["most"])
    return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number))}
