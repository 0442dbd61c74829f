"""Hand-written positions of Color Dice on a real page: one for every decision, and other notable ones."""

import json
from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import Any

import msgspec
from playwright.async_api import WebSocketRoute

from games.color_dice import GAME
from games.color_dice.attacking import Attacking, Countering, Deciding, Striking, sending
from games.color_dice.board import PAWNS, set_up
from games.color_dice.moves import Send
from games.color_dice.options import Options
from games.color_dice.rules import Ordering, State, Throwing
from games.color_dice.table import Die, Step
from games.engine import Question
from games.frame import frame
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.client import Message

NAMES = ("Ann", "Maximilian", "Ana Sofía", "Konstantina", "Bo", "Jean-Philippe")


def state(
    areas: Sequence[Sequence[int]],
    dice: Sequence[int],
    *,
    players: int,
    thrown: int = 1,
    gone: Sequence[int] = (),
    **more: Any,
) -> State:
    """A table of this many players; by area, the number of pawns of each colour. The others are outside."""
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
    """A page that shows hand-written positions, and the answers it has given."""

    def __init__(self, look: Look, g: State, seat: int | None) -> None:
        self.look = look
        self.answers: list[Message] = []
        self._real: dict[str, Message] = {}
        self._questions = count(1)
        self._put(g, seat)

    def _put(self, g: State, seat: int | None) -> None:
        self._seat, self._over = seat, g.question is None
        number = next(self._questions)
        self._frame: Message = json.loads(msgspec.json.encode(frame(GAME, g, seat, number, [])))
        if not self._over:
            self._frame["question"] = number

    def come_between(self, line: WebSocketRoute) -> None:
        """Intercept the connection of a real table with as many players."""
        self._line, server = line, line.connect_to_server()
        line.on_message(lambda said: self._take(server, said))
        server.on_message(lambda said: line.send(json.dumps(self._instead(json.loads(said)))))

    async def turn_to(self, g: State, seat: int | None = 0) -> Look:
        """The page showing another position for as many players, through these eyes."""
        self._put(g, seat)
        for message in self._real.values():
            self._line.send(json.dumps(self._instead(message)))
        await self.look.shows(self._frame["seq"])
        return self.look

    def _take(self, server: WebSocketRoute, said: str | bytes) -> None:
        message: Message = json.loads(said)
        if message["type"] == "play":
            self.answers.append(message["move"])
        else:
            server.send(said)

    def _instead(self, said: Message) -> Message:
        if said["type"] in ("frame", "table"):
            self._real[said["type"]] = said
        if said["type"] == "frame":
            return {**said, **self._frame}
        if said["type"] == "table":
            seats = [{**seat, "name": name} for seat, name in zip(said["seats"], NAMES, strict=False)]
            you = {**said["you"], "seat": self._seat, "seats": [] if self._seat is None else [self._seat]}
            return {**said, "seats": seats, "you": you, "state": "over" if self._over else "playing"}
        return said


async def show(guest: Guest, tables: Tables, g: State, seat: int | None = 0) -> Shown:
    """The real page of a real table, except for its position."""
    table = await tables.play(guest, *NAMES[1 : g.board.players], game="color_dice")
    page = await guest.context.new_page()
    shown = Shown(Look(page), g, seat)
    await page.route_web_socket("**/ws/**", shown.come_between)
    # To the server this game goes on, whatever the page shows.
    await page.route("**/ending?*", lambda route: route.fulfill(json={"number": 1, "facts": [], "beneath": None}))
    await page.goto(f"{guest.base_url}/t/{table.room}")
    await shown.look.is_ready()
    return shown


async def shown_in_turn(guest: Guest, tables: Tables, *scenes: str) -> AsyncIterator[tuple[str, Look]]:
    """These scenes, each on the page of the previous one if it has as many players."""
    shown, players = None, 0
    for name in scenes:
        g = SCENES[name]()
        if shown is None or g.board.players != players:
            shown, players = await show(guest, tables, g), g.board.players
        yield name, await shown.turn_to(g)


# --- Positions ----------------------------------------------------------------------------------------------

# By area: pawns of each colour. Tables use the first colours, one for each player.
CROWDED = [
    [3, 1, 0, 1, 0, 0],
    [2, 4, 1, 0, 0, 0],
    [0, 2, 3, 0, 0, 1],
    [1, 0, 0, 5, 1, 0],
    [0, 0, 1, 0, 4, 2],
    [1, 0, 0, 2, 0, 3],
]


def crowded(players: int, dice: list[int], **more: Any) -> State:
    colours = max(players, 4)
    return state([pawns[:colours] for pawns in CROWDED[:colours]], dice[:colours], players=players, **more)


def throwing(players: int = 4, thrown: int = 1) -> State:
    return asking(crowded(players, [5, 2, 6, 3, 5, 1], thrown=thrown), Throwing(seat=0))


def attacking(players: int = 4) -> State:
    g = crowded(players, [5, 2, 6, 3, 5, 1], steps=[Step("counter", 2)])
    return asking(g, Attacking(seat=0))


def sending_two(players: int = 4) -> State:
    g = crowded(players, [5, 3, 6, 3, 5, 1])
    return asking(g, sending(g, 1))


def striking_three() -> State:
    """Three of the yellow, green and blue pawns in the yellow area are to be struck."""
    areas = [[4, 0, 1, 0], [3, 3, 1, 2], [0, 1, 5, 0], [0, 0, 0, 6]]
    g = state(areas, [6, 3, 6, 2], players=4, options=Options(target="area"))
    sends = [move for move in sending(g, 1).moves(g, 0) if isinstance(move, Send) and move.struck is None]
    return asking(g, Striking(seat=0, send=sends[0], target=1))


def countering() -> State:
    g = crowded(4, [6, 5, 6, 3], turn=1)
    return asking(g, Countering(seat=0, colour=0, target=1, pawns=1, players=4))


def deciding() -> State:
    """Deciding for the blue dummy before one's own turn."""
    g = crowded(3, [6, 5, 5, 6], turn=2)
    return asking(g, Deciding(seat=0, colour=3, target=2, pawns=1, players=3))


def with_locked_pawns() -> State:
    """Seven red pawns locked in the yellow area, one outside; four of the blue dummy's pawns are out of the game."""
    areas = [[1, 0, 2, 0], [7, 1, 0, 0], [0, 8, 1, 0], [0, 0, 0, 5]]
    g = state(areas, [6, 5, 6, 2], players=3, gone=[0, 0, 0, 4])
    return asking(g, sending(g, 1))


def won() -> State:
    areas = [[0, 0, 2, 0], [9, 0, 0, 0], [0, 7, 1, 0], [0, 0, 2, 5]]
    return state(areas, [6, 2, 6, 2], players=3, gone=[0, 0, 0, 4])


SCENES = {
    "throwing": throwing,
    "ordering": lambda: asking(crowded(4, [4, 2, 6, 1]), Ordering(seat=0)),
    "attacking": attacking,
    "sending": sending_two,
    "striking": striking_three,
    "countering": countering,
    "locked": with_locked_pawns,
    "won": won,
}
