"""A strict reader of deal files: anything ambiguous or meaningless is rejected."""

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from app.admin import CommandFailed
from app.protocol.room_codes import is_code
from app.replay.deal_file import PLAYED, DealFile, DealtEvent
from app.table.events import DO_NOT_AFFECT_THE_GAME, Body, decode_body, encode_body

_MOST_GAMES: Final = 2**32 - 1
_MOST_SEATS: Final = 16
_RULES: Final = re.compile("[a-z_]+@[0-9]+")
_PLAYED: Final = {each.__struct_config__.tag for each in PLAYED}
_NEUTRAL: Final = {each.__struct_config__.tag for each in DO_NOT_AFFECT_THE_GAME}


class Fault(Exception):
    """The reason why the game in the file cannot be followed any further."""


class Kind(Struct):
    """The tag of an event's body."""

    kind: str


def read_deal(file: Path) -> DealFile:
    """The deal in this file. Raises app.admin.CommandFailed when it is not a deal."""
    try:
        written = file.read_bytes()
        json.loads(written, object_pairs_hook=_unique_fields)
        deal = msgspec.json.decode(written, type=DealFile)
        _check_ranges(deal)
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {error.strerror}.") from None
    except json.JSONDecodeError:
        raise CommandFailed(f"{file} is not the file of a deal: it is not JSON.") from None
    except (RecursionError, ValueError) as error:  # msgspec's errors are ValueErrors
        raise CommandFailed(f"{file} is not the file of a deal: {error}") from None
    return deal


def _check_ranges(deal: DealFile) -> None:
    whose = deal.same or deal
    games = (("game", deal.game, _MOST_GAMES), ("game of same", whose.game, _MOST_GAMES))
    for name, value, most in (*games, ("seats", deal.seats, _MOST_SEATS)):
        if value not in range(1, most + 1):
            raise ValueError(f"expected {name} to be 1 to {most}, got {value}")
    for room in (deal.room, whose.room):
        if not is_code(room):
            raise ValueError(f"expected the code of a room, got {json.dumps(room)}")
    if _RULES.fullmatch(deal.rules) is None:
        raise ValueError(f"expected rules such as tcnccc@1, got {json.dumps(deal.rules)}")


def _unique_fields(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Rejects duplicate fields: another reader might take the other one."""
    unique: dict[str, Any] = {}
    for name, value in fields:
        if name in unique:
            raise ValueError(f"expected each field once, got {json.dumps(name)} twice")
        unique[name] = value
    return unique


def body_of(event: DealtEvent) -> Body | None:
    """The event's body; None for one that does not affect the game. Raises Fault for what no server writes."""
    try:
        kind = msgspec.json.decode(event.body, type=Kind).kind
        if kind not in _PLAYED | _NEUTRAL:
            raise Fault(f"event {event.seq}: expected what can happen in a game, got {json.dumps(kind)}")
        body = decode_body(event.body) if kind in _PLAYED else None
    except msgspec.MsgspecError as error:
        raise Fault(f"event {event.seq} is not understood: {error}") from None
    understood = msgspec.json.encode(Kind(kind)) if body is None else encode_body(body)
    if json.loads(bytes(event.body)) != json.loads(understood):
        raise Fault(f"event {event.seq}: expected only what is understood of it, {understood.decode()!a}")
    return body
