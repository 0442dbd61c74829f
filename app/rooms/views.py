"""Messages made from the state of a room, each with what its guest may know."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import islice, takewhile
from operator import attrgetter
from typing import Final
from weakref import WeakKeyDictionary

import msgspec
from msgspec import UNSET, UnsetType

from app.beforehand.offers import takes_answers
from app.between.players import Player, on_shared_devices, player_of
from app.duplicates.again import may_be_again, whence
from app.duplicates.sharing import sharing_view
from app.protocol.messages import (
    GameResult,
    HeirView,
    Results,
    SeatRequest,
    SeatView,
    Standing,
    TableView,
    TeamScore,
    You,
    encode,
)
from app.protocol.talk import Chat
from app.protocol.watching import HandsView, Proposal, StartingView
from app.replay.knowledge import is_told
from app.rooms.identities import Who, handle_of
from app.storage.guests import Guest, id_beside
from app.table import game
from app.table.evening import MOVES_LATE, SECONDS_LATE
from app.table.events import NAMELESS
from app.table.hands import Heir
from app.table.moves import hides_names, is_practice, knows_hands, lesson_at
from app.table.proposals import can_undo, nobody_can_undo, pending, waiting_for, why_hands_stay_hidden
from app.table.seating import Past
from app.table.state import Table
from games import GAMES
from games.dealer import Line
from games.engine import State
from games.frame import Heard, Moment, heard
from games.lesson import PUPIL
from games.ranking import places

RESULTS_SHOWN: Final = 6
_NOBODY: Final = You(None, None, False, [], "", False)


class Surroundings:
    """The people and settings of a table at one moment, for many readers: common parts are encoded once."""

    def __init__(self, table: Table, here: Collection[str], who: Who, best: list[TeamScore]) -> None:
        people, settings = table.people, table.settings
        audience, proposal = who.onlookers(), pending(table)
        away = [number for number, seat in enumerate(table.seats) if seat.guest is not None and seat.guest not in here]
        self._table = table
        self._who = who
        common = TableView(
            room=table.room,
            game=table.game.key,
            title=table.game.title,
            state=table.phase,
            host=people.seat_of(table.host),
            you=_NOBODY,
            seats=[_seat(table, number, here) for number in range(len(table.seats))],
            watching=[other.name or "…" for other in audience],
            audience=audience,
            options=msgspec.to_builtins(table.options),
            number=table.number,
            deal=table.deal,
            lesson=table.playing is not None and table.playing.is_lesson,
            paused=table.paused,
            sitting=settings.sitting,
            onlookers=settings.onlookers,
            password=settings.password is not None,
            clock=settings.clock,
            fast_bots=settings.fast_bots,
            hints=settings.hints,
            practice=is_practice(table),
            team=table.is_team,
            best=best,
            seat_requests=[
                SeatRequest(request.name, request.seat, handle_of(table, id), request.back)
                for id, request in people.seat_requests.items()
                # If the seat's player is here, somebody else has asked for it.
                if not request.back or request.seat in away
            ],
            heirs=[_heir(table, number, heir) for number, heir in people.heirs.items()],
            muted=who.muted(),
            proposal=None if proposal is None else _proposal(table, proposal),
            away=away,
            again=may_be_again(table) or UNSET,
            goes_on=whence(table) or UNSET,
            evening=UNSET if settings.evening.at is None else settings.evening.at,
            talk=settings.talk or UNSET,
            hands=_hands(table),
            could_be=is_told(table) or UNSET,
            beforehand=takes_answers(table) or UNSET,
            sharing=sharing_view(table) or UNSET,
            starting=_starting(table),
        )
        self._past = [] if settings.onlookers else table.past
        self._before_you, _, self._after_you = encode(common).partition(_encoded(_NOBODY))

    def table(self, guest: Guest, viewpoint: int | None, eyes: int | None = None) -> bytes:
        """The table message for one guest. `viewpoint`: the seat whose view they see; `eyes`: the one whose hand they
        look at as a spectator."""
        table, people = self._table, self._table.people
        name, handle, muted = self._who.name_of(guest.id), handle_of(table, guest.id), guest.id in people.muted
        played = [past.number for past in self._past if past.has_played(guest.id)]
        own, may_see = people.seats_of(guest.id), may_see_hands(table, guest.id)
        you = You(viewpoint, name, guest.id == table.host, own, handle, muted, played, may_see, eyes)
        return self._before_you + _encoded(you) + self._after_you


def _encoded(you: You) -> bytes:
    return b'"you":%b' % msgspec.json.encode(you)


def _seat(table: Table, number: int, here: Collection[str]) -> SeatView:
    seat, seal = table.seats[number], _seal(table, number)
    if seat.guest is None:
        return SeatView(seat.name, False, seat.bot, None, False, seat.figure, seal=seal)
    ready = True if seat.is_ready and seat.bot is None else UNSET
    handle = handle_of(table, seat.guest)
    muted, owner = seat.guest in table.people.muted, seat.owners[0].name or "" if seat.owners else UNSET
    return SeatView(seat.name, seat.guest in here, seat.bot, handle, muted, seat.figure, ready, owner, seal)


def _seal(table: Table, number: int) -> str | UnsetType:
    """The seal of this seat's word; while a game is starting, as it was fixed."""
    if table.starting is not None:
        return table.starting.fixed.seals[number] or UNSET
    return UNSET if table.seats[number].bot else table.seats[number].seal or UNSET


