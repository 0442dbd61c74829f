"""A seat whose player is away: who gets it and when, who sees its hand, who has to be asked, and what everybody is
told. tests/table/test_takeovers.py tries whatever one dishonest person can."""

from time import monotonic

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.identities import handle_of
from app.storage.guests import Guest
from app.table import events
from app.table.clock import Called
from app.table.event_ids import SERVER
from app.table.events import Admitted, Handed
from app.table.host import call
from app.table.moves import awaited_since
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE, Company

STRANGER = Guest("stranger-id", b"stranger", None)
"""A browser that nobody knows, before anything was typed."""
TO_EVE = commands.GiveSeat(seat=1, person="Eve")
YES_BEN, YES_ANN = commands.Admit(person="Ben", yes=True), commands.Admit(person="Ann", yes=True)
HELLO = commands.Hello(None)
DAY = commands.Clock("question", 86_400)


def back(seat: int) -> commands.Sit:
    return commands.Sit(seat, back=True)


def view_of(table: Given, guest: Guest) -> int | None:
    """The seat whose view this guest is shown."""
    return table.table.people.viewpoint_of(guest.id, None)


def ends(table: Given) -> None:
    """Everybody who plays agrees to end the game."""
    here = [guest for guest in table.here.values() if view_of(table, guest) is not None]
    table.when(here[0], commands.Propose("end"))
    for guest in here[1:]:
        table.when(guest, commands.Agree(True))


@pytest.fixture
def playing(given: Tables) -> Given:
    """Ann, Ben and Cleo play; Eve looks on."""
    table = given(ANN, BEN, CLEO).begun()
    table.enters(EVE)
    return table


@pytest.fixture
def asked(playing: Given) -> Given:
    """Ben has been away for a minute, and somebody claims to be Ben."""
    playing.leaves(BEN, ago=60)
    assert playing.when(STRANGER, back(1)) == events.SeatRequested(1, "Ben", back=True)
    return playing


@pytest.fixture
def two(given: Tables) -> Given:
    """Ann and Ben play. Ben has been away for a minute, and somebody claims to be Ben, perhaps Ann's other browser."""
    table = given(ANN, BEN).begun()
    table.leaves(BEN, ago=60)
    table.when(STRANGER, back(1))
    return table


# --- What nobody may do at once ---


def test_nobody_gets_the_seat_of_a_player_who_was_here_a_moment_ago(playing: Given) -> None:
    playing.leaves(BEN, ago=1.6)
    words = "not_now: Ben was here a moment ago. Wait 29 s."
    playing.when(STRANGER, back(1))
    assert playing.refuses(ANN, TO_EVE) == playing.refuses(ANN, YES_BEN) == words
    playing.when(ANN, commands.SeatBot(1, "medium"))
    playing.when(ANN, commands.Propose("end"))
    assert playing.refuses(CLEO, commands.Agree(True)) == words


def test_a_clock_that_is_changed_during_the_game_makes_nobody_wait_for_less_long(given: Tables) -> None:
    table = given(ANN, BEN).begun(clock=DAY)
    table.leaves(BEN)
    table.enters(EVE)
    table.when(ANN, commands.Pause())
    for clock in (None, commands.Clock("question", 10)):
        table.when(ANN, commands.ChangeSettings(clock=clock))
        assert table.refuses(ANN, TO_EVE) == "not_now: Ben was here a moment ago. Wait 82800 s."


def test_a_bot_plays_for_who_just_left_for_it_shows_nobody_the_hand(playing: Given) -> None:
    playing.leaves(BEN, ago=0)
    assert playing.when(ANN, commands.SeatBot(1, "medium")) == events.BotSeated(1, "medium")
    assert (playing.table.seats[1].name, playing.table.seats[1].bot) == ("Ben", "medium")


def test_between_games_a_bot_in_the_seat_of_who_is_away_leaves_it_theirs(given: Tables) -> None:
    table = given(ANN, BEN)
    table.leaves(BEN)
    table.when(ANN, commands.SeatBot(1, "medium"))
    assert "Ben sits there" in table.refuses(EVE, commands.Sit(1))
    table.enters(BEN)
    table.when(BEN, HELLO)
    assert (table.table.people.seats_of(BEN.id), table.table.seats[1].bot) == ([1], None)


