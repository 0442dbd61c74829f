"""How a seat evaluates each attack on a board, quickly."""

from collections.abc import Iterator
from math import exp, log
from typing import Final, TypeAlias

from games.color_dice.attacks import MOVES_ANYWHERE, STRIKES_ONE, strikeable, ways_to_strike
from games.color_dice.board import LOCKED, PAWNS, Area, Board, Colour
from games.color_dice.moves import Kind, Send, Struck
from games.color_dice.options import Options
from games.color_dice.worth import chances, figures
from games.engine import Seat

WON: Final = 50.0
"""Log odds of an almost certain win."""
DOUBT: Final = 1e-6
"""The least probability considered; the greatest is 1 minus this."""

Origin: TypeAlias = tuple[float, Area | None]
"""What leaving a place changes, and the place; None is outside."""
Valued: TypeAlias = tuple[float, Area | None, Area, Struck]
"""What an attack changes, where it comes from, where it goes, and whom it strikes."""
Row: TypeAlias = list[int]


class Eye:
    """A seat's view of one board: its chance to win, and how attacks would change it."""

    __slots__ = (
        "_abroad",
        "_at_home",
        "_base",
        "_board",
        "_by_outside",
        "_odds",
        "_options",
        "_seat",
        "_weights",
        "chance",
    )

    def __init__(self, board: Board, options: Options, seat: Seat, turn: Seat) -> None:
        self._board, self._options, self._seat = board, options, seat
        by = figures(board.players)
        self._by_outside, self._at_home, self._abroad = by.outside, by.at_home, by.abroad
        found = chances(board, turn)
        self.chance = min(max(found[seat], DOUBT), 1 - DOUBT)
        self._odds = log(self.chance / (1 - self.chance))
        # How its log odds change with the worth of each player: the slope of the chances.
        self._weights = [-other / (1 - self.chance) for other in found]
        self._weights[seat] = 1.0
        self._base = [self._worth(area, row) for area, row in enumerate(board.areas)]

    def gain(self, worth: float) -> float:
        """How much its chance grows with this change of its log odds."""
        return 1 / (1 + exp(-self._odds - worth)) - self.chance

    def best(self, colour: Colour, target: Colour, pawns: int) -> tuple[float, Send] | None:
        """The attack that serves the seat best, whoever sends it, and what it adds to its log odds; None if there is
        no attack."""
        best = max(self._attacks(colour, target, pawns), key=_worth_of, default=None)
        if best is None:
            return None
        worth, origin, area, struck = best
        return worth, self._send(colour, origin, area, pawns, struck)

    def effect(self, send: Send) -> float:
        """What an attack adds to its log odds, with the way to strike that serves it best."""
        if send.origin is None:
            left = self._outside(send.colour, -send.pawns)
        else:
            left = self._leaving(send.origin, send.colour, send.pawns)
        if send.struck is not None:
            return left + self._arriving(send.area, send.colour, send.pawns, send.struck)
        # The attack is legal, so whatever can be struck there may be.
        available = strikeable(self._board, self._options, send.colour, send.area, send.area)
        ways = ways_to_strike(available, send.strikes)
        return left + max(self._arriving(send.area, send.colour, send.pawns, struck) for struck in ways)

    # --- Attacks ---

    def _attacks(self, colour: Colour, target: Colour, pawns: int) -> Iterator[Valued]:
        """Each way to strike or move somewhere, from the place where it costs least."""
        origins = self._origins(colour, pawns)
        for area, row in enumerate(self._board.areas):
            if not origins or area == colour or self._is_barred(colour, row, pawns):
                continue
            for struck in self._ways(area, colour, target, pawns):
                for left, origin in origins:
                    if origin != area and not (struck and origin is None):
                        yield left + self._arriving(area, colour, pawns, struck), origin, area, struck
                        break

    def _origins(self, colour: Colour, pawns: int) -> list[Origin]:
        """The origins, those best left first."""
        origins: list[Origin] = [
            (self._leaving(area, colour, pawns), area)
            for area, row in enumerate(self._board.areas)
            if row[colour] >= pawns and (row[colour] not in LOCKED or area == colour)
        ]
        if colour < self._board.players and self._board.outside[colour] >= pawns:
            origins.append((self._outside(colour, -pawns), None))
        if len(origins) > 1:
            origins.sort(key=_worth_of, reverse=True)
        return origins

    def _is_barred(self, colour: Colour, row: Row, pawns: int) -> bool:
        return colour >= self._board.players and row[colour] + pawns == PAWNS

    def _ways(self, area: Area, colour: Colour, target: Colour, pawns: int) -> list[Struck]:
        """Which pawns a group may strike in an area; none if all of it moves."""
        row, reading = self._board.areas[area], self._options.target
        is_home = area == target
        empty = PAWNS - sum(row) if is_home or reading in MOVES_ANYWHERE else 0
        ways: list[Struck] = [()] if empty >= pawns else []
        if reading in STRIKES_ONE:
            if row[target] >= pawns and (row[target] not in LOCKED or area == target):
                ways.append((target,) * pawns)
        else:
            available = strikeable(self._board, self._options, colour, target, area)
            if sum(available.values()) >= pawns:
                ways += ways_to_strike(available, pawns)
        if empty and row[area] and (is_home or reading == "free"):
            ways += [(area,) * struck for struck in range(max(1, pawns - empty), min(pawns - 1, row[area]) + 1)]
        return ways

    def _send(self, colour: Colour, origin: Area | None, area: Area, pawns: int, struck: Struck) -> Send:
        strikes = len(struck)
        kind: Kind = "move" if not strikes else "strike" if strikes == pawns else "mixed"
        return Send(colour=colour, kind=kind, origin=origin, area=area, moves=pawns - strikes, strikes=strikes,
                    struck=struck, players=self._board.players)  # fmt: skip

    # --- What they are worth ---

    def _leaving(self, area: Area, colour: Colour, pawns: int) -> float:
        row = self._board.areas[area][:]
        row[colour] -= pawns
        return self._worth(area, row) - self._base[area]

    def _arriving(self, area: Area, colour: Colour, pawns: int, struck: Struck) -> float:
        row = self._board.areas[area][:]
        row[colour] += pawns
        if row[colour] == PAWNS and colour < self._board.players:
            return WON if colour == self._seat else -WON
        for victim in struck:
            row[victim] -= 1
        gone = sum(self._outside(victim, struck.count(victim)) for victim in set(struck))
        return self._worth(area, row) - self._base[area] + gone

    def _outside(self, colour: Colour, more: int) -> float:
        """The worth of having this many more of its pawns outside; those of dummies leave the game."""
        if colour >= self._board.players:
            return 0.0
        now = self._board.outside[colour]
        return self._weights[colour] * (self._by_outside[now + more] - self._by_outside[now])

    def _worth(self, area: Area, row: Row) -> float:
        pawns, owners, worth = sum(row), row[area], 0.0
        at_home, abroad = self._at_home, self._abroad
        for seat, weight in enumerate(self._weights):
            own = row[seat]
            if own:
                worth += weight * (at_home[own] if seat == area else abroad[own][owners][pawns - owners - own])
        return worth


def _worth_of(valued: Origin | Valued) -> float:
    return valued[0]
