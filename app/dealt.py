"""The deal of a finished game as a file, with all that it takes to check it: its secret, what the secret is bound to,
and every value that was drawn. Nothing of it may leave the server before the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from app.events import Began, Changed, Event, Finished, Moved, Opened, Result, Stopped, Undone, encode_body, kind_of
from app.playing import Past
from games import by_rules

PLAYED: Final = (Moved, Finished, Stopped, Undone)
"""What a game is played with. All else that happens meanwhile, such as talk, leaves it as it is."""


class DealtEvent(Struct, frozen=True):
    """One event of the game. Of one that leaves the game as it is there is nothing but its kind."""

    seq: int
    body: Raw


class DealFile(Struct, frozen=True):
    """The deal of the `game`-th game of a room. `commitment`, `secret` and `entropy`, a part for each seat, are in hex;
    `began` is the room's event by which the game began, `drawn` is what setting it up drew, `asked` the number of the
    room's last question before, and `starts` who starts when that is handed round and not drawn."""

    format: Literal["vdeal/1"]
    room: str
    game: int
    rules: str
    options: Raw
    seats: int
    commitment: str
    secret: str
    entropy: list[str]
    began: int
    asked: int
    starts: int | None
    drawn: list[Any]
    events: list[DealtEvent]


def dealt(log: Sequence[Event], past: Past) -> bytes:
    """The DealFile as JSON, of a game with a commitment, from the whole log of its room to the end of the game."""
    began = log[past.began - 1].body
    assert isinstance(began, Began)
    table = next(event.body for event in reversed(log[: past.began]) if isinstance(event.body, Opened | Changed))
    options = msgspec.json.decode(table.options, type=by_rules(began.rules).Options)
    file = DealFile(
        format="vdeal/1",
        room=log[0].room,
        game=past.number,
        rules=began.rules,
        options=Raw(msgspec.json.encode(options)),
        seats=table.seats,
        commitment=began.commitment,
        secret=began.secret,
        entropy=[""] * table.seats,
        began=past.began,
        asked=began.asked,
        starts=began.starts,
        drawn=began.drawn,
        events=[_told(event) for event in log[past.began : past.ended]],
    )
    return msgspec.json.encode(file)


def _told(event: Event) -> DealtEvent:
    body = event.body
    if not isinstance(body, PLAYED):
        return DealtEvent(event.seq, Raw(msgspec.json.encode({"kind": kind_of(body)})))
    if isinstance(body, Finished | Stopped):
        body = replace(body, result=_without_guests(body.result))
    return DealtEvent(event.seq, Raw(encode_body(body)))


def _without_guests(result: Result) -> Result:
    """Whether a bot sat there can still be told."""
    return replace(result, guests=[guest and f"seat {seat}" for seat, guest in enumerate(result.guests)])
