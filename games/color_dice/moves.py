"""The moves of Color Dice and the words on their buttons. `players`: the number of colours with a player."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.color_dice.board import Area, Colour, area_of, name, pawns, pawns_of, place, who
from games.engine import Argument, Move, Text, say

Kind: TypeAlias = Literal["move", "strike", "mixed"]
Group: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
"""A number of pawns that dice can allow."""
Players: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Struck: TypeAlias = Annotated[tuple[Colour, ...], Meta(max_length=5)]
"""The colour of each pawn that is struck, in order."""


class Rethrow(Move, frozen=True, tag="rethrow"):
    """Throw these dice again."""

    dice: Annotated[tuple[Colour, ...], Meta(max_length=6)]

    def label(self) -> Text:
        return say("Throw again: {dice}", dice=[name(colour) for colour in self.dice])


class Keep(Move, frozen=True, tag="keep"):
    """Leave the dice as they are."""

    can_be_undone = True

    def label(self) -> Text:
        return say("Keep the dice")


class AttackFirst(Move, frozen=True, tag="attack_first"):
    """All of your attacks before the counterattacks."""

    can_be_undone = True

    def label(self) -> Text:
        return say("Attack before the counterattacks")


class CounterFirst(Move, frozen=True, tag="counter_first"):
    """All of your attacks after the counterattacks."""

    can_be_undone = True

    def label(self) -> Text:
        return say("Attack after the counterattacks")


class Attack(Move, frozen=True, tag="attack"):
    """Attack this colour, with as many pawns as the dice say."""

    can_be_undone = True

    target: Colour
    pawns: Group
    players: Players

    def label(self) -> Text:
        return say("Attack {who} with {pawns}", who=who(self.target, self.players), pawns=pawns(self.pawns))


class Stop(Move, frozen=True, tag="stop"):
    """Attack nobody else in this turn."""

    can_be_undone = True

    def label(self) -> Text:
        return say("End attacks")


class Send(Move, frozen=True, tag="send", kw_only=True):
    """A group of pawns goes from one place, null for outside, to one area. There some move to empty places, and some
    strike. `struck` is null when that is to be chosen yet."""

    can_be_undone = True

    colour: Colour
    kind: Kind
    origin: Area | None
    area: Area
    moves: Group
    strikes: Group
    struck: Struck | None
    players: Players

    @property
    def pawns(self) -> int:
        """How many go."""
        return self.moves + self.strikes

    def label(self) -> Text:
        words = self._words()
        match self.kind:
            case "move":
                return say("Move {pawns} from {origin} to {area}", pawns=pawns(self.pawns), **words)
            case "strike":
                return say("Strike {struck} in {area} with {pawns} from {origin}", pawns=pawns(self.pawns), **words,
                           struck=self._struck())  # fmt: skip
            case "mixed":
                return say("In {area}, move {moved} and strike {struck}, from {origin}", moved=pawns(self.moves),
                           **words, struck=self._struck())  # fmt: skip

    def deed(self) -> Text:
        """The attack as words in a sentence."""
        words = self._words()
        match self.kind:
            case "move":
                return say("{pawns} from {origin} to {area}", pawns=pawns(self.pawns), **words)
            case "strike":
                return say("{pawns} from {origin} against {struck} in {area}", pawns=pawns(self.pawns), **words,
                           struck=self._struck())  # fmt: skip
            case "mixed":
                deed = "in {area}, {moved} from {origin} to empty places and {striking} against {struck}"
                return say(deed, moved=pawns(self.moves), striking=pawns(self.strikes), **words, struck=self._struck())

    def _words(self) -> dict[str, Argument]:
        return {"origin": place(self.origin, self.colour, self.players), "area": area_of(self.area, self.players)}

    def _struck(self) -> Argument:
        return pawns(self.strikes) if self.struck is None else pawns_of(self.struck, self.players)


class Strike(Move, frozen=True, tag="strike"):
    """Of the pawns that can be struck, strike these."""

    can_be_undone = True

    struck: Struck
    players: Players

    def label(self) -> Text:
        return say("Strike {struck}", struck=pawns_of(self.struck, self.players))


class Back(Move, frozen=True, tag="back"):
    """Choose again; nothing has been carried out."""

    can_be_undone = True

    def label(self) -> Text:
        return say("Go back")


class Decline(Move, frozen=True, tag="decline"):
    """Let the counterattack be."""

    can_be_undone = True

    def label(self) -> Text:
        return say("Do not counterattack")


AnyMove: TypeAlias = Rethrow | Keep | AttackFirst | CounterFirst | Attack | Stop | Send | Strike | Back | Decline
