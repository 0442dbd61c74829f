"""Writes the wire types as TypeScript declarations, for the type check of static/.

When a view changes in Python it changes there, and the check finds every line of its board that relied on the old
one."""

import argparse
import difflib
import sys
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct

from app.between.report import Between
from app.replay.deal_file import DealFile
from app.replay.endings import Ending
from app.replay.knowledge import CouldBe
from app.replay.replays import Replay
from app.web.models import (
    CallSettings,
    DeviceLink,
    DeviceList,
    GameCard,
    LinkDevice,
    LinkedDevice,
    NotDone,
    OpenRoom,
    PlayOn,
    Quiet,
    RoomOpened,
    SetWebhook,
    WebhookShown,
    WebhookTrial,
)
from app.web.tables.models import SeatCompared, ShareDeal, SharedTable, SharedTables, TableCompared
from games import GAMES, hindsight_of
from games.analysis import Analysis
from games.dealer import Sight
from games.draws import Counted
from games.engine import Game, Move, Pick
from games.frame import Choice, Heard
from tools.dev.typescript import Said, Sheet, Writer

TYPES: Final = Path(__file__).resolve().parents[2] / "types"
VIEWS: Final = "views"
"""The folder that contains generated files only."""
PARTS_OF_A_FRAME: Final = ("text", "questions", "engine", "frame", "dealer", "ranking", "thinking", "bot", "lesson")

SAID: Final = Said(
    names={"TableView": "Table", "Heard": "Line", "FromBrowser": "ToServer", "ToBrowser": "FromServer"},
    parameters={
        "Choice": "<M extends Move = Move>",
        "Pick": "<M extends Move = Move>",
        "Line": "<S extends Sight = Sight, K extends string = string>",
        "Frame": "<View = unknown, M extends Move = Move, S extends Sight = Sight>",
    },
    fields={
        ("Text", "with_"): "Record<string, Argument>",
        ("Choice", "move"): "M",
        ("Pick", "do"): 'M["do"]',
        ("Heard", "sight"): "S | null",
        ("Heard", "kind"): "K | TableLineKind",
        ("Frame", "choices"): "Choice<M>[]",
        ("Frame", "free"): "Choice<M>[]",
        ("Frame", "pick"): "Pick<M> | null",
        ("Frame", "view"): "View",
        ("Frame", "lines"): "Line<S>[]",
        ("Play", "move"): "Move",
    },
    bases=(Move, Sight),
)


def compare_types(asked: argparse.Namespace) -> int:
    """Compare types/ with the Structs; differences are shown line by line."""
    files = {TYPES / f"{sheet.path}.d.ts": sheet.text() for sheet in sheets()}
    differ = 0
    for file in sorted({*files, *(TYPES / VIEWS).glob("*.d.ts")}):
        differ |= _write(file, files.get(file)) if asked.write else _compare(file, files.get(file))
    return differ


def _write(file: Path, text: str | None) -> int:
    if text is None:
        file.unlink()
    else:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return 0


def _compare(file: Path, text: str | None) -> int:
    before, after = file.read_text() if file.exists() else "", text or ""
    names = str(file.relative_to(TYPES.parent)), "the Structs as they are; --write writes them down anew"
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), *names))
    return int(before != after)


def sheets() -> list[Sheet]:
    """All files, as they should be."""
    wire = Sheet(
        "wire",
        "The messages between server and page, as app/protocol/messages.py and commands.py have them: docs/protocol.md",
        (
            "app.protocol.messages",
            "app.protocol.talk",
            "app.protocol.watching",
            "app.protocol.commands",
            *(f"games.{part}" for part in PARTS_OF_A_FRAME),
        ),
    )
    api = Sheet(
        "api",
        "What the server answers to calls, as app/web/models.py, app/replay/, app/between/ and games/ have it",
        (
            "app.web.models",
            "app.web.tables.models",
            "app.replay.replays",
            "app.replay.endings",
            "app.replay.knowledge",
            "app.replay.deal_file",
            "app.between.report",
            "games.analysis",
            "games.draws",
            "games.knowledge",
        ),
    )
    pieces = Sheet(f"{VIEWS}/piecepack", "The piecepack, as games/piecepack.py has it", ("games.piecepack",))
    of_games = {
        key: Sheet(f"{VIEWS}/{key}", f"What a page sees of {game.title}, as games/{key} has it", (f"games.{key}",))
        for key, game in GAMES.items()
    }
    all_of_them = [wire, api, pieces, *of_games.values()]
    writer = Writer(all_of_them, SAID)
    _write_house(writer)
    for key, game in GAMES.items():
        _write_game(writer, of_games[key], game)
    return all_of_them


def _write_house(writer: Writer) -> None:
    writer.write_alias("games.text", "Argument")
    writer.write_alias("app.protocol.commands", "TableLineKind")
    writer.write(Move, Sight, Choice, Heard, Pick)
    writer.write_alias("app.protocol.messages", "ToBrowser")
    writer.write_alias("app.protocol.commands", "FromBrowser")
    writer.write(
        GameCard,
        OpenRoom,
        PlayOn,
        RoomOpened,
        LinkedDevice,
        DeviceList,
        DeviceLink,
        LinkDevice,
        Quiet,
        SetWebhook,
        WebhookShown,
        WebhookTrial,
        CallSettings,
        ShareDeal,
        SharedTable,
        SeatCompared,
        TableCompared,
        SharedTables,
        NotDone,
        Replay,
        CouldBe,
        Between,
        Ending,
        Analysis,
        Counted,
        DealFile,
    )


def _write_game(writer: Writer, sheet: Sheet, game: Game) -> None:
    writer.write(get_type_hints(game.view)["return"], *_beneath(game))
    if sights := sights_of(game):
        writer.write_union(sheet, "Sight", "What is shown for a moment.", sights)
    writer.write_alias(f"games.{game.key}.lines", "LineKind")
    writer.write_union(sheet, "Move", "What can be answered.", get_args(game.Move) or (game.Move,))
    writer.write(game.Options)


def _beneath(game: Game) -> list[type[Struct]]:
    """The type of what the game reveals afterwards, if anything is hidden."""
    told = get_type_hints(hindsight_of(game).beneath).get("return")
    return [kind for kind in (told, *get_args(told)) if isinstance(kind, type) and issubclass(kind, Struct)]


def sights_of(game: Game) -> list[type[Struct]]:
    """The game's sights, in order of definition."""
    return [sight for sight in Sight.__subclasses__() if sight.__module__.startswith(f"games.{game.key}.")]


def kinds_of(game: Game) -> Any:
    """The kinds of the game's lines: a Literal."""
    return vars(sys.modules[f"games.{game.key}.lines"])["LineKind"]
