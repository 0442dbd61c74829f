"""The deal was fixed before the game: everybody is shown what it was fixed by, nobody its secret before the end, and
whoever has the file of a finished game finds out whether it was kept to."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app import agreeing, hosting, judging, lobby
from app.__main__ import main
from app.deal import key_of
from app.events import Began, Kept, Manners
from app.ids import new_id
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.showing import Showing, Surroundings
from app.store import Store
from app.who import Who
from app.wishes import Play
from games import GAMES
from tests.finished import guest_called, one_move, play_to_the_end, seated
from tests.test_released import DATABASES, RELEASES, left

NOWHERE = "k7Qm2xZ9vB3nR5wT"
MOVES = 40


@pytest.fixture
def rooms(app: FastAPI) -> Rooms:
    rooms: Rooms = app.state.rooms
    return rooms


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is checked on any machine."""
    monkeypatch.setenv("TERTULIA_DATABASE_URL", "sqlite:////nowhere/tertulia.sqlite3")


async def begin(room: Room) -> Began:
    """A game with a secret of its own."""
    start = lobby.rematch if room.table.past else lobby.start
    begun: list[Began] = []

    def judge(table: Any) -> Began:
        begun.append(start(table, table.host))
        return begun[-1]

    await room.do(room.table.host, new_id(), judge)
    return begun[-1]


async def played(rooms: Rooms, game: str = "tcnccc", seats: int = 2, games: int = 1, **options: Any) -> Room:
    """A room in which so many games are over; they are ended after some moves, if not before."""
    room = await seated(rooms, game, seats, **options)
    for _ in range(games):
        await begin(room)
        await play_to_the_end(room, MOVES if game != "tcnccc" else 5000)
    return room


async def deal_of(client: httpx.AsyncClient, room: Room, game: int | None = None) -> dict[str, Any]:
    """The file that the table gives out."""
    query = {} if game is None else {"game": game}
    answer = await client.get(f"/api/rooms/{room.table.room}/deal", params=query)
    assert answer.status_code == 200
    file: dict[str, Any] = answer.json()
    return file


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """The exit code of verify-deal for this file, and what it says."""

    def checked(file: dict[str, Any], *noted: str) -> tuple[int, str]:
        path = tmp_path / "deal.json"
        path.write_text(json.dumps(file))
        code = main(["verify-deal", str(path), *noted])
        return code, capsys.readouterr().out

    return checked


Check = Callable[..., tuple[int, str]]


