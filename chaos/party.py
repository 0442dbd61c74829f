"""Rooms full of robots: set up before the faults, wound up after them."""

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from msgspec import Struct

from app.storage.store import Store
from app.table.events import Began, Closed, Event, Said
from chaos.history import Ended, Healed, History
from chaos.robots import Robot, SharedKnowledge
from chaos.servers import Servers
from tests.client import Friend, Page

CLOCK: Final = {"each": "game", "seconds": 10}
"""A clock soon used up: after that every question lapses at once, unless answered faster."""
SETTLE_WITHIN_S: Final = 60.0


class Room(Struct, frozen=True, kw_only=True):
    """The setup of a table. `twice`: players with a second page open; `watching`: spectators."""

    game: str
    seats: int
    bots: int = 0
    clock: bool = False
    twice: int = 1
    watching: int = 1


ROOMS: Final = (
    Room(game="tcnccc", seats=3),
    Room(game="sin_color", seats=3),
    Room(game="color_dice", seats=3, bots=1),
    Room(game="desfases", seats=2, clock=True),
    Room(game="color_gin", seats=2, watching=0),
    Room(game="tcnccc", seats=4, bots=1, clock=True, watching=0),
)
"""24 robots."""


R = TypeVar("R", bound=Robot)


class Party(Generic[R]):
    """Some rooms and their robots."""

    def __init__(
        self,
        servers: Servers,
        history: History,
        kind: type[R],
        *,
        seed: object,
        pace_s: tuple[float, float] = (0.02, 0.3),
    ) -> None:
        self.servers = servers
        self.history = history
        self.codes: list[str] = []
        self.robots: list[R] = []
        self._kind = kind
        self._seed = seed
        self._pace_s = pace_s
        self._lives: list[asyncio.Task[None]] = []
        self._friends: list[Friend] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        for friend in self._friends:
            await friend.http.aclose()

    async def seat(self, rooms: Sequence[Room] = ROOMS) -> None:
        """Open these rooms and begin their games, while nothing is broken."""
        for number, room in enumerate(rooms):
            await self._seat(number, room)

    async def _seat(self, number: int, room: Room) -> None:
        chance = Random(f"{self._seed}/{number}")
        people = [await self._friend(chance) for _ in range(room.seats - room.bots + room.watching)]
        code = await people[0].open_room(f"Robot {number}.0", game=room.game, seats=room.seats)
        self.codes.append(code)
        pages = [await friend.enter(code, f"Robot {number}.{index}") for index, friend in enumerate(people)]
        await _sit_and_begin(room, pages)
        for page in pages:
            await page.close()
        knowledge = SharedKnowledge()
        for index, friend in enumerate(people):
            player = index < room.seats - room.bots
            for tab in range(2 if index < room.twice else 1):
                self._add(f"{number}.{index}" + "b" * tab, code, friend, knowledge, player)

    async def _friend(self, chance: Random) -> Friend:
        friend = Friend(chance.choice(self.servers.nodes).url)
        self._friends.append(friend)
        await friend.visit()
        return friend

    def _add(self, name: str, code: str, friend: Friend, knowledge: SharedKnowledge, player: bool) -> None:
        given: dict[str, Any] = {"seed": self._seed, "player": player, "pace_s": self._pace_s}
        self.robots.append(self._kind(name, code, friend, self.servers.nodes, knowledge, self.history, **given))

    def begin(self) -> None:
        """Let the robots connect and play."""
        self._lives = [asyncio.create_task(robot.live(), name=robot.name) for robot in self.robots]

    async def end(self, linger_s: float = 5.0) -> None:
        """After all faults: the robots start nothing new, wait for pending answers, stay until every page is up to
        date, and leave. They linger at least this long, for bots and clocks go on."""
        for robot in self.robots:
            robot.quiet = True
        await self._wait_until(lambda: not any(robot.waits for robot in self.robots))
        store = Store(self.servers.url)
        await store.start()
        try:
            logs = {code: await store.load(code) for code in self.codes}
            heads = {code: last_frame(log) for code, log in logs.items()}
            self.history.note(Healed, heads=heads)
            await asyncio.sleep(linger_s)
            await self._wait_until(lambda: all(robot.shown >= heads[robot.room] for robot in self.robots))
            await self._leave()
            await store.due_rooms()  # reads the database clock
            self.history.note(Ended, now=store.now())
        finally:
            await store.close()

    async def _wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for the condition, or until it clearly will not be met; the checker will report that."""
        until = time.monotonic() + SETTLE_WITHIN_S
        while not condition() and time.monotonic() < until:
            self._fail_with_the_robots()
            await asyncio.sleep(0.05)

    async def _leave(self) -> None:
        for robot in self.robots:
            robot.leaving = True
        async with asyncio.timeout(SETTLE_WITHIN_S):
            await asyncio.gather(*self._lives)

    def _fail_with_the_robots(self) -> None:
        """A robot that does not understand a message is a fault of the harness."""
        for life in self._lives:
            if life.done() and not life.cancelled() and (error := life.exception()) is not None:
                raise error


async def _sit_and_begin(room: Room, pages: Sequence[Page]) -> None:
    host, people = pages[0], room.seats - room.bots
    await host.hear("table")
    for seat in range(1, people):
        await pages[seat].hear("table", lambda table: table["you"]["name"] is not None)
        await pages[seat].send(type="sit", seat=seat)
    for seat in range(people, room.seats):
        await host.send(type="seat_bot", seat=seat, level="medium")
    if room.clock:
        await host.send(type="doors", clock=CLOCK)
    if not all(seat["name"] or seat["bot"] for seat in host.table["seats"]):
        await host.hear("table", lambda table: all(seat["name"] or seat["bot"] for seat in table["seats"]))
    await host.send(type="start")
    await host.hear("frame")


def makes_a_frame(event: Event) -> bool:
    """Whether viewers are shown a new frame after this event."""
    return not isinstance(event.body, Said | Closed)


def last_frame(log: Sequence[Event]) -> int:
    """The last event of a log that was shown to everybody."""
    began = next((event.seq for event in log if isinstance(event.body, Began)), None)
    return 0 if began is None else max(event.seq for event in log if event.seq >= began and makes_a_frame(event))
