"""Walks through whole games, from decision to decision: everybody answers anyhow over the wire, and stops wherever
somebody is asked something that has not come before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.browser.guests import Guest
from tests.browser.tables import Seated, Tables
from tests.client import Message

MOST_STEPS = 400
OTHERS = ("Maximilian", "Ana Sofía", "Bo", "Konstantina", "Jean-Philippe")
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "tcnccc": (6, {}),
    "sin_color": (4, {}),
    "desfases": (4, {}),
    "color_gin": (2, {}),
    "color_dice": (4, {}),
}
"""The fullest table of each game."""
RASH = {"lift"}
"""What ends a game too soon to see much of it; done now and then."""


async def decisions(
    tables: Tables, host: Guest, key: str, seed: int = 1, **options: Any
) -> AsyncIterator[tuple[str, Seated]]:
    """A name for each kind of question that the host is asked, with the table as it stands; last comes "over"."""
    seats, usual = TABLES[key]
    table = await tables.play(host, *OTHERS[: seats - 1], game=key, **{**usual, **options})
    chance, met = Random(seed), set[str]()
    for _ in range(MOST_STEPS):
        if table.frame["outcome"]:
            break
        kind = str(table.frame["prompt"]["text"])
        if 0 in table.frame["asked"] and kind not in met:
            met.add(kind)
            yield kind, table
        await step(table, chance)
    if table.frame["outcome"]:
        yield "over", table


async def step(table: Seated, chance: Random) -> None:
    """Somebody who is asked answers, whatever comes."""
    seat = chance.choice(table.frame["asked"])
    before = table.frame["seq"]
    await table.lines[seat].play(any_answer(table.lines[seat].frame, chance))
    await table.catch_up(before)


def any_answer(frame: Message, chance: Random) -> Message:
    """One of the answers that a frame allows."""
    pick = frame["pick"]
    if pick is None or (frame["choices"] and chance.random() < 0.5):
        moves = [choice["move"] for choice in frame["choices"]]
        patient = [move for move in moves if move["do"] not in RASH]
        return dict(chance.choice(moves if chance.random() < 0.1 else patient or moves))
    number = chance.randint(pick["least"], pick["most"])
    return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number))}
