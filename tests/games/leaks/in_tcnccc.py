"""Leaks in TCNCCC: pieces under the lids and in the bag."""

from typing import Final

from games.dealer import Dealer
from games.engine import Chair, Move, Seat, say
from games.tcnccc import GAME, rules
from games.tcnccc.pieces import Piece, named
from games.tcnccc.rules import OnlyLift, Place, Placing, State, Turn
from tests.games.leaks.planting import Leak, after, ago, counting, digest, hunt, in_refusals, in_view, in_views, instead

BRIEFLY = hunt(3, games=5)


def top(g: State) -> list[Piece]:
    return [under_lid[-1] for under_lid in g.cylinders.values() if under_lid]


def in_hand(g: State) -> Piece | None:
    return g.question.piece if isinstance(g.question, Placing) else None


IN_VIEW: Final = {
    "how many are in the bag": lambda g, you: len(g.bag),
    "marks on full cylinders": lambda g, you: [n for n in g.cylinders if not rules.has_room(g, n)],
    "what lies on top": lambda g, you: top(g),
    "a hash of the state": digest,
    "a colour, but only while a piece is placed": lambda g, you: top(g) if isinstance(g.question, Placing) else None,
}


def places_with_room(self: Placing, g: State, seat: Seat) -> list[Move]:
    return [Place(cylinder) for cylinder in g.cylinders if rules.has_room(g, cylinder)]


def ask_hopefully(g: State) -> None:
    hopeful = any(map(rules.has_a_pair, g.cylinders.values()))
    g.first(OnlyLift(g.turn) if hopeful or not rules.can_draw(g) else Turn(g.turn))


def name_the_piece(g: State, seat: Seat, piece: Piece, cylinder: int, dealer: Dealer) -> None:
    dealer.say("placed", say("{seat} placed: {piece}.", seat=Chair(seat), piece=named(piece)), seat=seat)


LEAKS: Final[dict[str, Leak]] = {
    **in_views(GAME, IN_VIEW, hunt(6, games=20)),
    "a count, but only for onlookers": in_view(GAME, lambda g, you: len(g.bag) if you is None else None, BRIEFLY),
    "the bag, but only for whoever is out": in_view(
        GAME, lambda g, you: g.bag if you is not None and g.out[you] else None, hunt(4, games=60, every=4)
    ),
    "the piece that was drawn, after it was placed": in_view(GAME, ago(in_hand), BRIEFLY),
    "placing is offered only where there is room": instead(GAME, Placing, "moves", places_with_room, hunt(4, games=20)),
    "a refusal knows what is under a lid": in_refusals(GAME, lambda g, seat: [*g.cylinders.values()], BRIEFLY),
    "a prompt depends on what is under the lids": instead(GAME, rules, "ask_for_a_turn", ask_hopefully, BRIEFLY),
    "a question number counts what is under a lid": after(
        GAME, rules, "place", lambda g, seat, piece, to, dealer: counting(g, len(g.cylinders[to])), BRIEFLY
    ),
    "a log names the piece placed": after(GAME, rules, "place", name_the_piece, BRIEFLY),
}
