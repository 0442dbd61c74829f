"""Whether a deal was fixed before its game and kept to: checked from the file that anybody can download after the game,
without a database, a network, or trust in whoever made the file."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from app.deal import Bound, Sealed, canonical, commitment_to, draws_in, key_of
from app.dealt import PLAYED, DealFile, DealtEvent
from app.events import Began, Body, Event, Finished, Moved, Opened, Stopped, decode_body, move_in
from app.keeping import Undone
from app.keeping.verifying import is_legal
from app.table import Table, decode_move
from games import by_rules
from games.dealer import Dealer
from games.engine import begin, play

LEAST_DIGITS: Final = 32
"""So much of a commitment has to be noted to know it again. Of less, a server could find two secrets with the same
beginning before the game, and show afterwards whichever it likes."""
_KINDS: Final = {each.__struct_config__.tag for each in PLAYED}


class Fault(Exception):
    """Why the file cannot be followed any further."""


class Kind(Struct):
    """Of an event: what kind it is."""

    kind: str


def noted(text: str) -> str:
    """A commitment as somebody noted it: its hex digits, in groups or not, or the first of them."""
    digits = "".join(text.split()).lower()
    if len(digits) < LEAST_DIGITS or digits.strip("0123456789abcdef"):
        raise ArgumentTypeError(f"expected at least {LEAST_DIGITS} hexadecimal digits, got {text!r}")
    return digits


def verify_deal(file: Path, noted: str | None = None) -> int:
    """Print what holds of this deal and what does not: 1 if anything does not. `noted`: what the table showed, to be
    compared. Raises app.keeping.Undone when it is no such file."""
    try:
        deal = msgspec.json.decode(file.read_bytes(), type=DealFile)
        secret, commitment = bytes.fromhex(deal.secret), bytes.fromhex(deal.commitment)
        entropy = [bytes.fromhex(part) for part in deal.entropy]
        bound = Bound(deal.room, deal.game, deal.rules, canonical(msgspec.json.decode(deal.options)))
        made = commitment_to(secret, bound)
    except (OSError, OverflowError, ValueError) as error:  # msgspec's errors are values, too
        raise Undone(f"{file} is not the file of a deal: {error}") from None
    print(f"Game {deal.game} of room {deal.room}, by {deal.rules}, {deal.seats} seats.")
    if deal.starts is not None:
        print(f"Seat {deal.starts + 1} starts: that goes round from game to game, and was not drawn.")
    faults = [*_wrong_commitment(deal, made, commitment, noted), *_wrong_draws(deal, key_of(secret, bound, entropy))]
    return 1 if faults else 0


# --- The commitment -----------------------------------------------------------------------------------------


def _wrong_commitment(deal: DealFile, made: bytes, commitment: bytes, noted: str | None) -> Iterator[str]:
    if made != commitment:
        yield _told("The fingerprint does NOT hold: this secret, room, game, rules and options make another one,")
        print(f"  {made.hex()}")
    else:
        print("The fingerprint holds: it was made of this secret for this room, game, rules and options.")
    print(f"  {commitment.hex()}")
    if noted is None:
        print("  Compare it with what the table showed while the game was played.")
    elif commitment.hex().startswith(noted):
        print("  It is the one you noted.")
    else:
        yield _told("  It is NOT the one you noted.")


def _told(fault: str) -> str:
    print(fault)
    return fault


# --- The draws and the rules --------------------------------------------------------------------------------


def _wrong_draws(deal: DealFile, key: bytes) -> Iterator[str]:
    """The game is played through with the values in the file, and each is held against the key's."""
    faults = 0
    table = Table(deal.room)
    try:
        for fault in _followed(deal, key, table):
            faults += 1
            yield _told(fault)
    except Fault as fault:
        yield _told(f"The game does NOT hold: {fault}.")
        return
    assert table.playing is not None
    if faults:
        print(f"{table.playing.draws} draws were looked at.")
    else:
        print(f"Every draw holds: all {table.playing.draws} follow from the key that the secret gives.")
    print("The game holds: with these draws it was played by its rules, and ended as it is written.")


