"""Players add words to the deal: sealed before, opened once the commitment is shown, so that nobody chooses it."""

from typing import Any

import msgspec
import pytest

from app.protocol import commands
from app.protocol.messages import Refusal, decode
from app.rooms.room import Room
from app.services.deadlines import Deadlines
from app.table.deal import OPENED_WITHIN_MS, Starting, key_of, seal_of
from app.table.events import Began
from app.table.gathering import bound_of
from tests.support.clocks import a_round, watching
from tests.support.clocks import clocks as clocks
from tests.support.decisions import Given, Tables
from tests.support.played_games import deal_of, play_to_the_end, reopened
from tests.support.tables import ANN, BEN, CLEO, Company, Page, gone, until

WORDS = {ANN: "a1" * 16, BEN: "be" * 16, CLEO: "c1" * 16}


def seal(page: Page, seat: int | None = None, word: str = "") -> commands.SealWord:
    """What this page seals for the next game."""
    table = page.room.table
    made = seal_of(bytes.fromhex(word or WORDS[page.guest]), table.room, table.number + 1)
    return commands.SealWord(made.hex(), seat)


def word(page: Page, seat: int | None = None) -> commands.OpenWord:
    return commands.OpenWord(WORDS[page.guest], seat)


@pytest.fixture(autouse=True)
def gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody counts as here for a moment after leaving."""
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0)


STARTING = "not_now: The game is starting. Wait a moment."


async def starting(party: Company) -> tuple[Room, Page, Page]:
    """Ann and Ben have sealed words, and Ann has pressed Start."""
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(seal(ann))
    await ben.asks(seal(ben))
    await ann.asks(commands.Start())
    return room, ann, ben


async def began(party: Company, room: Room) -> Began:
    """The newest game's first event, once there is one."""
    await until(lambda: room.table.phase == "playing")
    return (await party.bodies(room, Began))[-1]


async def test_a_game_begins_once_everybody_has_opened_the_word_that_was_sealed(
    party: Company, clocks: Deadlines
) -> None:
    room, ann, ben = await starting(party)
    bound, fixed = bound_of(room.table, room.table.game), room.table.starting.fixed
    shown = [await page.sees("table") for page in (ann, ben)]
    assert [table["starting"] for table in shown] == [{"number": 1, "deal": fixed.commitment}] * 2
    assert [seat["seal"] for seat in shown[0]["seats"]] == fixed.seals
    assert (shown[0]["state"], shown[0]["deal"]) == ("gathering", None)
    await ben.asks(word(ben))
    assert room.table.starting is not None
    await ann.asks(word(ann))
    game = await began(party, room)
    given = [bytes.fromhex(WORDS[guest]) for guest in (ANN, BEN)]
    assert (game.secret, game.commitment, game.seals) == (fixed.secret, fixed.commitment, fixed.seals)
    assert game.words == [WORDS[ANN], WORDS[BEN]]
    assert game.key == key_of(bytes.fromhex(fixed.secret), bound, given).hex()
    table = await ben.sees("table")
    assert ("starting" in table, table["deal"], "seal" in table["seats"][0]) == (False, fixed.commitment, False)


async def test_without_words_a_game_begins_in_one_step_as_ever(party: Company, clocks: Deadlines) -> None:
    room, _ = await party.playing(ANN, BEN)
    game = await began(party, room)
    assert (await party.bodies(room, Starting), b'"words"' in msgspec.json.encode(game)) == ([], False)


async def test_words_reach_no_page(party: Company, clocks: Deadlines) -> None:
    room, ann, ben = await starting(party)
    await ann.asks(word(ann))
    told = [*ann.heard, *await ben.hears()]
    secret = room.table.starting.fixed.secret
    assert [message for message in told if WORDS[ANN] in str(message) or secret in str(message)] == []


# --- What is refused ----------------------------------------------------------------------------------------


async def test_a_word_is_opened_once_by_its_seat_and_after_the_commitment(party: Company, clocks: Deadlines) -> None:
    room, (ann, ben, eve) = await party.seated(ANN, BEN, CLEO)
    assert "not_now" in await ann.refused(word(ann))
    await ann.asks(seal(ann))
    await ben.asks(seal(ben))
    assert "not_now" in await ann.refused(word(ann))
    await ann.asks(commands.Start())
    assert "not_seated" not in await eve.refused(word(eve))  # she has sealed none
    assert "illegal" in await ben.refused(commands.OpenWord(WORDS[ANN]))
    assert "not_your_seat" in await ben.refused(commands.OpenWord(WORDS[ANN], 0))
    await ann.asks(word(ann))
    assert "said so already" in await ann.refused(word(ann))
    assert "not_now" in await ann.refused(seal(ann))
    await ben.asks(word(ben))
    assert (await began(party, room)).words == [WORDS[ANN], WORDS[BEN], ""]
    assert "not_now" in await ann.refused(word(ann))


