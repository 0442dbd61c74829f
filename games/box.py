"""The text on the box of a game."""

from msgspec import Struct

from games.text import Text, say


class Box(Struct, frozen=True, kw_only=True):
    """A game's description, duration and minimum age; no age if its sheet names none."""

    about: Text
    minutes: tuple[int, int]
    """Minimum and maximum: as the sheet or the publisher says, otherwise estimated from the number of decisions."""
    age: int | None = None
    name: Text | None = None
    """Where its name comes from, if that needs explaining."""

    def facts(self, seats: range) -> list[Text]:
        """Number of players, duration and age, in words."""
        return [players(seats), self._minutes(), *([say("ages {age} and up", age=self.age)] if self.age else [])]

    def _minutes(self) -> Text:
        least, most = self.minutes
        if least == most:
            return say("{minutes} minutes", minutes=least)
        return say("{least} to {most} minutes", least=least, most=most)


NO_BOX = Box(about=Text(""), minutes=(0, 0))
"""The box of rules by which no new table is opened."""


def players(seats: range) -> Text:
    """The number of players, in words."""
    if seats.step == 1 and len(seats) > 1:
        return say("{least} to {most} players", least=seats[0], most=seats[-1])
    if len(seats) == 1:
        return say("{number} players", number=seats[0])
    return say("{least} or {most} players", least=seats[0], most=seats[-1])
