"""What is done at a table, and who waits for what comes of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.same_looks import WATCH, Act, Heard, Scene, Viewer
from games import engine
from games.bot import Seeded, anything
from games.dealer import Dealer
from games.engine import State
from tests.blindfold.scripts import NAMES
from tests.blindfold.visits import CRAWLER, PLAIN
from tests.blindfold.worlds import World, as_bytes

ID = "f" * 32


class Waiter(NamedTuple):
    """Somebody who may tell something from how long they wait."""

    viewer: Viewer
    """Whose messages these are."""
    ignorant: Viewer
    """What this viewer cannot know is what differs."""
    since_first: bool = False
    """Whether they do not know when it was asked for, only when they were sent the first thing."""


def acts(scene: Scene, people: int) -> dict[str, tuple[Act, list[Waiter]]]:
    """What is done at this moment, and who waits for something then. Onlookers may be friends of whoever moves, and
    know when; otherwise they see only what follows what."""
    game, g, mover = scene.table.game, scene.state, scene.mover
    number, name = g.question.number, NAMES[mover]
    others = [seat for seat in range(people) if seat != mover]
    apart = [seat for seat in others if seat not in g.question.seats][:1]
    play = {"type": "play", "id": ID, "question": number, "move": scene.move, "seat": mover}
    own, onlooker = Waiter(mover, mover), Waiter(None, None)
    strangers = [Waiter(viewer, viewer, since_first=True) for viewer in (None, *others[:1])]
    everybody = [own, Waiter(None, mover), *strangers]
    made: dict[str, tuple[Act, list[Waiter]]] = {
        "a move": (saying(name, play), everybody),
        "a late move": (saying(name, play | {"question": number - 1}), [own]),
        "an onlooker's move": (saying("eve", play), [onlooker]),
        "a hint": (saying(name, {"type": "hint", "id": ID, "question": number, "seat": mover}), everybody),
        "coming back": (coming_back(name), [own]),
        "looking in": (coming_back("eve"), [onlooker]),
        "a preview": (visiting("eve", "/t/{room}", CRAWLER), [onlooker]),
        "the lines": (visiting("eve", "/api/rooms/{room}/lines", PLAIN), [onlooker]),
        "own tables": (visiting(name, "/", PLAIN), [own]),
    }
    if (illegal := not_legal(game, g, mover)) is not None:
        made["an illegal move"] = saying(name, play | {"move": illegal}), [own]
    for seat in apart:
        made["out of turn"] = saying(NAMES[seat], play | {"seat": seat}), [Waiter(seat, seat)]
    return made


def not_legal(game: engine.Game, g: State, seat: int) -> Any:
    """What a seat may answer at another time; None if nothing was found."""
    chance, own = Seeded("illegal"), {repr(move) for move in engine.moves(game, g, seat)}
    state = g.copy()
    for _ in range(40):
        if state.question is None:
            return None
        asked = state.question.seats[0]
        move = anything(game, state, asked, chance)
        if repr(move) not in own and not engine.is_answer(game, g, seat, move):
            return msgspec.to_builtins(move)
        state = engine.play(game, state, asked, move, Dealer(chance))
    return None


def saying(tab: str, message: dict[str, Any]) -> Act:
    async def act(it: World) -> None:
        it.tabs[tab].says(json.dumps(message))

    return act


def coming_back(browser: str) -> Act:
    """Another page of this browser is opened; what counts begins when it is let in."""

    async def act(it: World) -> None:
        await it._open(f"{browser}.again", "", '{"type":"hello","seen":0}')

    return act


def visiting(browser: str, path: str, headers: dict[str, str]) -> Act:
    async def act(it: World) -> None:
        path_here = path.format(room=it.room_code)
        answer = await it.friends[browser].http.get(path_here, headers=headers)
        WATCH.note(browser, "answer", as_bytes(answer))

    return act


def of_waiter(waiter: Waiter, heard: list[Heard]) -> list[Heard]:
    """What they were sent, and when by what they know."""
    name = "eve" if waiter.viewer is None else NAMES[waiter.viewer]
    own = [each for each in heard if each.to.partition(".")[0] == name]
    if not waiter.since_first or not own:
        return own
    return [_after(own[0], each) for each in own[1:]]


def _after(first: Heard, each: Heard) -> Heard:
    if each.since != first.since:
        return each
    return each._replace(lines=each.lines - first.lines, us=each.us - first.us)
