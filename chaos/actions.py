"""Actions of people and the server at a table, each of which can be retried."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Raw

from app.protocol import commands
from app.rooms.identities import handle_of
from app.rooms.notices import Head
from app.storage.guests import Guest
from app.table import moves, proposals
from app.table.event_ids import new_id
from app.table.events import Began, Event, Finished, Kicked, Moved, Said, Sat, Undone
from app.table.state import Table
from chaos.awaits import FailingStore
from chaos.local_node import ANN, BEN, LocalNode, Open, fold, until
from tests.client import Message

PUT: Final = {"do": "put", "bead": 1}


class Scene:
    """One table, and the pages open at it."""

    def __init__(self, store: FailingStore, node: LocalNode, code: str) -> None:
        self.store = store
        self.node = node
        self.code = code
        self.pages: dict[str, Open] = {}
        self.answer: Message | None = None
        """The server's answer to the move."""
        self.id = new_id()
        self.question = self.head = 0
        self.person = ""
        """The handle of somebody, to be named in a command."""
        self._all: list[Open] = []

    # --- Pages ---

    async def opens(self, *guests: Guest) -> None:
        """Open pages for these people and wait until they are up to date."""
        for guest in guests:
            page = self.comes(guest)
            await until(lambda page=page: page.table, "a page is not shown its table")
            await page.is_carried_out()
        await self.node.rests()

    def comes(self, guest: Guest, name: str | None = None) -> Open:
        """Open a page in place of the guest's previous one."""
        assert guest.name is not None
        seen = self.pages[guest.name].frame.get("seq", 0) if guest.name in self.pages else 0
        page = self.pages[guest.name] = Open(self.node, guest, self.code, seen, name)
        self._all.append(page)
        return page

    async def page(self, name: str) -> Open:
        """The person's page, reopened if it was closed."""
        page = self.pages[name]
        return self.comes(page.guest, page.said) if page.is_over else page

    async def begins_anew(self) -> None:
        """Let another process take over, and everybody reconnect."""
        self.node = LocalNode(self.store)
        for page in [*self.pages.values()]:
            again = self.comes(page.guest, page.said)
            await until(lambda again=again: again.table or again.is_over, "a page is not shown its table")

    async def ends(self) -> None:
        for page in self._all:
            await page.goes()
        await self.node.closes()
        await self.store.schedule_check(self.code, None)

    # --- Actions ---

    async def asks(self, who: str, /, **message: Any) -> None:
        page = await self.page(who)
        await page.send(**message)
        await page.is_carried_out()

    async def plays(self, name: str) -> None:
        """Repeat a move unchanged until it is answered; after a refusal choose another."""
        if self.answer is not None and self.answer["type"] == "refused":
            self.id = new_id()
        page = await self.page(name)
        self.answer = await page.asks(self.id, type="play", question=self.question, move=PUT)

    async def plays_on(self) -> None:
        """Make a move for whoever is asked, if a game is running."""
        table = await fold(self.store, self.code)
        seat = next(iter(moves.asked_seats(table)), None)
        if seat is None or (name := table.seats[seat].name) not in self.pages:
            return
        id, answer = new_id(), None
        while answer is None:  # reconnects if the connection breaks
            answer = await (await self.page(name)).asks(id, type="play", question=question_of(table), move=PUT)
        assert answer["type"] == "ack", f"the table is stuck: {answer}"

    async def log(self) -> list[Event]:
        return await self.store.load(self.code)


def question_of(table: Table) -> int:
    assert table.playing is not None
    number: int = table.playing.state.question.number
    return number


async def nothing(scene: Scene) -> None:
    """No preparation."""


async def reads_the_question(scene: Scene) -> None:
    """Read the question before anything fails; this reading is not part of the action."""
    scene.question = question_of(await fold(scene.store, scene.code))


async def reads_who_ben_is(scene: Scene) -> None:
    scene.person = handle_of(await fold(scene.store, scene.code), BEN.id)


@dataclass(frozen=True)
class Action:
    """An action at a table, those who watch it, and the kinds of events it writes."""

    table: Callable[[LocalNode], Awaitable[str]]
    here: tuple[Guest, ...]
    does: Callable[[Scene], Awaitable[None]]
    writes: tuple[type, ...]
    waits: int
    """The least number of awaits in it."""
    prepare: Callable[[Scene], Awaitable[None]] = nothing
    once: bool = True
    """A retry after success does nothing; actions without an id happen twice."""


# --- The tables -----------------------------------------------------------------------------------------------


async def moved(node: LocalNode, code: str, *guests: Guest) -> str:
    """Open a table at which each of these makes a move; its code."""
    room = await node.room(code)
    for guest in guests:
        play = commands.Play(new_id(), question_of(room.table), Raw(b'{"do":"put","bead":1}'))
        await node.does(room, guest, lambda table, guest=guest, play=play: moves.answer(table, guest.id, play))
    return code


