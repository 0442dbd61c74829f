"""Scripts: everything that pages and programs can send, by everybody, at random.

A script is written while a first copy of the application carries it out, since what makes sense depends on the table;
other copies then carry out the very same steps.
"""

import json
import random
from collections import Counter
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from app.protocol import commands
from app.rooms.identities import handle_of
from app.table.deal import seal_of
from games import GAMES, engine, offers_in
from games.bot import Seeded, anything, careful
from games.engine import State
from tests.blindfold.deeds import DEEDS
from tests.blindfold.sayings import sayings
from tests.blindfold.visits import SELDOM, Call, Route, visits
from tests.blindfold.worlds import ONLOOKERS, World, owner

Step = tuple[Any, ...]
NAMES: Final = ("ann", "ben", "cleo", "dora", "emil", "finn")
PHONE: Final = "phone"
"""Becomes a device of Ben's."""
NOISE: Final = (
    "", "{", "[]", "null", '"hello"', '{"type":"fly"}', '{"type":"play"}', '{"type":"ping","hidden":1}',
    '{"type":"sit","seat":99}', '{"type":"chat","text":7}',
)  # fmt: skip
"""What no page sends."""


class Wish(Struct):
    """The table for which a script is written."""

    game: str
    seats: int
    seed: str
    steps: int = 60
    options: dict[str, Any] = {}
    sweeps: list[str] | None = None
    """Browsers that ask for every route; None: a random one."""
    beside: bool = False
    """Whether the last two seats are on one device."""


