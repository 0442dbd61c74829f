"""How each command that a page sends is made: with sense or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from app.protocol import commands
from app.protocol.commands import Figure, FromBrowser, Reaction
from games import GAMES
from tests.blindfold.worlds import owner

if TYPE_CHECKING:
    from tests.blindfold.scripts import Author

Says = Callable[[str], dict[str, Any]]
"""What a page says."""
SETTINGS: Final[list[dict[str, Any]]] = [
    {"hints": True}, {"fast_bots": True}, {"onlookers": False}, {"onlookers": True}, {"sitting": "asked"},
    {"sitting": "freely"}, {"clock": {"each": "question", "seconds": 60}}, {"clock": None},
    {"evening": 1_800_000_900_000}, {"evening": None}, {"talk": "https://meet.example.org/x"}, {"talk": ""},
]  # fmt: skip
OFFERS: Final = ("draw", "draw", "pass", "next", "no_trade", "offer/0", "load/suns/3", "decline")
BEFOREHAND: Final[list[dict[str, Any]]] = [{}, {"offer": None}, *({"offer": offer} for offer in OFFERS)]


def commands_of_pages() -> set[type[Any]]:
    return set(get_args(FromBrowser))


def sayings(author: Author) -> dict[type[Any], Says]:
    """How each command is made, for a page."""
    dice = author.dice
    made: dict[type[Any], Callable[[str], dict[str, Any]]] = {
        commands.Hello: lambda tab: {"name": dice.choice(["Ann", "Ben", "x" * 30]), "seen": dice.randrange(99)},
        commands.Sit: lambda tab: {"seat": author.a_seat(), "back": dice.random() < 0.5},
        commands.Stand: lambda tab: {"seat": author.a_seat()},
        commands.SayReady: lambda tab: {"yes": dice.random() < 0.5},
        commands.SealWord: lambda tab: {"seal": "ab" * 32},
        commands.OpenWord: lambda tab: {"word": "00" * 16},
        commands.ChooseFigure: lambda tab: {"figure": dice.choice(get_args(Figure))},
        commands.ChooseViewpoint: lambda tab: {"seat": dice.choice([None, *range(author.wish.seats)])},
        commands.Start: lambda tab: {},
        commands.SeatBot: lambda tab: {"seat": author.a_seat(), "level": dice.choice(["easy", "medium"])},
        commands.Play: author.a_bad_play,
        commands.Speak: lambda tab: {"text": dice.choice(["well", "", "hm?", "x" * 400])},
        commands.Rematch: lambda tab: {"again": dice.random() < 0.5},
        commands.ChangeGame: lambda tab: {"game": dice.choice([*GAMES]), "seats": 2, "options": {}},
        commands.Order: lambda tab: {"seats": None},
        commands.ChangeSettings: lambda tab: dice.choice(SETTINGS),
        commands.Admit: lambda tab: {"person": author.a_person(tab), "yes": dice.random() < 0.7},
        commands.Kick: lambda tab: {"person": author.a_person(tab), "out": dice.random() < 0.3},
        commands.HandOver: lambda tab: {"person": author.a_person(tab)},
        commands.GiveSeat: lambda tab: {"person": author.a_person(tab), "seat": author.a_seat()},
        commands.AnswerBeforehand: lambda tab: dice.choice(BEFOREHAND),
        commands.AskForHint: lambda tab: {"question": author.a_question()},
        commands.MakeLink: lambda tab: {},
        commands.TakeSeat: lambda tab: {"link": author.a_link()},
        commands.Pause: lambda tab: {},
        commands.Resume: lambda tab: {},
        commands.Propose: lambda tab: {"matter": dice.choice(["undo", "undo", "undo", "end"])},
        commands.Agree: lambda tab: {"yes": dice.random() < 0.5, "matter": dice.choice(["undo", None, "end"])},
        commands.OpenHands: lambda tab: {"yes": dice.random() < 0.7},
        commands.Mute: lambda tab: {"person": author.a_person(tab), "yes": dice.random() < 0.3},
        commands.React: lambda tab: {"what": dice.choice(get_args(Reaction))},
        commands.Nudge: lambda tab: {"person": author.a_person(tab)},
        commands.Skip: lambda tab: {},
        commands.Earlier: lambda tab: {"before": dice.randrange(60)},
        commands.LookBack: lambda tab: {
            "game": dice.choice([1, 1, 2]), "seq": dice.randrange(40), "eyes": dice.choice(["all", "none", "0"])
        },
        commands.Follow: lambda tab: {"game": dice.choice([None, 1, 2])},
        commands.PointAt: lambda tab: {"at": dice.choice(["card-H5", "tile:3"])},
        commands.CloseRoom: lambda tab: {},
        commands.Ping: lambda tab: {"hidden": dice.random() < 0.3},
    }  # fmt: skip
    return {kind: _whole(author, kind, make) for kind, make in made.items()}


def _whole(author: Author, kind: type[Any], make: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """With its tag, an id, and the seat that it may need."""
    fields = {field.name for field in msgspec.structs.fields(kind)}

    def whole(tab: str) -> dict[str, Any]:
        said = {"type": kind.__struct_config__.tag, **make(tab)}
        if "id" in fields:
            said.setdefault("id", author.new_id())
        seats = author.world.seats_of(owner(tab)) - {None}
        if "seat" in fields and "seat" not in said and seats:
            said["seat"] = author.dice.choice(sorted(seats, key=str))
        return said

    return whole
