"""Hand-written positions of Color Dice on a real page: one for every decision, and other notable ones."""

import json
from collections.abc import AsyncIterator
from itertools import count

import msgspec
from playwright.async_api import WebSocketRoute

from games.color_dice import GAME
from games.color_dice.attacking import Countering, Deciding, sending
from games.color_dice.rules import State
from games.engine import Question
from games.frame import frame
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.client import Message
from tests.games.color_dice_tables import LETTERS, play, read

NAMES = ("Ann", "Maximilian", "Ana Sofía", "Konstantina", "Bo", "Jean-Philippe")


def asking(g: State, question: Question) -> State:
    """The same, with this question."""
    g.first(question)
    return g


class Shown:
    """A page that shows hand-written positions, and the answers it has given."""

    def __init__(self, look: Look, g: State, seat: int | None) -> None:
        self._look = look
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
        await self._look.shows(self._frame["seq"])
        return self._look

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


async def show(guest: Guest, tables: Tables, g: State, seat: int | None = 0) -> tuple[Shown, Look]:
    """The real page of a real table, except for its position."""
    table = await tables.play(guest, *NAMES[1 : g.board.players], game="color_dice")
    page = await guest.context.new_page()
    shown = Shown(look := Look(page), g, seat)
    await page.route_web_socket("**/ws/**", shown.come_between)
    # To the server this game goes on, whatever the page shows.
    ending = {"number": 1, "facts": [], "bots": [], "beneath": None}
    await page.route("**/ending?*", lambda route: route.fulfill(json=ending))
    await page.goto(f"{guest.base_url}/t/{table.room}")
    await look.is_ready()
    return shown, look


async def shown_in_turn(guest: Guest, tables: Tables, *scenes: str) -> AsyncIterator[tuple[str, Look]]:
    """These scenes, each on the page of the previous one if it has as many players."""
    shown, players = None, 0
    for name in scenes:
        g = SCENES[name]()
        if shown is None or g.board.players != players:
            (shown, _), players = await show(guest, tables, g), g.board.players
        yield name, await shown.turn_to(g)


# --- Positions ----------------------------------------------------------------------------------------------

# Tables use the first areas and colours, one for each player.
CROWDED = ("r3 y1 b1", "r2 y4 g1", "y2 g3 w1", "r1 b5 k1", "g1 k4 w2", "r1 b2 w3")


def crowded(dice: str, players: int = 4, turn: str = "r") -> State:
    colours = max(players, 4)
    areas = (" ".join(word for word in area.split() if word[0] in LETTERS[:colours]) for area in CROWDED[:colours])
    return read(f"{' / '.join(areas)} : {' '.join(dice.split()[:colours])} : players {players}, turn {turn}")


def throwing(players: int = 4) -> State:
    return crowded("5 2 6 3 5 1", players)


def attacking() -> State:
    return play(crowded("5 2 6 3"), "keep, attack_first")


def blocked() -> State:
    """Red would need three free pawns in one place, and the blue dummy has only single ones inside."""
    return read("r2 g3 / r7 / g4 b1 / b1 : 4 1 2 6 : players 3, gone b6")


def sending_two(players: int = 4) -> State:
    g = crowded("5 3 6 3 5 1", players)
    return asking(g, sending(g, 1))


def striking_three() -> State:
    """Three of the yellow, green and blue pawns in the yellow area are to be struck."""
    g = read("r4 g1 / r3 y3 g1 b2 / y1 g5 / b6 : 6 3 6 2 : target area")
    return play(g, "keep, attack y, strike 3 r>y: ?")


def countering() -> State:
    return asking(crowded("6 5 6 3", turn="y"), Countering(seat=0, colour=0, target=1, pawns=1, players=4))


def countering_of_six() -> State:
    g = crowded("6 5 6 3 5 1", 6, turn="y")
    return asking(g, Countering(seat=0, colour=0, target=1, pawns=2, players=6))


def deciding() -> State:
    """Deciding for the blue dummy before one's own turn."""
    return asking(crowded("6 5 5 6", 3, "g"), Deciding(seat=0, colour=3, target=2, pawns=1, players=3))


def with_locked_pawns() -> State:
    """Seven red pawns locked in the yellow area, one outside; four of the blue dummy's pawns are out of the game."""
    g = read("r1 g2 / r7 y1 / y8 g1 / b5 : 6 5 6 2 : players 3, gone b4")
    return asking(g, sending(g, 1))


def won() -> State:
    g = read("g2 / r9 / y7 g1 / g2 b5 : 6 2 6 2 : players 3, gone b4")
    g.agenda.clear()
    return g


SCENES = {
    "throwing": throwing,
    "ordering": lambda: play(crowded("4 2 6 1"), "keep"),
    "attacking": attacking,
    "sending": sending_two,
    "striking": striking_three,
    "countering": countering,
    "locked": with_locked_pawns,
    "won": won,
    "throwing of two": lambda: throwing(2),
    "throwing of six": lambda: throwing(6),
    "sending of six": lambda: sending_two(6),
    "countering of six": countering_of_six,
}
