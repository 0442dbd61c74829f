"""Runs the server or an operator's command: python -m app --help."""

import argparse
import gc
import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TypeAlias

from app.admin import CommandFailed
from app.admin.health import address, address_of, health_of, listens_at
from app.admin.room_arguments import add_room_commands
from app.build import COMMAND, VERSION
from app.settings import BadSetting, Settings

# Commands import what they need on demand: the health check, twice a minute, needs little.

LEAST_DIGITS: Final = 32
"""Hex digits that must be noted to identify a commitment. With fewer, a server could prepare two secrets whose
commitments begin alike, and later show whichever it likes."""

_Run: TypeAlias = Callable[[Settings, argparse.Namespace], int | str]
"""Carries out a command; returns the exit code, or the text to print on success."""


def main(arguments: Sequence[str], program: str = COMMAND) -> int:
    """Returns the exit code: 0 good, 1 failed or not ready, 2 usage, 130 interrupted. `program`: its name in help."""
    command = _parser(program).parse_args(arguments)
    if command.run is _serve:
        _at_signals(_exit_on_signal)
    else:
        _get_ready_for_a_command()
    logging.basicConfig(handlers=[logging.NullHandler()])  # commands print their errors; the server sets up a log
    try:
        done: int | str = command.run(Settings.from_environ(os.environ), command)
        if isinstance(done, str):
            print(done)
            done = 0
        print(end="", flush=True)
    except (CommandFailed, BadSetting) as why:
        print(why, file=sys.stderr)
        return 2 if isinstance(why, BadSetting) else 1
    except PermissionError as why:
        print(f"{why.filename}: {why.strerror}. Run commands as the user that the server runs as.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as why:
        if not isinstance(why, BrokenPipeError):  # the reader has closed the pipe, as `head` does
            print(f"{why.filename or 'This failed'}: {why.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if command.run is _serve:
            raise
        print(_unexpected(error), file=sys.stderr)
        return 1
    return done


def _unexpected(error: Exception) -> str:
    """Damage within a row may surface anywhere in a command. The place helps to tell it from a fault of the program."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"This failed: {type(error).__name__} at {Path(last.filename).name}:{last.lineno}. Either the database is "
        f"damaged, which {COMMAND} verify-log finds out, or this is a fault of Tertulia."
    )


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        program,
        description="Starts the server, or runs one of these commands. Settings are environment variables.",
    )
    parser.add_argument("--version", action="version", version=f"Tertulia {VERSION}")
    parser.set_defaults(run=_serve)
    _add_commands(parser)
    return parser


def _add_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="command")

    def command(name: str, run: _Run, about: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about)
        added.set_defaults(run=run)
        return added

    command("serve", _serve, "start the server, as without a command")
    backup = command("backup", _backup, "copy the database to a file; the server may be running")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to write; it must not exist yet")
    restore = command("restore", _restore, "replace the database with such a copy")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="discard the existing database")
    command("new-epoch", _new_epoch, "run this after restoring the database by other means, such as pg_restore")
    move_to = command("move-to", _move_to, "copy everything to an empty database, such as PostgreSQL, and verify it")
    move_to.add_argument("address", metavar="URL", help="as TERTULIA_DATABASE_URL has it; no server may be running")
    verify_log = command("verify-log", _verify_log, "replay every log by the rules of this version")
    verify_log.add_argument("room", nargs="?", metavar="ROOM", help="only this room")
    verify_deal = command("verify-deal", _verify_deal, "check a game's deal, using the file that its table offers")
    verify_deal.add_argument("file", type=Path, metavar="FILE")
    about_fingerprint = "the fingerprint that the table showed during the game"
    verify_deal.add_argument("fingerprint", nargs="?", metavar="FINGERPRINT", type=_fingerprint, help=about_fingerprint)
    about_rooms = "list, open, show, close or delete rooms; forget people; announce something"
    add_room_commands(command("rooms", _rooms, about_rooms))
    command("check-config", _check_config, "print every setting and where it comes from, without secrets")
    doctor = command("doctor", _doctor, "ask a server as browsers do, look at its files, and name the lines to change")
    doctor.add_argument("url", nargs="?", metavar="URL", type=address, help="the address that people open")
    doctor.add_argument("--backups", type=Path, metavar="FOLDER", help="where the backups are")
    health = command("health", _health, "check whether the server is ready, and say what is wrong if it is not")
    health.add_argument("url", nargs="?", metavar="URL", type=address, help="a server other than the one set up here")


def _fingerprint(text: str) -> str:
    """The hex digits of a commitment as somebody noted it, grouped or not."""
    digits = "".join(text.split()).lower()
    if len(digits) < LEAST_DIGITS or digits.strip("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"expected at least {LEAST_DIGITS} hexadecimal digits, got {text!r}")
    return digits


# --- The commands -------------------------------------------------------------------------------------------


def _serve(settings: Settings, _: argparse.Namespace) -> int:
    gc.disable()  # nearly all that a start creates stays for good; app/services/garbage.py turns it on
    from app.admin.configuration import unread
    from app.main import create_app, drain
    from app.server.process import serve

    if note := unread(os.environ):
        print(note, file=sys.stderr)
    app = create_app(settings)
    serve(app, settings, partial(drain, app))


def _exit_on_signal(*_: object) -> None:
    # Not by an exception: a module that is being imported at this moment might take it for an error of its own.
    os._exit(0)


def _get_ready_for_a_command() -> None:
    _at_signals(signal.default_int_handler)  # so that nothing half done is left
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may not have every letter of a name


def _at_signals(handler: Callable[..., None]) -> None:
    """Set the handler of termination signals; for a server, of those before and after the time when it handles them
    itself. The first process of a container ignores signals without a handler."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _backup(settings: Settings, arguments: argparse.Namespace) -> str:
    from app.admin.backup import back_up

    os.nice(19)  # players come first
    return back_up(settings.database_url, arguments.file)


def _restore(settings: Settings, arguments: argparse.Namespace) -> str:
    from app.admin.restore import restore

    return restore(settings.database_url, arguments.file, arguments.replace)


def _new_epoch(settings: Settings, _: argparse.Namespace) -> str:
    from app.admin.restore import begin_epoch

    return begin_epoch(settings.database_url)


def _move_to(settings: Settings, arguments: argparse.Namespace) -> str:
    from app.admin.moving import move

    return move(settings.database_url, arguments.address)


def _verify_log(settings: Settings, arguments: argparse.Namespace) -> int:
    from app.admin.verify_log import verify_log

    return verify_log(settings.database_url, arguments.room)


def _verify_deal(_: Settings, arguments: argparse.Namespace) -> int:
    from app.admin.verify_deal import verify_deal

    return verify_deal(arguments.file, arguments.fingerprint)


def _rooms(settings: Settings, arguments: argparse.Namespace) -> str:
    from app.admin.rooms import run_rooms_command

    return run_rooms_command(settings, arguments)


def _check_config(_: Settings, __: argparse.Namespace) -> str:
    from app.admin.configuration import check_config

    return "\n".join(check_config(os.environ))


def _health(settings: Settings, arguments: argparse.Namespace) -> str:
    return health_of(arguments.url or address_of(listens_at(settings)))


def _doctor(settings: Settings, arguments: argparse.Namespace) -> int:
    from app.doctor.examination import examine

    return examine(settings, arguments.url, arguments.backups)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
