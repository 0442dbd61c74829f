"""People who live at a table: they come and go, sit down and stand up. tests/test_life_of_a_table.py lets them play and
quarrel, and says what holds meanwhile."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import app.rooms.room
import app.table.host
from app.main import create_app
from app.rooms.room import Room
from app.settings import Rate, Settings
from games import GAMES
from tests.altered import altered
from tests.beads import BEADS
from tests.client import Friend, Message, Page
from tests.company import Clock, told

PLENTY = Rate(1_000_000, 1)
NAMES = ("Ann", "Ben", "Cleo", "Dora")
MOST_PAGES = 6

seats = st.integers(0, 3)
names = st.sampled_from(NAMES)
yes = st.booleans()
whoever = st.integers(0, MOST_PAGES - 1)


Step = Callable[..., None]


def where(may_be: Callable[[Any], bool], otherwise: str = "rest") -> Callable[[Step], Step]:
    """A step that is another one where it makes no sense. No precondition of Hypothesis: at a table where lots are
    drawn and time passes the same steps need not lead to the same state, and Hypothesis takes that for a fault."""

    def only_there(step: Step) -> Step:
        @wraps(step)
        def guarded(self: Any, **drawn: Any) -> None:
            if may_be(self):
                step(self, **drawn)
            else:
                getattr(self, otherwise)()

        return guarded

    return only_there


during_a_game = where(lambda self: self.room.table.phase == "playing", otherwise="fill_all_seats_and_go_on")
between_games = where(lambda self: self.room.table.phase != "playing")


class World:
    """A server in this process, and a loop in which it runs only while somebody does something."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.lived: Counter[type] = Counter()
        """How often each kind of thing has happened."""
        GAMES["beads"] = BEADS
        self.gone_after_s, app.rooms.room.GONE_AFTER_S = app.rooms.room.GONE_AFTER_S, 0.0  # type: ignore[misc]
        self.grace_s, app.table.host.GRACE_S = app.table.host.GRACE_S, 0.0  # type: ignore[misc]
        settings = Settings(
            database_url=f"sqlite:///{self.folder}/log.sqlite3",
            bot_delay_ms=0,
            **dict.fromkeys(
                ("limits_handshakes", "limits_guests", "limits_rooms", "limits_chat", "limits_messages",
                 "limits_bytes", "limits_passwords", "limits_invitations", "limits_commands",
                 "limits_commands_per_address", "limits_free_moves", "limits_downloads"), PLENTY
            ),
            limits_sockets_per_address=PLENTY.times,
            limits_connections_per_address=PLENTY.times,
        )  # fmt: skip
        pages = dict.fromkeys(("limits_sockets_per_guest", "limits_sockets_per_guest_and_room"), PLENTY.times)
        self.app = create_app(altered(settings, **pages))
        self.app.state.services.store._clock = self.clock
        self.house = self.app.router.lifespan_context(self.app)
        self.runner.run(self.house.__aenter__())
        self.runner.run(self.app.state.services.deadlines.close())  # no rounds: the clock goes on only when it is told

    def close(self) -> None:
        self.runner.run(self.house.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.folder)
        del GAMES["beads"]
        app.rooms.room.GONE_AFTER_S = self.gone_after_s  # type: ignore[misc]
        app.table.host.GRACE_S = self.grace_s  # type: ignore[misc]


