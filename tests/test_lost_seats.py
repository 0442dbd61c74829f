"""A seat whose player is away: who gets it, who has to be asked, and what everybody is told."""

from time import monotonic

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.identities import handle_of
from app.storage.guests import Guest
from app.table import events
from app.table.event_ids import SERVER
from app.table.events import Admitted, Handed
from games.engine import Chair
from tests.company import ANN, BEN, CLEO, EVE, Company
from tests.given import Given, Tables

STRANGER = Guest("stranger-id", b"stranger", None)
"""A browser that nobody knows, before anything was typed."""
TO_EVE = commands.GiveSeat(seat=1, name="Eve")
YES_BEN, YES_ANN = commands.Admit(name="Ben", yes=True), commands.Admit(name="Ann", yes=True)


def back(seat: int) -> commands.Sit:
    return commands.Sit(seat, back=True)


@pytest.fixture
def playing(given: Tables) -> Given:
    """Ann, Ben and Cleo play; Eve looks on."""
    table = given(ANN, BEN, CLEO).begun()
    table.enters(EVE)
    return table


@pytest.fixture
def asked(playing: Given) -> Given:
    """Ben is away, and somebody claims to be Ben."""
    playing.leaves(BEN, ago=0)
    assert playing.when(STRANGER, back(1)) == events.Wished(1, "Ben", back=True)
    return playing


# --- What the host may not do at once ---


def test_nobody_gets_the_seat_of_a_player_who_was_here_a_moment_ago(playing: Given) -> None:
    playing.leaves(BEN, ago=1.6)
    assert playing.refuses(ANN, TO_EVE) == "not_now: Ben was here a moment ago. Wait 29 s."


def test_after_half_a_minute_the_host_can_and_everybody_is_told_whatever_is_taken_back(playing: Given) -> None:
    playing.puts(ANN)
    playing.leaves(BEN, ago=30)
    playing.when(ANN, TO_EVE, commands.Propose("undo"))
    assert playing.table.people.seats_of(EVE.id) == [1]
    assert playing.said == ["The host gave {seat}’s seat to {name}.", "{seat} took a move back."]


def test_a_bot_plays_for_who_just_left_for_it_shows_nobody_the_hand(playing: Given) -> None:
    playing.leaves(BEN, ago=0)
    assert playing.when(ANN, commands.SeatBot(1, "medium")) == events.BotSeated(1, "medium")
    assert (playing.table.seats[1].name, playing.table.seats[1].bot) == ("Ben", "medium")


def test_the_hand_of_a_kicked_player_is_nobodys(playing: Given) -> None:
    playing.when(ANN, commands.Kick(name="Ben"))
    playing.leaves(BEN)
    assert "No one has lost this seat." in playing.refuses(ANN, TO_EVE)
    assert "No one has lost this seat." in playing.refuses(EVE, back(1))
    assert "no one can sit down" in playing.refuses(EVE, commands.Sit(1))


# --- A friend who is back without the cookie ---


def test_a_friend_who_lost_the_cookie_is_back_as_soon_as_the_host_says_yes(asked: Given) -> None:
    asked.when(ANN, YES_BEN)
    assert asked.table.people.seats_of(STRANGER.id) == [1]
    assert asked.said == ["{seat} asked for their seat back, and the host said yes."]
    assert (asked.seats, asked.table.people.wishes) == (["Ann", "Ben", "Cleo"], {})


def test_nobody_is_let_in_for_a_player_who_is_here_or_is_back_meanwhile(asked: Given) -> None:
    asked.enters(BEN)
    words = "taken: Ben is here, on another device. Close the page there, then ask again."
    assert asked.refuses(EVE, back(1)) == asked.refuses(ANN, YES_BEN) == words


def test_who_has_a_seat_asks_for_no_other_and_nobody_but_the_host_says_yes_for_a_players(asked: Given) -> None:
    assert "This device has a seat already." in asked.refuses(CLEO, back(1))
    asked.leaves(ANN, ago=59)
    for guest in (CLEO, STRANGER):
        assert asked.refuses(guest, YES_BEN) == "not_host: Only the host can do that."


def test_of_two_who_say_they_are_one_player_nobody_is_let_in_by_the_name(asked: Given) -> None:
    asked.when(EVE, back(1))
    assert "is waiting for a seat" in asked.refuses(ANN, YES_BEN)


# --- A host who lost the cookie ---


def test_another_player_lets_a_host_back_in_who_is_the_host_again(playing: Given) -> None:
    playing.leaves(ANN, ago=10)
    playing.when(STRANGER, back(0))
    assert playing.refuses(BEN, YES_ANN) == "not_now: Ann was here a moment ago. Wait 20 s."
    assert "not_host" in playing.refuses(EVE, YES_ANN)
    playing.enters(ANN)
    playing.leaves(ANN, ago=30)
    playing.when(BEN, YES_ANN)
    assert playing.table.host == STRANGER.id
    assert playing.said == ["{seat} asked for their seat back, and {other} said yes."]


def test_a_host_of_bots_alone_is_let_in_by_the_house(given: Tables) -> None:
    table = given(ANN, seats=2).begun()
    table.leaves(ANN)
    table.when(STRANGER, back(0))
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)
    assert (table.table.host, table.log[-1].actor) == (STRANGER.id, SERVER)
    assert table.said == ["{seat} asked for their seat back and got it: no one else was here."]


def test_who_was_here_before_there_was_a_password_has_to_give_it_before_asking(playing: Given) -> None:
    playing.when(ANN, commands.Doors(password="swordfish"))
    playing.leaves(BEN, ago=0)
    assert playing.refuses(EVE, back(1)) == "forbidden: This table has a password. Ask your host for it."
    playing.writes(EVE.id, events.LetIn())
    assert playing.when(EVE, back(1)) == events.Wished(1, "Ben", back=True)


