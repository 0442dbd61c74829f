"""The building blocks of every game: questions, their answers, and a state with the questions still to be answered."""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from games.dealer import Chance, Dealer
from games.text import Argument, Chair, Seat, Text, names_in, say


class Move(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One answer; str(move) is the text of its button."""

    can_be_undone: ClassVar[bool] = False
    """Whether it reveals nothing to anybody. A move that draws can never be undone."""

    def label(self) -> Text:
        """The words on its button."""
        raise NotImplementedError(f"{type(self).__name__} has no label")

    def __str__(self) -> str:
        return str(self.label())


class Pick(Struct, frozen=True):
    """Answers too many to list: `least` … `most` of `among`, chosen for one field of the move `do`."""

    do: str
    """The tag of the move."""
    field: str
    """The field of the move that takes the selection."""
    among: tuple[int, ...]
    """The items to select from."""
    least: int
    """The smallest number of items."""
    most: int
    """The largest number of items."""

    def fits(self, move: Move) -> bool:
        """Whether the move chooses the right number of allowed items, none of them twice."""
        if move.__struct_config__.tag != self.do:
            return False
        chosen = getattr(move, self.field)
        return (
            move == type(move)(**{self.field: chosen})
            and self.least <= len(chosen) <= self.most
            and len(set(chosen)) == len(chosen)
            and set(chosen) <= set(self.among)
        )


class Question(Struct, frozen=True, kw_only=True, tag_field="ask"):
    """One sentence of the rules, waiting for its answer."""

    number: int = 0
    """Given when the question is put on the agenda, and never again in this room."""

    prompt: ClassVar[str]
    """For those who are asked; may name any of words()."""
    waiting: ClassVar[str]
    """For everybody else; may also name {seats}, those who have yet to answer."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have yet to answer."""
        raise NotImplementedError

    def moves(self, g: Any, seat: Seat) -> Sequence[Move]:
        """The answers that can be listed."""
        return ()

    def pick(self, g: Any, seat: Seat) -> Pick | None:
        """The answers that can only be described."""
        return None

    def allows(self, g: Any, seat: Seat, move: Any) -> bool:
        """Whether a move that is neither listed nor described is an answer nevertheless."""
        return False

    def can_be_answered(self, g: Any, seat: Seat) -> bool:
        """Whether the seat has any answer. A question that always has one says so without computing which, since the
        time that takes would reveal something about the hand."""
        return bool(self.moves(g, seat)) or self.pick(g, seat) is not None

    def lapsed(self, g: Any, seat: Seat, chance: Chance) -> Move:
        """The answer for a seat whose time has run out: the first of its moves, unless the game's decisions say
        otherwise."""
        return self.moves(g, seat)[0]

    def words(self) -> dict[str, Argument]:
        """The arguments of prompt and waiting: the question's own fields."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def for_the_asked(self) -> Text:
        """The prompt as a sentence."""
        return _filled_in(self.prompt, self.words())

    def for_the_others(self) -> Text:
        """The waiting sentence."""
        return _filled_in(self.waiting, {**self.words(), "seats": [Chair(seat) for seat in self.seats]})


def _filled_in(template: str, words: dict[str, Argument]) -> Text:
    # Only what the sentence names goes with it: a field that nobody may read stays here. In one order in every process.
    named = names_in(template)
    return say(template, **{name: word for name, word in words.items() if name in named})


class Ask(Question, frozen=True):
    """A question to one seat; the answer is carried out at once."""

    seat: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def play(self, g: Any, move: Any, dealer: Dealer) -> None:
        """Carries out the answer."""
        raise NotImplementedError


class AskAll(Question, frozen=True):
    """A question to several seats at once; no answer is known to anybody until the last one is in."""

    answers_stand: ClassVar[bool] = False
    """Whether an answer cannot be taken back, although nobody knows it yet."""

    asked: tuple[Seat, ...]
    answers: dict[Seat, Any] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.asked if seat not in self.answers)

    def play_all(self, g: Any, answers: dict[Seat, Any], dealer: Dealer) -> None:
        """Carries out the answers, which are in seat order."""
        raise NotImplementedError


class State(Struct, kw_only=True):
    """Plain data and the agenda. A game's own State says which questions its agenda may hold."""

    agenda: list[Any] = []
    asked_so_far: int = 0

    @property
    def question(self) -> Any:
        """The pending question; None when the game is over."""
        return self.agenda[0] if self.agenda else None

    def first(self, *questions: Question) -> None:
        """Asks these next, in this order, before what is on the agenda."""
        numbered = enumerate(questions, self.asked_so_far + 1)
        self.agenda[:0] = [replace(question, number=number) for number, question in numbered]
        self.asked_so_far += len(questions)

    def copy(self) -> Self:
        """A state that shares nothing mutable with this one. Encoding and decoding is the fastest way, and keeps it
        plain: values of undeclared types do not get through."""
        copied: Self = _decoder(type(self)).decode(_encoder.encode(self))
        return copied

    def to_encode(self) -> Any:
        """This state, or something with the same encoding (sorted keys) that is encoded faster."""
        return self


_encoder = msgspec.msgpack.Encoder()


@cache
def _decoder(state: type[State]) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(state)
