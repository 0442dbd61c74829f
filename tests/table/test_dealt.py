"""The deal is fixed before the game: how it is made, everybody gets the commitment, and nobody the secret before the
end."""

import json
import re
from collections import Counter
from typing import Any

import httpx
import pytest

from app.rooms.identities import Who
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import Showing, Surroundings
from app.table import gathering, host
from app.table.deal import Bound, Sealed, canonical, commitment_to, draw, key_of, new_secret
from app.table.event_ids import new_id
from app.table.events import Began, RoomSettings, SettingsChanged
from games import GAMES
from tests.support.played_games import assert_unknown, guest_called, one_move, play_to_the_end, reopened, seated


async def begin(room: Room) -> Began:
    """Begin a game with a secret of its own."""
    start = gathering.rematch if room.table.past else gathering.start
    began = start(room.table, room.table.host)
    await room.do(room.table.host, new_id(), lambda table: began)
    return began


async def played(rooms: Rooms, game: str = "tcnccc", seats: int = 2, games: int = 1) -> Room:
    """A room in which this many games are over; they are ended after some moves, if not before."""
    room = await seated(rooms, game, seats)
    for _ in range(games):
        await begin(room)
        await play_to_the_end(room, 40 if game != "tcnccc" else 5000)
    return room


def shown_to(room: Room, name: str) -> dict[str, Any]:
    return json.loads(Surroundings(room.table, {}, Who(room.table, {}), []).table(guest_called(name), None))


async def test_the_commitment_is_shown_to_everybody_from_the_beginning_until_another_table_is_set(rooms: Rooms) -> None:
    room = await seated(rooms, "tcnccc", 2)
    assert shown_to(room, "Ann")["deal"] is None
    first = await begin(room)
    assert re.fullmatch(r"[0-9a-f]{64}", first.commitment)
    assert shown_to(room, "Ann")["deal"] == shown_to(room, "Eve")["deal"] == first.commitment
    await play_to_the_end(room)
    assert room.table.phase == "over"
    assert shown_to(room, "Eve")["deal"] == first.commitment == room.table.past[0].deal
    second = await begin(room)
    assert len({first.secret, second.secret, first.key, second.key, first.commitment, second.commitment}) == 6
    found = await reopened(rooms, room)
    assert (found.table.deal, found.table.past[0].deal) == (second.commitment, first.commitment)
    await play_to_the_end(found)
    await found.do(room.table.host, new_id(), lambda table: host.change_game(table, table.host, "tcnccc", 2, {}))
    assert shown_to(found, "Ann")["deal"] is None


@pytest.mark.parametrize("game", GAMES)
async def test_no_frame_and_no_table_has_the_secret(rooms: Rooms, client: httpx.AsyncClient, game: str) -> None:
    room = await seated(rooms, game, GAMES[game].seats[0])
    began = await begin(room)
    for _ in range(10):
        if room.table.phase == "playing":
            await one_move(room)
    told = [json.dumps(shown_to(room, name)) for name in ("Ann", "Eve")]
    told += [Showing(room.table, room.table.lines, 0).frame(eye).decode() for eye in (None, 0, 1)]
    told += [(await client.get(path.format(room.table.room))).text for path in ("/t/{}", "/api/rooms/{}")]
    assert [text for text in told if began.secret in text or began.key in text] == []


async def test_the_file_of_a_running_game_is_as_unknown_as_no_room(rooms: Rooms, client: httpx.AsyncClient) -> None:
    room = await played(rooms)
    began = await begin(room)
    await assert_unknown(client, room, ["/api/rooms/{}/deal?game=2"])
    for path in ("deal", "log"):
        text = (await client.get(f"/api/rooms/{room.table.room}/{path}")).raise_for_status().text
        assert began.secret not in text and began.key not in text and began.commitment not in text
    await room.do(room.table.host, new_id(), lambda table: SettingsChanged(RoomSettings(password="x")))
    assert (await client.get(f"/api/rooms/{room.table.room}/deal")).status_code == 404


SECRET = bytes(range(32))
BOUND = Bound("k7Qm2xZ9", 1, "color-gin@1", b'{"target":100}')
ENTROPY = [b"\x11" * 32, b"", b"\x22" * 32]
COMMITMENT = bytes.fromhex("87c359766a8c85d999c5aff35d484a61b9af6b5d92b2020f6ce94f86e28461a6")
KEY = bytes.fromhex("efe2d696ce80f49eeaaad60780f3eec80a71a8ed92e085aeccc0d106c78dbfb4")


def test_commitment_key_and_stream_are_the_published_ones() -> None:
    assert (commitment_to(SECRET, BOUND), key_of(SECRET, BOUND, ENTROPY)) == (COMMITMENT, KEY)
    sealed = Sealed(KEY, 0)
    assert [sealed.below(6, "die") for _ in range(12)] == [2, 5, 5, 4, 1, 3, 5, 1, 5, 5, 4, 3]
    order = list(range(52))
    for place in range(51, 0, -1):
        other = draw(KEY, 12, place + 1, f"deck/{place}")
        order[place], order[other] = order[other], order[place]
    assert order[:10] == [16, 39, 47, 46, 35, 50, 14, 2, 32, 12]


def test_a_secret_is_good_for_one_game_by_its_rules_with_its_options_and_the_key_for_what_seats_add() -> None:
    others = {"room": "k7Qm2xZ8", "game": 2, "rules": "color-gin@2", "options": b'{"target":101}'}
    for changed in others.items():
        assert commitment_to(SECRET, BOUND._replace(**dict([changed]))) != COMMITMENT
    assert len({key_of(SECRET, BOUND, entropy) for entropy in ([], [b""], [b"", b""], [b"a", b""], [b"", b"a"])}) == 5
    written = canonical({"b": 1, "a": [True, "é"]})
    assert written == canonical({"a": [True, "é"], "b": 1}) == '{"a":[true,"é"],"b":1}'.encode()


def test_a_draw_depends_on_nothing_but_key_index_label_and_purpose() -> None:
    sealed = Sealed(KEY, 0)
    for _ in range(7):
        sealed.below(27, "bag")
    assert sealed.below(6, "die") == Sealed(KEY, 7).below(6, "die") == draw(KEY, 7, 6, "die")
    assert Sealed(KEY, 0).below(2**32, "bag") != Sealed(KEY, 0, "bot/1").below(2**32, "bag")


def test_every_value_is_as_likely_as_any_other() -> None:
    draws = 60_000
    counts = Counter(draw(KEY, index, 6, "die") for index in range(draws))
    chi_square = sum((counts[face] - draws / 6) ** 2 / (draws / 6) for face in range(6))
    assert chi_square < 25  # five degrees of freedom: p > 0.0001
    bound = 2**63 + 1  # half of all eight-byte values are rejected
    assert all(draw(KEY, index, bound, "die") < bound for index in range(200))


def test_secrets_are_32_bytes_and_never_the_same() -> None:
    made = {new_secret() for _ in range(100)}
    assert (len(made), {len(secret) for secret in made}) == (100, {32})
