"""Serves; or does what those who keep a house ask for: python -m app --help."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.keeping import Undone
from app.keeping.health import address, address_of, is_ready
from app.settings import BadSetting, Settings

# What a command needs is imported when it is asked for: the check of health, twice a minute, needs next to nothing.


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 is good, 1 is not ready, not sound or not done, 2 is not understood."""
    asked = _parser().parse_args(arguments)
    try:
        code: int = asked.run(Settings.from_environ(os.environ), asked)
        return code
    except Undone as why:
        print(why, file=sys.stderr)
        return 1
    except BadSetting as why:
        print(why, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m app",
        description="Serves Tertulia, unless one of these commands is given. The settings are environment variables.",
    )
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers(metavar="command")

    backup = commands.add_parser("backup", help="copy the database to a file, also while the server runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="put such a copy in the place of the database")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="give up the database that is there")
    restore.set_defaults(run=_restore)

    epoch = commands.add_parser("new-epoch", help="after the database was put back by other means, as by pg_restore")
    epoch.set_defaults(run=_new_epoch)

    verify = commands.add_parser("verify-log", help="play every log through by the rules of this version")
    verify.add_argument("room", nargs="?", metavar="ROOM", help="only this one")
    verify.set_defaults(run=_verify_log)

    deal = commands.add_parser("verify-deal", help="check the deal of a game, from the file that its table gives out")
    deal.add_argument("file", type=Path, metavar="FILE")
    deal.add_argument(
        "noted", nargs="?", metavar="FINGERPRINT", type=_noted, help="what the table showed while it was played"
    )
    deal.set_defaults(run=_verify_deal)

    check = commands.add_parser("check-config", help="print every setting and where it comes from, without secrets")
    check.set_defaults(run=_check_config)

    health = commands.add_parser("health", help="whether the server is ready, as the exit code says")
    health.add_argument("url", nargs="?", metavar="URL", type=address, help="of another server than the one set here")
    health.set_defaults(run=_health)
    return parser


def _serve(settings: Settings, _: argparse.Namespace) -> int:
    # The first process of a container does not even hear of a signal that nobody listens to.
    _at_signals(_leave)

    from app.main import create_app, drain
    from app.server import serve

    app = create_app(settings)
    serve(app, settings, partial(drain, app))


def _leave(*_: object) -> None:
    _at_signals(signal.SIG_IGN)
    sys.exit(0)


def _at_signals(handler: Callable[..., None] | signal.Handlers) -> None:
    """What becomes of those that ask for an end, where the server does not listen to them yet, or no more."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _backup(settings: Settings, asked: argparse.Namespace) -> int:
    from app.keeping.backup import back_up

    os.nice(19)  # those who play come first
    print(back_up(settings.database_url, asked.file))
    return 0


def _restore(settings: Settings, asked: argparse.Namespace) -> int:
    from app.keeping.restore import restore

    print(restore(settings.database_url, asked.file, asked.replace))
    return 0


def _new_epoch(settings: Settings, _: argparse.Namespace) -> int:
    from app.keeping.epoch import begin_epoch

    print(begin_epoch(settings.database_url))
    return 0


def _verify_log(settings: Settings, asked: argparse.Namespace) -> int:
    from app.keeping.verifying import verify_log

    return verify_log(settings.database_url, asked.room)


def _noted(text: str) -> str:
    from app.keeping.checking import noted

    return noted(text)


def _verify_deal(_: Settings, asked: argparse.Namespace) -> int:
    from app.keeping.checking import verify_deal

    return verify_deal(asked.file, asked.noted)


def _check_config(_: Settings, asked: argparse.Namespace) -> int:
    from app.keeping.configuration import check_config

    print(*check_config(os.environ), sep="\n")
    return 0


def _health(settings: Settings, asked: argparse.Namespace) -> int:
    return 0 if is_ready(asked.url or address_of(settings.bind)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
