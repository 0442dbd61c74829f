"""The `verify-deal` command: checks, from the file that anybody can download after a game, that the deal was fixed
before the game and never changed. Needs no database, no network, and no trust in whoever made the file."""

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from app.admin import CommandFailed
from app.admin.deal_files import Fault, body_of, read_deal
from app.admin.verify_log import is_legal
from app.replay.analyses import step_of
from app.replay.deal_file import DealFile
from app.table.deal import (
    Bound,
    Onward,
    SameDeal,
    Source,
    canonical,
    commitment_to,
    dealer_of_setup,
    draws_in,
    key_of,
    seal_of,
    with_position,
)
from app.table.events import Began, Body, Event, Finished, Moved, Opened, Result, Stopped, Undone, move_in
from app.table.game import Playing, decode_move, first_state, set_up
from app.table.moves import result_of
from app.table.seals import digest_of_state
from app.table.state import Table
from app.table.takeback import answer_still_secret
from games import by_rules
from games.draws import every_draw
from games.engine import play
from games.record import Record


def verify_deal(file: Path, fingerprint: str | None = None) -> int:
    """Print which parts of this deal hold; returns 1 if any does not. `fingerprint`: the commitment that the table
    showed. Raises app.admin.CommandFailed when the file is not a deal."""
    deal = read_deal(file)
    bound = _bound(deal)
    secret = bytes.fromhex(deal.secret)
    _print_context(deal)
    faults = [
        *_wrong_commitment(deal, commitment_to(secret, bound).hex(), fingerprint),
        *_impossible_facts(deal),
        *_wrong_words(deal),
        *_wrong_draws(deal, key_of(secret, bound, [bytes.fromhex(word) for word in deal.entropy])),
    ]
    return 1 if faults else 0


def _bound(deal: DealFile) -> Bound:
    whose = deal.same or deal
    bound = Bound(whose.room, whose.game, deal.rules, canonical(msgspec.json.decode(deal.options)))
    if (onward := _onward(deal)) is None:
        return bound
    try:
        state = first_state(by_rules(deal.rules), onward)
    except (KeyError, ValueError) as error:
        raise CommandFailed(f"what the game begins with is not understood: {error}") from None
    return with_position(bound, digest_of_state(state), onward)


def _onward(deal: DealFile) -> Onward | None:
    """The start position, if the game had one: of a first lesson, or of a source that is not known."""
    if deal.from_state is None:
        return None
    source = Source("", 0, 0, 0, 0) if deal.written is None else None
    return Onward(Raw(msgspec.json.encode(deal.from_state)), Raw(b"[]"), source, deal.written or [])


def _print_context(deal: DealFile) -> None:
    """Print what the game was. The fingerprint does not cover the number of seats and who starts."""
    print(f"Game {deal.game} of room {deal.room}, by {deal.rules}, {deal.seats} seats.")
    if deal.same is not None:
        _print_whose_deal(deal.same)
    if deal.starts is None:
        print("Who starts was drawn: there was no game before from which the turn to start passes on.")
    else:
        print(f"Seat {deal.starts + 1} starts: that passes on from game to game, and was not drawn.")
    if deal.written is not None:
        print("A first lesson: the position it began with was written for it, and so were the first draws:")
        print(f"  {_json(deal.written)}")
        print("The fingerprint covers both. All later draws follow from the secret.")
    elif deal.from_state is not None:
        print("It was played on from a moment of another game. The fingerprint covers the position it began with, too;")
        print("how that was dealt cannot be checked here, for it was not drawn from this secret.")
    print("Compare with what you remember how many seats there were and who started:")
    print("the fingerprint does not cover that.")


def _print_whose_deal(same: SameDeal) -> None:
    print(f"Its deal is that of game {same.game} of {same.room}, and so are its secret, fingerprint and words.")
    if same.by_seat:
        print("Each seat had draws of its own, the same at every table with this deal.")
    if same.again:
        print(f"Game {same.again} of this room had it before: some may have known what came.")


# --- The commitment -----------------------------------------------------------------------------------------


def _wrong_commitment(deal: DealFile, made: str, fingerprint: str | None) -> Iterator[str]:
    if made != deal.commitment:
        yield _printed("The fingerprint does NOT hold: this secret, room, game, rules and options make another one:")
        print(f"  {made}")
    else:
        print("The fingerprint holds: it was made of this secret for this room, game, rules and options.")
    print(f"  {deal.commitment}")
    if fingerprint is None:
        print("  Compare it with what the table showed while the game was played.")
    elif deal.commitment.startswith(fingerprint):
        print("  It is the one you noted.")
    else:
        yield _printed("  It is NOT the one you noted.")


def _printed(fault: str) -> str:
    print(fault)
    return fault


# --- Words --------------------------------------------------------------------------------------------------