class Living(RuleBasedStateMachine):
    """One room and four people with several pages each. Most wishes may be refused: what is checked is what is told."""

    world: World

    def __init__(self) -> None:
        super().__init__()
        self.acked: dict[str, int] = {}
        self.refused: set[str] = set()
        self.checked = 0
        self.wires: list[Page] = []
        self.people = [Friend(self.world.app, name) for name in NAMES]

    @initialize(together=yes, third=st.sampled_from(["person", "bot"]), length=st.integers(3, 9))
    def three_sit_down_and_begin(self, together: bool, third: str, length: int) -> None:
        self.run(self._open(together, third, length))

    def run(self, work: Any) -> Any:
        return self.world.runner.run(work)

    async def _open(self, together: bool, third: str, length: int) -> None:
        self.room_code = await self.people[0].open_room(game="beads", seats=2)
        for person in self.people[1:]:
            await person.open_room(game="beads", seats=2)  # for the cookie
        ann, ben, cleo = [await self._enter(who) for who in range(3)]
        await self._settle()
        options = {"length": length, "together": together}
        await self._wish(ann, {"type": "options", "game": "beads", "seats": 3, "options": options})
        await self._wish(ben, {"type": "sit", "seat": 1})
        if third == "person":
            await self._wish(cleo, {"type": "sit", "seat": 2})
        else:
            await self._wish(ann, {"type": "seat_bot", "seat": 2, "level": "medium"})
        await self._wish(ann, {"type": "order", "seats": None})
        await self._wish(ann, {"type": "start"})

    # --- Help ---

    @property
    def room(self) -> Room:
        rooms = self.world.app.state.services.rooms
        found: Room | None = rooms._live.get(self.room_code) or self.run(rooms.find(self.room_code))
        assert found is not None
        return found

    async def _enter(self, who: int, seen: int = 0) -> Page:
        wire = await self.people[who].enter(self.room_code, seen=seen)
        self.wires.append(wire)
        return wire

    def open_wires(self) -> list[Page]:
        return [wire for wire in self.wires if wire.code is None and not wire.left]

    def wire(self, number: int) -> Page | None:
        wires = self.open_wires()
        return wires[number % len(wires)] if wires else None

    def seated_wire(self, number: int) -> Page | None:
        """An open page of somebody who sits."""
        wires = [wire for wire in self.open_wires() if wire.table["you"]["seats"]]
        return wires[number % len(wires)] if wires else None

    def wish(self, number: int, **message: Any) -> None:
        """One of the open pages asks for this."""
        if (wire := self.wire(number)) is not None:
            self.run(self._wish(wire, message))

    def host_wishes(self, number: int, **message: Any) -> None:
        """The host does, more often than not."""
        hosts = [wire for wire in self.open_wires() if wire.table["you"]["host"]]
        if hosts and number % 4:
            self.run(self._wish(hosts[0], message))
        else:
            self.wish(number, **message)

    def rest(self) -> None:
        """Nothing happens."""

    def fill_all_seats_and_go_on(self) -> None:
        """So that most lives are full of games."""
        for wire in self.open_wires():
            if wire.table["you"]["host"]:
                for seat in range(len(wire.table["seats"])):
                    self.run(self._wish(wire, {"type": "seat_bot", "seat": seat, "level": "medium"}))
            for wish in ("start", "rematch", "resume"):
                self.run(self._wish(wire, {"type": wish}))

    async def _wish(self, wire: Page, message: Message) -> None:
        await wire.send(**message)
        await self._settle()

    async def _settle(self) -> None:
        """Everybody has heard what there is to hear, and the bots have done what they had to."""
        services = self.world.app.state.services
        for wire in self.open_wires():
            await wire.catch_up()
        for _ in range(2000):
            if not services.bots._busy and not services.deadlines._tasks:
                break
            await asyncio.sleep(0.0005)
        room = await self.world.app.state.services.rooms.find(self.room_code)
        if room is not None:
            room.audience.show_table()  # what is told a moment later is told now
        for wire in self.open_wires():
            await wire.catch_up()
        self._note_answers()

    def _note_answers(self) -> None:
        for wire in self.wires:
            for message in wire.heard:
                if message["type"] == "ack":
                    assert self.acked.setdefault(message["id"], message["seq"]) == message["seq"]
                elif message["type"] == "refused" and message["id"]:
                    self.refused.add(message["id"])

    # --- Coming and going ---

    @rule(who=st.integers(0, len(NAMES) - 1))
    def opens_a_page(self, who: int) -> None:
        if len(self.open_wires()) < MOST_PAGES:
            self.run(self._enter(who))
            self.run(self._settle())

    @rule(number=whoever)
    def a_connection_breaks(self, number: int) -> None:
        if (wire := self.wire(number)) is not None and len(self.open_wires()) > 2:
            self.run(wire.leave())

    @rule(number=whoever)
    def a_page_comes_back(self, number: int) -> None:
        if (wire := self.wire(number)) is not None:
            self.run(self._come_back(wire))

    async def _come_back(self, wire: Page) -> None:
        await wire.leave()
        seen = wire.frame.get("seq", 0)
        again = await self._enter(self.people.index(wire.friend), seen)
        await self._settle()
        if again.frame and again.code is None:
            assert again.frame["seq"] >= seen
            assert all(line["seq"] > seen and not line["fades"] for line in again.frame["lines"])

    @rule()
    def the_server_forgets_the_table_and_reads_its_log(self) -> None:
        before = self.room
        for wire in self.wires:
            self.run(wire.leave())
        self.run(self._forget(before))
        assert self.room is not before
        assert told(self.room.table) == told(before.table)
        self.run(self._all_enter())

    async def _all_enter(self) -> None:
        for who in range(len(NAMES)):
            await self._enter(who)
        await self._settle()

    async def _forget(self, room: Room) -> None:
        self.world.app.state.services.rooms.forget(room)

    @rule(seconds=st.sampled_from([1, 20, 90, 400]))
    def time_goes_by(self, seconds: int) -> None:
        self.world.clock.goes_on(seconds)
        self.run(self._look())

    async def _look(self) -> None:
        room = await self.world.app.state.services.rooms.find(self.room_code)
        await self.world.app.state.services.deadlines.look(room)
        await self._settle()

    # --- Seats ---

    @rule(number=whoever, seat=seats)
    @between_games
    def sits(self, number: int, seat: int) -> None:
        self.wish(number, type="sit", seat=seat)

    @rule(number=whoever, seat=seats)
    @between_games
    def a_friend_sits_beside(self, number: int, seat: int) -> None:
        self.wish(number, type="sit", seat=seat, also=f"Friend {seat}")

    @rule(number=whoever, seat=st.none() | seats)
    @between_games
    def stands(self, number: int, seat: int | None) -> None:
        self.wish(number, type="stand", seat=seat)

    @rule(number=whoever, seat=st.none() | seats)
    def looks(self, number: int, seat: int | None) -> None:
        self.wish(number, type="look", seat=seat)

    @rule(maker=whoever, taker=whoever)
    def a_seat_goes_to_another_device(self, maker: int, taker: int) -> None:
        wire = self.wire(maker)
        if wire is not None:
            self.run(self._wish(wire, {"type": "link"}))
            links = [message for message in wire.heard if message["type"] == "link"]
            if links:
                self.wish(taker, type="take_seat", link=links[-1]["link"])

    @rule(who=st.integers(0, len(NAMES) - 1), seat=seats, admits=yes)
    @between_games
    def somebody_asks_for_a_seat(self, who: int, seat: int, admits: bool) -> None:
        self.host_wishes(1, type="doors", sitting="asked")
        self.run(self._sits_if_he_may(who, seat))
        self.host_wishes(1, type="admit", name=NAMES[who], yes=admits)

    async def _sits_if_he_may(self, who: int, seat: int) -> None:
        wire = await self._enter(who)
        await self._settle()
        if wire.code is None:
            await self._wish(wire, {"type": "sit", "seat": seat})

    @rule(number=whoever, heir=names, then=st.sampled_from(["a bot plays"] * 2 + ["it is given", "it is asked for"]))
    @during_a_game
    def somebody_vanishes_and_their_seat_is_played_on(self, number: int, heir: str, then: str) -> None:
        wire = self.seated_wire(number)
        if wire is None or wire.table["you"]["host"]:
            return
        seat = wire.table["you"]["seats"][0]
        for page in self.open_wires():
            if page.friend is wire.friend:
                self.run(page.leave())
        self.run(asyncio.sleep(0.001))
        if then == "a bot plays":
            self.host_wishes(1, type="seat_bot", seat=seat, level="medium")
        elif then == "it is given":
            self.host_wishes(1, type="give_seat", seat=seat, name=heir)
        else:
            self.run(self._asks_back(self.people.index(wire.friend) - 1, seat))
        self.run(self._enter(self.people.index(wire.friend)))
        self.run(self._settle())

    async def _asks_back(self, who: int, seat: int) -> None:
        """Somebody says that it was theirs, and the host believes them."""
        asking = await self._enter(who)
        await self._settle()
        await self._wish(asking, {"type": "sit", "seat": seat, "back": True})
        for wire in self.open_wires():
            if wire.table["you"]["host"] and asking.table.get("you"):
                await self._wish(wire, {"type": "admit", "person": asking.table["you"]["person"], "yes": True})