def drawing_moves(file: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves with which something was drawn."""
    return [event["body"] for event in file["events"] if event["body"].get("drawn")]


# --- Before the game, and while it is played ------------------------------------------------------------------


def shown_to(room: Room, name: str) -> dict[str, Any]:
    surroundings = Surroundings(room.table, {}, Who(room.table, {}), [])
    told: dict[str, Any] = json.loads(surroundings.table(guest_called(name), None))
    return told


async def test_the_commitment_is_shown_from_the_beginning_to_players_and_onlookers(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    assert shown_to(room, "Ann")["deal"] is None
    began = await begin(room)
    assert re.fullmatch(r"[0-9a-f]{64}", began.commitment)
    assert shown_to(room, "Ann")["deal"] == shown_to(room, "Eve")["deal"] == began.commitment


async def test_it_stays_the_same_to_the_end_of_the_game_and_after(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    began = await begin(room)
    await play_to_the_end(room)
    assert room.table.phase == "over"
    assert shown_to(room, "Eve")["deal"] == began.commitment == room.table.past[0].deal


async def test_a_rematch_has_a_secret_of_its_own(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    first = await begin(room)
    await play_to_the_end(room)
    second = await begin(room)
    assert len({first.secret, second.secret, first.key, second.key, first.commitment, second.commitment}) == 6


async def test_another_table_is_shown_no_deal_of_the_game_before(rooms: Rooms) -> None:
    room = await played(rooms)
    await room.do(room.table.host, new_id(), lambda table: hosting.change_game(table, table.host, "tcnccc", 2, {}))
    assert shown_to(room, "Ann")["deal"] is None


async def test_a_node_that_reads_the_log_anew_shows_the_same(rooms: Rooms) -> None:
    room = await played(rooms, games=2)
    began = await begin(room)
    rooms.forget(room)
    found = await rooms.find(room.table.room)
    assert found is not None and found is not room
    assert found.table.deal == began.commitment
    assert [past.deal for past in found.table.past] == [past.deal for past in room.table.past]


@pytest.mark.parametrize("game", GAMES)
async def test_no_frame_and_no_table_has_the_secret(rooms: Rooms, client: httpx.AsyncClient, game: str) -> None:
    room = await seated(rooms, game, GAMES[game].seats[0])
    began = await begin(room)
    for _ in range(10):
        if room.table.phase == "playing":
            await one_move(room)
    told = [json.dumps(shown_to(room, name)) for name in ("Ann", "Eve")]
    told += [Showing(room.table, room.table.heard, 0).frame(eye) for eye in (None, 0, 1)]
    told += [(await client.get(path.format(room.table.room))).text for path in ("/t/{}", "/api/rooms/{}")]
    assert [text for text in told if began.secret in text or began.key in text] == []


async def test_the_file_of_a_game_that_is_played_is_as_unknown_as_no_room(
    rooms: Rooms, client: httpx.AsyncClient
) -> None:
    room = await played(rooms)
    began = await begin(room)
    nowhere = await client.get(f"/api/rooms/{NOWHERE}/deal?game=2")
    answer = await client.get(f"/api/rooms/{room.table.room}/deal?game=2")
    assert (answer.status_code, answer.content) == (404, nowhere.content)
    for path in ("deal", "log"):
        text = (await client.get(f"/api/rooms/{room.table.room}/{path}")).text
        assert began.secret not in text and began.key not in text and began.commitment not in text


async def test_a_room_with_a_password_gives_its_deal_to_nobody_outside(rooms: Rooms, client: httpx.AsyncClient) -> None:
    room = await played(rooms)
    await room.do(room.table.host, new_id(), lambda table: Kept(Manners(password="x")))
    assert (await client.get(f"/api/rooms/{room.table.room}/deal")).status_code == 404


async def test_a_game_that_began_before_there_were_commitments_has_none_and_no_file(
    rooms: Rooms, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "commitment_to", lambda *_: b"")
    room = await played(rooms)
    assert shown_to(room, "Ann")["deal"] is None
    nowhere = await client.get(f"/api/rooms/{NOWHERE}/deal")
    answer = await client.get(f"/api/rooms/{room.table.room}/deal")
    assert (answer.status_code, answer.content) == (404, nowhere.content)
    assert '"deal":""' in (await client.get(f"/t/{room.table.room}/replay")).text


@pytest.mark.parametrize("release", RELEASES)
async def test_in_a_room_of_an_older_release_the_next_game_has_a_deal(release: str, tmp_path: Path) -> None:
    file = tmp_path / "tertulia.sqlite3"
    file.write_bytes(gzip.decompress((DATABASES / f"{release}.sqlite3.gz").read_bytes()))
    store = Store(f"sqlite:///{file}")
    await store.start()
    room = await Rooms(store, Settings()).find(next(code for code, was in left(release).items()))
    assert room is not None
    assert (room.table.phase, room.table.deal) == ("playing", None)
    await play_to_the_end(room, most=0)
    began = await begin(room)
    assert room.table.deal == began.commitment
    await store.close()


# --- After the game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [(game, GAMES[game].seats[-1]) for game in GAMES])
async def test_the_deal_of_every_game_holds(
    rooms: Rooms, client: httpx.AsyncClient, check: Check, game: str, seats: int
) -> None:
    room = await played(rooms, game, seats)
    commitment = room.table.deal or ""
    code, told = check(await deal_of(client, room), commitment)
    assert (code, told.count("NOT")) == (0, 0), told
    assert f"by {GAMES[game].rules}, {seats} seats" in told
    assert "The fingerprint holds" in told and "It is the one you noted." in told
    assert "Every draw holds: all " in told and "The game holds" in told


async def test_every_game_of_a_room_has_its_file(rooms: Rooms, client: httpx.AsyncClient, check: Check) -> None:
    room = await played(rooms, games=3)
    for past in room.table.past:
        file = await deal_of(client, room, past.number)
        assert (file["game"], file["commitment"]) == (past.number, past.deal)
        code, told = check(file)
        assert (code, " starts: that goes round" in told) == (0, past.number > 1)


async def test_a_file_tells_no_talk_and_no_guest(rooms: Rooms, client: httpx.AsyncClient) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await begin(room)
    await room.do("ann", new_id(), lambda table: lobby.speak(table, "ann", "Ann", "canary in a mine", None))
    await play_to_the_end(room)
    told = json.dumps(await deal_of(client, room))
    assert '"said"' in told
    assert "canary" not in told and '"ann"' not in told


async def test_what_was_taken_back_is_followed(rooms: Rooms, client: httpx.AsyncClient, check: Check) -> None:
    file = await deal_of(client, await with_undone(rooms, 2))
    assert sum(event["body"]["kind"] == "undone" for event in file["events"]) == 2
    assert check(file)[0] == 0


async def with_undone(rooms: Rooms, most: int) -> Room:
    """A finished game in which so many moves were taken back."""
    room = await seated(rooms, "desfases", 2)
    await begin(room)
    undone = 0
    for _ in range(60):
        seat = room.table.playing.state.question.seats[0]  # type: ignore[union-attr]
        await one_move_of_a_player(room)
        if undone < most and agreeing.can_undo(room.table, seat).can == "now":
            guest = room.table.seats[seat].guest or ""
            await room.do(guest, new_id(), lambda table, g=guest: agreeing.propose(table, g, "undo", None))
            undone += 1
    await play_to_the_end(room, 0)
    return room


async def one_move_of_a_player(room: Room) -> None:
    """What a bot would answer, said by the player himself."""
    assert room.table.playing is not None
    question = room.table.playing.state.question
    seat = question.seats[0]
    body = judging.bots_answer(room.table, seat, question.number)
    moved = body.moved if hasattr(body, "moved") else body
    guest, wish = room.table.seats[seat].guest or "", Play(new_id(), question.number, moved.move, seat)
    await room.do(guest, new_id(), lambda table: judging.answer(table, guest, wish))


# --- What does not hold is found ------------------------------------------------------------------------------


@pytest.fixture
async def file(rooms: Rooms, client: httpx.AsyncClient) -> dict[str, Any]:
    return await deal_of(client, await played(rooms))


async def test_a_commitment_that_was_noted_is_known_by_its_beginning(file: dict[str, Any], check: Check) -> None:
    groups = " ".join(file["commitment"][at : at + 8].upper() for at in (0, 8, 16, 24))
    assert check(file, groups)[0] == 0


async def test_another_commitment_than_the_one_noted_is_found(file: dict[str, Any], check: Check) -> None:
    code, told = check(file, "0" * 64)
    assert (code, "It is NOT the one you noted." in told) == (1, True)


async def test_too_little_of_a_commitment_is_not_compared(file: dict[str, Any], check: Check) -> None:
    with pytest.raises(SystemExit, match="2"):
        check(file, file["commitment"][:31])


@pytest.mark.parametrize(
    "other",
    [
        {"room": NOWHERE},
        {"game": 2},
        {"secret": "00" * 32},
        {"commitment": "00" * 32},
        {"options": {"capacity": 5}},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_what_the_commitment_is_not_of_is_found(
    file: dict[str, Any], check: Check, other: dict[str, Any]
) -> None:
    code, told = check(file | other)
    assert (code, "The fingerprint does NOT hold" in told) == (1, True), told


async def test_another_key_gives_other_draws(
    rooms: Rooms, client: httpx.AsyncClient, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "key_of", lambda secret, bound, _: key_of(secret, bound, [b"", b"\x11"]))
    code, told = check(await deal_of(client, await played(rooms)))
    assert code == 1
    assert "The fingerprint holds" in told and re.search(r"Draw \d+ \(event \d+\) does NOT hold", told)


@pytest.mark.parametrize("game", ["tcnccc", "color_dice"])
async def test_no_entropy_can_be_tried_until_somebody_else_wins(
    rooms: Rooms, client: httpx.AsyncClient, check: Check, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The fingerprint is of the secret alone: the same one would fit as many games as there is entropy."""
    tried = [b"11", b""]
    monkeypatch.setattr(lobby, "key_of", lambda secret, bound, _: key_of(secret, bound, tried))
    file = await deal_of(client, await played(rooms, game))
    code, told = check(file | {"entropy": [part.hex() for part in tried]}, file["commitment"])
    assert (code, "It is the one you noted." in told) == (1, True)
    assert 'The entropy does NOT hold: it is ["3131", ""], expected ["", ""]' in told


@pytest.mark.parametrize("entropy", [[], [""], ["", "", ""], ["", "zz"], [" ", ""]])
async def test_any_other_entropy_than_none_for_each_seat_is_refused(
    file: dict[str, Any], check: Check, entropy: list[str]
) -> None:
    code, told = check(file | {"entropy": entropy})
    assert (code, "The entropy does NOT hold" in told) == (1, True), told


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"starts": 0}, "Who starts does NOT hold: it is 0, expected null in the first game of a room."),
        ({"asked": 3}, "asked before does NOT hold: it is 3, expected 0 in the first game of a room."),
        ({"asked": -3}, "asked before does NOT hold"),
        ({"began": 1}, "by which the game began does NOT hold: it is 1, expected 2 or more."),
    ],
)
async def test_what_could_not_be_so_in_a_first_game_is_refused(
    file: dict[str, Any], check: Check, other: dict[str, Any], why: str
) -> None:
    code, told = check(file | other)
    assert (code, why in told) == (1, True), told


