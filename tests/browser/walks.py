"""Tables in a wanted position, and walks through whole games from decision to decision: everybody answers anyhow over
the wire until somebody is asked what is looked for, or what has not come before."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from itertools import count
from random import Random
from typing import Any, Self

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.client import Message

Such = Callable[[Message], Any]
OTHERS = ("Maximilian", "Ana Sofía", "Bo", "Konstantina", "Jean-Philippe")
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "tcnccc": (6, {}),
    "sin_color": (4, {}),
    "desfases": (4, {}),
    "color_gin": (2, {"mode": "jokers", "target": 25}),
    "color_dice": (4, {}),
}
"""The fullest table of each game."""
COMPANY = {"tcnccc": 2, "sin_color": 3, "desfases": 4, "color_gin": 2, "color_dice": 3}
"""The usual one."""
KINDS = {"tcnccc": 4, "sin_color": 10, "desfases": 6, "color_gin": 7, "color_dice": 7}
"""So many there are, but for what is seldom."""
RASH = {"lift", "stop", "back", "decline"}
"""What ends a game too soon to see much of it, or leads nowhere; done now and then."""
AT_ONCE = {"go_out", "trade", "pay"}
"""What seldom can be done, and leads to what has not been seen."""


# --- A wanted position --------------------------------------------------------------------------------------


async def reach(
    tables: Tables,
    game: str,
    ask: str,
    host: Guest,
    *others: Guest | str,
    seat: int = 0,
    such: Such = bool,
    **options: Any,
) -> Seated:
    """A table of these people at which this seat is asked this. What does not come in one game comes in another."""
    for seed in count(1):
        table = await tables.play(host, *(others or OTHERS[: COMPANY[game] - 1]), game=game, **options)
        if await reaches(table, ask, seat, such, Random(seed)):
            return table
    raise AssertionError


async def reaches(
    table: Seated, ask: str, seat: int = 0, such: Such = bool, chance: Random | None = None, goes_out: bool = True
) -> bool:
    """Play on until this seat is asked this, or the game is over; False when it never is."""
    chance = chance or Random(1)
    while not is_at(table, ask, seat, such):
        if table.frame["outcome"]:
            return False
        await step(table, chance, goes_out)
    return True


def is_at(table: Seated, ask: str, seat: int = 0, such: Such = bool) -> bool:
    """Whether this seat is asked this now."""
    frame = table.lines[seat].frame
    return asks(frame) == ask and bool(such(frame))


def asks(frame: Message) -> str:
    """What its viewer is asked: the phase of the game, or else what can be done; "waits" for others, and "over"."""
    if frame["outcome"]:
        return "over"
    if frame["you"] not in frame["asked"]:
        return "waits"
    if phase := frame["view"].get("phase"):
        return str(phase)
    does = str((frame["pick"] or frame["choices"][0]["move"])["do"])
    return "open a trade" if does == "offer" and frame["view"]["turn"] == frame["you"] else does


GOES_OUT = re.compile(r"^Discard the .+ and (knock|go gin)")
"""A button of Color Gin."""


def may_go_out(frame: Message) -> bool:
    """Whether this seat has a way of going out."""
    return any(choice["move"]["do"] == "go_out" for choice in frame["choices"])


# --- Every decision -----------------------------------------------------------------------------------------


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


CLOSE_WHAT_WAS_MISSED = "() => document.querySelector('[data-focus=missed]')?.click()"
NOTE_THE_LINE = """window.WebSocket = class extends WebSocket {
    constructor(...how) { super(...how); window.line = this; }
};"""


class Walker:
    """Somebody who looks at the decisions of a walk. In between the page hears nothing: it would have to keep up."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._look: Look | None = None
        self._room = ""

    @classmethod
    async def of(cls, guest: Guest) -> Self:
        """This guest, who has no page open yet."""
        await guest.context.add_init_script(NOTE_THE_LINE)
        return cls(guest)

    async def comes_to(self, table: Seated) -> Look:
        """The page, on which this table is seen as it stands now."""
        if self._look is None or table.room != self._room:
            self._look, self._room = await self._guest.look_at(table.room), table.room
        else:
            await self._look.page.evaluate("() => dispatchEvent(new Event('online'))")
        await self._look.shows(table.frame["seq"])
        await self._look.is_ready()
        await self._look.page.evaluate(CLOSE_WHAT_WAS_MISSED)
        return self._look

    async def dozes(self) -> None:
        """From now on nothing is heard."""
        assert self._look is not None
        await self._look.page.evaluate("() => { line.onmessage = null; }")


def kind_of(frame: Message) -> str:
    """What the viewer of this frame is asked, in the words of the prompt."""
    if frame["outcome"]:
        return "over"
    return str(frame["prompt"]["text"]) if frame["you"] in frame["asked"] else "waits"


async def step(table: Seated, chance: Random, goes_out: bool = True) -> int:
    """Somebody who is asked answers, whatever comes. The number of the event."""
    seat = chance.choice(table.frame["asked"])
    before = table.frame["seq"]
    await table.lines[seat].play(any_answer(table.lines[seat].frame, chance, goes_out))
    return await table.catch_up(before)


def any_answer(frame: Message, chance: Random, goes_out: bool = True) -> Message:
    """One of the answers that a frame allows."""
    pick, moves = frame["pick"], [choice["move"] for choice in frame["choices"]]
    if seldom := [move for move in moves if move["do"] in AT_ONCE and (goes_out or move["do"] != "go_out")]:
        return dict(chance.choice(seldom))
    if sheds := frame["view"].get("sheds"):  # of a hand that only chance sheds cards from nothing comes
        return {"do": "discard", "card": min(sheds, key=lambda shed: shed["points"])["card"]}
    if moves and moves[0]["do"] == "feed":  # the lowest coin is soon spent
        return dict(moves[0])
    if pick is None or (moves and chance.random() < 0.5):
        patient = [move for move in moves if move["do"] not in RASH]
        return dict(chance.choice(moves if chance.random() < 0.1 else patient or moves))
    number = chance.randint(pick["least"], pick["most"])
    return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number))}
