"""A seat whose player is away: who gets it, who has to be asked, and what everybody is told. Over the wire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from fastapi import FastAPI

from app import events
from games import GAMES
from tests.beads import BEADS
from tests.wires import Message, Person, Wire

Goes = Callable[[float], None]
A_MOMENT = 0.2


@pytest.fixture
def time_passes(monkeypatch: pytest.MonkeyPatch) -> Goes:
    """Lets everybody who is away have been so for longer. Whoever closes a page is gone at once."""
    passed = [0.0]
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    monkeypatch.setattr("app.audience.monotonic", lambda: time.monotonic() + passed[0])

    def passes(seconds: float) -> None:
        passed[0] += seconds

    return passes


class Circle:
    """Friends of one house."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.wires: list[Wire] = []
        self._people: list[Person] = []

    async def person(self, name: str) -> Person:
        self._people.append(await Person(self.app, name).visits())
        return self._people[-1]

    async def enters(self, person: Person, room: str, **hello: Any) -> Wire:
        wire = await person.enters(room, **hello)
        self.wires.append(wire)
        await sees(wire, lambda table: (table["you"]["name"] or "").startswith(person.name))
        return wire

    async def stranger(self, room: str, **hello: Any) -> Wire:
        """A browser that nobody knows, before anything was typed."""
        person = await self.person("")
        wire = Wire(person, room)
        self.wires.append(wire)
        await wire.send(type="hello", **hello)
        await wire.hears("table")
        return wire

    async def table(self, *names: str, bots: int = 0, plays: bool = True, **options: Any) -> tuple[str, list[Wire]]:
        """They sit in this order, the first one is host, and play."""
        host = await self.person(names[0])
        room = await host.opens("beads", len(names) + bots, **options)
        wires = [await self.enters(host, room)]
        for seat, name in enumerate(names[1:], 1):
            wires.append(await self.enters(await self.person(name), room))
            await wires[-1].send(type="sit", seat=seat)
            await sees(wires[0], lambda table, seat=seat: table["seats"][seat]["here"])
        for bot in range(bots):
            await wires[0].send(type="seat_bot", seat=len(names) + bot, level="careful")
        if plays:
            await wires[0].send(type="start")
            for wire in wires:
                await wire.hears("frame")
        return room, wires

    async def close(self) -> None:
        for wire in self.wires:
            await wire.leaves()
        for person in self._people:
            await person.http.aclose()


@pytest.fixture
async def circle(app: FastAPI, monkeypatch: pytest.MonkeyPatch, time_passes: Goes) -> AsyncIterator[Circle]:
    monkeypatch.setitem(GAMES, "beads", BEADS)
    it = Circle(app)
    yield it
    await it.close()


@pytest.fixture
def hasty(circle: Circle) -> Circle:
    """Of a house that waits only a moment for a host."""
    circle.app.state.housekeeping._host_gone_s = A_MOMENT
    return circle


async def sees(wire: Wire, such: Callable[[Message], Any]) -> Message:
    """The table of this page, once it is such."""
    return await wire.sees_table(such)


async def goes_away(wire: Wire, seat: int, *others: Wire) -> None:
    """The page closes, and the others know."""
    await wire.leaves()
    for other in others:
        await sees(other, lambda table: not table["seats"][seat]["here"])


async def refusal(wire: Wire, **message: Any) -> str:
    """What is said to this wish, which is refused."""
    before = len(_refused(wire))
    await wire.send(**message)
    await wire.catches_up()
    (text,) = _refused(wire)[before:]
    return in_words(text)


def _refused(wire: Wire) -> list[Message]:
    return [heard["text"] for heard in wire.heard if heard["type"] == "refused" and heard["id"] is None]


def in_words(text: Message) -> str:
    """A sentence with its arguments, as a page fills it in."""
    words = {
        name: f"seat {value['seat']}" if isinstance(value, dict) and "seat" in value else value
        for name, value in text.get("with", {}).items()
    }
    return str(text["text"].format(**words))


def log_of(wire: Wire) -> list[str]:
    """The lasting lines that this page was told."""
    frames = [message for message in wire.heard if message["type"] == "frame"]
    return [in_words(line["text"]) for frame in frames for line in frame["lines"] if not line.get("fades")]