async def test_nobody_starts_who_does_not_sit_there(rooms: Rooms, client: httpx.AsyncClient, check: Check) -> None:
    file = await deal_of(client, await played(rooms, games=2))
    code, told = check(file | {"starts": 2})
    assert (code, "Who starts does NOT hold: it is 2, expected null or 0 to 1." in told) == (1, True), told


async def test_what_no_file_can_prove_is_told_so_that_players_compare_it(
    rooms: Rooms, client: httpx.AsyncClient, check: Check
) -> None:
    room = await played(rooms, games=2)
    first, second = [check(await deal_of(client, room, number))[1] for number in (1, 2)]
    assert "by tcnccc@2, 2 seats." in first and "Who starts was drawn" in first
    assert re.search(r"Seat [12] starts: that goes round from game to game, and was not drawn\.", second)
    assert 'there sat "Ann" on seat 1, "Benedikt" on seat 2: compare this, too.' in second


async def test_nothing_follows_the_end(file: dict[str, Any], check: Check) -> None:
    last = file["events"][-1]["seq"]
    code, told = check(file | {"events": [*file["events"], {"seq": last + 1, "body": {"kind": "said"}}]})
    assert (code, f"event {last + 1} comes after its end" in told) == (1, True), told


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "shuffled"}, 'expected what can happen in a game, got "shuffled"'),
        ({"kind": "began"}, 'expected what can happen in a game, got "began"'),
        ({"kind": "said", "text": "hm"}, "expected only what is understood of it"),
        ({"kind": "undone", "seat": 0, "since": 0}, "seat 0 had no such move to take back"),
        ({"kind": "stopped", "result": {}}, "is not understood"),
    ],
)
async def test_an_event_that_no_server_writes_is_refused(
    file: dict[str, Any], check: Check, body: dict[str, Any], why: str
) -> None:
    events = [file["events"][0], {"seq": 0, "body": body}, *file["events"][1:]]
    for seq, event in enumerate(events, file["began"] + 1):
        event["seq"] = seq
    code, told = check(file | {"events": events})
    assert (code, why in told) == (1, True), told


