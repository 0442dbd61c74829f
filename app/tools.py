"""Tools for those who work on the games, in a terminal.

python -m app.tools table tcnccc --seats 3      play a game
python -m app.tools fuzz                        play games for ever, looking for mistakes
python -m app.tools playthrough --write         write down one game for each table, to be read and compared
python -m app.tools show k7Qm2xZ9vB3nR5wT@41    a room of the database, after its event 41
python -m app.tools replay log.json             a log that was downloaded, or left by fuzz
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from app.events import Began, Body, Event, Moved, Opened
from app.settings import BadSetting, Settings
from app.store import Store
from app.table import Table
from games import GAMES
from games.bot import Seeded, anything
from games.engine import Game, IllegalMove, Move, Seat, State
from games.frame import Frame, frame
from games.playthrough import Playthrough, in_short, in_words, printed, shown, variants, viewers

PLAYTHROUGHS: Final = Path(__file__).resolve().parent.parent / "tests" / "games" / "playthroughs"


class Mistaken(Exception):
    """What was asked for cannot be done; the text says why."""


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 is good, 1 found something wrong, 2 is not understood."""
    asked = _parser().parse_args(arguments)
    try:
        found: int = asked.run(asked)
        return found
    except (Mistaken, BadSetting) as mistake:
        print(mistake, file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        print()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m app.tools", description="Tools for those who work on the games.")
    tools = parser.add_subparsers(required=True, metavar="tool")

    table = tools.add_parser("table", help="play a game in the terminal")
    table.add_argument("game", choices=GAMES)
    table.add_argument("--seats", type=int, default=2)
    table.add_argument("--seat", type=int, help="play this seat only and see what it sees; bots play the others")
    table.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    table.add_argument("--seed", default=secrets.token_hex(4), help="the same seed deals the same game")
    table.set_defaults(run=play_at_a_table)

    fuzz = tools.add_parser("fuzz", help="play games, careful and wild, until one goes wrong")
    fuzz.add_argument("game", choices=GAMES, nargs="?", help="all of them if none is named")
    fuzz.add_argument("--games", type=int, help="how many; for ever if not said")
    fuzz.add_argument("--seed", default=secrets.token_hex(4))
    fuzz.add_argument("--folder", type=Path, default=Path("."), help="where to write the log of what went wrong")
    fuzz.set_defaults(run=look_for_mistakes)

    golden = tools.add_parser("playthrough", help="compare the written playthroughs with the rules as they are")
    golden.add_argument("game", choices=GAMES, nargs="?", help="all of them if none is named")
    golden.add_argument("--write", action="store_true", help="write them down anew")
    golden.set_defaults(run=compare_playthroughs)

    show = tools.add_parser("show", help="show a room of the database, secrets and all")
    show.add_argument("room", metavar="ROOM[@SEQ]")
    show.set_defaults(run=show_room)

    replay = tools.add_parser("replay", help="show a log event by event, secrets and all")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=replay_file)
    return parser


# --- table --------------------------------------------------------------------------------------------------


def play_at_a_table(asked: argparse.Namespace) -> int:
    """A game in the terminal: all seats by hand, or one seat among bots."""
    game = GAMES[asked.game]
    _check_seats(game, asked.seats, asked.seat)
    playthrough = Playthrough(game, asked.seats, _options(game, asked.option), Seeded(asked.seed))
    print(f"{game.title}, seed {asked.seed}")
    heard = dict.fromkeys(viewers(asked.seats), 0)
    while playthrough.state.question is not None:
        you = _whose_turn(playthrough.state, asked.seat)
        if you is None:
            playthrough.play_carefully()
        else:
            _play_by_hand(playthrough, you, _show(playthrough, you, heard))
    heard[asked.seat] = max(heard.values())
    _show(playthrough, asked.seat, heard)
    return 0


