"""Tables in a wanted position, and walks through whole games from decision to decision: random answers are given over
the wire until somebody is asked the wanted question, or one that is new."""

import re
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

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
"""The usual number of players."""
KINDS = {"tcnccc": 4, "sin_color": 10, "desfases": 6, "color_gin": 7, "color_dice": 7}
"""The number of kinds of questions, rare ones excepted."""
RASH = {"lift", "stop", "back", "decline"}
"""Answers that end a game too soon or lead nowhere; given now and then."""
AT_ONCE = {"go_out", "trade", "pay"}
"""Answers that are rarely possible and lead to something new."""


def by_day(game: str, among: Iterable[str]) -> pytest.MarkDecorator:
    """By day only this game, in long runs each of them."""
    marks = {key: [pytest.mark.long] for key in among if key != game}
    return pytest.mark.parametrize("game", [pytest.param(key, marks=marks.get(key, [])) for key in among])


# --- A wanted position --------------------------------------------------------------------------------------


async def reach(
    tables: Tables, game: str, ask: str, host: Guest, *others: Guest | str, such: Such = bool, **options: Any
) -> Seated:
    """A table of these people at which the host is asked this. If it does not happen in one game, another is begun."""
    for seed in count(1):
        table = await tables.play(host, *(others or OTHERS[: COMPANY[game] - 1]), game=game, **options)
        if await reaches(table, ask, 0, such, Random(seed)):
            return table
    raise AssertionError


async def reaches(
    table: Seated, ask: str, seat: int = 0, such: Such = bool, chance: Random | None = None, goes_out: bool = True
) -> bool:
    """Play until this seat is asked this; False if the game ends first."""
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
    """The question to the frame's viewer: the phase of the game, otherwise the possible moves; "waits" for others, and
    "over"."""
    if frame["outcome"]:
        return "over"
    if frame["you"] not in frame["asked"]:
        return "waits"
    if phase := frame["view"].get("phase"):
        return str(phase)
    does = str((frame["pick"] or frame["choices"][0]["move"])["do"])
    return "open a trade" if does == "offer" and frame["view"]["turn"] == frame["you"] else does


GOES_OUT = re.compile(r"^Discard the .+ and (knock|go gin)")
"""The name of a button of Color Gin."""


def may_go_out(frame: Message) -> bool:
    """Whether this seat can go out."""
    return any(choice["move"]["do"] == "go_out" for choice in frame["choices"])


# --- Every decision -----------------------------------------------------------------------------------------


# What was missed is told as soon as that part is loaded, over pieces that are to be pressed.
NOTE_THE_LINE_AND_CLOSE_WHAT_WAS_MISSED = """window.WebSocket = class extends WebSocket {
    constructor(...how) { super(...how); window.line = this; }
};
new MutationObserver(() => document.querySelector("[data-focus=missed]")?.click())
    .observe(document, { childList: true, subtree: true });"""


# The line ends, and the browser says that it is online: the page opens another one at once.
COME_BACK = """() => {
    line.close();
    line.dispatchEvent(new CloseEvent("close"));
    dispatchEvent(new Event("online"));
}"""


async def decisions(
    tables: Tables, host: Guest, key: str, clock: Message | None = None, others: Sequence[str] = OTHERS, seats: int = 0
) -> AsyncGenerator[tuple[str, Look]]:
    """A name for each kind of question that the host is asked, with their page; also "waits", the first time that only
    others are asked, and "over". What does not happen in one game happens in another. In between, the page ignores
    messages: it would have to keep up."""
    usual, options = TABLES[key]
    chance, met = Random(1), set[str]()
    while len(met) < KINDS[key]:
        table, look = await tables.gather(host, *others[: (seats or usual) - 1], game=key, **options), None
        if clock:
            await table.lines[0].send(type="doors", clock=clock)
        await table.start()
        while "over" not in met or not table.frame["outcome"]:
            kind = kind_of(table.frame)
            if kind not in met:
                met.add(kind)
                if look is None:
                    look = await host.look_at(table.room, NOTE_THE_LINE_AND_CLOSE_WHAT_WAS_MISSED)
                else:
                    await look.page.evaluate(COME_BACK)
                await look.shows(table.frame["seq"])
                await look.is_ready()
                yield kind, look
                await look.page.evaluate("() => { line.onmessage = null; }")
            if table.frame["outcome"]:
                break
            await step(table, chance)


def kind_of(frame: Message) -> str:
    """The viewer's question, in the words of the prompt."""
    if frame["outcome"]:
        return "over"
    return str(frame["prompt"]["text"]) if frame["you"] in frame["asked"] else "waits"


async def step(table: Seated, chance: Random, goes_out: bool = True) -> int:
    """Give any answer of somebody who is asked. The number of the event."""
    seat = chance.choice(table.frame["asked"])
    before = table.frame["seq"]
    await table.lines[seat].play(any_answer(table.lines[seat].frame, chance, goes_out))
    return await table.catch_up(before)


def any_answer(frame: Message, chance: Random, goes_out: bool = True) -> Message:
    """A random answer that this frame allows."""
    pick, moves = frame["pick"], [choice["move"] for choice in frame["choices"]]
    if seldom := [move for move in moves if move["do"] in AT_ONCE and (goes_out or move["do"] != "go_out")]:
        return dict(chance.choice(seldom))
    if sheds := frame["view"].get("sheds"):  # a hand that sheds cards only at random never improves
        return {"do": "discard", "card": min(sheds, key=lambda shed: shed["points"])["card"]}
    if moves and moves[0]["do"] == "feed":  # the lowest coin is used up soonest
        return dict(moves[0])
    if pick is None or (moves and chance.random() < 0.5):
        patient = [move for move in moves if move["do"] not in RASH]
        return dict(chance.choice(moves if chance.random() < 0.1 else patient or moves))
    number = chance.randint(pick["least"], pick["most"])
    return {"do": pick["do"], pick["field"]: sorted(chance.sample(pick["among"], number))}
