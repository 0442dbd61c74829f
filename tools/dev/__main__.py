"""Tools for developers of games, in a terminal.

python -m tools.dev table tcnccc --seats 3      play a game
python -m tools.dev table tcnccc --position "rj / ryg - rr b / r jj"
                                                play on from a position
python -m tools.dev fuzz                        play games for ever, looking for faults
python -m tools.dev playthrough --write         write one game per table size, for review
python -m tools.dev schema --write              write the JSON Schema of the wire
python -m tools.dev types --write               write the wire types for the check of static/

python -m tools.dev release                     compare the rules with their releases
python -m tools.dev sentences fr                list the sentences that lack a French translation
python -m tools.dev show k7Qm2xZ9vB3nR5wT@41    show a room of the database, after its event 41
python -m tools.dev replay log.json             show a log that was downloaded, or left by fuzz
python -m tools.dev road                        show which files a move passes through
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from app.settings import BadSetting
from games import GAMES
from tools.dev.contract import compare_layers
from tools.dev.fuzz import look_for_mistakes
from tools.dev.golden import compare_playthroughs
from tools.dev.logs import replay_file, show_room
from tools.dev.mistaken import Mistaken
from tools.dev.release import compare_releases
from tools.dev.road import print_road
from tools.dev.schema import compare_schema
from tools.dev.sentences import languages, print_sentences
from tools.dev.states import compare_states
from tools.dev.table import play_at_a_table
from tools.dev.types import compare_types


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code: 0 good, 1 something is wrong, 2 usage."""
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
    parser = argparse.ArgumentParser("python -m tools.dev", description="Tools for developers of games.")
    tools = parser.add_subparsers(required=True, metavar="tool")
    _add_what_plays(tools)
    _add_what_compares(tools)
    _add_what_shows(tools)
    return parser


Tools = argparse._SubParsersAction  # argparse has no public name for what add_subparsers() returns


def _add_what_plays(tools: Tools[argparse.ArgumentParser]) -> None:
    table = tools.add_parser("table", help="play a game in the terminal")
    table.add_argument("game", choices=GAMES)
    table.add_argument("--seats", type=int, help="as few as the game allows, if not said")
    table.add_argument(
        "--position", metavar="TEXT", help="begin with it; games/GAME/notation.py says how it is written"
    )
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


def _add_what_compares(tools: Tools[argparse.ArgumentParser]) -> None:
    golden = tools.add_parser("playthrough", help="compare the golden playthroughs with the present rules")
    golden.add_argument("game", choices=GAMES, nargs="?", help="all of them if none is named")
    golden.add_argument("--write", action="store_true", help="write them anew")
    golden.set_defaults(run=compare_playthroughs)

    schema = tools.add_parser(
        "schema", help="compare the written JSON Schema of the wire with app/protocol/messages.py"
    )
    schema.add_argument("--write", action="store_true", help="write it anew")
    schema.set_defaults(run=compare_schema)

    types = tools.add_parser("types", help="compare types/ with the Structs")
    types.add_argument("--write", action="store_true", help="write it anew")
    types.set_defaults(run=compare_types)

    layers = tools.add_parser("layers", help="compare the layers in docs/architecture.md with the contract")
    layers.add_argument("--write", action="store_true", help="write them anew")
    layers.set_defaults(run=compare_layers)
    states = tools.add_parser("states", help="compare the state machines in docs/architecture.md with the program")
    states.add_argument("--write", action="store_true", help="write them anew")
    states.set_defaults(run=compare_states)

    release = tools.add_parser("release", help="compare the rules with their releases")
    release.add_argument("game", choices=GAMES, nargs="?", help="all of them if none is named")
    release.add_argument("--write", action="store_true", help="release rules that are new, or still play alike")
    release.set_defaults(run=compare_releases)

    said = tools.add_parser("sentences", help="list all sentences, or those that a language lacks")
    said.add_argument("language", choices=languages(), nargs="?")
    said.set_defaults(run=print_sentences)


def _add_what_shows(tools: Tools[argparse.ArgumentParser]) -> None:
    show = tools.add_parser("show", help="show a room of the database, secrets and all")
    show.add_argument("room", metavar="ROOM[@SEQ]")
    show.set_defaults(run=show_room)

    replay = tools.add_parser("replay", help="show a log event by event, secrets and all")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=replay_file)

    road = tools.add_parser("road", help="trace a move from the socket to the last page")
    road.add_argument("--write", action="store_true", help="write its files into docs/architecture.md")
    road.set_defaults(run=print_road)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