def _check_seats(game: Game, seats: int, seat: Seat | None) -> None:
    if seats not in game.seats:
        raise Mistaken(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, not {seats}.")
    if seat is not None and seat not in range(seats):
        raise Mistaken(f"With {seats} players the seats are 0 to {seats - 1}, not {seat}.")


def _options(game: Game, given: Iterable[str]) -> Any:
    named = dict(option.partition("=")[::2] for option in given)
    try:
        return msgspec.convert(named, game.Options, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(game.Options.__struct_fields__)
        raise Mistaken(f"An option does not fit: {error}. The options are: {known}.") from None


def _whose_turn(g: State, only: Seat | None) -> Seat | None:
    asked: tuple[Seat, ...] = g.question.seats
    return asked[0] if only is None else only if only in asked else None


def _show(playthrough: Playthrough, you: Seat | None, heard: dict[Seat | None, int]) -> Frame:
    lines = playthrough.heard_by(you)
    sent = frame(playthrough.game, playthrough.state, you, 0, lines[heard[you] :])
    heard[you] = len(lines)
    print()
    for line in sent.lines:
        print(f"  {in_words([line])}")
    print(f"  {msgspec.json.encode(sent.view).decode()}")
    who = "" if you is None else f"seat {you}: "
    print(f"{who}{sent.prompt}" if sent.outcome is None else in_short(sent))
    return sent


def _play_by_hand(playthrough: Playthrough, you: Seat, sent: Frame) -> None:
    offered = [choice.move for choice in sent.choices + sent.free]
    for number, move in enumerate(offered, 1):
        print(f"  {number:2} {move}")
    if sent.pick:
        print(f"  or {sent.pick.least} to {sent.pick.most} of {sent.pick.among}, as {sent.pick.do} 0 2 3")
    while True:
        try:
            playthrough.play(you, _move(playthrough.game, offered, sent, input("> ").split()))
            return
        except (ValueError, IndexError, IllegalMove) as error:
            print(f"  {error}")


def _move(game: Game, offered: list[Move], sent: Frame, words: list[str]) -> Move:
    if sent.pick and words[:1] == [sent.pick.do]:
        chosen = {"do": sent.pick.do, sent.pick.field: [int(word) for word in words[1:]]}
        move: Move = msgspec.convert(chosen, game.Move)
        return move
    if len(words) != 1 or not words[0].isdecimal() or not 0 < int(words[0]) <= len(offered):
        raise ValueError(f"expected a number from 1 to {len(offered)}")
    return offered[int(words[0]) - 1]


# --- fuzz ---------------------------------------------------------------------------------------------------


def look_for_mistakes(asked: argparse.Namespace) -> int:
    """Plays games of every size and option; the first that goes wrong is written down as a log."""
    played = steps = 0
    for playthrough in islice(_fuzzed(_named(asked.game), asked.seed), asked.games):
        try:
            steps += _play_wildly(playthrough)
        except Exception as mistake:
            file = asked.folder / f"{playthrough.game.key}-{asked.seed}-{played}.json"
            file.write_bytes(msgspec.json.format(msgspec.json.encode(_log_of(playthrough))))
            print(f"{type(mistake).__name__}: {mistake}\nwritten to {file}", file=sys.stderr)
            return 1
        played += 1
        if played % 100 == 0:
            print(f"{played} games, {steps} moves")
    print(f"{played} games, {steps} moves, nothing wrong")
    return 0


def _named(key: str | None) -> list[Game]:
    return [GAMES[key]] if key else [*GAMES.values()]


def _fuzzed(games: list[Game], seed: str) -> Iterator[Playthrough]:
    for number in count():
        for game in games:
            for seats in game.seats:
                for options in variants(game):
                    key = f"{seed}/{game.key}/{seats}/{options}/{number}"
                    yield Playthrough(game, seats, options, Seeded(key))


def _play_wildly(playthrough: Playthrough) -> int:
    """To the end, three moves in four careful; returns how many there were."""
    chance = Seeded(f"wild/{playthrough.drawn}")
    _check(playthrough, chance)
    while playthrough.state.question is not None:
        if chance.below(4, "wild"):
            playthrough.play_carefully()
        else:
            seat = playthrough.state.question.seats[0]
            playthrough.play(seat, anything(playthrough.game, playthrough.state, seat, chance))
        _check(playthrough, chance)
    return len(playthrough.steps)


def _check(playthrough: Playthrough, chance: Seeded) -> None:
    game, g = playthrough.game, playthrough.state
    if msgspec.json.decode(msgspec.json.encode(g), type=game.State) != g:
        raise AssertionError("the state does not survive JSON")
    for you in viewers(playthrough.seats):
        sent = msgspec.json.encode(frame(game, g, you, 0, []))
        for other in [game.scramble(g, you, chance), *game.extremes(g, you)]:
            if msgspec.json.encode(frame(game, other, you, 0, [])) != sent:
                raise AssertionError(f"viewer {you} can tell the state from {other}")


class Logged(Struct):
    """One event of a log as it is downloaded."""

    seq: int
    body: Body
    actor: str = ""


def _log_of(playthrough: Playthrough) -> list[Logged]:
    game, options = playthrough.game, Raw(msgspec.json.encode(playthrough.options))
    bodies: list[Body] = [
        Opened(game.key, playthrough.seats, options, "fuzz"),
        Began(f"{game.key}@{game.version}", "", playthrough.drawn),
    ]
    g = playthrough.start
    for step in playthrough.steps:
        bodies.append(_moved(g, step.seat, step.move, step.drawn))
        g = step.after
    if failed := playthrough.failed:
        bodies.append(_moved(g, failed.seat, failed.move, failed.drawn))
    return [Logged(seq, body) for seq, body in enumerate(bodies, 1)]


def _moved(g: State, seat: Seat, move: Move, drawn: list[Any]) -> Moved:
    return Moved(seat, g.question.number, Raw(msgspec.json.encode(move)), drawn)


# --- playthrough --------------------------------------------------------------------------------------------


def compare_playthroughs(asked: argparse.Namespace) -> int:
    """One game among careful bots for every table, against what is written down of it."""
    differ = 0
    for game in _named(asked.game):
        for seats in game.seats:
            file, text = golden_file(game, seats), golden_text(game, seats)
            if asked.write:
                file.write_text(text)
            elif not file.exists() or file.read_text() != text:
                print(f"{file.name} differs; look at the difference after --write")
                differ = 1
    return differ


def golden_file(game: Game, seats: int) -> Path:
    """Where the playthrough of this table is kept."""
    return PLAYTHROUGHS / f"{game.key}_{seats}.txt"


def golden_text(game: Game, seats: int) -> str:
    """The playthrough of this table by the rules as they are."""
    playthrough = Playthrough(game, seats, game.Options(), Seeded(f"{game.key}/{seats}"))
    for _ in playthrough.to_the_end():
        pass
    return "\n".join(printed(playthrough)) + "\n"


# --- show and replay ----------------------------------------------------------------------------------------


def show_room(asked: argparse.Namespace) -> int:
    """A room as it stands, or stood after an event."""
    code, _, seq = asked.room.partition("@")
    if seq and not seq.isdecimal():
        raise Mistaken(f"Expected ROOM or ROOM@SEQ, with a number for SEQ; got {asked.room!r}.")
    events = asyncio.run(_load(Settings.from_environ(os.environ).database_url, code))
    if not events:
        raise Mistaken(f"There is no room {code}.")
    last = int(seq) if seq else len(events)
    if not 0 < last <= len(events):
        raise Mistaken(f"Room {code} has the events 1 to {len(events)}, not {last}.")
    table = Table(code)
    for event in events[:last]:
        lines = table.apply(event)
    print(f"{last} of {len(events)}. {_body(events[last - 1])}")
    _print_lines(_as_it_stands(table, lines))
    return 0


async def _load(url: str, code: str) -> list[Event]:
    store = Store(url)
    await store.start()
    try:
        return await store.load(code)
    finally:
        await store.close()


def replay_file(asked: argparse.Namespace) -> int:
    """Every event of a log and what came of it; 1 if one of them does not fit."""
    table = Table("replay")
    for event in _events_in(asked.file):
        print(f"\n{event.seq}. {_body(event)}")
        try:
            lines = table.apply(event)
        except Exception as mistake:
            print(f"{type(mistake).__name__}: {mistake}", file=sys.stderr)
            return 1
        _print_lines(_as_it_stands(table, lines))
    return 0


def _events_in(file: Path) -> Iterator[Event]:
    try:
        log = msgspec.json.decode(file.read_bytes(), type=list[Logged])
    except (OSError, msgspec.MsgspecError) as error:
        raise Mistaken(f"{file} is not a log: {error}") from None
    for logged in log:
        yield Event(
            "replay", logged.seq, str(logged.seq), str(logged.seq - 1) if logged.seq > 1 else "", "", logged.body
        )


def _body(event: Event) -> str:
    return msgspec.json.encode(event.body).decode()


def _as_it_stands(table: Table, lines: Sequence[Any]) -> Iterator[str]:
    names = [seat.name or "free" for seat in table.seats]
    yield f"{table.game.title}, {table.phase}: {', '.join(names)}"
    if table.playing is not None:
        yield f"state: {msgspec.json.encode(table.playing.state).decode()}"
        yield from shown(table.game, table.playing.state, len(table.seats), lines)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
