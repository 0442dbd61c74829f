"""Released rules: frozen by a digest of their source, and verified by games recorded at their release.

A log names the rules its game began with and must replay identically for ever. So a release keeps the digest of the
rules' source, and games of that time: every move, the draws, and a digest of the state after it.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from app.table import seals
from games import RETIRED, by_rules
from games.bot import Seeded
from games.dealer import Scripted
from games.engine import Game, State, advance, begin
from games.playthrough import Playthrough, variants
from tools.dev.fuzz import wildly
from tools.dev.mistaken import named

ROOT: Final = Path(__file__).resolve().parents[2]
RELEASED: Final = ROOT / "tests" / "games" / "released"
LOCK: Final = RELEASED / "rules.lock"
GAMES_KEPT: Final = 200
MOST_MOVES: Final = 250
"""Long matches are recorded only up to here."""


class Written(Struct, array_like=True):
    """A recorded game: its setup and moves. Digests are of the state."""

    seats: int
    options: Raw
    drawn: list[Any]
    digest: str
    moves: list[WrittenMove]


class WrittenMove(Struct, array_like=True):
    """The seat, the move, the draws, and the digest of the resulting state."""

    seat: int
    move: Raw
    drawn: list[Any]
    digest: str


class PlaysOutDifferently(Exception):
    """A recorded game no longer replays; the message says where."""


def compare_releases(asked: argparse.Namespace) -> int:
    """Check that released rules are unchanged; 1 if not. With `write`, releases new rules, and accepts a changed source
    if every recorded game still replays."""
    differ = 0
    for rules in [game.rules for game in (*named(asked.game), *retired(asked.game))]:
        try:
            count = _replay_or_write(rules, asked.write)
        except PlaysOutDifferently as mistake:
            print(f"{rules}: {mistake}. An old log would be lost: raise `version` and keep the released rules, too.")
            differ = 1
            continue
        if asked.write:
            keep_digest(rules)
        elif locked().get(rules) != digest_of_rules(by_rules(rules)):
            print(f"{rules} has another text than the released one; look at the difference, then --write")
            differ = 1
        print(f"{rules}: {count} games play out as they did")
    return differ


def retired(key: str | None) -> list[Game]:
    """The retired rules of this game; of all games for None."""
    return [game for game in RETIRED.values() if key in (None, game.key)]


def _replay_or_write(rules: str, write: bool) -> int:
    if written_games(rules).exists():
        return replay_all(rules)
    return write_games(rules) if write else 0


# --- Source of the rules --------------------------------------------------------------------------------------


def locked() -> dict[str, str]:
    """Rules -> digest, for all released rules."""
    return msgspec.json.decode(LOCK.read_bytes(), type=dict[str, str]) if LOCK.exists() else {}


def keep_digest(rules: str) -> None:
    """Freeze these rules as they are."""
    kept = {**locked(), rules: digest_of_rules(by_rules(rules))}
    RELEASED.mkdir(exist_ok=True)
    LOCK.write_bytes(msgspec.json.format(msgspec.json.encode(kept, order="sorted")) + b"\n")


def digest_of_rules(game: Game) -> str:
    """SHA-256 of every module that a game's moves come from: where they are defined, and everything in games/ that
    these import. Sentences are left out, since changing words does not change the rules."""
    found = hashlib.sha256()
    parts = (game.State, game.Move, game.Options, game.setup, game.next_turn, game.outcome)
    for module in sorted(_imported_from(part.__module__ for part in parts)):
        found.update(module.encode() + b"\0" + without_sentences(_file(module).read_bytes()) + b"\0")
    return found.hexdigest()


def without_sentences(source: bytes) -> bytes:
    """A module without its strings of several words, which are sentences or docstrings, and without the line breaks and
    brackets that depend on their length."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    kept, end = b"", 0
    for at in sorted(_sentences_in(ast.parse(source)), key=lambda each: (each.lineno, each.col_offset)):
        kept += source[end : starts[at.lineno - 1] + at.col_offset]
        end = starts[(at.end_lineno or at.lineno) - 1] + (at.end_col_offset or 0)
    return re.sub(rb",(?=[)\]}])|(?<==)\(\)", b"", b"".join((kept + source[end:]).split()))


def _sentences_in(node: ast.AST) -> Iterator[ast.Constant]:
    """The strings with a space, except types in quotes and f-strings, which are code."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[^[|]* [^[|]*", node.value):
        yield node
    elif not isinstance(node, ast.JoinedStr):
        for part in ast.iter_child_nodes(node):
            yield from _sentences_in(part)


def _imported_from(modules: Iterable[str]) -> set[str]:
    found, todo = set[str](), [*modules]
    while todo:
        name = todo.pop()
        if name not in found and _file(name).exists():
            found.add(name)
            todo += _imports(_file(name))
    return found


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games"):
            yield str(node.module)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _file(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


# --- Recorded games -------------------------------------------------------------------------------------------


def written_games(rules: str) -> Path:
    """The file of these rules' recorded games."""
    return RELEASED / f"{rules}.json.gz"


def write_games(rules: str) -> int:
    """Record games of every size and option, played carefully and wildly; returns how many."""
    game = by_rules(rules)
    games = [_written(game, played) for played in islice(_played(game), GAMES_KEPT)]
    RELEASED.mkdir(exist_ok=True)
    written_games(rules).write_bytes(gzip.compress(msgspec.json.encode(games), 9, mtime=0))
    return len(games)


def _played(game: Game) -> Iterator[Playthrough]:
    settings = [(seats, options) for seats in game.seats for options in variants(game)]
    for number, (seats, options) in enumerate(cycle(settings)):
        playthrough = Playthrough(game, seats, options, Seeded(f"{game.rules}/{seats}/{number}"))
        moves = wildly(playthrough) if number // len(settings) % 2 else playthrough.to_the_end()
        for _ in islice(moves, MOST_MOVES):
            pass
        yield playthrough


def _written(game: Game, played: Playthrough) -> Written:
    return Written(
        played.seats,
        Raw(msgspec.json.encode(played.options)),
        played.drawn,
        digest_of_state(played.start),
        [
            WrittenMove(step.seat, Raw(msgspec.json.encode(step.move)), step.drawn, digest_of_state(step.after))
            for step in played.steps
        ],
    )


def digest_of_state(g: State) -> str:
    """A shortened digest, long enough to tell a state from any it could be mistaken for."""
    return seals.digest_of_state(g).hex()[:8]


def replay_all(rules: str, every: int = 1) -> int:
    """Replay every recorded game, or every n-th (`every`), from its draws; returns how many there are. Raises
    PlaysOutDifferently."""
    game = by_rules(rules)
    games = msgspec.json.decode(gzip.decompress(written_games(rules).read_bytes()), type=list[Written])
    for number, written in [*enumerate(games, 1)][::every]:
        _replay(game, number, written)
    return len(games)


def _replay(game: Game, number: int, written: Written) -> None:
    dealer = Scripted(written.drawn)
    g = begin(game, written.seats, msgspec.json.decode(written.options, type=game.Options), dealer)
    dealer.finish()
    _compare(g, written.digest, f"game {number}, the start")
    for nth, step in enumerate(written.moves, 1):
        dealer = Scripted(step.drawn, nth)
        advance(game, g, step.seat, msgspec.json.decode(step.move, type=game.Move), dealer)
        dealer.finish()
        _compare(g, step.digest, f"game {number}, move {nth}")


def _compare(g: State, digest: str, where: str) -> None:
    if digest_of_state(g) != digest:
        raise PlaysOutDifferently(f"{where}: another state than when it was released")
