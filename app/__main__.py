"""Runs the server or an operator's command: python -m app --help."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from app.admin import CommandFailed
from app.admin.health import address, address_of, health_of
from app.build import COMMAND, VERSION
from app.settings import BadSetting, Settings

_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

# Commands import what they need on demand: the health check, twice a minute, needs little.


def main(arguments: Sequence[str], program: str = COMMAND) -> int:
    """Returns the exit code: 0 good, 1 failed or not ready, 2 usage. `program`: its name in the help."""
    asked = _parser(program).parse_args(arguments)
    try:
        code: int = asked.run(Settings.from_environ(os.environ), asked)
        return code
    except CommandFailed as why:
        print(why, file=sys.stderr)
        return 1
    except BadSetting as why:
        print(why, file=sys.stderr)
        return 2


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        program,
        description="Serves Tertulia, unless one of these commands is given. The settings are environment variables.",
    )
    parser.add_argument("--version", action="version", version=f"Tertulia {VERSION}")
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers(metavar="command")

    commands.add_parser("serve", help="serve, as without a command").set_defaults(run=_serve)

    _add_copying(commands)
    _add_verifying(commands)
    _add_rooms(commands.add_parser("rooms", help="all rooms: how old, how long, who is on; close or delete one"))
    _add_looking_after(commands)
    return parser


def _add_copying(commands: _Commands) -> None:
    backup = commands.add_parser("backup", help="copy the database to a file, also while the server runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="put such a copy in the place of the database")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="give up the database that is there")
    restore.set_defaults(run=_restore)

    epoch = commands.add_parser("new-epoch", help="after the database was put back by other means, as by pg_restore")
    epoch.set_defaults(run=_new_epoch)


def _add_verifying(commands: _Commands) -> None:
    verify = commands.add_parser("verify-log", help="play every log through by the rules of this version")
    verify.add_argument("room", nargs="?", metavar="ROOM", help="only this one")
    verify.set_defaults(run=_verify_log)

    deal = commands.add_parser("verify-deal", help="check the deal of a game, from the file that its table gives out")
    deal.add_argument("file", type=Path, metavar="FILE")
    deal.add_argument(
        "noted", nargs="?", metavar="FINGERPRINT", type=_noted, help="what the table showed while it was played"
    )
    deal.set_defaults(run=_verify_deal)


def _add_looking_after(commands: _Commands) -> None:
    check = commands.add_parser("check-config", help="print every setting and where it comes from, without secrets")
    check.set_defaults(run=_check_config)

    health = commands.add_parser("health", help="whether the server is ready, and what is wrong if it is not")
    health.add_argument("url", nargs="?", metavar="URL", type=address, help="of another server than the one set here")
    health.set_defaults(run=_health)


def _add_rooms(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_rooms, what="list", by="last", most=None, json=False)
    commands = parser.add_subparsers(metavar="what")
    told = {
        "show": "one of them: its game, who sits there and who is here",
        "token": "what the log calls it",
        "close": "let nobody in any more; its pages are told, and it is deleted after a day",
        "delete": "at once, with its games, results and replays",
    }
    for what, about in told.items():
        one = commands.add_parser(what, help=about)
        one.add_argument("room", metavar="ROOM", help="its code, its link, or what the log calls it")
        one.set_defaults(what=what)
    listed = commands.add_parser("list", help="all of them, as without a word")
    for lists in (parser, listed):
        orders = "where something happened last, the oldest, or the one with the most events"
        lists.add_argument("--by", choices=("last", "age", "size"), default=argparse.SUPPRESS, help=f"first {orders}")
        lists.add_argument("--most", type=int, metavar="N", default=argparse.SUPPRESS, help="no more than so many")
    for any_of_them in (parser, *commands.choices.values()):
        any_of_them.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="for programs")


def _rooms(settings: Settings, asked: argparse.Namespace) -> int:
    from app.admin.rooms import close_room, delete_room, list_rooms, show_room, show_token

    match asked.what:
        case "list":
            print(list_rooms(settings, asked.by, asked.most, asked.json))
        case "show":
            print(show_room(settings, asked.room, asked.json))
        case "token":
            print(show_token(settings, asked.room, asked.json))
        case "close":
            print(close_room(settings, asked.room, asked.json))
        case _:
            print(delete_room(settings, asked.room, asked.json))
    return 0


def _serve(settings: Settings, _: argparse.Namespace) -> int:
    # The first process of a container ignores signals without a handler.
    _at_signals(_leave)

    from app.main import create_app, drain
    from app.server.process import serve

    app = create_app(settings)
    serve(app, settings, partial(drain, app))


def _leave(*_: object) -> None:
    # Not by an exception: whatever is being loaded at this moment may take it for an error of its own.
    os._exit(0)


def _at_signals(handler: Callable[..., None]) -> None:
    """Set the handler of termination signals for the time before and after the server handles them."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _backup(settings: Settings, asked: argparse.Namespace) -> int:
    from app.admin.backup import back_up

    os.nice(19)  # players come first
    print(back_up(settings.database_url, asked.file))
    return 0


def _restore(settings: Settings, asked: argparse.Namespace) -> int:
    from app.admin.restore import restore

    print(restore(settings.database_url, asked.file, asked.replace))
    return 0


def _new_epoch(settings: Settings, _: argparse.Namespace) -> int:
    from app.admin.epoch import begin_epoch

    print(begin_epoch(settings.database_url))
    return 0


def _verify_log(settings: Settings, asked: argparse.Namespace) -> int:
    from app.admin.verifying import verify_log

    return verify_log(settings.database_url, asked.room)


def _noted(text: str) -> str:
    from app.admin.checking import noted

    return noted(text)


def _verify_deal(_: Settings, asked: argparse.Namespace) -> int:
    from app.admin.checking import verify_deal

    return verify_deal(asked.file, asked.noted)


def _check_config(_: Settings, asked: argparse.Namespace) -> int:
    from app.admin.configuration import check_config

    print(*check_config(os.environ), sep="\n")
    return 0


def _health(settings: Settings, asked: argparse.Namespace) -> int:
    print(health_of(asked.url or address_of(settings.bind)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