async def test_a_move_says_nothing_that_is_not_understood(file: dict[str, Any], check: Check) -> None:
    file["events"][0]["body"]["redrawn"] = True
    code, told = check(file)
    assert (code, "expected only what is understood of it" in told) == (1, True), told


async def test_whose_move_was_taken_back_is_not_left_to_the_file(
    rooms: Rooms, client: httpx.AsyncClient, check: Check
) -> None:
    file = await deal_of(client, await with_undone(rooms, 2))
    body = next(event["body"] for event in file["events"] if event["body"]["kind"] == "undone")
    body["seat"] = 1 - body["seat"]
    code, told = check(file)
    assert (code, "had no such move to take back" in told) == (1, True), told


async def test_a_game_ended_by_agreement_has_no_scores(rooms: Rooms, client: httpx.AsyncClient, check: Check) -> None:
    file = await deal_of(client, await played(rooms, "color_gin", 2))
    assert file["events"][-1]["body"]["kind"] == "stopped"
    file["events"][-1]["body"]["result"]["scores"] = [100, 0]
    code, told = check(file)
    assert (code, "by the rules it ended with [[], [0, 0]" in told) == (1, True), told


@pytest.mark.parametrize(
    "other", [{"names": ["Ann"]}, {"guests": ["seat 1", "seat 0"]}, {"guests": ["seat 0"]}, {"guests": ["Ann", None]}]
)
async def test_the_end_has_a_name_for_every_seat(file: dict[str, Any], check: Check, other: dict[str, Any]) -> None:
    file["events"][-1]["body"]["result"] |= other
    code, told = check(file)
    assert (code, "for each of 2 seats at its end" in told) == (1, True), told


async def test_a_move_in_which_a_page_said_something_twice_is_given_out_saying_it_once(
    rooms: Rooms, client: httpx.AsyncClient, check: Check
) -> None:
    room = await seated(rooms, "tcnccc", 2)
    await begin(room)
    question = room.table.playing.state.question  # type: ignore[union-attr]
    guest, twice = room.table.seats[question.seats[0]].guest or "", b'{"do":"lift","cylinder":1,"cylinder":0}'
    wish = Play(new_id(), question.number, msgspec.Raw(twice), question.seats[0])
    await room.do(guest, new_id(), lambda table: judging.answer(table, guest, wish))
    await play_to_the_end(room)
    answer = await client.get(f"/api/rooms/{room.table.room}/deal")
    assert b'"move":{"do":"lift","cylinder":0}' in answer.content
    assert check(answer.json())[0] == 0


