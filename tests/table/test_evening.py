"""Who is ready, when the evening begins, where people talk, and who may nudge whom."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.protocol import commands
from app.protocol.commands import ChangeSettings, SayReady
from app.protocol.messages import Refusal
from app.rooms.views import Surroundings
from app.table import proposals
from app.table.evening import EARLY_MS, FARTHEST_MS
from app.table.events import Body, RoomSettings, decode_body, encode_body
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE

HOUR_MS = 3_600_000
IN_A_DAY = 24 * HOUR_MS
MEET = "https://meet.example.org/friends"


def ready(table: Given) -> list[int]:
    return [number for number, seat in enumerate(table.table.seats) if seat.is_ready]


# --- Ready ---


def test_everybody_seated_can_say_that_they_are_ready_and_take_it_back(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(BEN, SayReady())
    assert ready(table) == [1]
    assert table.refuses(BEN, SayReady()) == "not_now: You have said so already."
    table.when(BEN, SayReady(False))
    assert ready(table) == []


def test_on_one_device_each_of_several_says_so_for_themselves(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.Sit(1, also="Ben"), SayReady(seat=1))
    assert ready(table) == [1]
    assert table.refuses(ANN, SayReady()).startswith("not_your_seat")


def test_ready_has_a_word_on_the_wire_only_where_it_is_so_and_never_for_a_bot(given: Tables) -> None:
    table = given(ANN, BEN, seats=2)
    table.when(BEN, SayReady())
    assert [seat.get("ready") for seat in told(table)["seats"]] == [None, True]
    table.leaves(BEN)
    table.when(ANN, commands.SeatBot(1))
    assert [seat.get("ready") for seat in told(table)["seats"]] == [None, None]


def told(table: Given) -> Any:
    """What Ann's page is told of the table."""
    return json.loads(Surroundings(table.table, table.here, table.who(), []).table(ANN, 0))


NO_MORE: dict[str, Callable[[Given], Body]] = {
    "they leave their seat": lambda table: table.when(BEN, commands.Stand()),
    "they sit down elsewhere": lambda table: table.when(BEN, commands.Sit(2)),
    "the host takes their seat": lambda table: table.when(ANN, commands.Kick(person="Ben")),
    "the host chooses another game": lambda table: table.when(ANN, commands.ChangeGame("tcnccc", 3, {})),
    "the game begins": lambda table: table.begun(),
}


@pytest.mark.parametrize("happens", NO_MORE.values(), ids=NO_MORE)
def test_nobody_is_ready_any_more_when(given: Tables, happens: Callable[[Given], Body]) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(BEN, SayReady())
    happens(table)
    assert ready(table) == []


def test_whoever_is_ready_stays_so_under_another_name_and_when_people_change_places(given: Tables) -> None:
    table = given(ANN, BEN, seats=2)
    table.when(BEN, SayReady(), commands.Hello("Benedikt"))
    table.when(ANN, commands.Order([1, 0]))
    assert ready(table) == [0]


