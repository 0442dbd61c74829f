"""What the box of a game says."""

from msgspec import Struct

from games.text import Text, say


class Box(Struct, frozen=True, kw_only=True):
    """What a game is, how long it takes, and from which age on; of the age nothing where its sheet says nothing."""

    about: Text
    minutes: tuple[int, int]
    """From and to: what the sheet or the publisher says of a table, otherwise what so many decisions take."""
    age: int | None = None
    name: Text | None = None
    """Where its name comes from, if it asks for a word."""

    def facts(self, seats: range) -> list[Text]:
        """For how many, how long, and for whom."""
        return [players(seats), self._minutes(), *([say("ages {age} and up", age=self.age)] if self.age else [])]

    def _minutes(self) -> Text:
        least, most = self.minutes
        if least == most:
            return say("{minutes} minutes", minutes=least)
        return say("{least} to {most} minutes", least=least, most=most)


NO_BOX = Box(about=Text(""), minutes=(0, 0))
"""Of rules that no new table is opened with."""


def players(seats: range) -> Text:
    """For how many people a game is."""
    if seats.step == 1 and len(seats) > 1:
        return say("{least} to {most} players", least=seats[0], most=seats[-1])
    if len(seats) == 1:
        return say("{number} players", number=seats[0])
    return say("{least} or {most} players", least=seats[0], most=seats[-1])