async def test_a_draw_that_was_changed_is_named(file: dict[str, Any], check: Check) -> None:
    moved = drawing_moves(file)[-1]
    seq = next(event["seq"] for event in file["events"] if event["body"] is moved)
    number = len(file["drawn"]) + sum(len(each["drawn"]) for each in drawing_moves(file))
    was, other = moved["drawn"][-1], other_piece(file)
    moved["drawn"][-1] = other
    code, told = check(file)
    assert code == 1
    assert f'Draw {number} (event {seq}) does NOT hold: the key gives "{was}", written is "{other}".' in told


def other_piece(file: dict[str, Any]) -> str:
    """A piece that the bag still had when the last one was drawn: the one drawn before it goes back in its place."""
    drawn = [value for moved in drawing_moves(file) for value in moved["drawn"]]
    pieces: str = next(value for value in reversed(drawn) if value != drawn[-1])
    return pieces


async def test_a_draw_of_the_beginning_that_was_changed_is_found(
    rooms: Rooms, client: httpx.AsyncClient, check: Check
) -> None:
    file = await deal_of(client, await played(rooms, "desfases", 2))
    deck = next(value for value in file["drawn"] if isinstance(value, list))
    deck[0], deck[1] = deck[1], deck[0]
    code, told = check(file)
    assert (code, f"(event {file['began']}) does NOT hold" in told) == (1, True), told


@pytest.mark.parametrize("place", [0, 3, -2])
async def test_an_event_that_is_missing_is_found(file: dict[str, Any], check: Check, place: int) -> None:
    gone = file["events"].pop(place)
    code, told = check(file)
    assert (code, f"event {gone['seq']} is missing" in told) == (1, True), told


async def test_a_move_that_is_missing_is_found_also_when_its_gap_is_closed(file: dict[str, Any], check: Check) -> None:
    del file["events"][3]
    for seq, event in enumerate(file["events"], file["began"] + 1):
        event["seq"] = seq
    assert check(file)[0] == 1


async def test_an_end_that_is_missing_is_found(file: dict[str, Any], check: Check) -> None:
    del file["events"][-1]
    code, told = check(file)
    assert (code, "its end is missing" in told) == (1, True), told


async def test_another_result_is_found(file: dict[str, Any], check: Check) -> None:
    file["events"][-1]["body"]["result"]["scores"][0] += 1
    code, told = check(file)
    assert (code, "by the rules it ended with" in told) == (1, True), told


async def test_a_move_against_the_rules_is_found(file: dict[str, Any], check: Check) -> None:
    moved = next(event["body"] for event in file["events"] if event["body"]["kind"] == "moved")
    moved["seat"] = 1 - moved["seat"]
    code, told = check(file)
    assert (code, "could not answer question" in told) == (1, True), told


async def test_rules_that_this_version_does_not_know_are_named(file: dict[str, Any], check: Check) -> None:
    code, told = check(file | {"rules": "tcnccc@99"})
    assert (code, "The game does NOT hold: it could not begin so" in told) == (1, True), told


@pytest.mark.parametrize(
    "other",
    [
        {"secret": "no hex"},
        {"secret": "00" * 33},
        {"commitment": "AB" * 32},
        {"format": "vdeal/2"},
        {"seats": None},
        {"seats": 2**40},
        {"game": -1},
        {"game": 0},
        {"room": "nowhere\nThe fingerprint holds"},
        {"rules": "tcnccc@1\nThe game holds"},
        {"key": "00" * 32},
    ],
)
async def test_what_is_not_the_file_of_a_deal_is_refused(
    file: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], other: dict[str, Any]
) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(file | other))
    assert main(["verify-deal", str(path)]) == 1
    assert f"{path} is not the file of a deal: " in capsys.readouterr().err


@pytest.mark.parametrize("twice", ['"secret": "', '"seats": ', '"kind": "', '"drawn": ['])
async def test_a_file_that_says_anything_twice_is_refused(
    file: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], twice: str
) -> None:
    """Another reader might believe the other one."""
    path, name = tmp_path / "deal.json", twice.split('"')[1]
    path.write_text(json.dumps(file).replace(twice, f'"{name}": 1, {twice}', 1))
    assert main(["verify-deal", str(path)]) == 1
    assert f'expected each field once, got "{name}" twice' in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-deal", str(tmp_path / "none.json")]) == 1
    assert "is not the file of a deal" in capsys.readouterr().err