def _followed(deal: DealFile, key: bytes, table: Table) -> Iterator[str]:
    """What of the draws does not hold. Raises Fault."""
    yield from _begun(deal, key, table)
    last = deal.began
    for event in deal.events:
        if event.seq != last + 1:
            raise Fault(f"event {last + 1} is missing")
        last = event.seq
        body = _body_of(event)
        if body is not None:
            yield from _checked(table, _next(deal, event.seq, body))
    if table.phase != "over":
        raise Fault("its end is missing")


def _begun(deal: DealFile, key: bytes, table: Table) -> Iterator[str]:
    game, _, _ = deal.rules.partition("@")
    try:
        if by_rules(deal.rules).rules != deal.rules or len(deal.entropy) != deal.seats:
            raise ValueError(f"this version does not know {deal.rules} for {len(deal.entropy)} of {deal.seats}")
        table.apply(_next(deal, 1, Opened(game, deal.seats, deal.options, "")))
        began = _next(deal, deal.began, Began(deal.rules, key.hex(), deal.drawn, deal.asked, deal.starts))
        dealer = Dealer(Sealed(key, 0), starts=deal.starts)
        begin(by_rules(deal.rules), deal.seats, table.options_for(by_rules(deal.rules)), dealer, deal.asked)
        _apply(table, began)
    except (KeyError, ValueError) as error:
        raise Fault(f"it could not begin so: {error}") from None
    yield from _differences(deal.began, 0, deal.drawn, dealer.drawn)


def _checked(table: Table, event: Event) -> Iterator[str]:
    moved = move_in(event.body)
    if table.phase != "playing" or table.playing is None:
        raise Fault(f"event {event.seq} comes after its end")
    if moved is not None:
        drawn_before, by_key = table.playing.draws, _drawn_by_key(table, event.seq, moved)
        yield from _differences(event.seq, drawn_before, moved.drawn, by_key)
    _apply(table, event)
    if isinstance(event.body, Finished | Stopped):
        _refuse_another_end(table, event.body)


def _drawn_by_key(table: Table, seq: int, moved: Moved) -> list[Any]:
    """What the key gives for a move. Raises Fault when the rules do not allow the move."""
    assert table.playing is not None
    playing = table.playing
    try:
        if not is_legal(table, moved):
            raise ValueError("it is not asked, or may not answer so")
        dealer = Dealer(Sealed(playing.key, playing.draws), starts=playing.starts)
        play(table.game, playing.state, moved.seat, decode_move(table.game, moved.move), dealer)
    except ValueError as error:
        raise Fault(f"event {seq}: seat {moved.seat} could not answer question {moved.question} so: {error}") from None
    return dealer.drawn


def _differences(seq: int, before: int, written: Sequence[Any], by_key: Sequence[Any]) -> Iterator[str]:
    """The first draw of an event that is not the key's: what follows it may be drawn from something else."""
    for place, (value, own) in enumerate(zip_longest(written, by_key)):
        if value != own:
            number = before + draws_in(written[:place]) + 1
            yield f"Draw {number} (event {seq}) does NOT hold: the key gives {_json(own)}, written is {_json(value)}."
            return


def _refuse_another_end(table: Table, body: Finished | Stopped) -> None:
    assert table.playing is not None
    result, outcome = body.result, table.playing.outcome
    if outcome is None:
        raise Fault("by the rules it is not over where it is written to be")
    told, reached = (result.winners, result.scores, result.team), ([*outcome.winners], [*outcome.scores], outcome.team)
    if told != reached:
        raise Fault(f"by the rules it ended with {_json(reached)} (winners, scores, team), written is {_json(told)}")


def _apply(table: Table, event: Event) -> None:
    """Raises Fault."""
    table.skip_to(event)
    try:
        table.apply(event)
    except Exception as error:  # whatever a wrong event raises in the fold is what was looked for
        raise Fault(f"event {event.seq}: {type(error).__name__}: {error}") from None


def _next(deal: DealFile, seq: int, body: Body) -> Event:
    return Event(deal.room, seq, str(seq), str(seq - 1) if seq > 1 else "", "", body)


def _body_of(event: DealtEvent) -> Body | None:
    """None: it leaves the game as it is."""
    try:
        if msgspec.json.decode(event.body, type=Kind).kind not in _KINDS:
            return None
        return decode_body(event.body)
    except msgspec.MsgspecError as error:
        raise Fault(f"event {event.seq} is not understood: {error}") from None


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
