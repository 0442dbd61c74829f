"""Tables of Color Dice in a wanted position, and people who play it by what their page offers them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec
from playwright.async_api import WebSocketRoute

from games.color_dice import GAME
from games.color_dice.board import PAWNS, set_up
from games.color_dice.options import Options
from games.color_dice.rules import State
from games.color_dice.table import Die
from games.engine import Question
from games.frame import frame
from tests.browser import players
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables
from tests.client import Message

NAMES = ("Ann", "Maximilian", "Ana Sofía", "Konstantina", "Bo", "Jean-Philippe")
KEEP = "Keep the dice"
DIE = re.compile(r".+: die [1-6], throw again")
THROW = re.compile(r"Throw (?:1 die|\d dice) again")
ORDER = re.compile(r"(?:Attack|Counterattacks) first, .+")
TARGET = re.compile(r".+: die [1-6], attack with [1-5]")
FROM = re.compile(r"From .+: [1-5]\. .+")
TO = re.compile(r".+: (?:move|strike|move or strike|move and strike) here\. .+")
ONE_MORE = re.compile(r"One more of .+: \d")
SEND = re.compile(r"Move \d pawns? from .+|Strike \d pawns? .+|In .+, move .+ and strike .+")
KEEPS = 0.7
"""How often the dice stay as they fell."""
GROWS = ("rethrow", "attack", "send", "strike", "attack_first", "counter_first", "keep")


# --- Positions reached by playing ---------------------------------------------------------------------------


class Position:
    """A table that is played at over the wire, whatever comes; the dice are kept as they fall."""

    def __init__(self, table: Seated, seed: int = 1) -> None:
        self.table = table
        self._chance = Random(seed)

    @property
    def phase(self) -> str:
        """What is asked now: "throwing", "attacking", … "over"."""
        return str(self.table.frame["view"]["phase"])

    async def step(self) -> int:
        """Whoever is asked answers anyhow, but goes on. The number of the event."""
        moves = [choice["move"] for choice in self.table.lines[self.table.turn].frame["choices"]]
        return await self.table.play(**self._chance.choice([move for move in moves if move["do"] in GROWS] or moves))

    async def reaches(self, seat: int, phase: str) -> bool:
        """Play on until this seat is asked this; False when it never is."""
        while self.phase != "over" and (self.table.turn, self.phase) != (seat, phase):
            await self.step()
        return self.phase == phase


async def reach(
    tables: Tables, phase: str, host: Guest, *others: Guest | str, seat: int = 0, **options: Any
) -> Position:
    """A table of these people at which this seat is asked this."""
    for seed in count(1):
        table = await tables.play(host, *(others or NAMES[1:3]), game="color_dice", **options)
        position = Position(table, seed)
        if await position.reaches(seat, phase):
            return position
    raise AssertionError


# --- Positions written by hand ------------------------------------------------------------------------------


def state(
    areas: Sequence[Sequence[int]],
    dice: Sequence[int],
    *,
    players: int,
    thrown: int = 1,
    gone: Sequence[int] = (),
    **more: Any,
) -> State:
    """A table of so many players; by area, how many pawns of each colour stand there. The others are outside."""
    board = set_up(players, 0)
    board.areas = [list(pawns) for pawns in areas]
    board.gone = list(gone) or [0 for _ in areas]
    board.outside = [PAWNS - sum(pawns[colour] for pawns in areas) - board.gone[colour] for colour in board.colours]
    assert min(board.outside) >= 0
    return State(**{"options": Options(), "turn": 0, **more}, board=board, dice=[Die(die, thrown) for die in dice])


def asking(g: State, question: Question) -> State:
    """The same, with this question."""
    g.first(question)
    return g


class Shown:
    """A page that is shown a position written by hand, and the answers it has given."""

    def __init__(self, look: Look, g: State, seat: int | None) -> None:
        self.look = look
        self.answers: list[Message] = []
        self._seat = seat
        self._over = g.question is None
        self._frame: Message = json.loads(msgspec.json.encode(frame(GAME, g, seat, 1, [])))

    def come_between(self, line: WebSocketRoute) -> None:
        """Between the page and the server of a real table of as many players."""
        server = line.connect_to_server()
        line.on_message(lambda said: self._take(server, said))
        server.on_message(lambda said: line.send(json.dumps(self._instead(json.loads(said)))))

    def _take(self, server: WebSocketRoute, said: str | bytes) -> None:
        message: Message = json.loads(said)
        if message["type"] == "play":
            self.answers.append(message["move"])
        else:
            server.send(said)

    def _instead(self, said: Message) -> Message:
        if said["type"] == "frame":
            return {**said, **self._frame}
        if said["type"] == "table":
            seats = [{**seat, "name": name} for seat, name in zip(said["seats"], NAMES, strict=False)]
            you = {**said["you"], "seat": self._seat, "seats": [] if self._seat is None else [self._seat]}
            return {**said, "seats": seats, "you": you, "state": "over" if self._over else "playing"}
        return said


async def show(guest: Guest, tables: Tables, g: State, seat: int | None = 0) -> Shown:
    """The real page of a real table, but for what lies on it."""
    table = await tables.play(guest, *NAMES[1 : g.board.players], game="color_dice")
    page = await guest.context.new_page()
    shown = Shown(Look(page), g, seat)
    await page.route_web_socket("**/ws/**", shown.come_between)
    # For the server this game goes on, whatever is shown of it.
    await page.route("**/ending?*", lambda route: route.fulfill(json={"number": 1, "facts": [], "beneath": None}))
    await page.goto(f"{guest.base_url}/t/{table.room}")
    await shown.look.is_ready()
    return shown


# --- Players ------------------------------------------------------------------------------------------------


class Player(players.Player):
    """Throws again now and then, and attacks wherever they can."""

    async def answer(self, offers: list[str]) -> None:
        """Press one thing after the other until something is sent."""
        commits = False
        while not commits:
            wish, commits = self._wish(offers)
            await self.press(wish)
            offers = await self.look.offers()
            if commits and self.finger and "Cancel" in offers:
                await self.press(wish)

    def _wish(self, offers: list[str]) -> tuple[str, bool]:
        """What to press next, and whether that sends an answer."""
        if KEEP in offers and not self._fitting(THROW, offers) and self.chance.random() < KEEPS:
            return KEEP, True
        kinds: list[tuple[re.Pattern[str], bool]] = [(SEND, True), (THROW, True), (ORDER, True), (TARGET, True)]
        kinds += [(TO, False), (FROM, False), (ONE_MORE, False), (DIE, False)]
        for kind, commits in kinds:
            if fitting := self._fitting(kind, offers):
                return self.chance.choice(fitting), commits
        raise AssertionError(f"there is nothing to answer with: {offers}")

    def _fitting(self, kind: re.Pattern[str], offers: list[str]) -> list[str]:
        return [offer for offer in offers if kind.fullmatch(offer)]