async def owns(wire: Wire, seat: int) -> None:
    """This page plays the seat, and is shown its hand."""
    await sees(wire, lambda table: table["you"]["seats"] == [seat])
    await wire.hears("frame", you=seat)


# --- What the host may not do at once ---


async def test_the_host_cannot_take_the_seat_of_a_player_who_was_here_a_moment_ago(
    circle: Circle, time_passes: Goes
) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    second = await circle.enters(await circle.person("Eve"), room)
    await goes_away(ben, 1, ann)
    time_passes(1.6)
    assert await refusal(ann, type="give_seat", seat=1, name="Eve") == "Ben was here a moment ago. Wait 29 s."
    assert {message["you"] for message in second.heard if message["type"] == "frame"} == {None}


async def test_after_half_a_minute_the_host_can_and_everybody_is_told(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben, cleo) = await circle.table("Ann", "Ben", "Cleo")
    eve = await circle.enters(await circle.person("Eve"), room)
    await goes_away(ben, 1, ann)
    time_passes(30)
    await ann.send(type="give_seat", seat=1, name="Eve")
    await owns(eve, 1)
    for wire in (ann, cleo, eve):
        await sees(wire, lambda table: table["seats"][1]["here"])
        await wire.catches_up()
        assert "The host gave seat 1’s seat to Eve." in log_of(wire)


async def test_who_comes_back_to_a_seat_that_was_given_away_is_told(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    eve = await circle.enters(await circle.person("Eve"), room)
    await goes_away(ben, 1, ann)
    time_passes(30)
    await ann.send(type="give_seat", seat=1, name="Eve")
    await owns(eve, 1)
    again = await circle.enters(ben.person, room)
    await again.hears("frame")
    assert "The host gave seat 1’s seat to Eve." in log_of(again)


async def test_a_bot_plays_for_who_just_left_for_it_shows_nobody_the_hand(circle: Circle) -> None:
    _, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ben, 1, ann)
    await ann.send(type="seat_bot", seat=1, level="careful")
    table = await sees(ann, lambda table: table["seats"][1]["bot"])
    assert (table["seats"][1]["name"], table["away"]) == ("Ben", [1])


async def test_the_hand_of_a_kicked_player_is_nobodys(circle: Circle, time_passes: Goes) -> None:
    room, (ann, _) = await circle.table("Ann", "Ben")
    eve = await circle.enters(await circle.person("Eve"), room)
    await ann.send(type="kick", name="Ben")
    await sees(ann, lambda table: table["seats"][1]["bot"])
    time_passes(60)
    assert await refusal(ann, type="give_seat", seat=1, name="Eve") == "Nobody has lost this seat."
    assert await refusal(eve, type="sit", seat=1, back=True) == "Nobody has lost this seat."
    assert "nobody can sit down" in await refusal(eve, type="sit", seat=1)