def _wrong_words(deal: DealFile) -> Iterator[str]:
    """Print who added a word to the secret; faults: words that were not sealed before."""
    seals = deal.seals or [""] * deal.seats
    if not len(deal.entropy) == len(seals) == deal.seats:
        yield _printed(f"The words do NOT hold: expected an entropy for each of {deal.seats} seats, and as many seals.")
        return
    whose = deal.same or deal
    for number, (word, seal) in enumerate(zip(deal.entropy, seals, strict=True), 1):
        if word and seal_of(bytes.fromhex(word), whose.room, whose.game).hex() != seal:
            yield _printed(f"The word of seat {number} does NOT hold: its seal is another one.")
    gave = [number for number, word in enumerate(deal.entropy, 1) if word]
    unopened = [number for number, seal in enumerate(seals, 1) if seal and number not in gave]
    print(f"Seats that added a word to the secret: {_numbers(gave)}; sealed, but not opened: {_numbers(unopened)}.")
    if gave:
        print("Whether a word is the player's own, only their page can tell, which has kept it.")


def _numbers(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats)) or "none"


# --- Facts that the commitment does not cover ----------------------------------------------------------------


def _impossible_facts(deal: DealFile) -> Iterator[str]:
    """Faults: facts that no file written by the server would state."""
    first, of_first = deal.game == 1, (deal.same or deal).game == 1
    if deal.starts is not None and (of_first or deal.starts not in range(deal.seats)):
        expected_start = "null in the first game of a room" if of_first else f"null or 0 to {deal.seats - 1}"
        yield _printed(f"Who starts does NOT hold: it is {deal.starts}, expected {expected_start}.")
    if deal.asked < 0 or (first and deal.asked):
        least = "0 in the first game of a room" if first else "0 or more"
        yield _printed(f"The number of questions asked before does NOT hold: it is {deal.asked}, expected {least}.")
    if deal.from_state is not None and not first:
        yield _printed("How it began does NOT hold: of a room only the first game is played on.")
    if deal.written is not None and deal.from_state is None:
        yield _printed("The written draws do NOT hold: only a first lesson has any, and its position is missing.")
    if deal.began < 2:
        yield _printed(f"The event by which the game began does NOT hold: it is {deal.began}, expected 2 or more.")
    if deal.same is not None and not _is_possible(deal, deal.same):
        yield _printed("Whose deal it is does NOT hold: expected a game before this one, that began with a deal.")


def _is_possible(deal: DealFile, same: SameDeal) -> bool:
    """Whether this game can have that deal."""
    is_before = same.room != deal.room or same.game <= same.again or same.again == 0
    return deal.from_state is None and same.again in range(deal.game) and is_before


# --- The draws and the rules --------------------------------------------------------------------------------


def _wrong_draws(deal: DealFile, key: bytes) -> Iterator[str]:
    """Play the game with the recorded draws and compare each with the key's."""
    faults = 0
    table = Table(deal.room)
    try:
        for fault in _followed(deal, key, table):
            faults += 1
            yield _printed(fault)
    except Fault as fault:
        yield _printed(f"The game does NOT hold: {fault}.")
        return
    if (listed := _wrong_list(deal)) is not None:
        faults += 1
        yield _printed(listed)
    if faults:
        print(f"{_playing(table).draws} draws were looked at.")
    else:
        source = "the key that the secret gives" if deal.written is None else "the script or from the key"
        print(f"Every draw holds: all {_playing(table).draws} follow from {source}.")
    print("The game holds: with these draws it was played by its rules, and ended as it is written.")


def _wrong_list(deal: DealFile) -> str | None:
    """How the list of draws, which is for those without the rules, differs from what the rules drew. Older files have
    none."""
    if not deal.draws:
        return None
    own = every_draw(by_rules(deal.rules), _record(deal), deal.same is not None and deal.same.by_seat)
    for number, (draw, listed) in enumerate(zip_longest(own, deal.draws), 1):
        if draw != listed:
            return f"The list of draws does NOT hold: number {number} is {_json(draw)}, written is {_json(listed)}."
    return None


def _record(deal: DealFile) -> Record:
    bodies = ((event.seq, body_of(event)) for event in deal.events)
    played = [step for seq, body in bodies if body is not None and (step := step_of(seq, body)) is not None]
    start = None if deal.from_state is None else Raw(msgspec.json.encode(deal.from_state))
    return Record(deal.rules, deal.options, deal.seats, deal.began, deal.asked, deal.drawn, played, start)


def _followed(deal: DealFile, key: bytes, table: Table) -> Iterator[str]:
    """Faults: draws that do not follow from the key. Raises Fault when the game cannot be followed."""
    yield from _begun(deal, key, table)
    for seq, event in enumerate(deal.events, deal.began + 1):
        if event.seq != seq:
            raise Fault(f"event {seq} is missing")
        if table.phase == "over":
            raise Fault(f"event {seq} comes after its end")
        body = body_of(event)
        if body is not None:
            yield from _checked(table, _next(deal, seq, body))
    if table.phase != "over":
        raise Fault("its end is missing")