def _starting(table: Table) -> StartingView | UnsetType:
    if table.starting is None:
        return UNSET
    return StartingView(table.number + 1, table.starting.fixed.commitment)


def _proposal(table: Table, pending: game.Proposal) -> Proposal:
    agreed = sorted(pending.agreed - {pending.seat})
    return Proposal(pending.matter, pending.seat, waiting_for(table), agreed)


def _hands(table: Table) -> HandsView | UnsetType:
    if table.phase != "playing" or why_hands_stay_hidden(table) is not None:
        return UNSET
    hands = table.people.open_hands
    waiting = [number for number, seat in enumerate(table.seats) if seat.guest and number not in hands.agreed]
    return HandsView(hands.is_open, sorted(hands.agreed), waiting, MOVES_LATE, SECONDS_LATE)


def _heir(table: Table, number: int, heir: Heir) -> HeirView:
    agreed = [seat for seat, other in enumerate(table.seats) if other.voter is not None and other.voter in heir.agreed]
    called = NAMELESS if hides_names(table) and heir.name is not None else heir.name
    name = called or table.seats[number].name or ""
    return HeirView(name, number, handle_of(table, heir.guest), agreed, heir.is_same)


# --- The game -----------------------------------------------------------------------------------------------


class Showing:
    """The game at one moment, for many readers."""

    def __init__(self, table: Table, lines: Iterable[Line], now: int) -> None:
        """`now`: the database's clock, in milliseconds."""
        assert table.playing is not None
        self._table = table
        self._playing = playing = table.playing
        self._moment = Moment(table.game, playing.state, table.seq, lines, playing.outcome, _clocks(table, now))
        self._nobody_can_undo = nobody_can_undo(table)
        self.asked_seats: Collection[int] = self._moment.asked

    def frame(self, viewpoint: int | None) -> bytes:
        """The encoded frame of a seat, or of a spectator."""
        undo = None if viewpoint is None else self._nobody_can_undo or can_undo(self._table, viewpoint)
        frame = self._moment.written(viewpoint, undo)
        if self._playing.is_lesson and viewpoint == PUPIL:
            return _with_guide(frame, self._table, self._playing.state)
        return frame


def _with_guide(frame: bytes, table: Table, g: State) -> bytes:
    """The pupil's frame, with what the guide says."""
    lesson = lesson_at(table)
    return frame if lesson is None else b'%b,"guide":%b}' % (frame[:-1], msgspec.json.encode(lesson.guide(g)))


def _clocks(table: Table, now: int) -> list[int | None] | None:
    clock, playing = table.settings.clock, table.playing
    if clock is None or playing is None or playing.outcome is not None:
        return None
    return [
        None if seat.guest is None or seat.bot else playing.timing.left(clock, number, now)
        for number, seat in enumerate(table.seats)
    ]


def may_watch(table: Table, guest: str | None) -> bool:
    """Whether this guest may see the game on the table. Where spectators see nothing, only its players may; once it is
    over, a seat at the table is not enough for somebody who has not played it."""
    if table.settings.onlookers:
        return True
    plays = guest is not None and table.people.seat_of(guest) is not None
    return plays and (table.phase != "over" or table.may_look_back(guest, table.past[-1]))


def may_see_hands(table: Table, guest: str) -> bool:
    """Whether this guest may be shown the hands that the players have opened."""
    return table.people.open_hands.is_open and is_mere_spectator(table, guest)


