"""Replays of finished games, step by step, as a seat or a spectator saw them or with everything visible.

A game's view still leaves only through games.frame; secrets are added here and nowhere else, and only once the game is
over.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from app.replay.downloads import Parts
from app.replay.endings import undone_in
from app.replay.knowledge import Eyes, things_of
from app.storage.store import Store
from app.table.events import Began, Body, Event, Finished, Moved, Stopped, Undone, move_in
from app.table.game import decode_move
from app.table.seating import Past
from app.table.snapshots import apply_next
from app.table.state import Table
from games import GAMES, hindsight_of
from games.dealer import Line
from games.engine import Seat, State, Text
from games.frame import Frame, Moment
from games.hindsight import heard_once
from games.knowledge import Possible

Viewpoint: TypeAlias = "Seat | Literal['all'] | None"  # a seat's view, a spectator's (None), or everything


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """The effect of one event. `frame` is what this viewer saw then, without earlier lines. `label` is the text of the
    move's button, for its author and for `all`."""

    seq: int
    """The number of the event in its room."""
    seat: Seat | None
    """The seat that moved or that the event is about, if any."""
    frame: Frame
    """What the viewer saw then."""
    label: Text | None = None
    """The words on the move's button; only for its author and for `all`."""
    secrets: list[Text] = []
    """Facts that were hidden from somebody; only for `all`."""
    beneath: Any = None
    """What lay hidden, for drawing; its shape depends on the game. Only for `all`."""
    position: str = ""
    """The whole table as text, as games/<key>/notation.py has it; only for `all`."""
    turning: list[Text] = []
    """Why the game turned here, in sentences."""
    could_be: list[Possible] | None = None
    """Every hidden place, and what it may have held as far as this seat could know with a perfect memory; left out
    where that is as after the step before. Only for seats, and not in games that begin with a position."""


class Replay(Struct, frozen=True):
    """A finished game of a room for one viewer. `names` are by seat, as of its end. `things`: what lies in hidden
    places, in words by the names that `could_be` has."""

    game: str
    """The key of the game."""
    title: str
    """The title of the game."""
    number: int
    """The game's number in its room, from 1."""
    names: list[str]
    """The players' names, by seat."""
    seats: int
    """The number of seats."""
    viewpoint: Seat | Literal["all"] | None = field(name="eyes")
    """The viewer: a seat, null for a spectator, or `all` with everything hidden."""
    things: dict[str, Text]
    """The things that `could_be` names, in words; empty where nothing is said of them."""
    steps: list[ReplayStep]
    """The steps, in order."""


# --- The viewer ---------------------------------------------------------------------------------------------


def chosen_viewpoint(past: Past, seat: str | None) -> Viewpoint:
    """The viewer named by a query. Raises ValueError when there is no such seat."""
    if seat is None or seat == "all":
        return "all" if seat else None
    return [str(number) for number in range(len(past.result.names))].index(seat)


# --- Steps --------------------------------------------------------------------------------------------------


async def replayed(store: Store, room: str, past: Past, viewpoint: Viewpoint) -> Parts:
    """The Replay as JSON. Raises DamagedEvent, RoomGone."""
    yield replay_of(await store.load_game(room, past.began, past.ended), past, viewpoint)


def replay_of(log: Sequence[Event], past: Past, viewpoint: Viewpoint) -> Iterator[bytes]:
    """The same, from the events of Store.load_game."""
    names = past.result.names
    game = GAMES[past.result.game]
    title, things = game.title, things_of(game) if isinstance(viewpoint, Seat) else {}
    replay = Replay(past.result.game, title, past.number, names, len(names), viewpoint, things, steps=[])
    whole = msgspec.json.encode(replay)
    yield whole.removesuffix(b"]}")
    # Each step is encoded at once: thousands of frames in memory would burden every garbage collection.
    for number, step in enumerate(_steps(log, past, viewpoint)):
        yield b"," * (number > 0) + msgspec.json.encode(step)
    yield b"]}"


def _steps(log: Sequence[Event], past: Past, viewpoint: Viewpoint) -> Iterator[ReplayStep]:
    table: Table | None = None
    undone = undone_in(event for event in log if event.seq >= past.began)
    eyes = Eyes(viewpoint, undone) if isinstance(viewpoint, Seat) else None
    for event in log:
        table = table or Table(event.room, bygone=past.began)
        before = table.playing.state.copy() if table.playing and move_in(event.body) else None
        lines = apply_next(table, event)
        if event.seq >= past.began and (lines or isinstance(event.body, Began | Moved | Finished | Stopped | Undone)):
            step = _step(table, event.body, None if event.seq in undone else before, lines, viewpoint)
            yield step if eyes is None else replace(step, could_be=eyes.could_know(table, event.body, lines))


def _step(table: Table, body: Body, before: State | None, lines: Sequence[Line], viewpoint: Viewpoint) -> ReplayStep:
    """`before`: the state before a move that stands; None after every other event."""
    assert table.playing is not None
    game, playing = table.game, table.playing
    hindsight = hindsight_of(game)
    moment = Moment(game, playing.state, table.seq, lines, playing.outcome)
    moved, for_all = move_in(body), heard_once(line for line in lines if line.only_for is None)
    return ReplayStep(
        seq=table.seq,
        seat=moved.seat if moved is not None else next((line.seat for line in lines), None),
        frame=moment.frame(None if viewpoint == "all" else viewpoint),
        # Others' moves show in the lines that reached this viewer; a secret answer shows in none.
        label=decode_move(game, moved.move).label() if moved is not None and viewpoint in ("all", moved.seat) else None,
        secrets=list(game.secrets(playing.state)) if viewpoint == "all" else [],
        beneath=hindsight.beneath(playing.state) if viewpoint == "all" else None,
        position=game.notation.written(playing.state) if viewpoint == "all" else "",
        turning=hindsight.turning(before, playing.state, for_all) if before is not None else [],
    )
