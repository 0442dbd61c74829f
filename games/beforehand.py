"""Answers that a player may give before they are asked, since they depend on nothing that is yet to come: in a slow
game nobody then waits for them.

What may be answered so is worked out from the seat's own view and nothing else, and so is what the answer depends on.
That it can still be given, or no longer, tells its player nothing that they do not see.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from games.questions import Move, Question
from games.text import Seat, Text


@dataclass(frozen=True, kw_only=True)
class Offer:
    """An answer that may be given beforehand to the next question of its kind."""

    key: str
    """Its name among those of the seat; the same as long as it means the same."""
    asks: type[Question]
    about: Mapping[str, Any] = field(default_factory=dict)
    """Fields that the question must have."""
    move: Move
    when: Text
    """Which question is meant, in a few words."""
    basis: Any
    """What the answer depends on, as the seat sees it. If it changes, the answer is not given."""
    changed: Text
    """The sentence that says so."""
    label: Text | None = None
    """The answer in words; None: those on the button of the move."""

    def answers(self, question: Question | None) -> bool:
        """Whether this is the question that is meant."""
        fits = all(getattr(question, name, None) == value for name, value in self.about.items())
        return type(question) is self.asks and fits

    @property
    def words(self) -> Text:
        """The answer in words."""
        return self.label or self.move.label()

    @property
    def fingerprint(self) -> str:
        """The basis in 32 digits, by which a change is noticed."""
        return sha256(msgspec.json.encode(self.basis, order="sorted")).hexdigest()[:32]


Offers: TypeAlias = Callable[[Any, Any, Seat], Sequence[Offer]]
"""(options, view, seat): what this seat may answer beforehand, by its own view. `view` is of the game's own kind."""