@pytest.mark.parametrize("said", [
    '{"type":"word","word":"%s"}' % ("a1" * 17), '{"type":"word","word":"A1%s"}' % ("a1" * 15), '{"type":"word"}',
    '{"type":"seal","seal":"%s"}' % ("g1" * 32), '{"type":"seal","seal":"a1"}', '{"type":"seal","seal":7}',
])  # fmt: skip
def test_what_is_no_word_and_no_seal_is_not_understood(said: str) -> None:
    with pytest.raises(Refusal, match="malformed"):
        decode(said)


async def test_while_a_game_is_starting_who_plays_what_stays_as_it_is(party: Company, clocks: Deadlines) -> None:
    room, ann, ben = await starting(party)
    for page, wish in (
        (ann, commands.Start()), (ben, commands.Stand()), (ann, commands.Order([1, 0])),
        (ann, commands.ChangeGame("beads", 3, {})), (ben, commands.Sit(1, also="Zoe")), (ben, seal(ben)),
    ):  # fmt: skip
        assert await page.refused(wish) in (STARTING, "taken: Ben sits there. Choose another seat.")
    await ben.asks(commands.ChooseFigure("owl"), commands.Speak("well"), word(ben))
    await ann.asks(commands.ChangeSettings(hints=True), word(ann))
    assert (await began(party, room)).words == [WORDS[ANN], WORDS[BEN]]


# --- Words that do not come ---------------------------------------------------------------------------------


async def test_a_page_that_never_opens_its_word_is_waited_for_only_so_long(party: Company, clocks: Deadlines) -> None:
    room, _, ben = await starting(party)
    await ben.asks(word(ben))
    party.clock.advance(OPENED_WITHIN_MS / 1000 - 0.001)
    await clocks.check(room)
    assert room.table.phase == "gathering"
    party.clock.advance(0.001)
    await clocks.check(room)
    game = await began(party, room)
    assert (game.words, len([*filter(None, game.seals)])) == (["", WORDS[BEN]], 2)


async def test_who_leaves_meanwhile_is_not_waited_for_and_who_is_removed_becomes_a_bot(
    party: Company, clocks: Deadlines
) -> None:
    room, ann, ben = await starting(party)
    await gone(ben)
    await ann.asks(word(ann))
    assert (await began(party, room)).words == [WORDS[ANN], ""]
    room, ann, ben = await starting(party)
    await ann.asks(commands.Kick(person="Ben"), word(ann))
    assert (await began(party, room)).words == [WORDS[ANN], ""]
    assert [seat.bot for seat in room.table.seats] == [None, "medium"]


async def test_who_reloads_opens_the_word_on_the_new_page(
    party: Company, clocks: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 60)
    room, ann, ben = await starting(party)
    ben.leaves()
    await ann.asks(word(ann))
    again = party.page(room, BEN)
    assert (await again.sees("table"))["starting"]["deal"] == room.table.starting.fixed.commitment
    await again.asks(word(again))
    assert (await began(party, room)).words == [WORDS[ANN], WORDS[BEN]]


async def test_a_bot_that_plays_for_somebody_adds_nothing_and_nobody_away_is_waited_for(
    party: Company, clocks: Deadlines
) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ben.asks(seal(ben))
    await gone(ben)
    await ann.asks(commands.Start())
    assert (await began(party, room)).words == ["", ""]
    room, (ann, ben) = await party.seated(ANN, BEN)
    await ben.asks(seal(ben))
    await ann.asks(seal(ann))
    await gone(ben)
    await ann.asks(commands.SeatBot(1, "medium"), commands.Start(), word(ann))
    game = await began(party, room)
    assert (game.words, game.seals[1]) == ([WORDS[ANN], ""], "")


