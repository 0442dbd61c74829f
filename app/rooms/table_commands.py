"""Maps each kind of command that the table alone decides to the function that decides it.

Commands that first need a rate limit, a hash or a secret are in app/rooms/dispatch.py.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from app.protocol import commands
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.rooms.audience import Audience
from app.table import gathering, host, moves, proposals
from app.table.events import Body, Stopped
from app.table.moves import Decision
from app.table.state import Table

C = TypeVar("C")


class Person(NamedTuple):
    """The person whom a command is about: a guest, and the name they go by."""

    guest: str
    name: str | None


NOBODY: Final = Person("", None)


class Context(NamedTuple):
    """The sender of a command, the people present, and whom it is about."""

    guest: str
    present: Audience
    about: Person = NOBODY

    @property
    def name(self) -> str | None:
        """The name that the sender goes by."""
        return self.present.who().name_of(self.guest)


Decide = Callable[[Table, Context, C], Body | Decision]
"""Decides commands of one kind. Raises Refusal."""


def person_meant(present: Audience, command: commands.AboutSomebody) -> Person:
    """The person a command is about, resolved before others come or go. Raises not_now."""
    who = present.who()
    guest = who.guest_of(command.person)
    return Person(guest, who.name_of(guest))


def _sit(table: Table, by: Context, sit: commands.Sit) -> Body:
    if sit.back:
        if table.people.is_locked_out(by.guest, table.settings.password):
            raise Refusal("forbidden", gathering.NO_PASSWORD)
        return host.ask_back(table, by.guest, sit.seat, by.present)
    if sit.also is None:
        return gathering.sit(table, by.guest, by.name, sit.seat)
    by.present.who().refuse_taken_name(by.guest, clean_name(sit.also))
    return gathering.sit_also(table, by.guest, sit.seat, sit.also)


def _unless_hasty(table: Table, by: Context, agreed: Body) -> Body:
    if isinstance(agreed, Stopped):
        host.refuse_end_without_asking(table, by.present)
    return agreed


def _propose(table: Table, by: Context, propose: commands.Propose) -> Body:
    return _unless_hasty(table, by, proposals.propose(table, by.guest, propose.matter, propose.seat))


def _agree(table: Table, by: Context, agree: commands.Agree) -> Body:
    return _unless_hasty(table, by, proposals.agree(table, by.guest, agree.yes, agree.seat, agree.matter))


def _entry(kind: type[C], decide: Decide[C]) -> tuple[type[Any], Decide[Any]]:
    """A typed entry: mypy checks that the function takes commands of this kind."""
    return kind, decide


TABLE_COMMANDS: Final[Mapping[type[commands.FromPage], Decide[Any]]] = dict(
    (
        # Players
        _entry(commands.Play, lambda table, by, c: moves.answer(table, by.guest, c)),
        _entry(commands.AskForHint, lambda table, by, c: moves.ask_for_hint(table, by.guest, c.question, c.seat)),
        _entry(commands.Start, lambda table, by, c: gathering.start(table, by.guest)),
        _entry(commands.Rematch, lambda table, by, c: gathering.rematch(table, by.guest)),
        _entry(commands.Propose, _propose),
        _entry(commands.Agree, _agree),
        _entry(commands.Speak, lambda table, by, c: gathering.speak(table, by.guest, by.name, c.text, c.seat)),
        # Seats
        _entry(commands.Sit, _sit),
        _entry(commands.ChooseFigure, lambda table, by, c: gathering.choose_figure(table, by.guest, c.figure, c.seat)),
        _entry(commands.Stand, lambda table, by, c: gathering.stand(table, by.guest, c.seat)),
        _entry(commands.TakeSeat, lambda table, by, c: gathering.take_seat(table, by.guest, c.link)),
        # The host
        _entry(commands.SeatBot, lambda table, by, c: host.seat_bot(table, by.guest, c.seat, c.level, by.present.here)),
        _entry(commands.ChangeGame, lambda table, by, c: host.change_game(table, by.guest, c.game, c.seats, c.options)),
        _entry(commands.Order, lambda table, by, c: host.reorder(table, by.guest, c.seats)),
        _entry(commands.Pause, lambda table, by, c: host.pause(table, by.guest)),
        _entry(commands.Resume, lambda table, by, c: host.resume(table, by.guest)),
        _entry(commands.CloseRoom, lambda table, by, c: host.close(table, by.guest)),
        # The host, about somebody
        _entry(commands.Admit, lambda table, by, c: host.admit(table, by.guest, by.about.guest, c.yes, by.present)),
        _entry(commands.Kick, lambda table, by, c: host.kick(table, by.guest, by.about.guest, c.out, by.present.here)),
        _entry(commands.HandOver, lambda table, by, c: host.hand_over(table, by.guest, by.about.guest)),
        _entry(commands.GiveSeat, lambda table, by, c: host.give_seat(table, by.guest, c.seat, *by.about, by.present)),
        _entry(commands.Mute, lambda table, by, c: host.mute(table, by.guest, by.about.guest, c.yes, by.about.name)),
    )
)