def _begun(deal: DealFile, key: bytes, table: Table) -> Iterator[str]:
    game, _, _ = deal.rules.partition("@")
    try:
        rules = by_rules(deal.rules)
        table.apply_unsealed(_next(deal, 1, Opened(game, deal.seats, deal.options, "")))
        onward = _onward(deal)
        told, same = (deal.rules, key.hex(), deal.drawn, deal.asked, deal.starts), deal.same
        began = Began(*told, onward=onward, same=same or UNSET)
        dealer = dealer_of_setup(key, same, deal.starts)
        set_up(rules, table.options_for(rules), deal.seats, began, dealer, deal.asked)
        _apply(table, _next(deal, deal.began, began))
    except (KeyError, ValueError) as error:
        raise Fault(f"it could not begin so: {error}") from None
    yield from _differences(deal.began, 0, deal.drawn, dealer.drawn)


def _checked(table: Table, event: Event) -> Iterator[str]:
    moved = move_in(event.body)
    if moved is not None:
        drawn_before, by_key = _playing(table).draws, _drawn_by_key(table, event.seq, moved)
        yield from _differences(event.seq, drawn_before, moved.drawn, by_key)
    if isinstance(event.body, Undone) and not _can_be_undone(table, event.body):
        raise Fault(f"event {event.seq}: seat {event.body.seat} had no such move to take back")
    _apply(table, event)
    if isinstance(event.body, Finished | Stopped):
        _refuse_another_end(table, event.body)
        _print_names(event.body.result)


def _drawn_by_key(table: Table, seq: int, moved: Moved) -> list[Any]:
    """The key's draws for a move. Raises Fault when the rules do not allow the move."""
    playing = _playing(table)
    try:
        if not is_legal(table, moved):
            raise ValueError("it is not asked, or may not answer so")
        dealer = playing.dealer_for(moved.seat)
        play(table.game, playing.state, moved.seat, decode_move(table.game, moved.move), dealer)
    except ValueError as error:
        raise Fault(f"event {seq}: seat {moved.seat} could not answer question {moved.question} so: {error}") from None
    return dealer.drawn


def _differences(seq: int, before: int, written: Sequence[Any], by_key: Sequence[Any]) -> Iterator[str]:
    """The first draw of an event that differs from the key's; later ones may just follow from it."""
    for place, (value, own) in enumerate(zip_longest(written, by_key)):
        if value != own:
            number = before + draws_in(written[:place]) + 1
            yield f"Draw {number} (event {seq}) does NOT hold: the key gives {_json(own)}, written is {_json(value)}."
            return


def _can_be_undone(table: Table, undone: Undone) -> bool:
    if undone.since == 0:
        return answer_still_secret(_playing(table).state, undone.seat)
    return any((move.seq, move.seat) == (undone.since, undone.seat) for move in _playing(table).undoing.moves)


def _refuse_another_end(table: Table, body: Finished | Stopped) -> None:
    outcome = _playing(table).outcome
    if outcome is None:
        raise Fault("by the rules it is not over where it is written to be")
    recorded, reached = body.result, result_of(table, outcome if isinstance(body, Finished) else None)
    if _ending(recorded) != _ending(reached):
        raise Fault(
            f"by the rules it ended with {_json(_ending(reached))} (winners, scores, team, game, setting), "
            f"written is {_json(_ending(recorded))}"
        )
    players = [guest and f"seat {seat}" for seat, guest in enumerate(recorded.guests)]
    if recorded.guests != players or not len(recorded.names) == len(players) == len(table.seats):
        raise Fault(f"expected a name and a player or a bot for each of {len(table.seats)} seats at its end")


def _ending(result: Result) -> list[Any]:
    """The fields that follow from the rules."""
    return [result.winners, result.scores, result.team, result.game, result.setting]


def _print_names(result: Result) -> None:
    names = (_json(name) if guest else "a bot" for guest, name in zip(result.guests, result.names, strict=True))
    recorded = ", ".join(f"{name} on seat {number}" for number, name in enumerate(names, 1))
    print(f"At its end it is written that there sat {recorded}: compare this, too.")


def _playing(table: Table) -> Playing:
    """The game, which must have begun."""
    assert table.playing is not None
    return table.playing


def _apply(table: Table, event: Event) -> None:
    """Raises Fault."""
    table.skip_to(event)
    try:
        table.apply_unsealed(event)
    except Exception as error:  # the fold raises anything for a wrong event
        raise Fault(f"event {event.seq}: {type(error).__name__}: {error}") from None


def _next(deal: DealFile, seq: int, body: Body) -> Event:
    return Event(deal.room, seq, str(seq), str(seq - 1) if seq > 1 else "", "", body)


def _json(value: Any) -> str:
    """ASCII only: nothing in a file may imitate our own output."""
    return json.dumps(msgspec.to_builtins(value))