class Author:
    """Writes a script for a world and lets it carry out every step."""

    def __init__(self, world: World, wish: Wish) -> None:
        self.world, self.wish = world, wish
        self.dice = random.Random(wish.seed)
        self.chance = Seeded(wish.seed)
        self.script: list[Step] = []
        self.said = Counter[str]()
        """How often each command was sent, by its tag."""
        self.visited = Counter[tuple[str, str]]()
        """How often each route was asked, by path and method."""
        self._ids: list[str] = []
        self._begun = False
        self.played: list[dict[str, Any]] = []
        self.game = GAMES[wish.game]
        self.players = list(NAMES[: wish.seats - wish.beside])
        self.says = sayings(self)

    # --- The course of an evening ---

    async def write(self) -> None:
        await self._gather()
        await self._sits_down()
        await self._plays_a_short_game()
        await self._begins("rematch")
        self._begun = True
        for part in (self._does_what_is_rare, self._asks_everything, self._says_everything):
            if self._is_played():
                await part()
        await self._goes_on(self.wish.steps)

    async def _does_what_is_rare(self) -> None:
        """What random steps seldom bring about: hints, answers that are late, calls, coming back after a talk."""
        question, second = self.state.question, self.players[-1]
        hint = {"type": "hint", "id": self.new_id(), "question": question.number, "seat": question.seats[0]}
        await self.do("say", self.tab_of(question.seats[0]), self.as_json(hint))
        await self.do("say", second, self.as_json(self.says[commands.Speak](second) | {"text": "well"}))
        await self.do("say", "ann", self.as_json({"type": "look_back", "game": 1, "seq": 1}))
        await self.do("say", second, self.as_json({"type": "follow", "game": 1}))
        late = {"type": "play", "question": 1, "move": {"do": "nothing"}, "seat": len(self.players) - 1}
        for _ in range(3):
            await self.do("say", second, self.as_json(late | {"id": self.new_id()}))
            await self.moves()
        await self._answers_beforehand()
        tabs = self.tabs_of(second)
        for tab in tabs:
            await self.do("close", tab)
        for _ in range(3):
            await self.moves()
        for tab in tabs:
            await self.opens(tab)
        for tab in self._tabs():
            for _ in range(2):
                await self.do("say", tab, self.as_json({"type": "ping", "hidden": False}))

    async def _answers_beforehand(self) -> None:
        """Everybody who waits, and is then asked."""
        for seat in set(range(self.wish.seats)).difference(self.state.question.seats if self._is_played() else ()):
            for offer in offers_in(self.game, self.state, seat)[:1] if self._is_played() else ():
                wish = {"type": "beforehand", "offer": offer.key, "seat": seat}
                await self.do("say", self.tab_of(seat), self.as_json(wish))
        for _ in range(3):
            await self.moves()

    async def _says_everything(self) -> None:
        """Every command, once."""
        for kind, say in self.says.items():
            tab = self._who_may_not_close() if kind is commands.CloseRoom else self.some_tab()
            if tab is not None and self._is_played():
                await self.do("say", tab, self.as_json(say(tab)))

    async def _goes_on(self, steps: int) -> None:
        until = len(self.script) + steps
        while len(self.script) < until and self._is_played():
            await self._something()

    async def do(self, *step: Any) -> None:
        self.script.append(step)
        await self.world.carry_out(step)

    async def _gather(self) -> None:
        opened = {"game": self.wish.game, "seats": self.wish.seats, "options": self.wish.options, "name": "Ann"}
        for name in (*self.players, *ONLOOKERS, PHONE):
            await self.do("come", name)
        await self.do("room", "ann", opened)

    async def _sits_down(self) -> None:
        for seat, name in enumerate(self.players):
            await self.opens(name)
            if seat:
                await self.do("say", name, self.as_json({"type": "sit", "id": self.new_id(), "seat": seat}))
        if self.wish.beside:
            also = {"type": "sit", "id": self.new_id(), "seat": self.wish.seats - 1, "also": "Zoe"}
            await self.do("say", self.players[-1], self.as_json(also))
        await self._links_the_phone()
        await self.do("say", "ann", self.as_json({"type": "doors", "id": self.new_id(), "hints": True}))
        for name in self.players:
            for call in visits(self, name)[("/api/rooms/{room}/push", "POST")]:
                await self.do("call", name, *call)
        await self.opens("eve")
        await self.opens("ann.tv", "tv")
        await self._begins("start")

    async def _begins(self, how: str) -> None:
        """A game to whose deal players add words; it has begun as soon as all are opened."""
        number = self.world.room.table.number + 1
        words = [sha256(f"{self.wish.seed} {number} {name}".encode()).digest()[:16] for name in self.players]
        for seat, (name, word) in enumerate(zip(self.players, words, strict=True)):
            seal = seal_of(word, self.world.room_code, number).hex()
            await self._says(name, {"type": "seal", "seat": seat, "seal": seal})
        await self._says("ann", {"type": how})
        for seat, (name, word) in enumerate(zip(self.players, words, strict=True)):
            assert not self._is_played()
            await self._says(name, {"type": "word", "seat": seat, "word": word.hex()})
        assert self._is_played()

    async def _says(self, tab: str, said: dict[str, Any]) -> None:
        await self.do("say", tab, self.as_json(said | {"id": self.new_id()}))

    async def _links_the_phone(self) -> None:
        if len(self.players) < 2:
            return
        await self.do("call", "ben", "POST", "/api/device-links", {}, {})
        await self.do("link", "ben", PHONE)
        await self.opens(PHONE)

    async def _plays_a_short_game(self) -> None:
        """Moves until the game is ended by agreement: its replay and its deal can be had while the next one is
        played."""
        for _ in range(4):
            await self.moves()
        await self.do("say", "ann", self.as_json({"type": "propose", "id": self.new_id(), "matter": "end", "seat": 0}))
        for seat in range(1, self.wish.seats):
            name = self.players[min(seat, len(self.players) - 1)]
            await self.do("say", name, self.as_json({"type": "agree", "id": self.new_id(), "yes": True, "seat": seat}))
        assert self.world.room.table.phase == "over"
        await self.do("fork")

    def _is_played(self) -> bool:
        return self.world.room is not None and self.world.room.table.phase == "playing"

    async def _something(self) -> None:
        what = self.dice.random()
        if what < 0.42:
            await self.moves()
        elif what < 0.72:
            await self._says_anything()
        elif what < 0.86:
            await self._asks_anything()
        elif what < 0.95:
            await self._comes_or_goes()
        elif what < 0.965:
            await self.do("noise", self.some_tab(), self.dice.choice(NOISE))
        elif what < 0.985:
            await self.dice.choice(DEEDS)(self)
        else:
            await self.do("wait", self.dice.choice([1, 20, 70, 400]))

    # --- Moves ---

    @property
    def state(self) -> State:
        return self.world.room.table.playing.state

    async def moves(self) -> None:
        """A seat that is asked answers, whichever move it is."""
        question = self.state.question
        if question is None or self.world.room.table.paused:
            resume = {"type": "resume", "id": self.new_id()}
            return await self.do("say", self.host_tab() or self.some_tab(), self.as_json(resume))
        seat = self.dice.choice([*question.seats])
        tab = self.tab_of(seat)
        free = engine.free(self.game, self.state, seat)
        is_free = bool(free) and self.dice.random() < 0.1
        move = self.dice.choice(free) if is_free else self._some_move(seat)
        await self._plays(tab, seat, None if is_free else question.number, msgspec.to_builtins(move))

    def _some_move(self, seat: int) -> Any:
        """What a player might do, and now and then any answer."""
        if self.dice.random() < 0.2:
            return anything(self.game, self.state, seat, self.chance)
        return careful(self.game, self.state, seat, self.world.room.table.lines_reaching(seat), self.chance)

    async def _plays(self, tab: str, seat: int, question: int | None, move: Any) -> None:
        play = {"type": "play", "id": self.new_id(), "question": question, "move": move, "seat": seat}
        self._note_play(play)
        await self.do("say", tab, self.as_json(play))

    def _note_play(self, play: dict[str, Any]) -> None:
        self.played = [*self.played[-20:], play]

    def tab_of(self, seat: int) -> str:
        guest = self.world.room.table.seats[seat].guest
        tabs = [tab for tab in self._tabs() if self.world.guests[owner(tab)] == guest and ".tv" not in tab]
        return self.dice.choice(tabs) if tabs else self.some_tab()

    # --- Talk, and everything else a page sends ---

    def _tabs(self) -> list[str]:
        return [tab for tab, page in self.world.tabs.items() if page.code is None]

    def some_tab(self) -> str:
        return self.dice.choice(self._tabs())

    async def _says_anything(self) -> None:
        kind = self.dice.choice([*self.says])
        tab = self._who_may_not_close() if kind is commands.CloseRoom else self.some_tab()
        if tab is None:
            return
        said = self.says[kind](tab)
        for _ in range(1 + (self.dice.random() < 0.15)):  # now and then twice
            await self.do("say", tab, self.as_json(said))

    def _who_may_not_close(self) -> str | None:
        host = self.world.room.table.host
        tabs = [tab for tab in self._tabs() if self.world.guests[owner(tab)] != host]
        return tabs[0] if tabs else None

    def a_bad_play(self, tab: str) -> dict[str, Any]:
        """A move that is stale, illegal, of another seat, repeated, or for no question."""
        if self.played and self.dice.random() < 0.6:
            old = {name: value for name, value in self.dice.choice(self.played).items() if name != "type"}
            if self.dice.random() < 0.3:
                return old  # as it was, under its id
            return old | {"id": self.new_id(), "question": self.dice.choice([self.a_question(), old["question"], None])}
        seat = self.a_seat()
        move: Any = {"do": "fly"}
        if self.state.question is not None:
            move = msgspec.to_builtins(anything(self.game, self.state, self.state.question.seats[0], self.chance))
        return {"id": self.new_id(), "question": self.a_question(), "move": move, "seat": seat}

    def a_question(self) -> int:
        question = self.state.question
        return self.dice.choice([0, 1, 999, *([question.number] * 5 if question else [])])

    def a_seat(self) -> int:
        return self.dice.randrange(self.wish.seats)

    def a_link(self) -> str:
        links = [said["link"] for page in self.world.tabs.values() for said in page.heard if said["type"] == "link"]
        return str(self.dice.choice([*links[-3:], "nowhere"]).rpartition("#")[2])

    def take_seat(self) -> dict[str, Any]:
        """The use of the newest link."""
        return {"type": "take_seat", "id": self.new_id(), "link": self.a_link()}

    def host_tab(self) -> str | None:
        """A page of the host's, if any is open."""
        host = self.world.room.table.host
        tabs = [tab for tab in self._tabs() if self.world.guests[owner(tab)] == host and ".tv" not in tab]
        return tabs[0] if tabs else None

    def a_player_but_the_host(self) -> str | None:
        """A browser of a player with an open page, if there is one."""
        host = self.world.room.table.host
        players = [name for name in self.world.friends if None not in self.world.seats_of(name)]
        found = [name for name in players if self.world.guests[name] != host and self.tabs_of(name)]
        return self.dice.choice(found) if found else None

    def tabs_of(self, browser: str) -> list[str]:
        """The open pages of whoever this browser is."""
        return [tab for tab in self._tabs() if self.world.guests[owner(tab)] == self.world.guests[browser]]

    def handle_of(self, tab: str, browser: str) -> str:
        """The handle by which this page knows that guest."""
        return handle_of(self.world.room.table, self.world.guests[browser])

    def a_person(self, tab: str) -> str:
        table = self.world.tabs[tab].table
        people = [*table.get("seats", []), *table.get("audience", []), *table.get("seat_requests", [])]
        return self.dice.choice([each["person"] for each in people if each.get("person")] or ["nobody"])

    def new_id(self) -> str:
        if self._begun and self.dice.random() < 0.02:
            return self.dice.choice(self._ids)  # somebody's, or one's own, again
        self._ids.append(self.dice.randbytes(16).hex())
        return self._ids[-1]

    def as_json(self, said: dict[str, Any]) -> str:
        self.said[said["type"]] += 1
        return json.dumps(said)

    # --- Calls, and coming and going ---

    async def _asks_anything(self) -> None:
        browser = self.dice.choice([*self.world.friends])
        calls = visits(self, browser)
        route = self.dice.choice([route for route in calls if route[0] not in SELDOM])
        await self._asks(browser, route, self.dice.choice(calls[route]))

    async def _asks(self, browser: str, route: Route, call: Call) -> None:
        self.visited[route] += 1
        await self.do("call", browser, *call)

    async def _asks_everything(self) -> None:
        """Every route, in every way, while the game goes on."""
        somebody = [self.dice.choice([*self.world.friends])]
        for browser in somebody if self.wish.sweeps is None else self.wish.sweeps:
            for number, (route, calls) in enumerate(visits(self, browser).items()):
                if not self._is_played():
                    return  # its log and its deal are open now, and those of a fork are of other draws
                for call in calls:
                    await self._asks(browser, route, call)
                if number % 4 == 0:
                    await self.moves()

    async def _comes_or_goes(self) -> None:
        tabs, what = self._tabs(), self.dice.random()
        away = [name for name in self.world.friends if name not in tabs]
        if away and (what < 0.6 or len(tabs) < 3):
            return await self.opens(self.dice.choice(away), self.dice.choice(["", "", "", "tv"]))
        tab = self.dice.choice(tabs)
        await self.do("close", tab)
        if self.dice.random() < 0.8:
            await self.opens(tab, "tv" if ".tv" in tab else "")

    async def opens(self, tab: str, query: str = "") -> None:
        room = self.world.room
        newest = 0 if room is None else room.table.seq
        seen = self.dice.choice([0, 0, newest, self.dice.randrange(newest + 9)])
        hello: dict[str, Any] = {"type": "hello", "seen": seen}
        if ".tv" not in tab and query != "tv" and tab != PHONE:
            hello["name"] = owner(tab).title()
        if self.dice.random() < 0.3:
            hello["epoch"] = self.dice.choice([self.world.app.state.services.store.epoch, "another"])
        await self.do("open", tab, query, self.as_json(hello))
