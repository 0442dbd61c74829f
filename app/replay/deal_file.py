"""The deal file of a finished game, with everything needed to verify it: the secret, what it is bound to, and every
value drawn. It must not leave the server before the game is over."""

import logging
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import replace

from app.replay.analyses import record_of
from app.replay.downloads import Parts
from app.storage.store import Store
from app.table import events
from app.table.deal import SameDeal
from app.table.events import Event
from app.table.seating import Past
from games import by_rules
from games.draws import Draw, every_draw

log = logging.getLogger("tertulia.rooms")

PLAYED: Final = (events.Moved, events.Finished, events.Stopped, events.Undone)
"""Events that affect the game; all others, such as chat, are listed by kind only."""


Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hex."""
Word = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$", max_length=32)]
"""16 bytes in hex, or nothing."""
Seal = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]
"""32 bytes in hex, or nothing."""


class DealtEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """One event of the game; `body` is only the kind for events that do not affect it."""

    seq: int
    """The number of the event in its room."""
    body: Raw
    """The event; only its kind if it does not affect the game."""


class WhoseDeal(SameDeal, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Of which game a deal was first: secret, commitment, words and seals are bound to that game."""

    room: str
    """The code of its room, or of the evening whose tables all have this deal."""
    game: int
    """The game's number there, from 1."""
    by_seat: bool = False
    """Whether each seat had draws of its own; left out where all drew from one order."""
    again: int = 0
    """The number of the game in this room that had this deal before; left out for a deal of several tables at once."""


class DealFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The deal of a finished game, the room's `game`-th: its secret, what that is bound to, and every draw."""

    format: Literal["vdeal/1"]
    """The format of this file."""
    room: str
    """The code of the room."""
    game: int
    """The game's number in its room, from 1."""
    rules: str
    """The rules of the game, with their version."""
    options: Raw
    """The options of the game."""
    seats: int
    """The number of seats."""
    commitment: Digits
    """The commitment shown when the game began, in hex: it binds the server to the secret."""
    secret: Digits
    """The secret from which all chance in the game came, in hex."""
    entropy: list[Word]
    """The word that each seat has added to the secret, in hex; empty: none."""
    seals: list[Seal] = []
    """By seat, the seals that were fixed with the commitment; empty: that seat had no word. Left out if none had."""
    began: int
    """The number of the event that began the game."""
    asked: int
    """The number of the room's last question before the game."""
    starts: int | None
    """The starting seat if it rotates; null if it was drawn."""
    drawn: list[Any]
    """The draws of the game's setup."""
    from_state: dict[str, Any] | None = None
    """The start position of a game that was played on from another, and of a first lesson; left out otherwise."""
    written: list[Any] | None = None
    """In a first lesson, the first draws, which were written like its position; left out otherwise."""
    same: WhoseDeal | None = None
    """Whose deal it was, in a game that did not have one of its own; left out otherwise."""
    events: list[DealtEvent]
    """The events of the game."""
    draws: list[Draw] = []
    """Every draw and shuffle in order, with its label and among what it was drawn, for those who do not have the rules;
    left out in older files, and where the log cannot be followed."""


async def deal_parts(store: Store, room: str, past: Past) -> Parts:
    """The DealFile as JSON, for a game that has a commitment. Raises DamagedEvent, RoomGone."""
    log = await store.load(room, past.began - 1, past.ended)
    yield _encoded(log, await store.load_setting(room, past.began), past)


def _encoded(log: list[Event], table: events.Opened | events.Changed, past: Past) -> Iterator[bytes]:
    began, *others = log
    yield msgspec.json.encode(_without_events(began, table, past)).removesuffix(b"]}")
    yield from _listed(map(_exported, others))
    yield b"]"
    yield from _draws(log, table)
    yield b"}"


def _listed(items: Iterable[Struct]) -> Iterator[bytes]:
    for number, item in enumerate(items):
        yield b"," * (number > 0) + msgspec.json.encode(item)


def _draws(game: list[Event], table: events.Opened | events.Changed) -> Iterator[bytes]:
    """The field with the list of draws; nothing where the log cannot be followed. Doubters need the file all the more
    then: verify-deal says of it what does not hold, and programs without the rules that they cannot check it."""
    listed: list[bytes] = []
    try:
        record = record_of(game, table.options, table.seats)
        for part in _listed(every_draw(by_rules(record.rules), record, _by_seat(game[0]))):
            listed.append(part)
            yield b""  # others may have their turn: following a long game takes time
    except Exception:  # whatever the rules raise
        log.exception("the draws of a game cannot be listed", extra={"room": game[0].room})
        return
    yield b',"draws":[%b]' % b"".join(listed)


def _by_seat(began: Event) -> bool:
    assert isinstance(began.body, events.Began)
    return began.body.same is not msgspec.UNSET and began.body.same.by_seat


def _without_events(event: Event, table: events.Opened | events.Changed, past: Past) -> DealFile:
    began = event.body
    assert isinstance(began, events.Began)
    options = msgspec.json.decode(table.options, type=by_rules(began.rules).Options)
    return DealFile(
        format="vdeal/1",
        room=event.room,
        game=past.number,
        rules=began.rules,
        options=Raw(msgspec.json.encode(options)),
        seats=table.seats,
        commitment=began.commitment,
        secret=began.secret,
        entropy=began.words or [""] * table.seats,
        seals=began.seals or [],
        began=past.began,
        asked=began.last_question,
        starts=began.starts,
        drawn=began.drawn,
        from_state=msgspec.json.decode(began.onward.state) if began.onward else None,
        written=began.onward.written if began.onward and began.onward.source is None else None,
        same=WhoseDeal(*msgspec.structs.astuple(began.same)) if began.same else None,
        events=[],
    )


def _exported(event: Event) -> DealtEvent:
    body = event.body
    if not isinstance(body, PLAYED):
        return DealtEvent(event.seq, Raw(msgspec.json.encode({"kind": events.kind_of(body)})))
    if isinstance(body, events.Finished | events.Stopped):
        guests = [guest and f"seat {seat}" for seat, guest in enumerate(body.result.guests)]  # None: a bot
        body = replace(body, result=replace(body.result, guests=guests))
    # Decoded in between: a page may have sent a field of its move twice, and the last one counts.
    return DealtEvent(event.seq, Raw(msgspec.json.encode(msgspec.json.decode(events.encode_body(body)))))