def is_mere_spectator(table: Table, guest: str) -> bool:
    """Whether this guest has had nothing to do with the seats of this game, and is no host: players see whatever a host
    does. Nor is it the big screen beside somebody who has, which players see as well."""
    people = table.people
    involved = {*people.open_hands.insiders, people.host, *people.hosts}
    return guest not in involved and guest not in map(id_beside, involved)


def reaches(table: Table, guest: str, for_players: bool) -> bool:
    """Whether this guest is told what is said now apart, during a game: among players, or among spectators. Once these
    may know hands, nobody hears them who might take it to the table."""
    if table.people.seat_of(guest) is not None:
        return for_players
    return not for_players and (not knows_hands(table) or is_mere_spectator(table, guest))


def lines_for(table: Table, guest: str | None, seat: int | None) -> list[Heard]:
    """The lasting lines of the game on the table that reach this guest, oldest first; none if they may not watch.
    `seat`: the viewpoint chosen, if they have several seats."""
    if not may_watch(table, guest):
        return []
    return heard(table.lasting(1), table.people.viewpoint_of(guest or "", seat))


def chats_for(table: Table, guest: str, before: int, after: int, most: int) -> list[Chat]:
    """The newest chat lines that this guest may read, of events above `after` and below `before`."""
    among = (chat for chat in reversed(table.chats) if after < chat[0].seq < before)
    readable = (chat for chat, players in among if players is None or _may_read(table, chat.seq, guest, players))
    return [*islice(readable, most)][::-1]


def _may_read(table: Table, seq: int, guest: str, for_players: bool) -> bool:
    """Whether this guest may read what was said apart in the game in which this event happened: by whether they play,
    or have played, that game, wherever they sit now."""
    game = bisect(table.past, seq, key=attrgetter("ended"))
    if game < len(table.past):
        return for_players == table.past[game].has_played(guest)
    if seq < table.people.open_hands.opened:
        return for_players == (table.people.seat_of(guest) is not None)
    return reaches(table, guest, for_players)


# --- Results ------------------------------------------------------------------------------------------------


_counted: Final = WeakKeyDictionary[Table, tuple[list[Past], int, Results]]()
"""Table -> its finished games, how many they were, and the results made from them."""


def results(table: Table) -> Results:
    """The newest results, and the standings. Computed once after each game, not for every page that opens."""
    of, number, counted = _counted.get(table, (None, 0, None))
    if counted is None or of is not table.past or number != len(table.past):
        counted = results_of(table.past, RESULTS_SHOWN)
        _counted[table] = table.past, len(table.past), counted
    return counted


def results_of(past: list[Past], most: int | None = None) -> Results:
    """The newest results, or all of them, and the standings."""
    newest = [*zip(past, _streaks(past), strict=True)][::-1][:most]
    return Results([_game_result(game, streak) for game, streak in newest], standings(past))


def _game_result(past: Past, streak: int) -> GameResult:
    result = past.result
    return GameResult(
        number=past.number,
        game=result.game,
        title=GAMES[result.game].title,
        at=past.at,
        names=result.names,
        bots=[guest is None for guest in result.guests],
        levels=result.bots(),
        winners=result.winners,
        scores=result.scores,
        team=result.team,
        stopped=past.stopped,
        streak=streak,
        places=places(GAMES[result.game], result),
        at_medium=result.at_medium,
    )


def _streaks(past: list[Past]) -> Iterable[int]:
    """For each game, how many counting games in a row its only winner has then won."""
    shared, champion, row = on_shared_devices(past), None, 0
    for each in past:
        if each.counts:
            winners = [player_of(each.result, seat, shared) for seat in each.result.winners]
            winner = winners[0] if len(winners) == 1 else None
            row = row + 1 if winner and winner == champion else int(bool(winner))
            champion = winner
        yield row if each.counts else 0


def standings(past: list[Past]) -> list[Standing]:
    """People by games won, under their newest names; bots are left out."""
    shared = on_shared_devices(past)
    names: dict[Player, str] = {}
    won = defaultdict[Player, list[bool]](list)
    """Of each game that somebody played."""
    for result in (each.result for each in past if each.counts):
        for seat, guest in enumerate(result.guests):
            if guest is not None:
                player = player_of(result, seat, shared)
                names[player] = result.names[seat]
                won[player].append(seat in result.winners)
    told = [Standing(name, len(won[player]), sum(won[player]), _run(won[player])) for player, name in names.items()]
    return sorted(told, key=lambda one: (-one.won, one.played, one.name))


def _run(won: list[bool]) -> int:
    """How many games were won last; a single one is no run."""
    run = sum(1 for _ in takewhile(bool, reversed(won)))
    return run if run > 1 else 0
