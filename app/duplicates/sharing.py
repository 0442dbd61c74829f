"""Several tables with one deal: each plays it in a room of its own, and nothing of one table reaches another before all
have ended. Until then the rooms are sealed: once dealt, only their players may enter, and nobody may look back."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from app.protocol import commands
from app.protocol.messages import Refusal
from app.protocol.watching import SharingView
from app.table.deal import SameDeal, Sharing, commitment_to, dealer_of_setup, key_of
from app.table.events import Began, RoomSettings, SettingsChanged, Stopped
from app.table.gathering import bound_of, host_only
from app.table.moves import game_in_progress, refuse_free_seats, result_of
from app.table.seating import Past
from app.table.state import Table
from games import by_rules
from games.engine import begin, say

TABLES: Final = range(2, 9)
"""How many tables can play one deal."""
NOT_DEALT: Final = 0
"""In place of the number of a game: the evening ended before it began here."""
CLOSED: Final = say("This table plays a deal that others are playing, too. When all have ended, you can look at it.")


# --- Queries ------------------------------------------------------------------------------------------------


def sealed(table: Table) -> Sharing | None:
    """What this table shares with others, as long as it is sealed; None otherwise."""
    sharing = table.settings.sharing
    return None if sharing is None or sharing.over else sharing


def is_dealt(table: Table) -> bool:
    """Whether the deal that it shares was dealt here."""
    sharing = table.settings.sharing
    return sharing is not None and table.number >= sharing.game


def is_closed_to(table: Table, guest: str) -> bool:
    """Whether this guest may not enter now: nobody but players while others might be told what they see."""
    return sealed(table) is not None and is_dealt(table) and not _plays(table, guest)


def is_locked_for(table: Table, guest: str) -> bool:
    """Whether this guest may not enter now, or has yet to give the password."""
    return table.people.is_locked_out(guest, table.settings.password) or is_closed_to(table, guest)


def is_without_host(table: Table) -> bool:
    """Whether its host has set several tables and sits at none, or at another one: a player here takes their place."""
    return sealed(table) is not None and table.people.seat_of(table.host) is None


def shared_game(table: Table) -> Past | None:
    """The game with the shared deal, once it is over."""
    sharing = table.settings.sharing
    return next((past for past in table.past if sharing is not None and past.number == sharing.game), None)


def sharing_view(table: Table) -> SharingView | None:
    """What the table's own pages are told of it."""
    if (sharing := table.settings.sharing) is None:
        return None
    return SharingView(sharing.rooms.index(table.room) + 1, len(sharing.rooms), sharing.over)


def sits_at(table: Table, guest: str) -> bool:
    """Whether this guest has a seat here, gets one back, or waits for one."""
    return guest in table.people.seat_requests or _plays(table, guest)


def _plays(table: Table, guest: str) -> bool:
    """Whether this guest has a seat here, or gets one back: hosts of tables at which others are host instead do not."""
    return table.people.seat_of(guest) is not None or table.people.gets_seat_back(guest)


# --- Decisions ----------------------------------------------------------------------------------------------


def share(
    table: Table, guest: str, rooms: list[str], secret: bytes, like: RoomSettings | None = None
) -> SettingsChanged:
    """Host: play the next deal at the tables of these rooms, too. `like`: with the settings of another of them. Raises
    not_host, not_now."""
    refuse_to_share(table, guest)
    settings = like or table.settings
    sharing = Sharing(rooms, table.number + 1, table.game.rules, secret.hex(), guest, settings.onlookers)
    return SettingsChanged(replace(settings, sharing=sharing, onlookers=False))


def refuse_to_share(table: Table, guest: str) -> None:
    """Raises not_host, and not_now during a game, for a prepared position, and where it is shared already."""
    host_only(table, guest)
    if table.phase != "gathering":
        raise Refusal("not_now", say("Several tables can be set before a game, not when it has begun."))
    if table.prepared is not None:
        raise Refusal("not_now", say("This game begins with a position. Several tables can play a deal only."))
    if sealed(table) is not None:
        raise Refusal("not_now", say("This table is one of several with one deal already."))


def deal_shared(table: Table, guest: str, sharing: Sharing) -> Began:
    """Host: begin the game with the shared deal. Raises not_host, not_now."""
    host_only(table, guest)
    if table.phase != "gathering" or is_dealt(table):
        raise Refusal("not_now", say("The game has begun already."))
    refuse_free_seats(table)
    game, same = by_rules(sharing.rules), SameDeal(sharing.rooms[0], 0, by_seat=True)
    bound = bound_of(table, game)._replace(room=same.room, game=same.game)
    secret = bytes.fromhex(sharing.secret)
    key, commitment = key_of(secret, bound, [b""] * len(table.seats)), commitment_to(secret, bound)
    dealer = dealer_of_setup(key, same, None)
    begin(game, len(table.seats), table.options_for(game), dealer)
    told = (sharing.secret, commitment.hex())
    return Began(game.rules, key.hex(), dealer.drawn, table.asked_before, None, *told, same=same)


def unseal(table: Table) -> SettingsChanged:
    """Server: all have ended, and may look at one another's games. Raises not_now."""
    sharing = sealed(table)
    if sharing is None:
        raise Refusal("not_now", say("This table is not one of several with one deal."))
    game = sharing.game if is_dealt(table) else NOT_DEALT
    ended = replace(sharing, over=True, game=game)
    opened: RoomSettings = replace(table.settings, sharing=ended, onlookers=sharing.onlookers)
    return SettingsChanged(opened)


def break_off(table: Table) -> Stopped:
    """Server: the evening ends before this game does. Raises not_now."""
    game_in_progress(table)
    return Stopped(result_of(table, None))


def refuse_while_sealed(table: Table, command: commands.FromPage) -> None:
    """Refuse what would make the tables differ, or tell one of another. Raises not_now."""
    if sealed(table) is None:
        return
    match command:
        case commands.ChangeGame():
            raise Refusal("not_now", say("All tables of this evening play the same game: it cannot be changed now."))
        case commands.ChangeSettings(onlookers=bool()):
            raise Refusal("not_now", say("No one may watch before all tables of this evening have ended."))
        case commands.ChangeSettings(hints=bool()):
            raise Refusal("not_now", say("Hints are the same at all tables of this evening: they stay as set."))
        case commands.Rematch():
            raise Refusal("not_now", say("A rematch can begin when all tables of this evening have ended."))


def refuse_at_two(guest: str, name: str | None, others: Iterable[Table]) -> None:
    """Refuse a seat to somebody who has one at another table of the evening. Raises taken."""
    if any(sits_at(other, guest) for other in others):
        raise Refusal("taken", say("{name} has a seat at another table of this evening.", name=name or "…"))