def test_they_can_be_ready_for_a_rematch_but_not_during_a_game(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    assert table.refuses(BEN, SayReady()) == "not_now: The game has begun already."
    table.puts(ANN, BEN)
    table.when(BEN, SayReady())
    assert ready(table) == [1]
    table.when(ANN, commands.Rematch())
    assert ready(table) == []


# --- The date ---


def test_the_host_sets_a_date_moves_it_and_removes_it(given: Tables) -> None:
    table = given(ANN, BEN)
    for changes, at in enumerate((table.ms + HOUR_MS, table.ms + IN_A_DAY, None), 1):
        table.when(ANN, ChangeSettings(evening=at))
        assert (table.table.settings.evening.at, table.table.settings.evening.changes) == (at, changes)
    assert table.table.settings.evening.number == 1


@pytest.mark.parametrize(("in_ms", "why"), [(0, "in the past"), (FARTHEST_MS + 1, "more than a year ahead")])
def test_a_date_lies_ahead_and_not_too_far(given: Tables, in_ms: int, why: str) -> None:
    table = given(ANN, BEN)
    assert why in table.refuses(ANN, ChangeSettings(evening=table.ms + in_ms))


def test_what_else_the_host_changes_leaves_the_date_as_it_is(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, ChangeSettings(evening=table.ms + IN_A_DAY))
    was = table.table.settings.evening
    table.when(ANN, ChangeSettings(fast_bots=True))
    assert table.table.settings.evening == was


def test_the_date_is_gone_once_the_evenings_game_has_begun_and_the_next_one_is_another(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, ChangeSettings(evening=table.ms + EARLY_MS + 1000))
    table.advance(1)
    table.begun()
    evening = table.table.settings.evening
    assert (evening.at, evening.number) == (None, 2)


def test_a_game_long_before_it_leaves_the_date(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, ChangeSettings(evening=table.ms + IN_A_DAY))
    table.begun()
    assert table.table.settings.evening.at == table.ms + IN_A_DAY


def test_settings_in_logs_of_before_have_no_date_and_no_link() -> None:
    before = decode_body(b'{"kind":"kept","manners":{"sitting":"asked"}}')
    assert before.settings == RoomSettings(sitting="asked")  # type: ignore[union-attr]
    assert encode_body(before) == b'{"kind":"kept","manners":{"sitting":"asked"}}'


# --- Where people talk ---


def test_the_host_names_where_people_talk_and_takes_it_away(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, ChangeSettings(talk=f" {MEET} "))
    assert table.table.settings.talk == MEET
    table.when(ANN, ChangeSettings(talk=" "))
    assert table.table.settings.talk == ""


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("http://meet.example.org/x", "has to begin with “https”"),
        ("javascript:alert(1)", "has to begin with “https”"),
        ("https://ann:secret@meet.example.org/", "user name or a password"),
        ("https://ann@meet.example.org/", "user name or a password"),
        ("https://", "not the link of a web page"),
        ("https://localhost/x", "not the link of a web page"),
        ("https://192.168.1.1/x", "not the link of a web page"),
        ("https://[::1]/x", "not the link of a web page"),
        ("https://mеet.example.org/", "not the link of a web page"),  # a Cyrillic letter
        ("https://meet.example.org\\@evil.example/", "user name or a password"),
        ("https://meet.example.org\\evil", "not the link of a web page"),
        ("https://meet.example.org/a b", "not the link of a web page"),
        ("https://meet.example.org/\u202ea", "not the link of a web page"),
        ("https://meet.example.org:99999/", "not the link of a web page"),
        ("https://meet.example.org/" + "a" * 300, "too long: 325 instead of at most 300"),
    ],
)
def test_a_link_that_is_none_is_refused_with_the_reason(given: Tables, link: str, why: str) -> None:
    refused = given(ANN, BEN).refuses(ANN, ChangeSettings(talk=link))
    assert refused.startswith("bad_option: ")
    assert why in refused


# --- Nudges ---


def nudges(table: Given, who: str, whom: str, *, is_away: bool = False) -> tuple[int | None, int | None] | str:
    """The seats of both, or the refusal."""
    try:
        by, to = proposals.nudge(table.table, who, whom, None, is_away, table.ms)
    except Refusal as no:
        return str(no)
    return by.seat, to.seat


def test_before_a_game_whoever_is_not_ready_or_away_can_be_nudged(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    assert nudges(table, ANN.id, BEN.id) == (0, 1)
    table.when(BEN, SayReady())
    assert nudges(table, ANN.id, BEN.id) == "not_now: No one is waiting for Ben."
    assert nudges(table, ANN.id, BEN.id, is_away=True) == (0, 1)


def test_during_a_game_whoever_is_asked_or_away_can_be_nudged(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    assert nudges(table, BEN.id, ANN.id) == (1, 0)
    assert nudges(table, ANN.id, BEN.id) == "not_now: No one is waiting for Ben."
    assert nudges(table, ANN.id, BEN.id, is_away=True) == (0, 1)


def test_neither_spectators_nor_muted_and_removed_guests_can_nudge_anybody(given: Tables) -> None:
    table = given(ANN, BEN, CLEO)
    table.enters(EVE)
    table.when(ANN, commands.Mute(person="Ben", yes=True), commands.Kick(person="Cleo", out=True))
    assert str(nudges(table, EVE.id, ANN.id)).startswith("not_seated")
    assert str(nudges(table, BEN.id, ANN.id)).startswith("forbidden")
    assert str(nudges(table, CLEO.id, ANN.id)).startswith("forbidden")


def test_nobody_nudges_themselves_a_bot_or_a_spectator(given: Tables) -> None:
    table = given(ANN, BEN)
    table.leaves(BEN)
    table.when(ANN, commands.SeatBot(1))
    for other in (ANN, BEN, EVE):
        assert nudges(table, ANN.id, other.id, is_away=True) == "not_now: You can nudge only other players."


def test_in_a_team_only_somebody_asked_for_a_minute_can_be_nudged_since_the_moment_would_tell_something(
    given: Tables,
) -> None:
    table = given(ANN, BEN, team=True).begun()
    table.leaves(BEN)
    table.advance(59)
    assert str(nudges(table, BEN.id, ANN.id)).startswith("not_now: You are one team")
    table.advance(1)
    assert nudges(table, BEN.id, ANN.id) == (1, 0)
    assert str(nudges(table, ANN.id, BEN.id, is_away=True)).startswith("not_now: You are one team")
