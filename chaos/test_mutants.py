"""The harness works: each of six servers that break one promise is caught, and one that keeps it is not."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from msgspec import Struct

from chaos.history import History
from chaos.mutants import MUTANTS
from chaos.party import Room
from chaos.run import judged
from chaos.scripted import ScriptedRobot, scripted_at
from chaos.servers import DATABASE, Servers, cluster, single
from chaos.violation import Violation
from tests.client import is_asked

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

PAIR = Room(game="tcnccc", seats=2, twice=0, watching=0)
WITH_A_BOT = Room(game="tcnccc", seats=2, bots=1, twice=0, watching=0)

Script = Callable[[Servers, Path], Awaitable[list[Violation]]]


async def killed_after_an_ack(servers: Servers, folder: Path) -> list[Violation]:
    async with scripted_at(servers, folder, PAIR) as (party, history):
        player = await whoever_is_asked(party.robots, servers)
        assert (await player.answer_to(await player.send()))["type"] == "ack"
        servers.nodes[0].kill()
        return (await judged(servers, party.codes, history))[0]


async def sent_twice(servers: Servers, folder: Path) -> list[Violation]:
    async with scripted_at(servers, folder, PAIR) as (party, history):
        player = await whoever_is_asked(party.robots, servers)
        wish = await player.send()
        await player.answer_to(wish)
        await player.send_again(wish)
        await player.answer_to(wish)
        return (await judged(servers, party.codes, history))[0]


LOOKS = 5


async def looked_at_while_a_bot_moves(servers: Servers, folder: Path) -> list[Violation]:
    async with scripted_at(servers, folder, WITH_A_BOT) as (party, history):
        (player,) = party.robots
        await player.enter(servers.nodes[0])
        if not player.asked:
            await player.hear("frame", is_asked)
        while player.asked:
            await player.play()
        for _ in range(LOOKS):  # in one of these pauses the room is evicted, and the bot's move is not yet committed
            player.go()
            await asyncio.sleep(0.5)
            await player.enter(servers.nodes[0])
        servers.nodes[0].kill()
        return (await judged(servers, party.codes, history))[0]


async def put_back_behind_its_back(servers: Servers, folder: Path) -> list[Violation]:
    async with scripted_at(servers, folder, PAIR) as (party, history):
        player = await whoever_is_asked(party.robots, servers)
        with sqlite3.connect(folder / "chaos.sqlite3") as database:
            database.execute("DROP TRIGGER events_stay")
            database.execute("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")
        database.close()
        # Messages before the cut do not count.
        history = player.history = History(folder / "after.jsonl")
        await player.answer_to(await player.send())
        servers.nodes[0].kill()
        return (await judged(servers, party.codes, history))[0]


async def talked_at_two_nodes(servers: Servers, folder: Path) -> list[Violation]:
    """Chat in six rooms, so slowly that writes are batched and meet in the database."""
    assert servers.postgres is not None
    servers.postgres.run(SLOW_INSERTS, DATABASE)
    async with scripted_at(servers, folder, *[PAIR] * 6) as (party, history):
        for number, hand in enumerate(party.robots):
            await hand.enter(servers.nodes[number % 2])
        for turn in range(6):
            await asyncio.gather(*(hand.say(f"{hand.name} in turn {turn}") for hand in party.robots))
        return (await judged(servers, party.codes, history))[0]


async def away_for_some_events(servers: Servers, folder: Path) -> list[Violation]:
    async with scripted_at(servers, folder, PAIR) as (party, history):
        player = await whoever_is_asked(party.robots, servers)
        other = next(hand for hand in party.robots if hand is not player)
        await other.enter(servers.nodes[1])
        servers.nodes[1].pause()
        for _ in range(2):
            assert (await player.play())["outcome"] is None
        servers.nodes[1].resume()
        await other.hear("frame", lambda frame: frame["seq"] >= player.seen)
        return (await judged(servers, party.codes, history))[0]


async def whoever_is_asked(hands: list[ScriptedRobot], servers: Servers) -> ScriptedRobot:
    """The player asked first, on the first node; the other one has left again."""
    for hand in hands:
        await hand.enter(servers.nodes[0])
    asked = next(hand for hand in hands if hand.asked)
    for hand in hands:
        if hand is not asked:
            hand.go()
    return asked


SLOW_INSERTS = """
CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
CREATE TRIGGER take_a_while BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION take_a_while();
"""


class Case(Struct, frozen=True):
    """An action on servers under conditions, and the checker's verdict on the mutant."""

    script: Script
    kinds: set[str]
    conditions: tuple[str, ...] = ()
    alone: bool = True

    def servers(self, folder: Path, *mutants: str) -> AbstractAsyncContextManager[Servers]:
        changed = (*mutants, *self.conditions)  # conditions apply after the mutant
        return single(folder, changed=changed) if self.alone else cluster(folder, 2, changed=changed)


CASES = {
    "ack-before-commit": Case(killed_after_an_ack, {"lost"}, ("slow-moves",)),
    "no-key": Case(sent_twice, {"refused"}),
    "shared-connection": Case(looked_at_while_a_bot_moves, {"unwritten"}, ("slow-bots", "forgetful")),
    "no-predecessor": Case(put_back_behind_its_back, {"gap"}),
    "unsorted": Case(talked_at_two_nodes, {"deadlock"}, alone=False),
    "gap-ignored": Case(away_for_some_events, {"skipped", "frame"}, ("no-notices",), alone=False),
}


IN_THE_LOOP = Case(killed_after_an_ack, {"lost"}, ("stalled-moves",))

BY_DAY = {"ack-before-commit", "no-key"}
"""One that loses events and one that repeats them; the others run in `make test-long`."""
MUTANTS_OF_THIS_RUN = [name if name in BY_DAY else pytest.param(name, marks=pytest.mark.long) for name in CASES]


def test_there_is_a_case_for_every_mutant() -> None:
    assert CASES.keys() == MUTANTS.keys()


@pytest.mark.parametrize("mutant", MUTANTS_OF_THIS_RUN)
async def test_a_server_that_breaks_a_promise_is_found_out(mutant: str, tmp_path: Path) -> None:
    case = CASES[mutant]
    async with case.servers(tmp_path, mutant) as servers:
        found = await case.script(servers, tmp_path)
    assert case.kinds & {violation.kind for violation in found}, found


@pytest.mark.long
@pytest.mark.parametrize("mutant", CASES)
async def test_a_server_that_keeps_its_promises_is_not(mutant: str, tmp_path: Path) -> None:
    case = CASES[mutant]
    async with case.servers(tmp_path) as servers:
        assert await case.script(servers, tmp_path) == []


@pytest.mark.parametrize("mutants", [(), ("ack-before-commit",)])
async def test_what_dies_in_the_loops_own_commit_was_not_acknowledged_and_is_missed_if_it_was(
    mutants: tuple[str, ...], tmp_path: Path
) -> None:
    async with IN_THE_LOOP.servers(tmp_path, *mutants) as servers:
        found = await IN_THE_LOOP.script(servers, tmp_path)
    assert ("lost" in {violation.kind for violation in found}) == bool(found) == bool(mutants)