async def test_after_a_restart_nobody_has_been_seen_away(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await circle.enters(await circle.person("Eve"), room)
    await goes_away(ben, 1, ann)
    time_passes(3600)
    rooms = circle.app.state.rooms
    rooms.drop(rooms.live_room(room))
    again, eve = await circle.enters(ann.person, room), await circle.enters(await circle.person("Eva"), room)
    assert "Wait 30 s." in await refusal(again, type="give_seat", seat=1, name="Eva")
    time_passes(30)
    await again.send(type="give_seat", seat=1, name="Eva")
    await owns(eve, 1)


async def test_taking_a_move_back_does_not_take_back_what_everybody_was_told(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    eve = await circle.enters(await circle.person("Eve"), room)
    await ann.plays({"do": "put", "bead": 1})
    await goes_away(ben, 1, ann)
    time_passes(30)
    await ann.send(type="give_seat", seat=1, name="Eve")
    await owns(eve, 1)
    await ann.send(type="propose", matter="undo")
    await ann.catches_up()
    again = await circle.enters(ben.person, room)
    await again.hears("frame")
    assert "The host gave seat 1’s seat to Eve." in log_of(again)
    assert "seat 0 took a move back." in log_of(again)


# --- A friend who is back without the cookie ---


async def test_a_friend_who_lost_the_cookie_is_back_as_soon_as_the_host_says_yes(circle: Circle) -> None:
    room, (ann, ben, cleo) = await circle.table("Ann", "Ben", "Cleo")
    await goes_away(ben, 1, ann)
    again = await circle.stranger(room)
    assert again.table["away"] == [1]
    await again.send(type="sit", seat=1, back=True)
    asked = await sees(ann, lambda table: table["wishes"])
    assert [(wish["name"], wish["seat"], wish["back"]) for wish in asked["wishes"]] == [("Ben", 1, True)]
    await ann.send(type="admit", name="Ben", yes=True)
    await owns(again, 1)
    await cleo.hears("frame")
    for wire in (ann, cleo, again):
        await wire.catches_up()
        assert "seat 1 asked for their seat back, and the host said yes." in log_of(wire)
        assert wire.table["wishes"] == []


async def test_a_no_leaves_everything_as_it_was(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ben, 1, ann)
    other = await circle.stranger(room)
    await other.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await ann.send(type="admit", name="Ben", yes=False)
    table = await sees(other, lambda table: not table["wishes"])
    assert table["you"]["seats"] == []
    assert {message["you"] for message in other.heard if message["type"] == "frame"} == {None}
    await owns(await circle.enters(ben.person, room), 1)


async def test_who_asked_may_think_better_of_it(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ben, 1, ann)
    other = await circle.stranger(room)
    await other.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await other.send(type="stand")
    await sees(ann, lambda table: not table["wishes"])


async def test_nobody_asks_for_the_seat_of_a_player_who_is_here(circle: Circle) -> None:
    room, _ = await circle.table("Ann", "Ben")
    other = await circle.stranger(room)
    assert other.table["away"] == []
    said = await refusal(other, type="sit", seat=1, back=True)
    assert said == "Ben is here, on another device. Close the page there, then ask again."


async def test_a_yes_is_too_late_when_the_player_has_come_back_meanwhile(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ben, 1, ann)
    other = await circle.stranger(room)
    await other.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    again = await circle.enters(ben.person, room)
    await sees(ann, lambda table: table["seats"][1]["here"] and not table["wishes"])
    assert "Ben is here, on another device." in await refusal(ann, type="admit", name="Ben", yes=True)
    await owns(again, 1)


async def test_who_has_a_seat_asks_for_no_other(circle: Circle) -> None:
    _, (_, ben, cleo) = await circle.table("Ann", "Ben", "Cleo")
    await goes_away(ben, 1, cleo)
    assert await refusal(cleo, type="sit", seat=1, back=True) == "This device has a seat already."


async def test_nobody_but_the_host_says_yes_for_a_players_seat(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben, cleo) = await circle.table("Ann", "Ben", "Cleo")
    await goes_away(ben, 1, ann)
    other = await circle.stranger(room)
    await other.send(type="sit", seat=1, back=True)
    await sees(cleo, lambda table: table["wishes"])
    await goes_away(ann, 0, cleo)
    time_passes(59)
    for wire in (cleo, other):
        assert await refusal(wire, type="admit", name="Ben", yes=True) == "Only the host can do that."


async def test_of_two_who_say_they_are_one_player_nobody_is_let_in_by_the_name(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ben, 1, ann)
    for other in (await circle.stranger(room), await circle.stranger(room)):
        await other.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: len(table["wishes"]) == 2)
    assert "waits to sit down" in await refusal(ann, type="admit", name="Ben", yes=True)


async def test_at_a_table_with_a_password_it_is_said_first(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await ann.send(type="doors", password="swordfish")
    await sees(ann, lambda table: table["password"])
    await goes_away(ben, 1, ann)
    other = Wire(await circle.person(""), room)
    circle.wires.append(other)
    await other.send(type="hello")
    await other.hears("refused", code="password")
    await other.send(type="sit", seat=1, back=True)
    await other.hears("refused", code="not_yet")
    assert not other.table
    await other.send(type="hello", password="swordfish")
    await other.hears("table")
    await other.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await ann.send(type="admit", name="Ben", yes=True)
    await owns(other, 1)


# --- A host who lost the cookie ---


async def test_another_player_lets_a_host_back_in_who_is_the_host_again(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben, cleo) = await circle.table("Ann", "Ben", "Cleo")
    await goes_away(ann, 0, ben)
    again = await circle.stranger(room)
    await again.send(type="sit", seat=0, back=True)
    await sees(ben, lambda table: table["wishes"])
    time_passes(30)
    await ben.send(type="admit", name="Ann", yes=True)
    await owns(again, 0)
    assert (again.table["you"]["host"], again.table["host"]) == (True, 0)
    await cleo.catches_up()
    assert "seat 0 asked for their seat back, and seat 1 said yes." in log_of(cleo)


async def test_nobody_says_yes_for_a_host_who_was_here_a_moment_ago(circle: Circle, time_passes: Goes) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await goes_away(ann, 0, ben)
    other = await circle.stranger(room)
    await other.send(type="sit", seat=0, back=True)
    await sees(ben, lambda table: table["wishes"])
    time_passes(10)
    assert await refusal(ben, type="admit", name="Ann", yes=True) == "Ann was here a moment ago. Wait 20 s."


async def test_a_host_of_bots_alone_is_let_in_by_the_house_after_a_while(hasty: Circle) -> None:
    room, (ann,) = await hasty.table("Ann", bots=1)
    again = await hasty.stranger(room)
    await goes_away(ann, 0, again)
    await again.send(type="sit", seat=0, back=True)
    await sees(again, lambda table: table["wishes"])
    await owns(again, 0)
    assert again.table["you"]["host"] is True
    await again.catches_up()
    assert "seat 0 asked for their seat back, and nobody else was here to ask." in log_of(again)


async def test_it_is_a_minute(circle: Circle, time_passes: Goes) -> None:
    room, (ann,) = await circle.table("Ann", bots=1)
    early = await circle.stranger(room)
    await goes_away(ann, 0, early)
    await early.send(type="sit", seat=0, back=True)
    time_passes(59)
    await early.catches_up()
    assert early.table["you"]["seats"] == []
    assert circle.app.state.housekeeping._host_gone_s == 60


async def test_a_host_who_comes_back_in_time_keeps_the_seat(hasty: Circle) -> None:
    room, (ann,) = await hasty.table("Ann", bots=1)
    other = await hasty.stranger(room)
    await goes_away(ann, 0, other)
    await other.send(type="sit", seat=0, back=True)
    await sees(other, lambda table: table["wishes"])
    again = await hasty.enters(ann.person, room)
    await asyncio.sleep(2 * A_MOMENT)
    await owns(again, 0)
    assert other.table["you"]["seats"] == []


async def test_who_asks_and_leaves_is_given_nothing(hasty: Circle) -> None:
    room, (ann,) = await hasty.table("Ann", bots=1)
    onlooker, other = await hasty.stranger(room), await hasty.stranger(room)
    await goes_away(ann, 0, onlooker)
    await other.send(type="sit", seat=0, back=True)
    await sees(onlooker, lambda table: table["wishes"])
    await other.leaves()
    await asyncio.sleep(2 * A_MOMENT)
    await onlooker.catches_up()
    assert onlooker.table["host"] == 0
    assert onlooker.table["away"] == [0]


async def test_while_a_game_is_played_a_host_is_let_in_by_the_other_players_alone(hasty: Circle) -> None:
    room, (ann, ben) = await hasty.table("Ann", "Ben")
    other = await hasty.stranger(room)
    await goes_away(ben, 1, other)
    await goes_away(ann, 0, other)
    await other.send(type="sit", seat=0, back=True)
    await sees(other, lambda table: table["wishes"])
    await asyncio.sleep(2 * A_MOMENT)
    await other.catches_up()
    assert (other.table["you"]["seats"], other.table["you"]["host"]) == ([], False)
    again = await hasty.enters(ben.person, room)
    await sees(again, lambda table: table["you"]["host"])  # gone for long, a host is followed by who sits
    await again.send(type="admit", name="Ann", yes=True)
    await owns(other, 0)
    assert other.table["you"]["host"] is False


async def test_before_a_game_a_host_is_let_in_where_no_other_player_is_here(hasty: Circle) -> None:
    room, (ann, ben) = await hasty.table("Ann", "Ben", plays=False)
    again = await hasty.stranger(room)
    await goes_away(ben, 1, again)
    await goes_away(ann, 0, again)
    await again.send(type="sit", seat=0, back=True)
    await sees(again, lambda table: table["you"]["seats"] == [0] and table["you"]["host"])


async def test_where_no_seat_is_anybodys_whoever_is_here_follows_the_host(hasty: Circle) -> None:
    room, (ann,) = await hasty.table("Ann", bots=1, plays=False)
    await ann.send(type="stand")
    await ann.send(type="doors", sitting="asked")
    again = await hasty.stranger(room)
    await sees(again, lambda table: table["sitting"] == "asked")
    await ann.leaves()
    await sees(again, lambda table: table["you"]["host"])


async def test_onlookers_do_not_follow_a_host_while_a_seat_is_somebodys(hasty: Circle) -> None:
    room, (ann,) = await hasty.table("Ann", bots=1)
    other = await hasty.stranger(room)
    await goes_away(ann, 0, other)
    await asyncio.sleep(2 * A_MOMENT)
    await other.catches_up()
    assert (other.table["you"]["host"], other.table["host"]) == (False, 0)


# --- What goes along with the seat ---


async def test_what_was_won_before_is_still_theirs(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben", length=2)
    await end_this_game(ann, ben)
    await goes_away(ben, 1, ann)
    again = await circle.stranger(room)
    await again.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await ann.send(type="admit", name="Ben", yes=True)
    await sees(again, lambda table: table["you"]["seats"] == [1])
    await ann.send(type="rematch")
    await sees(again, lambda table: table["state"] == "playing")
    await again.hears("frame", you=1)
    await end_this_game(ann, again)
    played = (await ann.person.gets(f"/api/rooms/{room}/results")).json()["standings"]
    assert [(row["name"], row["played"]) for row in played] == [("Ann", 2), ("Ben", 2)]


async def end_this_game(*wires: Wire) -> None:
    """Played to its end, by the first choice there is."""
    while wires[0].table["state"] == "playing":
        for wire in wires:
            if wire.table["state"] == "playing" and wire.frame["you"] in wire.frame["asked"]:
                await wire.plays(wire.frame["choices"][0]["move"])
        for wire in wires:
            await wire.catches_up()


async def test_who_was_muted_is_so_on_another_device(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await ann.send(type="mute", name="Ben", yes=True)
    await sees(ann, lambda table: table["muted"] == ["Ben"])
    await goes_away(ben, 1, ann)
    again = await circle.stranger(room)
    await again.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await ann.send(type="admit", name="Ben", yes=True)
    await owns(again, 1)
    assert "not to talk" in await refusal(again, type="chat", text="hello?")


async def test_an_old_link_to_the_seat_leads_nowhere_any_more(circle: Circle) -> None:
    room, (ann, ben) = await circle.table("Ann", "Ben")
    await ben.send(type="link", seat=1)
    link = (await ben.hears("link"))["link"]
    await goes_away(ben, 1, ann)
    again = await circle.stranger(room)
    await again.send(type="sit", seat=1, back=True)
    await sees(ann, lambda table: table["wishes"])
    await ann.send(type="admit", name="Ben", yes=True)
    await owns(again, 1)
    other = await circle.stranger(room)
    assert "This link has been used" in await refusal(other, type="take_seat", link=link)


async def test_a_host_who_goes_on_from_another_device_is_the_host_there(circle: Circle) -> None:
    room, (ann, _) = await circle.table("Ann", "Ben")
    await ann.send(type="link", seat=0)
    link = (await ann.hears("link"))["link"]
    other = await circle.stranger(room)
    await other.send(type="take_seat", link=link)
    await owns(other, 0)
    assert other.table["you"]["host"] is True
    assert "seat 0 goes on from another device." in log_of(other)


# --- The log ---

OF_BEFORE = {
    "a wish to sit": b'{"kind":"wished","seat":1,"name":"Ben"}',
    "a seat given away": b'{"kind":"gave","seat":1,"guest":"eve-id"}',
    "a link used": b'{"kind":"gave","seat":1,"guest":"eve-id","link":"ab"}',
    "a yes": b'{"kind":"admitted","guest":"eve-id"}',
}


@pytest.mark.parametrize("stored", OF_BEFORE.values(), ids=OF_BEFORE)
def test_what_was_written_before_is_read_and_written_as_it_was(stored: bytes) -> None:
    assert events.encode_body(events.decode_body(stored)) == stored