@pytest.mark.parametrize(
    ("clock", "patience_s"),
    [(DAY, 86_400), (commands.Clock("question", 10), 30), (commands.Clock("game", 3_600), 360)],
    ids=["a day for each question", "ten seconds for each question", "an hour for the whole game"],
)
def test_in_a_slow_game_everybody_is_waited_for_as_long_as_they_may_think(
    given: Tables, clock: commands.Clock, patience_s: int
) -> None:
    table = given(ANN, BEN, CLEO).begun(clock)
    table.enters(EVE)
    table.leaves(BEN, ago=patience_s - 1)
    table.when(STRANGER, back(1))
    words = "not_now: Ben was here a moment ago. Wait 1 s."
    assert table.refuses(ANN, TO_EVE) == table.refuses(ANN, YES_BEN) == words
    table.enters(BEN)
    table.leaves(BEN, ago=patience_s)
    table.when(ANN, YES_BEN)


@pytest.mark.parametrize(("clock", "patience_s"), [(None, 30), (DAY, 86_400)], ids=["no clock", "a slow game"])
def test_who_was_called_is_waited_for_from_the_call_on_however_long_they_were_away(
    given: Tables, clock: commands.Clock | None, patience_s: int
) -> None:
    table = given(ANN, BEN, CLEO).begun(clock)
    table.enters(EVE)
    table.leaves(BEN, ago=7 * 86_400)
    table.writes(SERVER, Called(BEN.id, "seat"))
    table.when(STRANGER, back(1))
    table.advance(patience_s - 1)
    words = "not_now: Ben has just been notified. Wait 1 s."
    assert table.refuses(ANN, TO_EVE) == table.refuses(ANN, YES_BEN) == words
    table.advance(1)
    table.when(ANN, YES_BEN)


def test_a_game_may_end_without_who_was_called_if_a_bot_plays_for_them(playing: Given) -> None:
    playing.leaves(BEN)
    playing.writes(SERVER, Called(BEN.id, "seat"))
    playing.when(ANN, commands.SeatBot(1, "medium"))
    ends(playing)


def test_a_player_is_called_once_for_each_thing_at_stake_until_they_are_back(playing: Given) -> None:
    playing.leaves(ANN)
    for about in ("seat", "host"):
        playing.writes(SERVER, call(playing.table, ANN.id, about, playing))
        with pytest.raises(Refusal):
            call(playing.table, ANN.id, about, playing)
    playing.enters(ANN)
    playing.when(ANN, HELLO)
    playing.leaves(ANN)
    assert call(playing.table, ANN.id, "seat", playing) == Called(ANN.id, "seat")
    for guest, about in ((BEN, "seat"), (EVE, "seat"), (BEN, "host")):
        with pytest.raises(Refusal):
            call(playing.table, guest.id, about, playing)


def test_the_hand_of_a_kicked_player_is_nobodys(playing: Given) -> None:
    playing.when(ANN, commands.Kick(person="Ben"))
    playing.leaves(BEN)
    assert "No one has lost this seat." in playing.refuses(ANN, TO_EVE)
    assert "No one has lost this seat." in playing.refuses(EVE, back(1))
    assert "no one can sit down" in playing.refuses(EVE, commands.Sit(1))


# --- A hand that was dealt to somebody else ---


def test_the_host_alone_gives_a_seat_but_no_hand_and_a_bot_plays_the_game_to_its_end(two: Given) -> None:
    two.when(ANN, YES_BEN)
    assert (view_of(two, STRANGER), two.table.seats[1].guest, two.table.seats[1].bot) == (None, BEN.id, "medium")
    assert "You are watching" in two.refuses(STRANGER, YES_BEN)
    assert "You have agreed already" in two.refuses(ANN, YES_BEN)
    assert two.said == ["Someone else says they are {seat}, and the host said yes. A bot plays this game to its end."]
    ends(two)
    assert (view_of(two, STRANGER), two.seats) == (1, ["Ann", "Ben"])
    assert two.said[-1] == "{seat} plays from another device now."
    two.when(ANN, commands.Rematch())
    assert (view_of(two, STRANGER), two.table.seats[1].bot) == (1, None)


