"""The answers that are kept for one room, at most one for each seat. The database has them; here is what this process
knows of it, and what it has found out about them."""

from collections.abc import Collection, Iterator
from typing import Final

from msgspec import Struct

from app.beforehand.offers import answered, is_of_this_game, offer_for, shown
from app.protocol.watching import BeforehandView
from app.storage.entries import AnswerBeforehand
from app.storage.store import Store
from app.table.state import Table
from games.beforehand import Offer
from games.engine import Text


class Kept(Struct, eq=False):
    """An answer, with the `offer` as it was last made. `question`: the number of the one that it answers, once that has
    come, and `due` when it is given (ms)."""

    answer: AnswerBeforehand
    offer: Offer | None = None
    question: int | None = None
    due: int | None = None

    def __repr__(self) -> str:
        return f"<Kept: for seat {self.answer.seat}>"  # which answer it is may end up in no log


class Answers:
    """The answers of one room."""

    def __init__(self, room: str, store: Store) -> None:
        self._room: Final = room
        self._store: Final = store
        self._by_seat: dict[int, Kept] = {}
        self._read_for: tuple[int, int | None] | None = None
        """The game, and where other nodes write as well its question, for which they were last read."""
        self._changes = 0
        self._why: dict[int, Text] = {}
        """Seat -> why its last answer was dropped, until it has been asked, or answers beforehand again."""
        self._asked: set[int] = set()

    def __repr__(self) -> str:
        return f"<Answers: of seats {sorted(self._by_seat)}>"

    def __iter__(self) -> Iterator[Kept]:
        return iter([*self._by_seat.values()])

    def __contains__(self, kept: object) -> bool:
        return kept in self._by_seat.values()

    # --- From the database ---

    def are_known(self, table: Table) -> bool:
        """Whether they have been read. Where other nodes write as well, they are read again with each question."""
        return self._read_for == self._moment(table)

    def _moment(self, table: Table) -> tuple[int, int | None]:
        question = table.playing and table.playing.state.question
        return table.number, question.number if question and self._store.shared else None

    async def read(self, table: Table) -> None:
        """Read them. One that is in the log already is forgotten. Raises OutcomeUnknown."""
        moment, changes = self._moment(table), self._changes
        rows = await self._store.answers_beforehand(self._room)
        given = {row.id for row in rows if await self._store.seq_of(row.room, row.id, row.guest) is not None}
        for row in (row for row in rows if row.id in given):
            await self._store.drop_beforehand(row)
        if changes == self._changes:
            known = {kept.answer.id: kept for kept in self}
            self._by_seat = {row.seat: known.get(row.id) or Kept(row) for row in rows if row.id not in given}
            self._read_for = moment

    async def is_kept(self, answer: AnswerBeforehand) -> bool:
        """Whether it is still wanted: it may have been dropped at another node. Raises OutcomeUnknown."""
        return answer in await self._store.answers_beforehand(self._room)

    # --- Changes ---

    async def keep(self, table: Table, seat: int, key: str) -> None:
        """Keep this offer as the answer of a seat, in place of an earlier one. Raises not_now, OutcomeUnknown."""
        offer = offer_for(table, seat, key)
        answer = answered(table, seat, offer)
        await self._store.keep_beforehand(answer)
        self._changes += 1
        self._by_seat[seat] = Kept(answer, offer)
        self._why.pop(seat, None)

    async def drop(self, seat: int) -> None:
        """Forget the answer of a seat, whose player does not want it any more, wherever it was given. Raises
        OutcomeUnknown."""
        self._why.pop(seat, None)
        await self._store.drop_seats_beforehand(self._room, seat)
        if (kept := self._by_seat.get(seat)) is not None:
            self.let_go(kept)

    def let_go(self, kept: Kept, why: Text | None = None) -> None:
        """Forget this answer here: it was given, or `why` not."""
        self._changes += 1
        if self._by_seat.get(kept.answer.seat) is kept:
            del self._by_seat[kept.answer.seat]
        if why is not None:
            self._why[kept.answer.seat] = why

    def note_asked(self, seats: Collection[int]) -> None:
        """These seats are asked now: those that were until now have read why their last answer was dropped."""
        for seat in self._asked.difference(seats):
            self._why.pop(seat, None)
        self._asked = set(seats)

    # --- What players are told ---

    def told(self, table: Table, seat: int) -> BeforehandView:
        """What the pages of this seat are told."""
        kept = self._by_seat.get(seat)
        if kept is None or kept.offer is None or not is_of_this_game(table, kept.answer):
            return BeforehandView(seat, None, why=self._why.get(seat))
        return BeforehandView(seat, shown(kept.offer), soon=kept.question is not None)