async def test_a_game_that_was_starting_begins_after_a_crash_with_the_same_secret(party: Company) -> None:
    room, ann, ben = await starting(party)
    await ann.asks(word(ann), commands.ChangeSettings(hints=True))
    fixed = room.table.starting.fixed
    await gone(ann, ben)
    party.pages.clear()
    room = await reopened(party.rooms, room)
    assert room.table.starting.fixed == fixed
    clocks = watching(party)
    party.clock.advance(OPENED_WITHIN_MS / 1000)
    await a_round(clocks)
    (game,) = await party.bodies(room, Began)
    party.page(room, ANN)
    assert (game.secret, game.commitment, game.words) == (fixed.secret, fixed.commitment, [WORDS[ANN], ""])


async def test_two_nodes_begin_it_once(party: Company, clocks: Deadlines) -> None:
    room, *_ = await starting(party)
    there = await party.other_node()
    await there.finds(room)
    party.clock.advance(OPENED_WITHIN_MS / 1000)
    for node in (clocks, watching(there)):
        await a_round(node)
    await clocks.check(room)
    assert len(await party.bodies(room, Began)) == 1


# --- Whose word it is ---------------------------------------------------------------------------------------


def test_a_seal_goes_with_its_seat_and_with_nobody_else(given: Tables) -> None:
    table: Given = given(ANN, BEN, CLEO, seats=4)
    for guest, sealed in ((ANN, "a1"), (BEN, "be"), (CLEO, "c1")):
        table.when(guest, commands.SealWord(sealed * 32))
    table.when(ANN, commands.Order([2, 1, 0, 3]))
    assert [seat.seal[:2] for seat in table.table.seats] == ["c1", "be", "a1", ""]
    table.when(BEN, commands.Stand())
    table.when(CLEO, commands.Sit(3))
    assert [seat.seal[:2] for seat in table.table.seats] == ["", "", "a1", ""]
    table.when(ANN, commands.SealWord("00" * 32), commands.ChangeGame("tcnccc", 4, {}))
    assert [seat.seal[:2] for seat in table.table.seats] == ["", "", "00", ""]
    table.when(CLEO, commands.SealWord("c2" * 32), commands.MakeLink())
    table.when(BEN, commands.TakeSeat(table.link))
    assert [seat.seal[:2] for seat in table.table.seats] == ["", "", "00", ""]


async def test_several_seats_of_one_page_have_a_word_each(party: Company, clocks: Deadlines) -> None:
    room = await party.table(2)
    ann = party.page(room, ANN)
    await ann.asks(commands.Sit(1, also="Zoe"), seal(ann, 0), seal(ann, 1, WORDS[BEN]), commands.Start())
    await ann.asks(word(ann, 0), commands.OpenWord(WORDS[BEN], 1))
    assert (await began(party, room)).words == [WORDS[ANN], WORDS[BEN]]


async def test_the_second_device_of_a_guest_may_have_the_word(party: Company, clocks: Deadlines) -> None:
    room, ann, ben = await starting(party)
    phone = party.page(room, BEN)
    ben.leaves()
    await ann.asks(word(ann))
    assert room.table.starting is not None  # Ben is here
    await phone.asks(word(phone))
    assert (await began(party, room)).words == [WORDS[ANN], WORDS[BEN]]


async def test_every_game_needs_a_word_of_its_own(party: Company, clocks: Deadlines) -> None:
    room, ann, ben = await starting(party)
    before = seal(ann)
    await ann.asks(word(ann))
    await ben.asks(word(ben))
    await began(party, room)
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    assert [each.seal for each in room.table.seats] == ["", ""]
    await ann.forgets()
    await ann.asks(before)  # of the game before
    await ben.asks(seal(ben), commands.Rematch())
    assert room.table.starting is not None
    assert await ann.hears("frame") == []  # the last one is still on the page
    assert "illegal" in await ann.refused(word(ann))
    await ben.asks(word(ben))
    party.clock.advance(OPENED_WITHIN_MS / 1000)
    await clocks.check(room)
    await until(lambda: room.table.number == 2)
    assert (await began(party, room)).words == ["", WORDS[BEN]]


# --- What is kept of it -------------------------------------------------------------------------------------


async def test_the_file_has_the_words_and_whose_was_not_opened(party: Company, clocks: Deadlines) -> None:
    room, ann, ben = await starting(party)
    await ben.asks(word(ben))
    await gone(ann)
    game = await began(party, room)
    await play_to_the_end(room)
    file: dict[str, Any] = msgspec.json.decode(await deal_of(party.store, room))
    assert (file["entropy"], file["seals"]) == (["", WORDS[BEN]], game.seals)
