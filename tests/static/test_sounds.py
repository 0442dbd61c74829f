"""What is heard of every event in whole games. How the sounds themselves measure: tests/page/sounds.test.js."""

from collections import defaultdict
from itertools import pairwise
from typing import Any

import httpx
import pytest

from app.rooms.registry import Rooms
from games import GAMES
from tests.support.effort import amount
from tests.support.played_games import finished_room
from tests.support.sounds import heard

EXPECTED = {
    "tcnccc": "draw rustle, place lid+thud+shut lid+shut, lift lid+pawn lid, give_back rustle",
    "sin_color": "arrange coin -, turn_over coin, no_trade die, trade die+coin, sink lid+shut, raise lid+shut, "
    "pay stake+tile die+stake+tile, pay_nothing die -",
    "desfases": "choose tile tile+die+pawn, move tile+pawn pawn tile+pawn+stake pawn+stake, "
    "feed tile+stake stake tile+stake+stake, score coin",
    "color_gin": "pass card -, take card, draw card, discard snap shuffle+snap, go_out snap, next shuffle+snap -",
    "color_dice": "rethrow die, keep die -, stop die -, decline die -, send pawn die+pawn pawn+strike die+pawn+strike, "
    "strike pawn+strike die+pawn+strike",
}
"""By game: actions and what may be heard of them, in order. Silent (-) are those that only a later one completes: coins
are laid once everybody has chosen. Anything not listed is silent."""
TAKES = {"tcnccc": {"give_back", "lift"}, "sin_color": {"trade"}, "color_dice": {"send", "strike"}}


async def told(client: httpx.AsyncClient, room: str, eyes: int | None) -> list[tuple[str, dict[str, Any]]]:
    """For each move of the finished game but the last: the action, and what this viewer saw of it."""
    query = {} if eyes is None else {"seat": eyes}
    steps = (await client.get(f"/api/rooms/{room}/replay", params=query)).json()["steps"]
    log = (await client.get(f"/api/rooms/{room}/log")).json()
    moves = {event["seq"]: event["body"].get("move", {}).get("do") for event in log}
    events = []
    for before, now in pairwise(steps):
        sights = [line["sight"] for line in now["frame"]["lines"] if line["sight"]]
        if (did := moves[now["seq"]]) and not now["frame"]["outcome"]:
            events.append((did, {"before": before["frame"], "now": now["frame"], "sights": sights}))
    return events


def in_short(cues: list[dict[str, Any]]) -> str:
    """The names of what is heard, in order: "pawn+tile"; nothing is "-"."""
    return "+".join(cue["name"] for cue in cues) or "-"


@pytest.mark.parametrize("game", GAMES)
async def test_every_event_of_a_game_sounds_like_what_moves_for_a_player_and_for_an_onlooker(
    client: httpx.AsyncClient, rooms: Rooms, game: str
) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0], most=amount(120, 1000))
    told_to = [await told(client, room.table.room, eyes) for eyes in (0, None)]
    sounds = heard(game, [event for events in told_to for _, event in events])
    of_player, of_onlooker = sounds[: len(told_to[0])], sounds[len(told_to[0]) :]
    by_move: dict[str, set[str]] = defaultdict(set)
    for (did, _), (cues, taken) in zip(told_to[0], of_player, strict=True):
        by_move[did].add(in_short(cues))
        assert not taken or did in TAKES.get(game, ()), did
    expected = {did: set(names) for did, *names in map(str.split, EXPECTED[game].split(", "))}
    assert {did: names for did, names in by_move.items() if not names <= expected.get(did, {"-"})} == {}
    assert any(names != {"-"} for names in by_move.values())
    assert of_onlooker == [(cues, False) for cues, _ in of_player]
