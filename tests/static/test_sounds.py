"""Sounds: of every event in whole games, and measurements of the eight sounds themselves."""

from collections import defaultdict
from itertools import pairwise
from math import log10
from typing import Any

import httpx
import pytest

from app.rooms.registry import Rooms
from games import GAMES
from tests.support.effort import amount
from tests.support.played_games import finished_room
from tests.support.sounds import SOUNDS, heard, rendered

EXPECTED = {
    "tcnccc": "draw pawn, place thud lid, lift lid, give_back pawn",
    "sin_color": "arrange coin -, turn_over coin, no_trade die, trade coin, sink lid, raise lid, pay coin, "
    "pay_nothing die -",
    "desfases": "choose lid die, move pawn coin, feed coin, score coin",
    "color_gin": "pass card -, take card, draw card, discard card, go_out card, next card -",
    "color_dice": "rethrow die, keep die -, stop die -, decline die -, send pawn, strike pawn",
}
"""By game: actions and their possible sounds. Silent (-) when coins are laid once everybody has chosen, a card is drawn
when both have passed, or dice are thrown for the next player. A coin thrown away is heard over the pawn. Anything not
listed is silent."""
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


@pytest.mark.parametrize("game", GAMES)
async def test_every_event_of_a_game_sounds_like_what_moves_for_a_player_and_for_an_onlooker(
    client: httpx.AsyncClient, rooms: Rooms, game: str
) -> None:
    room = await finished_room(rooms, game, GAMES[game].seats[0], most=amount(120, 1000))
    told_to = [await told(client, room.table.room, eyes) for eyes in (0, None)]
    sounds = heard(game, [event for events in told_to for _, event in events])
    of_player, of_onlooker = sounds[: len(told_to[0])], sounds[len(told_to[0]) :]
    by_move: dict[str, set[str | None]] = defaultdict(set)
    for (did, _), (name, taken) in zip(told_to[0], of_player, strict=True):
        by_move[did].add(name)
        assert not taken or did in TAKES.get(game, ()), did
    words = map(str.split, EXPECTED[game].split(", "))
    expected = {did: {None if name == "-" else name for name in names} for did, *names in words}
    assert {did: names for did, names in by_move.items() if not names <= expected.get(did, {None})} == {}
    assert any(names != {None} for names in by_move.values())
    assert of_onlooker == [(name, False) for name, _ in of_player]


RATE = 44_100
WINDOW = RATE // 500  # two milliseconds


@pytest.fixture(scope="module")
def samples() -> dict[str, list[float]]:
    return rendered(SOUNDS)


def envelope(samples: list[float]) -> list[float]:
    """The loudest sample of every two milliseconds."""
    return [max(map(abs, samples[at : at + WINDOW])) for at in range(0, len(samples), WINDOW)]


def falls_after(samples: list[float]) -> float:
    """Milliseconds until it stays below a tenth of its peak."""
    loud = envelope(samples)
    return 2 * max(at for at, one in enumerate(loud) if one > max(loud) / 10)


def brightness(samples: list[float]) -> float:
    """The frequency with most of its energy, in Hz: that of a sine that changes as fast."""
    change = sum((after - before) ** 2 for before, after in pairwise(samples))
    return RATE / 6.2832 * float((change / sum(sample**2 for sample in samples)) ** 0.5)


def test_nothing_clips_or_clicks_and_no_piece_is_a_steady_tone(samples: dict[str, list[float]]) -> None:
    for name, sound in samples.items():
        assert 0.2 < max(map(abs, sound)) < 0.9, name
        assert (abs(sound[0]) < 0.01, abs(sound[-1]) < 0.001) == (True, True), name
    # A beep is as loud in the middle as at the beginning; a struck sound has died away by then.
    for name in ("lid", "thud", "pawn"):
        loud = envelope(samples[name])
        assert 20 * log10(max(loud) / max(loud[len(loud) // 2], 1e-9)) > 20, name


def test_wood_is_short_and_dark_coins_are_bright_and_cards_hiss(samples: dict[str, list[float]]) -> None:
    bright = {name: brightness(sound) for name, sound in samples.items()}
    assert bright["thud"] < 500 < bright["lid"] < bright["pawn"] < bright["die"] < bright["coin"]
    assert bright["coin"] > 3_500
    assert {name for name in ("lid", "thud", "pawn", "card") if falls_after(samples[name]) > 130} == set()
    assert falls_after(samples["pawn"]) < falls_after(samples["lid"]) < falls_after(samples["coin"]) < 260


def test_a_die_knocks_often_and_a_turn_is_two_notes_a_fifth_apart(samples: dict[str, list[float]]) -> None:
    loud = envelope(samples["die"])
    knocks = [at for at in range(2, len(loud)) if loud[at] > 0.1 and loud[at] > 2 * loud[at - 2] > 0]
    assert len({at // 4 for at in knocks}) > 4
    notes = [samples["turn"][at : at + 3000] for at in (2000, 12000)]
    first, second = (sum(before < 0 <= after for before, after in pairwise(note)) for note in notes)
    assert second / first == pytest.approx(1.5, rel=0.1)