def test_with_the_word_of_a_second_player_a_friend_has_the_hand_at_once(asked: Given) -> None:
    asked.when(ANN, YES_BEN)
    assert asked.refuses(EVE, YES_BEN) == "not_seated: You are watching. Only players can do that."
    asked.when(CLEO, YES_BEN)
    assert (view_of(asked, STRANGER), asked.table.seats[1].bot) == (1, None)
    assert asked.said[1:] == ["{other} said yes, too.", "{seat} plays from another device now."]
    asked.puts(ANN, STRANGER)


def test_one_person_on_two_seats_has_one_voice_wherever_they_have_moved(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    table.when(ANN, commands.Sit(2, also="Zoe"))
    table.begun().leaves(BEN, ago=60)
    table.when(ANN, commands.MakeLink(2))
    table.when(EVE, commands.TakeSeat(table.link))
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    assert "You have agreed already" in table.refuses(EVE, YES_BEN)


def test_a_seat_that_was_taken_over_has_no_voice(given: Tables) -> None:
    table = given(ANN, BEN, CLEO).begun()
    table.leaves(CLEO)
    table.enters(EVE)
    table.when(ANN, commands.GiveSeat(seat=2, person="Eve"))
    ends(table)
    table.when(ANN, commands.Rematch())
    table.leaves(BEN)
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    assert "You are watching" in table.refuses(EVE, YES_BEN)


def test_who_is_given_a_seat_begins_with_the_next_game_under_their_own_name(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.leaves(BEN)
    table.enters(EVE)
    table.when(ANN, TO_EVE)
    said = table.table.lasting(0)[-1].text
    assert said.text == "The host gave {seat}’s seat to {name}. A bot plays this game to its end."
    ends(table)
    assert table.said[-1] == "{name} has {owner}’s seat now."
    assert (table.table.past[0].result.names, table.seats) == (["Ann", "Ben"], ["Ann", "Eve"])
    table.when(EVE, commands.Stand())
    assert table.seats == ["Ann", "Ben"], "it goes back to whom it was taken from"


def test_who_is_given_a_seat_plays_at_once_if_another_player_agrees(playing: Given) -> None:
    playing.leaves(BEN)
    playing.when(ANN, TO_EVE)
    playing.when(CLEO, commands.Admit(person="Eve", yes=True))
    assert (view_of(playing, EVE), playing.seats) == (1, ["Ann", "Eve", "Cleo"])


def test_who_is_given_a_seat_keeps_its_name_if_it_was_theirs_or_they_have_none(given: Tables) -> None:
    for guest in (Guest("again-id", b"again", "Ben"), STRANGER):
        table = given(ANN, BEN, CLEO)
        table.leaves(BEN)
        table.enters(guest)
        table.when(ANN, commands.GiveSeat(seat=1, person=handle_of(table.table, guest.id)))
        assert (table.table.people.seats_of(guest.id), table.seats) == ([1], ["Ann", "Ben", "Cleo"])


@pytest.mark.parametrize(
    "how", ["they withdraw", "the host thinks better of it", "they are removed", "they sit already"]
)
def test_nobody_gets_a_seat_any_more_when(given: Tables, how: str) -> None:
    table = given(ANN, BEN, CLEO).begun()
    table.leaves(BEN)
    table.when(CLEO, commands.MakeLink())
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    person = handle_of(table.table, STRANGER.id)
    match how:
        case "they withdraw":
            table.when(STRANGER, commands.Stand())
        case "the host thinks better of it":
            assert "not_host" in table.refuses(CLEO, commands.Admit(person=person, yes=False))
            table.when(ANN, commands.Admit(person=person, yes=False))
        case "they are removed":
            table.when(ANN, commands.Kick(person=person, out=True))
        case _:
            table.when(STRANGER, commands.TakeSeat(table.link))
    ends(table)
    assert table.table.people.seats_of(BEN.id) == [1]


# --- Who comes back ---


@pytest.mark.parametrize("agreed", [False, True], ids=["before the next game", "though two agreed"])
def test_an_owner_has_seat_and_hand_again_at_once(asked: Given, agreed: bool) -> None:
    asked.when(ANN, YES_BEN)
    if agreed:
        asked.when(CLEO, YES_BEN)
    asked.enters(BEN)
    asked.when(BEN, HELLO)
    assert (view_of(asked, BEN), view_of(asked, STRANGER), asked.table.seats[1].bot) == (1, None, None)
    happened = "has the seat again. Someone else had it and has seen the hand" if agreed else "keeps the seat, which"
    assert happened in asked.said[-1]
    asked.puts(ANN, BEN)


def test_an_owner_has_the_seat_again_in_a_game_that_was_dealt_to_somebody_else_but_not_that_hand(two: Given) -> None:
    two.when(ANN, YES_BEN)
    ends(two)
    two.when(ANN, commands.Rematch())
    two.enters(BEN)
    two.when(BEN, HELLO)
    assert two.table.people.seats_of(BEN.id) == [1]
    assert (view_of(two, BEN), view_of(two, STRANGER), two.table.seats[1].bot) == (None, None, "medium")
    assert "not_seated" in two.refuses(BEN, HELLO), "there is no more to take back"
    two.puts(*[ANN] * (two.asked == [0]))
    assert "This game was dealt to someone else" in two.refuses(BEN, two.answer("put", bead=1))
    assert "This game was dealt to someone else" in two.refuses(BEN, commands.Propose("end"))
    ends(two)
    assert two.table.past[1].result.guests == [ANN.id, STRANGER.id]
    assert (view_of(two, BEN), two.table.seats[1].bot) == (1, None)


def test_an_owner_cannot_be_removed_or_locked_out_while_somebody_else_has_the_seat_or_is_about_to(two: Given) -> None:
    two.when(ANN, YES_BEN)
    kicks = [commands.Kick(person="Ben"), commands.Kick(person="Ben", out=True)]
    for kick in kicks:
        assert "no one can remove them" in two.refuses(ANN, kick)
    ends(two)
    two.when(ANN, commands.ChangeSettings(password="swordfish", onlookers=False, sitting="asked"))
    assert not two.table.people.is_locked_out(BEN.id, "swordfish")
    two.enters(BEN)
    assert "no one can remove them" in two.refuses(ANN, commands.Kick(person=handle_of(two.table, BEN.id), out=True))
    two.when(BEN, HELLO)
    for kick in kicks:
        assert "no one can remove them" in two.refuses(ANN, kick)
    two.when(ANN, commands.Rematch())
    assert two.when(ANN, kicks[1]) == events.Kicked(BEN.id, True), "whoever has their own seat may be removed as ever"


def test_a_seat_goes_back_past_everybody_who_came_in_between(given: Tables) -> None:
    table = given(ANN, BEN)
    for guest in (EVE, STRANGER):
        table.leaves(*[who for who in (BEN, EVE) if who.id in table.here])
        table.enters(guest)
        table.when(ANN, commands.GiveSeat(seat=1, person=handle_of(table.table, guest.id)))
    table.enters(EVE)
    table.when(EVE, HELLO)
    assert table.table.seats[1].guest == EVE.id
    table.enters(BEN)
    table.when(BEN, HELLO)
    assert (table.table.seats[1].guest, table.seats) == (BEN.id, ["Ann", "Ben"])
    assert "not_seated" in table.refuses(EVE, HELLO)


def test_who_went_on_by_their_own_link_left_the_old_device_for_good(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.when(BEN, commands.MakeLink())
    table.when(EVE, commands.TakeSeat(table.link))
    assert "not_seated" in table.refuses(BEN, HELLO)
    table.leaves(EVE)
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    table.enters(EVE)
    table.when(EVE, HELLO)
    assert view_of(table, EVE) == 1


# --- A friend who is back without the cookie ---


def test_nobody_is_let_in_for_a_player_who_is_here_or_is_back_meanwhile(asked: Given) -> None:
    asked.enters(BEN)
    words = "taken: Ben is here, on another device. Close the page there, then ask again."
    assert asked.refuses(EVE, back(1)) == asked.refuses(ANN, YES_BEN) == words


def test_who_has_a_seat_asks_for_no_other_and_nobody_but_the_host_says_yes_for_a_players(asked: Given) -> None:
    assert "This device has a seat already." in asked.refuses(CLEO, back(1))
    asked.leaves(ANN, ago=59)
    for guest in (CLEO, STRANGER):
        assert asked.refuses(guest, YES_BEN) == "not_host: Only the host can do that."


def test_of_two_who_say_they_are_one_player_the_one_is_let_in_who_is_meant(asked: Given) -> None:
    asked.when(EVE, back(1))
    yes = commands.Admit(person=handle_of(asked.table, EVE.id), yes=True)
    assert asked.when(ANN, yes) == Admitted(EVE.id)


# --- A host who is away ---


def test_two_other_players_let_a_host_back_in_who_is_the_host_again(playing: Given) -> None:
    playing.leaves(ANN, ago=10)
    playing.when(STRANGER, back(0))
    assert playing.refuses(BEN, YES_ANN) == "not_now: Ann was here a moment ago. Wait 20 s."
    assert "not_host" in playing.refuses(EVE, YES_ANN)
    playing.enters(ANN)
    playing.leaves(ANN, ago=30)
    playing.when(BEN, YES_ANN)
    assert (playing.table.host, view_of(playing, STRANGER)) == (ANN.id, None)
    playing.when(CLEO, YES_ANN)
    assert (playing.table.host, view_of(playing, STRANGER)) == (STRANGER.id, 0)
    playing.enters(ANN)
    playing.when(ANN, HELLO)
    assert (playing.table.host, view_of(playing, ANN)) == (ANN.id, 0)
    assert playing.said[-1] == "{seat} is the host again."


def test_a_player_alone_gets_neither_the_hosts_hand_nor_their_rights(given: Tables) -> None:
    table = given(ANN, BEN).begun()
    table.leaves(ANN, ago=31)
    table.when(STRANGER, back(0))
    table.when(BEN, YES_ANN)
    assert (table.table.host, view_of(table, STRANGER)) == (ANN.id, None)


def test_who_is_host_in_the_absence_of_the_host_is_so_until_they_are_back(playing: Given) -> None:
    playing.leaves(ANN, ago=61)
    assert playing.house_looks_for_a_host() == Handed(BEN.id)
    assert playing.said == ["The host is away: {seat} is the host until they are back."]
    for kick in (commands.Kick(person="Ann", out=True), commands.Kick(person="Ann")):
        assert "no one can remove them" in playing.refuses(BEN, kick)
    assert "cannot close their table" in playing.refuses(BEN, commands.CloseRoom())
    playing.when(BEN, commands.Kick(person="Eve", out=True))
    playing.leaves(CLEO)
    assert "cannot remove other absent players" in playing.refuses(BEN, commands.Kick(person="Cleo"))
    playing.when(BEN, commands.HandOver(person="Cleo"))
    playing.enters(ANN)
    playing.when(ANN, HELLO)
    assert playing.table.host == ANN.id
    playing.when(ANN, commands.HandOver(person="Ben"))
    assert "not_seated" in playing.refuses(ANN, HELLO), "whoever hands over is not the host again"


def test_who_is_host_in_the_absence_of_the_host_neither_mutes_them_nor_opens_their_past_to_spectators(
    given: Tables,
) -> None:
    table = given(ANN, BEN)
    table.when(ANN, commands.ChangeSettings(onlookers=False))
    table.leaves(ANN)
    table.house_looks_for_a_host()
    assert "cannot let spectators in" in table.refuses(BEN, commands.ChangeSettings(onlookers=True))
    assert "no one can mute them" in table.refuses(BEN, commands.Mute(person="Ann", yes=True))
    table.when(BEN, commands.ChangeSettings(onlookers=False, sitting="asked"))
    table.enters(ANN)
    table.when(ANN, HELLO, commands.ChangeSettings(onlookers=True))


def test_a_host_of_bots_alone_is_let_in_by_the_house_and_a_bot_plays_their_hand(given: Tables) -> None:
    table = given(ANN, seats=2).begun()
    table.leaves(ANN)
    table.when(STRANGER, back(0))
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)
    assert (view_of(table, STRANGER), table.log[-1].actor) == (None, SERVER)
    assert "no one is here to ask" in table.said[-1]


def test_who_was_here_before_there_was_a_password_has_to_give_it_before_asking(playing: Given) -> None:
    playing.when(ANN, commands.ChangeSettings(password="swordfish"))
    playing.leaves(BEN, ago=0)
    assert playing.refuses(EVE, back(1)) == "forbidden: This table has a password. Ask your host for it."
    playing.writes(EVE.id, events.LetIn())
    assert playing.when(EVE, back(1)) == events.SeatRequested(1, "Ben", back=True)


def test_who_has_set_the_password_is_not_asked_for_it(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, commands.Stand(), commands.ChangeSettings(password="swordfish"), commands.HandOver(person="Ben"))
    assert not table.table.people.is_locked_out(ANN.id, table.table.settings.password)
    table.when(BEN, commands.ChangeSettings(password="sailfish"))
    assert table.table.people.is_locked_out(ANN.id, table.table.settings.password)


def test_the_house_lets_nobody_in_who_asked_before_there_was_a_password(given: Tables) -> None:
    table = given(ANN, seats=2).begun()
    table.leaves(ANN, ago=0)
    table.when(STRANGER, back(0))
    table.enters(ANN)
    table.when(ANN, commands.ChangeSettings(password="swordfish"))
    table.leaves(ANN)
    with pytest.raises(Refusal, match="No one needs to take over"):
        table.house_looks_for_a_host()
    table.writes(STRANGER.id, events.LetIn())
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)


def test_where_others_play_a_host_is_let_in_by_them_alone(given: Tables) -> None:
    for table in (given(ANN, BEN), given(ANN, BEN).begun()):
        table.leaves(ANN, BEN)
        table.when(STRANGER, back(0))
        with pytest.raises(Refusal, match="No one needs to take over"):
            table.house_looks_for_a_host()
        table.enters(BEN)
        assert table.house_looks_for_a_host() == Handed(BEN.id)
        table.when(BEN, YES_ANN)
        assert table.table.host == BEN.id


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


def test_where_no_seat_is_taken_anybody_who_is_here_is_host_until_the_host_is_back(given: Tables) -> None:
    table = given(ANN, seats=2)
    table.when(ANN, commands.Stand())
    table.enters(EVE)
    table.leaves(ANN)
    assert table.house_looks_for_a_host() == Handed(EVE.id)
    table.enters(ANN)
    table.when(ANN, HELLO)
    assert table.table.host == ANN.id


# --- What was before ---


def test_what_was_won_goes_with_a_player_who_asked_and_comes_back_with_the_owner(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(ANN, BEN)
    table.leaves(BEN)
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    (past,) = table.table.past
    assert past.result.guests == [ANN.id, STRANGER.id]
    assert past.has_played(BEN.id) and past.has_played(STRANGER.id)
    table.enters(BEN)
    table.when(BEN, HELLO)
    (past,) = table.table.past
    assert (past.result.guests, past.before) == ([ANN.id, BEN.id], [])


@pytest.mark.parametrize("in_a_game", [False, True], ids=["between games", "during a game"])
def test_who_agrees_passes_on_no_past_that_they_may_not_see(given: Tables, in_a_game: bool) -> None:
    table = given(ANN, CLEO, length=2).begun()
    table.when(ANN, commands.ChangeSettings(onlookers=False))
    table.puts(ANN, CLEO)
    table.when(CLEO, commands.Stand())
    table.when(EVE, commands.Sit(1))
    if in_a_game:
        table.when(EVE, commands.Rematch())
    table.leaves(ANN)
    table.when(STRANGER, back(0))
    table.when(EVE, YES_ANN)
    if in_a_game:
        table.when(EVE, commands.Propose("end"))
        assert table.table.may_look_back(STRANGER.id, table.table.past[1])
    assert table.table.people.seats_of(STRANGER.id) == [0]
    assert not table.table.may_look_back(STRANGER.id, table.table.past[0])
    assert table.table.may_look_back(ANN.id, table.table.past[0])


def test_what_somebody_else_in_the_same_game_played_stays_theirs(given: Tables) -> None:
    table = given(BEN, ANN, CLEO, length=3).begun()
    table.puts(BEN, ANN, CLEO)
    table.when(CLEO, commands.Stand())
    table.leaves(ANN)
    table.when(CLEO, back(1))
    table.when(BEN, YES_ANN)
    table.enters(ANN)
    table.when(ANN, HELLO)
    assert table.table.past[0].result.guests == [BEN.id, ANN.id, CLEO.id]


def test_who_had_a_seat_in_between_may_not_look_back_once_its_owner_is_back(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(ANN, BEN)
    for guest in (EVE, STRANGER):
        table.leaves(*[who for who in (BEN, EVE) if who.id in table.here])
        table.when(guest, back(1))
        table.when(ANN, YES_BEN)
    table.enters(BEN)
    table.when(BEN, HELLO)
    (past,) = table.table.past
    assert [past.has_played(guest.id) for guest in (ANN, BEN, EVE, STRANGER)] == [True, True, False, False]


def test_a_seat_that_is_given_away_carries_no_past(given: Tables) -> None:
    table = given(ANN, BEN, length=2).begun()
    table.puts(ANN, BEN)
    table.leaves(BEN)
    table.enters(EVE)
    table.when(ANN, TO_EVE)
    assert table.table.past[0].result.guests == [ANN.id, BEN.id]


def test_a_seat_that_nobody_agreed_to_carries_no_past_and_its_owner_may_still_look_back(given: Tables) -> None:
    table = given(ANN, seats=2, length=2).begun()
    table.when(ANN, commands.ChangeSettings(onlookers=False))
    table.puts(ANN)
    table.bot_answers()
    table.leaves(ANN)
    table.when(STRANGER, back(0))
    assert table.house_looks_for_a_host() == Admitted(STRANGER.id)
    assert table.house_looks_for_a_host() == Handed(STRANGER.id)
    (past,) = table.table.past
    assert table.table.may_look_back(ANN.id, past)
    assert not table.table.may_look_back(STRANGER.id, past)
    assert not table.table.may_look_back(None, past)
    table.when(STRANGER, commands.Rematch())
    table.puts(STRANGER)
    table.bot_answers()
    assert table.table.may_look_back(STRANGER.id, table.table.past[1])


def test_a_link_to_a_seat_is_void_once_somebody_else_has_it(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(BEN, commands.MakeLink())
    table.leaves(BEN)
    table.enters(EVE)
    table.when(ANN, TO_EVE)
    assert "This link has been used" in table.refuses(CLEO, commands.TakeSeat(table.link))


def test_who_was_muted_is_so_on_another_device(given: Tables) -> None:
    table = given(ANN, BEN)
    table.when(ANN, commands.Mute(person="Ben", yes=True))
    table.leaves(BEN)
    table.when(STRANGER, back(1))
    table.when(ANN, YES_BEN)
    assert "has muted you" in table.refuses(STRANGER, commands.Speak("hello?"))


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


@pytest.mark.usefixtures("gone_at_once")
@pytest.mark.parametrize("asked_s", [0, 40_000, 80_000], ids=["not asked", "asked in between", "asked at once"])
async def test_after_a_minute_what_counts_is_for_how_long_somebody_who_is_asked_has_done_nothing(
    party: Company, monkeypatch: pytest.MonkeyPatch, asked_s: int
) -> None:
    room, (ann, _) = await party.playing(ANN, BEN, clock=DAY)
    passed = 0.0
    monkeypatch.setattr("app.rooms.audience.monotonic", lambda: monotonic() + passed)
    party.clock.advance(80_000 - asked_s)
    if asked_s:
        await ann.plays("put", bead=1)
    party.clock.advance(asked_s)
    elsewhere = await (await party.other_node()).finds(room)
    assert elsewhere.audience.away_s(BEN.id) < 30
    passed = 61
    at_least = max(asked_s, 61)
    assert at_least <= elsewhere.audience.away_s(BEN.id) < at_least + 30


def test_a_pause_does_not_count_as_time_for_an_answer(given: Tables) -> None:
    table = given(ANN, BEN).begun(clock=DAY)
    table.puts(ANN)
    table.advance(50_000)
    assert awaited_since(table.table, BEN.id) == table.ms - 50_000_000
    table.when(ANN, commands.Pause())
    assert (awaited_since(table.table, BEN.id), awaited_since(table.table, ANN.id)) == (None, 0)
    table.advance(50_000)
    table.when(ANN, commands.Resume())
    assert awaited_since(table.table, BEN.id) == table.ms


def test_a_player_whose_time_ran_out_is_still_waited_for(given: Tables) -> None:
    table = given(ANN, BEN).begun(clock=DAY)
    began = table.ms
    table.advance(86_400)
    table.lapses(0)
    table.puts(BEN)
    assert (awaited_since(table.table, ANN.id), awaited_since(table.table, BEN.id)) == (began, None)
