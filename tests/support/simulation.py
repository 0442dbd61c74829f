"""Simulated people at a table: they come and go, and send all kinds of commands. tests/table/test_life_of_a_table.py
lets them play and quarrel, and checks invariants."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table.event_ids import SERVER, new_id
from app.table.moves import asked_seats, bots_answer
from tests.support.clocks import watching
from tests.support.tables import ANN, BEN, CLEO, Company, Page, company, question_of, settled, told

PEOPLE = (ANN, BEN, CLEO, Guest("dora-id", b"dora", "Dora"))
MOST_PAGES = 6

seats, yes, whoever = st.integers(0, 3), st.booleans(), st.integers(0, MOST_PAGES - 1)
people, names = st.sampled_from(PEOPLE), st.sampled_from([guest.name for guest in PEOPLE])
matters, somebody = st.sampled_from(["undo", "end"]), st.none() | seats

Step = Callable[..., None]


def where(may_be: Callable[[Any], bool], otherwise: str = "rest") -> Callable[[Step], Step]:
    """A step replaced by another where it makes no sense. This is no precondition of Hypothesis: with random draws and
    real time, the same steps need not lead to the same state, which Hypothesis takes for an error."""

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
    """A company, and an event loop that runs only during steps."""

    def __init__(self) -> None:
        self.lived: Counter[type] = Counter()
        """The number of events of each kind."""
        self._folder = tempfile.TemporaryDirectory()
        self._runner = asyncio.Runner()
        self._company = company(Path(self._folder.name))
        self.party: Company = self.run(self._company.__aenter__())
        self.clocks = self.run(self._wound_up())

    async def _wound_up(self) -> Any:
        return watching(self.party)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._runner.run(work)

    def close(self) -> None:
        self.run(self._company.__aexit__(None, None, None))
        self._runner.close()
        self._folder.cleanup()


class Living(RuleBasedStateMachine):
    """One room and four people with several pages each."""

    world: World
    room: Room

    @initialize(together=yes, third=yes, length=st.integers(3, 9))
    def three_sit_down_and_begin(self, together: bool, third: bool, length: int) -> None:
        self.run(self._begin(together, third, length))

    async def _begin(self, together: bool, third: bool, length: int) -> None:
        self.room = await self.party.table(2)
        ann, ben, cleo = [await self._enters(guest) for guest in PEOPLE[:3]]
        await self._wishes(ann, commands.ChangeGame("beads", 3, {"together": together, "length": length}))
        await self._wishes(ben, commands.Sit(1))
        await self._wishes(*((cleo, commands.Sit(2)) if third else (ann, commands.SeatBot(2, "medium"))))
        await self._wishes(ann, commands.Order(None), commands.Start())

    def teardown(self) -> None:
        self.world.lived.update(type(event.body) for event in self.run(self.party.log(self.room)))
        self.run(self._ends())

    async def _ends(self) -> None:
        await self._leave(*self.pages())
        await asyncio.gather(*self.party.closes_pages(), return_exceptions=True)
        self.party.pages.clear()

    # --- Help ---

    @property
    def party(self) -> Company:
        return self.world.party

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.world.run(work)

    def pages(self) -> list[Page]:
        """The open pages."""
        here = self.room.audience.viewers
        return [page for page in self.party.pages if page.viewer in here and not page.writer.done()]

    def page(self, number: int, pages: list[Page] | None = None) -> Page | None:
        pages = self.pages() if pages is None else pages
        return pages[number % len(pages)] if pages else None

    def hosts(self) -> list[Page]:
        return [page for page in self.pages() if page.guest.id == self.room.table.host]

    def players(self) -> list[Page]:
        return [page for page in self.pages() if self.seats_of(page)]

    def seats_of(self, page: Page) -> list[int]:
        return self.room.table.people.seats_of(page.guest.id)

    def rest(self) -> None:
        """Do nothing."""

    def fill_all_seats_and_go_on(self) -> None:
        """Fill the seats and begin, so that most lives are full of games."""
        fill = [commands.SeatBot(seat, "medium") for seat in range(len(self.room.table.seats))]
        self.wish(self.page(0, self.hosts()), *fill, commands.Start(), commands.Rematch(), commands.Resume())

    def wish(self, page: Page | None, *wishes: FromBrowser) -> None:
        self.run(self._wishes(page, *wishes))

    async def _wishes(self, page: Page | None, *wishes: FromBrowser) -> None:
        for wish in wishes if page is not None else ():
            with suppress(Refusal):
                await page.asks(wish)
        await self._settle()

    async def _settle(self) -> None:
        """Wait until bots are done and everybody has received everything."""
        table = self.room.table
        while table.phase == "playing" and not table.paused and (bots := self._asked_bots()):
            await self.room.do(SERVER, new_id(), lambda t: bots_answer(t, bots[0], question_of(self.room)))
        await self._hears_all()

    def _asked_bots(self) -> list[int]:
        return [seat for seat in asked_seats(self.room.table) if self.room.table.seats[seat].bot is not None]

    async def _enters(self, guest: Guest, seen: int = 0) -> Page | None:
        """A page of this guest, unless they were removed."""
        if guest.id in self.room.table.people.banned:
            return None
        page = self.party.page(self.room, guest, seen)
        await self._wishes(page, commands.Hello(guest.name))
        return page

    async def _leave(self, *pages: Page) -> None:
        for page in pages:
            page.leaves()
        await self._hears_all()

    async def _hears_all(self) -> None:
        await settled()
        for page in self.party.pages:
            if page.writer.done() and page.viewer in self.room.audience.viewers:
                page.leaves()  # the server closed it
        self.room.audience.show_table()  # sends at once what is otherwise delayed
        await settled()

    # --- Coming and going ---

    @rule(guest=people)
    def opens_a_page(self, guest: Guest) -> None:
        if len(self.pages()) < MOST_PAGES:
            self.run(self._enters(guest))

    @rule(number=whoever, comes_back=yes)
    def a_connection_breaks(self, number: int, comes_back: bool) -> None:
        if (page := self.page(number)) is not None and (comes_back or len(self.pages()) > 2):
            self.run(self._breaks(page, comes_back))

    async def _breaks(self, page: Page, comes_back: bool) -> None:
        seen = max((message["seq"] for message in await page.hears("frame")), default=0)
        await self._leave(page)
        if comes_back and (again := await self._enters(page.guest, seen)) is not None:
            frames = await again.hears("frame")
            assert all(frame["seq"] >= seen for frame in frames)
            assert not [line for frame in frames[:1] for line in frame["lines"] if line["seq"] <= seen or line["fades"]]

    @rule()
    def the_server_forgets_the_table_and_reads_its_log(self) -> None:
        self.run(self._is_read_again())

    async def _is_read_again(self) -> None:
        before = self.room
        await self._leave(*self.pages())
        self.party.rooms.forget(before)
        self.room = await self.party.finds(before)
        assert self.room is not before
        assert told(self.room.table) == told(before.table)
        for guest in PEOPLE:
            await self._enters(guest)

    @rule(seconds=st.sampled_from([1, 20, 90, 400]))
    def time_goes_by(self, seconds: int) -> None:
        self.party.clock.advance(seconds)
        self.run(self.world.clocks.check(self.room))
        self.run(self._settle())

    # --- Seats ---

    @rule(maker=whoever, taker=whoever)
    def a_seat_goes_to_another_device(self, maker: int, taker: int) -> None:
        others = [page for page in self.pages() if not self.seats_of(page)]
        if (page := self.page(maker, self.players())) is not None and others:
            self.wish(page, commands.MakeLink(self.seats_of(page)[0]))
            link: str = self.run(page.hears("link"))[-1]["link"]
            self.wish(self.page(taker, others), commands.TakeSeat(link))

    @rule(number=whoever, heir=people, then=st.sampled_from(["a bot plays"] * 2 + ["it is given", "it is asked for"]))
    @during_a_game
    def somebody_vanishes_and_their_seat_is_played_on(self, number: int, heir: Guest, then: str) -> None:
        page = self.page(number, self.players())
        if page is None or page in self.hosts():
            return
        (seat, *_), hosts = self.seats_of(page), self.hosts()
        self.run(self._leave(*(each for each in self.pages() if each.guest is page.guest)))
        if then == "a bot plays":
            self.wish(self.page(0, hosts), commands.SeatBot(seat, "medium"))
        elif then == "it is given":
            self.wish(self.page(0, hosts), commands.GiveSeat(seat=seat, person=heir.name))
        else:  # somebody claims the seat, and the host believes them
            self._waits_and_is_admitted(heir, commands.Sit(seat, back=True))
        self.run(self._enters(page.guest))

    @rule(guest=people, seat=seats)
    @between_games
    def somebody_asks_for_a_seat(self, guest: Guest, seat: int) -> None:
        self.wish(self.page(0, self.hosts()), commands.ChangeSettings(sitting="asked"))
        self._waits_and_is_admitted(guest, commands.Sit(seat))

    def _waits_and_is_admitted(self, guest: Guest, wish: commands.Sit) -> None:
        self.wish(self.run(self._enters(guest)), wish)
        self.wish(self.page(0, self.hosts()), commands.Admit(person=guest.name, yes=True))


def all_agree(living: Living, answers: Iterable[bool]) -> None:
    """Let those asked who are present agree, or not."""
    for page, agrees in zip(living.pages(), answers, strict=False):
        for seat in living.seats_of(page):
            living.wish(page, commands.Agree(agrees, seat))