def test_the_house_lets_nobody_in_who_asked_before_there_was_a_password(given: Tables) -> None:
    table = given(ANN, seats=2).begun()
    table.leaves(ANN, ago=0)
    table.when(STRANGER, back(0))
    table.enters(ANN)
    table.when(ANN, commands.Doors(password="swordfish"))
    table.leaves(ANN)
    with pytest.raises(Refusal, match="No one needs to take over"):
        table.house_looks_for_a_host()
    table.writes(STRANGER.id, events.LetIn())
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)


def test_while_a_game_is_played_a_host_is_let_in_by_the_other_players_alone(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.leaves(ANN, BEN)
    table.when(STRANGER, back(0))
    with pytest.raises(Refusal, match="No one needs to take over"):
        table.house_looks_for_a_host()
    table.enters(BEN)
    assert table.house_looks_for_a_host() == Handed(BEN.id)
    table.when(BEN, YES_ANN)
    assert (table.table.people.seats_of(STRANGER.id), table.table.host) == ([0], BEN.id)


def test_a_host_who_comes_back_in_time_stays_and_who_asks_and_leaves_is_given_nothing(given: Tables) -> None:
    table = given(ANN, seats=2).begun()
    table.enters(EVE)
    table.leaves(ANN)
    table.when(STRANGER, back(0))
    table.leaves(STRANGER)
    for here in ((), (ANN, STRANGER)):  # nor does a spectator become host while a seat is taken
        table.enters(*here)
        with pytest.raises(Refusal, match="No one needs to take over"):
            table.house_looks_for_a_host()


def test_before_a_game_a_host_is_let_in_and_somebody_follows_where_no_seat_is_taken(given: Tables) -> None:
    table = given(ANN, BEN)
    table.leaves(ANN, BEN)
    table.when(STRANGER, back(0))
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)
    table = given(ANN, seats=2)
    table.when(ANN, commands.Stand())
    table.enters(EVE)
    table.leaves(ANN)
    assert table.house_looks_for_a_host() == Handed(EVE.id)


@pytest.mark.parametrize("is_ben", [True, False])
def test_what_was_won_stays_with_who_is_back_and_goes_not_with_a_seat_given_away(given: Tables, is_ben: bool) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(ANN, BEN)
    table.leaves(BEN)
    table.enters(EVE)
    if is_ben:
        table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN if is_ben else TO_EVE)
    assert table.table.past[0].result.guests == [ANN.id, STRANGER.id if is_ben else BEN.id]


def test_who_is_given_a_seat_plays_and_wins_under_their_own_name(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.leaves(BEN)
    table.enters(EVE)
    table.when(ANN, TO_EVE)
    assert [line.text.with_ for line in table.table.lasting(0)] == [{"seat": "Ben", "name": "Eve"}]
    table.puts(ANN, EVE)
    assert table.table.past[0].result.names == ["Ann", "Eve"]
    table.when(EVE, commands.Stand())
    table.when(BEN, commands.Sit(1))


def test_who_is_given_a_seat_keeps_its_name_if_it_was_theirs_or_they_have_none(playing: Given) -> None:
    playing.leaves(BEN)
    for guest in (Guest("again-id", b"again", "Ben"), STRANGER):
        playing.enters(guest)
        playing.when(ANN, commands.GiveSeat(seat=1, person=handle_of(playing.table, guest.id)))
        playing.leaves(guest)
        assert (playing.table.people.seats_of(guest.id), playing.seats) == ([1], ["Ann", "Ben", "Cleo"])


def test_a_seat_that_was_given_before_its_name_changed_with_it_keeps_it(playing: Given) -> None:
    playing.writes(ANN.id, events.Gave(1, EVE.id, name="Eve"))
    assert playing.seats == ["Ann", "Ben", "Cleo"]
    assert playing.table.lasting(0)[0].text.with_ == {"seat": Chair(1), "name": "Eve"}


def test_who_was_muted_is_so_on_another_device(playing: Given) -> None:
    playing.when(ANN, commands.Mute(name="Ben", yes=True))
    playing.leaves(BEN)
    playing.when(STRANGER, back(1))
    playing.when(ANN, YES_BEN)
    assert "has muted you" in playing.refuses(STRANGER, commands.Speak("hello?"))


def test_a_host_who_goes_on_from_another_device_is_the_host_there(playing: Given) -> None:
    playing.when(ANN, commands.MakeLink())
    playing.when(STRANGER, commands.TakeSeat(playing.link))
    assert playing.table.host == STRANGER.id
    assert playing.said == ["{seat} has moved to another device."]


@pytest.mark.usefixtures("gone_at_once")
async def test_after_a_restart_nobody_has_been_seen_away(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = await party.playing(ANN, BEN)
    passed = 0.0
    monkeypatch.setattr("app.rooms.audience.monotonic", lambda: monotonic() + passed)
    elsewhere = await (await party.other_node()).finds(room)
    assert elsewhere.audience.away_s(BEN.id) < 30
    passed = 30
    assert elsewhere.audience.away_s(BEN.id) >= 30


OF_BEFORE = [
    b'{"kind":"wished","seat":1,"name":"Ben"}',
    b'{"kind":"gave","seat":1,"guest":"eve-id"}',
    b'{"kind":"gave","seat":1,"guest":"eve-id","link":"ab"}',
    b'{"kind":"admitted","guest":"eve-id"}',
]
"""Records from before seats could be reclaimed, without its fields."""


def test_what_was_written_before_is_read_and_written_as_it_was() -> None:
    assert [events.encode_body(events.decode_body(stored)) for stored in OF_BEFORE] == OF_BEFORE
