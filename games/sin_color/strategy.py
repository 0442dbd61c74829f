"""What a strong bot of Sin Color compares: sensible answers, each tried out on possible tables."""

from collections.abc import Sequence
from typing import Final

from games.dealer import Chance, Line
from games.engine import Move, Seat
from games.sin_color.lacks import lacks
from games.sin_color.matching import matched
from games.sin_color.memory import Known, known_coins, known_tiles, moves_to_the_top
from games.sin_color.moves import NoTrade, Offer
from games.sin_color.pieces import Coin, Face, Tile
from games.sin_color.quick import World
from games.sin_color.reasons import about, reason
from games.sin_color.redeal import PAID, Place, all_that_fit, first_match, hidden_faces, payments, shuffled
from games.sin_color.rules import TILES_IN_A_STACK, Arranging, Offering, State, Trading, begin_turn, payable, places
from games.strategy import Strategy

ROLLOUTS: Final = 320
HASTE: Final = 80
"""An easy bot's percentage of hasty answers: in this game they are not much worse than a careful player's."""
LOOKS: Final = 24
"""A tile that is moved away from a coin costs its owner the game in one world of six, and nothing in the others."""
WORTH_TELLING: Final = 0.03
FOR_CHANCES: Final = 0.2
MOST_OFFERED: Final = 4
"""More coins than this are only offered together with all others that are hard to pay."""


def candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    """All answers, but only some offers, which follow a plan; none for arranging a row."""
    match g.question:
        case Arranging():
            return []
        case Trading():
            return [NoTrade(), *offers(g, seat, known_tiles(g, heard))]
        case Offering():
            return offers(g, seat, known_tiles(g, heard))
        case question:
            moves: Sequence[Move] = question.moves(g, seat)
            return moves


def offers(g: State, seat: Seat, known: Known) -> list[Offer]:
    """Offers of everything; of all that cannot be paid; of a few that are hard to pay; of as many as somebody else has
    offered, or has; of the one that is easiest to pay."""
    row, moves = g.rows[seat], moves_to_the_top(known)
    hardest = sorted(places(g, seat), key=lambda place: -moves.get(row[place].face, TILES_IN_A_STACK))
    others = [len(g.offers.get(owner, coins)) for owner, coins in enumerate(g.rows) if owner != seat]
    numbers = {len(row), len(row) - len(payable(g, seat)), *range(1, MOST_OFFERED + 1), *others}
    chosen = [hardest[:number] for number in sorted(numbers) if 0 < number <= len(row)]
    return [Offer(tuple(sorted(coins))) for coins in [*chosen, hardest[-1:]]]


# --- Tables as they may be ------------------------------------------------------------------------------------


def world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    """The table with what the seat knows where it is, and everything else dealt anew."""
    other = begun(g, chance)
    for (owner, place), face in coins_dealt(g, seat, heard, chance).items():
        if owner != PAID:
            other.rows[owner][place] = Coin(face, other.rows[owner][place].up)
    other.stacks = tiles_dealt(other, known_tiles(g, heard), chance)
    return World(other, heard)


def exact(g: State, chance: Chance) -> World:
    """The table as it is."""
    return World(begun(g, chance))


def begun(g: State, chance: Chance) -> State:
    """A copy in which somebody starts."""
    other = g.copy()
    if other.turn is None:
        other.agenda.clear()
        begin_turn(other, chance.below(len(other.rows), "start"))
    return other


def coins_dealt(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> dict[Place, Face]:
    fitting = all_that_fit(g, seat, shuffled(hidden_faces(g, seat), chance))
    known = {place: [face] for place, face in known_coins(g, heard).items() if face in fitting.get(place, ())}
    if matched(fitting | known) is None:
        known = {}  # It has not heard everything, and mistakes one coin for another.
    return first_match(fitting | known, shuffled(payments(g, fitting | known), chance))


def tiles_dealt(g: State, known: Known, chance: Chance) -> list[list[Tile]]:
    """New stacks: each coin in a row has its tile, each coin that was paid a tile without colour."""
    left: list[Tile] = [coin.face for row in g.rows for coin in row]
    left += [None] * len(g.paid)
    for tiles in known:
        for above, tile in [*tiles.items()]:
            if tile in left:
                left.remove(tile)
            else:
                del tiles[above]  # Somebody paid for it, which the seat has not heard.
    left = shuffled(left, chance)
    return [
        [tiles[above] if above in tiles else left.pop() for above in range(len(g.stacks[number]))]
        for number, tiles in enumerate(known)
    ]


STRATEGY: Final = Strategy(
    candidates,
    world,
    ROLLOUTS,
    haste=HASTE,
    looks=LOOKS,
    worth_telling=WORTH_TELLING,
    for_chances=FOR_CHANCES,
    reason=reason,
    lacks=lacks,
    about=about,
    exact=exact,
)
