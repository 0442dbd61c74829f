"""Again with this deal: the game that is over is played once more from the same secret."""

from msgspec.structs import replace

from app.protocol.messages import Refusal
from app.table.deal import SameDeal, continued_from, whose_deal
from app.table.events import Began
from app.table.moves import first_seat, refuse_free_seats
from app.table.state import Table
from games.engine import Text, say


def deal_again(table: Table, guest: str, dealt: Began | None) -> Began:
    """Any player: play the deal of the game that is over again, from the same first state. `dealt`: the event that
    began it, if it was over when that was looked up. Raises not_seated, not_now."""
    first_seat(table, guest)
    if table.playing is None or table.phase != "over" or dealt is None or dealt.commitment != table.deal:
        raise Refusal("not_now", say("A deal can be played again when its game is over."))
    if dealt.onward is not None:
        raise Refusal("not_now", say("This game had no deal of its own: it began with a position. Play a rematch."))
    refuse_free_seats(table)
    same = replace(dealt.same or SameDeal(table.room, table.number), again=table.number)
    # Its own words are opened already, and its draws were recorded: nothing is drawn anew.
    return replace(dealt, last_question=table.playing.state.asked_so_far, same=same)


def may_be_again(table: Table) -> bool:
    """Whether there is a game on the table that is over, and whose deal can be played again."""
    return table.phase == "over" and table.playing is not None and table.playing.was_dealt


def whence(table: Table) -> Text | None:
    """In words, from where the next game goes on, or whose deal the present one has; None: it has its own."""
    if table.prepared is not None:
        return continued_from(table.prepared.onward.source)
    same = None if table.playing is None else table.playing.same
    return None if same is None else whose_deal(same)