async def before_a_vote(node: LocalNode) -> str:
    code = await moved(node, await node.table(), ANN, BEN)
    await node.does(await node.room(code), ANN, lambda table: proposals.propose(table, ANN.id, "undo", None))
    return code


async def after_a_game(node: LocalNode) -> str:
    return await moved(node, await node.table(length=1), ANN)


async def before_a_bot(node: LocalNode) -> str:
    return await moved(node, await node.table(bot=True), ANN)


# --- The actions ----------------------------------------------------------------------------------------------


async def time_runs_out(scene: Scene) -> None:
    scene.store.clock.advance(100)


async def looks_at_the_clock(scene: Scene) -> None:
    node = scene.node
    if (room := node.rooms.live_room(scene.code)) is not None:
        node.clocks._tasks.start(node.clocks.check(room))
    await node.rests()


async def makes_a_round(scene: Scene) -> None:
    scene.store.clock.advance(61)  # unexpected faults are retried after a minute
    round = asyncio.create_task(scene.node.clocks.check_due_rooms())
    await asyncio.wait([round])
    if not round.cancelled():
        round.exception()
    await scene.node.rests()


async def nobody_is_in_it(scene: Scene) -> None:
    await time_runs_out(scene)
    scene.node.forgets(scene.code)
    await scene.node.rests()


async def lets_the_bot_answer(scene: Scene) -> None:
    if (room := scene.node.rooms.live_room(scene.code)) is not None:
        scene.node.bots.watch(room)
    await scene.node.rests()


async def elsewhere_a_move_is_made(scene: Scene) -> None:
    await moved(LocalNode(scene.store), scene.code, ANN)
    scene.head = (await fold(scene.store, scene.code)).seq


async def hears_of_it(scene: Scene) -> None:
    following = scene.node.following
    following._hear("elsewhere", [Head(scene.code, scene.head)])
    await until(lambda: not following._tasks, "it is never done with a notice")


async def nobody_knows_it(scene: Scene) -> None:
    scene.node.forgets(scene.code)


async def ben_comes(scene: Scene) -> None:
    page = scene.comes(BEN)
    await until(lambda: page.frame or page.is_over, "a page is neither shown its table nor closed")


async def ann_is_ann(scene: Scene) -> None:
    await scene.store.guests.rename(ANN.id, "Ann")


async def ann_comes_as_anna(scene: Scene) -> None:
    await scene.comes(ANN, "Anna").is_carried_out()


ACTIONS: Final = {
    "a move": Action(LocalNode.table, (ANN, BEN), lambda scene: scene.plays("Ann"), (Moved,), 2, reads_the_question),
    "the last move, with a score": Action(
        lambda node: node.table(length=1, team=True),
        (ANN, BEN),
        lambda scene: scene.plays("Ann"),
        (Finished,),
        3,
        reads_the_question,
    ),
    "another game": Action(after_a_game, (ANN, BEN), lambda scene: scene.asks("Ann", type="rematch"), (Began,), 2),
    "sitting down": Action(
        lambda node: node.table(sits=False),
        (ANN, BEN),
        lambda scene: scene.asks("Ben", type="sit", seat=1),
        (Sat,),
        2,
    ),
    "the start": Action(
        lambda node: node.table(starts=False), (ANN, BEN), lambda scene: scene.asks("Ann", type="start"), (Began,), 2
    ),
    "talk": Action(
        LocalNode.table, (ANN, BEN), lambda scene: scene.asks("Ben", type="chat", text="Ah!"), (Said,), 2, once=False
    ),
    "showing the door": Action(
        LocalNode.table,
        (ANN, BEN),
        lambda scene: scene.asks("Ann", type="kick", person=scene.person, out=True),
        (Kicked,),
        2,
        reads_who_ben_is,
    ),
    "a yes to an undo": Action(
        before_a_vote, (ANN, BEN), lambda scene: scene.asks("Ben", type="agree", yes=True), (Undone,), 2
    ),
    "a clock": Action(lambda node: node.table(clock=10), (ANN, BEN), looks_at_the_clock, (Moved,), 2, time_runs_out),
    "a clock in an empty room": Action(
        lambda node: node.table(clock=10), (), makes_a_round, (Moved,), 4, nobody_is_in_it
    ),
    "a bot": Action(before_a_bot, (ANN,), lets_the_bot_answer, (Moved,), 2),
    "a notice": Action(LocalNode.table, (ANN, BEN), hears_of_it, (), 1, elsewhere_a_move_is_made),
    "coming to a cold room": Action(LocalNode.table, (), ben_comes, (), 4, nobody_knows_it),
    "another name": Action(lambda node: node.table(starts=False), (ANN, BEN), ann_comes_as_anna, (Sat,), 4, ann_is_ann),
}
