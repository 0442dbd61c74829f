"""The commands that come into the log: what each of them needs first, which may take time, and how it is decided."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar, overload

from msgspec import UNSET
from msgspec.structs import replace

from app.access.rate_limits import Limits
from app.duplicates.again import deal_again
from app.duplicates.sharing import deal_shared, refuse_at_two, refuse_while_sealed, sealed
from app.protocol import commands
from app.protocol.messages import Refusal, SeatLink
from app.protocol.names import clean_name
from app.rooms.audience import Audience
from app.rooms.links import QR_CODES
from app.rooms.outbox import Viewer
from app.rooms.room import Room
from app.storage.commit import OutcomeUnknown
from app.table import gathering, host, moves, proposals
from app.table.clock import AtStake
from app.table.decide import Command
from app.table.event_ids import SERVER, new_id
from app.table.events import Began, Body, Stopped
from app.table.moves import Decision
from app.table.state import Table

log = logging.getLogger("tertulia.rooms")

LINK_BYTES: Final = 24

C = TypeVar("C", bound=commands.FromPage)
N = TypeVar("N")


class Page(NamedTuple):
    """Where a command comes from. `site`: its URL, in links to other devices."""

    room: Room
    viewer: Viewer
    limits: Limits
    site: str

    def decision(self, command: commands.FromPage, *needed: Any) -> Command:
        """How the table decides this command, given what it needs."""
        decide, by = RULES[type(command)].decide, By(self.viewer.guest.id, self.room.audience)
        return lambda table: decide(table, by, command, *needed)


class By(NamedTuple):
    """The sender of a command, and the people present."""

    guest: str
    present: Audience

    @property
    def name(self) -> str | None:
        """The name that the sender goes by."""
        return self.present.who().name_of(self.guest)


class Person(NamedTuple):
    """The person whom a command is about: a guest, and the name they go by."""

    guest: str
    name: str | None


class Rule(NamedTuple):
    """How commands of one kind come into the log."""

    decide: Callable[..., Body | Decision]
    """Given the table, the sender, the command, and what it needs. Raises Refusal."""
    needs: Callable[[Page, Any], Awaitable[Any]] | None
    """What has to be there first. Raises Refusal, OutcomeUnknown."""
    unless: Callable[[Page, Any], Awaitable[None]] | None
    """What is looked up in other rooms before, and may forbid it. Raises Refusal, OutcomeUnknown."""
    then: Callable[..., Awaitable[None]] | None
    """What is done afterwards, again if the command is repeated. Raises OutcomeUnknown."""


@overload
def _rule(
    kind: type[C],
    decide: Callable[[Table, By, C], Body | Decision],
    *,
    unless: Callable[[Page, C], Awaitable[None]] | None = None,
    then: Callable[[Page, C], Awaitable[None]] | None = None,
) -> tuple[type[Any], Rule]: ...


@overload
def _rule(
    kind: type[C],
    decide: Callable[[Table, By, C, N], Body | Decision],
    *,
    needs: Callable[[Page, C], Awaitable[N]],
    then: Callable[[Page, C, N], Awaitable[None]] | None = None,
) -> tuple[type[Any], Rule]: ...


def _rule(kind: type[Any], decide: Any, *, needs: Any = None, unless: Any = None, then: Any = None) -> Any:
    """A typed entry: mypy checks that the functions take commands of this kind."""
    return kind, Rule(decide, needs, unless, then)


def person_meant(present: Audience, command: commands.AboutSomebody) -> Person:
    """The person a command is about, resolved before others come or go. Raises not_now."""
    who = present.who()
    guest = who.guest_of(command.person)
    return Person(guest, who.name_of(guest))


async def _person(page: Page, command: commands.AboutSomebody) -> Person:
    return person_meant(page.room.audience, command)


async def _person_for_a_seat(page: Page, command: commands.Admit | commands.GiveSeat) -> Person:
    """The same; if the seat of an absent player passes to them, its owner is called first."""
    about, table = person_meant(page.room.audience, command), page.room.table
    await refuse_second_table(page.room, about)
    if isinstance(command, commands.GiveSeat):
        await _call_if_possible(page, command.seat, page.decision(command, about))
    elif command.yes and (request := table.people.seat_requests.get(about.guest)) is not None and request.back:
        await _call_if_possible(page, request.seat, page.decision(command, about))
    return about


async def _sits_elsewhere(page: Page, _: commands.Sit | commands.TakeSeat) -> None:
    """Refuse a sender who has a seat at another table with the same deal."""
    await refuse_second_table(page.room, Person(page.viewer.guest.id, page.viewer.guest.name))


async def _sit_at_two(page: Page, _: commands.Start) -> None:
    """Refuse to begin while a player has a seat at another table with the same deal."""
    seats = page.room.table.seats
    await refuse_second_table(page.room, *(Person(seat.guest, seat.name) for seat in seats if seat.guest is not None))


async def refuse_second_table(room: Room, *people: Person) -> None:
    """Refuse a seat here to people who have one at another table with the same deal. Raises taken, Unavailable,
    OutcomeUnknown."""
    if (sharing := sealed(room.table)) is not None:
        others = [await room.find(code) for code in sharing.rooms if code != room.table.room]
        for person in people:
            refuse_at_two(*person, [other.table for other in others if other is not None])


async def _call_if_possible(page: Page, seat: int, decision: Command) -> None:
    if _is_possible(decision, page.room.table):
        await _call_owner(page, seat)


async def _call_who_is_asked(page: Page, sit: commands.Sit) -> None:
    """Call the absent player whose seat the sender asks for."""
    request = page.room.table.people.seat_requests.get(page.viewer.guest.id)
    if sit.back and request is not None and request.back:
        await _call_owner(page, request.seat)


async def _call_owner(page: Page, seat: int) -> None:
    owner = page.room.table.seats[seat].guest
    if owner is not None:
        await call_first(page.room, owner, "seat")


async def call_first(room: Room, guest: str, about: AtStake) -> None:
    """Call a guest who is away and can be called, before something of theirs passes to somebody else: nothing does for
    a while from then on. app/push/notifier.py notifies them. Raises OutcomeUnknown, also when it could not be saved."""

    def call(table: Table) -> Body:
        return host.call(table, guest, about, room.audience)

    try:
        call(room.table)  # most need not be called: storage is not asked
        if await room.store.calls.reach(room.table.room, guest):
            await room.do(SERVER, new_id(), call)
    except Refusal as no:
        if no.code == "busy" and not room.is_broken:
            raise OutcomeUnknown("a call could not be saved") from no
        log.debug("nobody is called: %s", no.code, extra={"room": room.table.room})


def _is_possible(decision: Command, table: Table) -> bool:
    """Whether a command can be carried out, now or after a wait."""
    try:
        decision(table)
    except host.TooSoon:
        return True
    except Refusal:
        return False  # as is said when it is carried out
    return True


class NewSettings(NamedTuple):
    """What a change of settings needs: the hash of the new password, if one is given, and the time (ms)."""

    password: str | None
    now: int


async def _new_settings(page: Page, change: commands.ChangeSettings) -> NewSettings:
    return NewSettings(await _new_password_hash(page, change), page.room.store.now())


async def _new_password_hash(page: Page, change: commands.ChangeSettings) -> str | None:
    if not change.password:  # left out, or empty
        return None
    gathering.host_only(page.room.table, page.viewer.guest.id)
    page.limits.admit("new password", page.viewer.guest.id)
    return await page.limits.passwords.hashed(change.password)


async def _deal_that_is_over(page: Page, command: commands.Rematch) -> Began | None:
    """How the game that is over began, if its deal is to be played again."""
    table = page.room.table
    if not command.again or table.phase != "over":
        return None
    (event,) = await page.room.store.load(table.room, table.began - 1, table.began)
    assert isinstance(event.body, Began)
    return event.body


async def _new_link(page: Page, command: commands.MakeLink) -> SeatLink:
    guest, token = page.viewer.guest.id, secrets.token_urlsafe(LINK_BYTES)
    own = moves.own_seat(page.room.table, guest, command.seat)
    page.limits.admit("invitation", guest)
    url = f"{page.site}/t/{page.room.table.room}#seat={token}"
    code = await QR_CODES.of(url)
    return SeatLink(own, token, url, code.path, code.size)


async def _tell_link(page: Page, _: commands.MakeLink, link: SeatLink) -> None:
    page.viewer.answer(link)


def _sit(table: Table, by: By, sit: commands.Sit) -> Body:
    if sit.back:
        if table.people.is_locked_out(by.guest, table.settings.password):
            raise Refusal("forbidden", gathering.NO_PASSWORD)
        return host.ask_back(table, by.guest, sit.seat, by.present)
    if sit.also is None:
        return gathering.sit(table, by.guest, by.name, sit.seat)
    by.present.who().refuse_taken_name(by.guest, clean_name(sit.also))
    return gathering.sit_also(table, by.guest, sit.seat, sit.also)


def _start(table: Table, by: By, _: commands.Start) -> Body:
    if (sharing := sealed(table)) is not None:
        return deal_shared(table, by.guest, sharing)
    return gathering.start(table, by.guest, by.present.here)


def _rematch(table: Table, by: By, wish: commands.Rematch, dealt: Began | None) -> Body:
    refuse_while_sealed(table, wish)
    if wish.again:
        return deal_again(table, by.guest, dealt)
    return gathering.rematch(table, by.guest, by.present.here)


def _unless_hasty(table: Table, by: By, agreed: Body) -> Body:
    if isinstance(agreed, Stopped):
        host.refuse_end_without_asking(table, by.present)
    return agreed


def _propose(table: Table, by: By, propose: commands.Propose) -> Body:
    return _unless_hasty(table, by, proposals.propose(table, by.guest, propose.matter, propose.seat))


def _agree(table: Table, by: By, agree: commands.Agree) -> Body:
    return _unless_hasty(table, by, proposals.agree(table, by.guest, agree.yes, agree.seat, agree.matter))


def _admit(table: Table, by: By, admit: commands.Admit, about: Person) -> Body:
    proposals.refuse_informed_heir(table, about.guest, admit.yes)
    return host.admit(table, by.guest, about.guest, admit.yes, by.present)


def _change_settings(table: Table, by: By, change: commands.ChangeSettings, new: NewSettings) -> Body:
    refuse_while_sealed(table, change)
    if change.password is not UNSET:
        change = replace(change, password=new.password or "")
    return host.change_settings(table, by.guest, change, new.now)


def _change_game(table: Table, by: By, change: commands.ChangeGame) -> Body:
    refuse_while_sealed(table, change)
    return host.change_game(table, by.guest, change.game, change.seats, change.options)


def _hand_over(table: Table, by: By, _: commands.HandOver, about: Person) -> Body:
    return host.hand_over(table, by.guest, about.guest)


def _kick(table: Table, by: By, kick: commands.Kick, about: Person) -> Body:
    return host.kick(table, by.guest, about.guest, kick.out, by.present.here)


def _mute(table: Table, by: By, mute: commands.Mute, about: Person) -> Body:
    return host.mute(table, by.guest, about.guest, mute.yes, about.name)


def _make_link(table: Table, by: By, _: commands.MakeLink, link: SeatLink) -> Body:
    return gathering.make_link(table, by.guest, link.seat, link.link)


def _give_seat(table: Table, by: By, give: commands.GiveSeat, about: Person) -> Body:
    return host.give_seat(table, by.guest, give.seat, *about, by.present)


RULES: Final[Mapping[type[commands.FromPage], Rule]] = dict(
    (
        # Players
        _rule(commands.Play, lambda table, by, c: moves.answer(table, by.guest, c)),
        _rule(commands.AskForHint, lambda table, by, c: moves.ask_for_hint(table, by.guest, c.question, c.seat)),
        _rule(commands.Start, _start, unless=_sit_at_two),
        _rule(commands.Rematch, _rematch, needs=_deal_that_is_over),
        _rule(commands.SealWord, lambda table, by, c: proposals.seal_word(table, by.guest, c.seal, c.seat)),
        _rule(commands.OpenWord, lambda table, by, c: proposals.open_word(table, by.guest, c.word, c.seat)),
        _rule(commands.Propose, _propose),
        _rule(commands.Agree, _agree),
        _rule(commands.OpenHands, lambda table, by, c: proposals.show_hands(table, by.guest, c.yes, c.seat)),
        _rule(commands.Speak, lambda table, by, c: gathering.speak(table, by.guest, by.name, c.text, c.seat)),
        # Seats
        _rule(commands.Sit, _sit, unless=_sits_elsewhere, then=_call_who_is_asked),
        _rule(commands.SayReady, lambda table, by, c: gathering.say_ready(table, by.guest, c.yes, c.seat)),
        _rule(commands.ChooseFigure, lambda table, by, c: gathering.choose_figure(table, by.guest, c.figure, c.seat)),
        _rule(commands.Stand, lambda table, by, c: gathering.stand(table, by.guest, c.seat)),
        _rule(commands.MakeLink, _make_link, needs=_new_link, then=_tell_link),
        _rule(commands.TakeSeat, lambda t, by, c: gathering.take_seat(t, by.guest, c.link), unless=_sits_elsewhere),
        # The host
        _rule(commands.SeatBot, lambda table, by, c: host.seat_bot(table, by.guest, c.seat, c.level, by.present.here)),
        _rule(commands.ChangeGame, _change_game),
        _rule(commands.ChangeSettings, _change_settings, needs=_new_settings),
        _rule(commands.Order, lambda table, by, c: host.reorder(table, by.guest, c.seats)),
        _rule(commands.Pause, lambda table, by, c: host.pause(table, by.guest)),
        _rule(commands.Resume, lambda table, by, c: host.resume(table, by.guest)),
        _rule(commands.CloseRoom, lambda table, by, c: host.close(table, by.guest)),
        # The host, about somebody
        _rule(commands.Admit, _admit, needs=_person_for_a_seat),
        _rule(commands.GiveSeat, _give_seat, needs=_person_for_a_seat),
        _rule(commands.Kick, _kick, needs=_person),
        _rule(commands.HandOver, _hand_over, needs=_person),
        _rule(commands.Mute, _mute, needs=_person),
    )
)
"""Every command that is written into the log, by its kind."""
