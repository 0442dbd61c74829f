"""People who look back at a finished game together: one leads, and the pages of those who follow go where the leader's
goes. Nothing of it is written down, and nothing reaches whoever may not look back at that game."""

from collections.abc import Iterator, Set
from typing import Final

from app.protocol.messages import Refusal, encode
from app.protocol.talk import LooksBack, PlaysOn, Points, Speaker
from app.rooms.notices import Leads, Notices, OpensTable, PointsOut
from app.rooms.outbox import Message, Viewer
from app.table.moves import knows_hands
from app.table.seating import Past
from app.table.state import Table
from games.text import say

NOT_FOR_YOU: Final = say("You cannot look back at this game.")
NOT_DURING_THIS: Final = say("Spectators have been shown the hands: they look back together when this game is over.")
NOT_TOGETHER: Final = say("You are not looking back together with anybody.")


class Together:
    """Those of one room, on this node. By the number of the game: who leads and where they are."""

    def __init__(self, room: str, viewers: Set[Viewer], notices: Notices) -> None:
        """`viewers`: the open pages of the room, which come and go."""
        self._room = room
        self._viewers = viewers
        self._notices = notices
        self._leading: dict[int, Leads] = {}
        self._leaders: dict[int, Viewer] = {}
        """The pages of those leaders who are on this node."""
        self._following: dict[Viewer, int] = {}
        """The pages that follow, in the order in which they came, and in which game."""

    def lead(self, table: Table, viewer: Viewer, speaker: Speaker, game: int, seq: int, eyes: str) -> None:
        """This page leads, from now on or still, and is here: after the event `seq`, seen with these eyes. Raises
        forbidden."""
        _refuse_strangers(table, viewer, game)
        before, is_new = self._leading.get(game), self._leaders.get(game) is not viewer
        term = (before.term if before else 0) + is_new
        self._leave_others(table, viewer, game)
        self._leaders[game] = viewer
        self._following.pop(viewer, None)
        self._publish(Leads(self._room, game, term, viewer.guest.id, speaker.seat, speaker.name, seq, eyes))
        self._tell(table, game, is_new)

    def refuse_signals(self, table: Table, viewer: Viewer) -> None:
        """A spectator who may know the hands of the present game shows nothing to its players. Raises not_now."""
        if knows_hands(table) and table.people.seat_of(viewer.guest.id) is None:
            raise Refusal("not_now", NOT_DURING_THIS)

    def follow(self, table: Table, viewer: Viewer, game: int | None) -> None:
        """This page follows in this game, or goes its own way. Raises forbidden."""
        if game is not None:
            _refuse_strangers(table, viewer, game)
        self.leave(table, viewer)
        if game is not None:
            self._following[viewer] = game
            viewer.outbox.put(self._seen_by(viewer, game))

    def point(self, table: Table, viewer: Viewer, speaker: Speaker, at: str) -> None:
        """Somebody who leads or follows points at a piece. Raises not_now."""
        game = self._game_of(viewer)
        if game is None:
            raise Refusal("not_now", NOT_TOGETHER)
        self._notices.publish(PointsOut(self._room, game, speaker.seat, speaker.name, at))
        self._show(table, game, Points(game, speaker, at))

    def tell_of_table(self, table: Table, game: int, guest: str, name: str, opened: str) -> None:
        """This guest has opened a table to play on from the game, with free seats for those who look back together."""
        seat = table.people.seat_of(guest)
        if seat is None and knows_hands(table):
            return  # a name would be a message to the players
        self._notices.publish(OpensTable(self._room, game, seat, name, opened))
        self._show(table, game, PlaysOn(game, Speaker(seat, name), opened))

    def leave(self, table: Table, viewer: Viewer) -> None:
        """The page neither leads nor follows any more. Somebody who follows the leader takes over."""
        self._following.pop(viewer, None)
        self._leave_others(table, viewer, None)

    def hear(self, table: Table, notice: Leads | PointsOut | OpensTable) -> None:
        """Something has happened on another node. Of two that lead at once, the later one does."""
        if isinstance(notice, PointsOut | OpensTable):
            return self._show(table, notice.game, _message_of(notice))
        before = self._leading.get(notice.game)
        if before is not None and (before.term, before.guest) > (notice.term, notice.guest):
            return
        self._leaders.pop(notice.game, None)
        self._leading[notice.game] = notice
        if not notice.guest:
            return self._hand_over(table, notice)
        self._tell(table, notice.game, before is None or before.guest != notice.guest)

    def everything_for(self, table: Table, viewer: Viewer) -> Iterator[Message]:
        """What a page is told as it opens: who looks back at which game."""
        for past in table.past:
            leads = self._leading.get(past.number)
            if leads is not None and leads.guest and table.may_look_back(viewer.guest.id, past):
                yield self._seen_by(viewer, past.number)

    # --- Leaders --------------------------------------------------------------------------------------------

    def _game_of(self, viewer: Viewer) -> int | None:
        led = (game for game, leader in self._leaders.items() if leader is viewer)
        return next(led, self._following.get(viewer))

    def _leave_others(self, table: Table, viewer: Viewer, game: int | None) -> None:
        for led in [led for led, leader in self._leaders.items() if leader is viewer and led != game]:
            del self._leaders[led]
            self._hand_over(table, self._leading[led])

    def _hand_over(self, table: Table, before: Leads) -> None:
        """To the one who has followed longest on this node; if there is none, to one on another node."""
        silent = knows_hands(table)  # then a spectator's name would be a message
        heirs = (
            viewer
            for viewer, game in self._following.items()
            if game == before.game and not (silent and table.people.seat_of(viewer.guest.id) is None)
        )
        heir = next(heirs, None)
        if heir is not None:
            self._leaders[before.game] = heir
            del self._following[heir]
            seat = table.people.seat_of(heir.guest.id)
            name = heir.guest.name if seat is None else table.seats[seat].name
            self._publish(_led_by(before, heir.guest.id, seat, name or ""))
        elif before.guest:
            self._publish(_led_by(before, "", None, ""))
        self._tell(table, before.game, True)

    def _publish(self, leads: Leads) -> None:
        self._leading[leads.game] = leads
        self._notices.publish(leads)

    # --- Telling --------------------------------------------------------------------------------------------

    def _tell(self, table: Table, game: int, everybody: bool) -> None:
        """Show those who follow where the leader is, or everybody in the room who leads."""
        for viewer in self._readers(table, game):
            if everybody or self._game_of(viewer) == game:
                viewer.outbox.put(self._seen_by(viewer, game))

    def _show(self, table: Table, game: int, told: Points | PlaysOn) -> None:
        message = Message(encode(told), 0)
        for viewer in self._readers(table, game):
            if self._game_of(viewer) == game:
                viewer.outbox.put(message)

    def _readers(self, table: Table, game: int) -> list[Viewer]:
        past = _past(table, game)
        if past is None:
            return []
        return [viewer for viewer in self._viewers if table.may_look_back(viewer.guest.id, past)]

    def _seen_by(self, viewer: Viewer, game: int) -> Message:
        leads = self._leading.get(game)
        if leads is None or not leads.guest:
            return Message(encode(LooksBack(game, None, False, 0, "all")), 0)
        leader, you_lead = Speaker(leads.seat, leads.name), self._leaders.get(game) is viewer
        return Message(encode(LooksBack(game, leader, you_lead, leads.seq, leads.eyes)), 0)


def _message_of(notice: PointsOut | OpensTable) -> Points | PlaysOn:
    speaker = Speaker(notice.seat, notice.name)
    if isinstance(notice, PointsOut):
        return Points(notice.game, speaker, notice.at)
    return PlaysOn(notice.game, speaker, notice.opened)


def _led_by(before: Leads, guest: str, seat: int | None, name: str) -> Leads:
    return Leads(before.room, before.game, before.term + 1, guest, seat, name, before.seq, before.eyes)


def _past(table: Table, game: int) -> Past | None:
    return next((past for past in table.past if past.number == game), None)


def _refuse_strangers(table: Table, viewer: Viewer, game: int) -> None:
    past = _past(table, game)
    if past is None or not table.may_look_back(viewer.guest.id, past):
        raise Refusal("forbidden", NOT_FOR_YOU)
