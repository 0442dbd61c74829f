"""Leaks in Sin Color: lower sides, tiles below the tops, and secret answers."""

from collections.abc import Callable
from typing import Any, Final

from games.bot import Seeded
from games.dealer import Dealer
from games.engine import Chair, Game, Seat, say
from games.sin_color import GAME, rules
from games.sin_color.moves import Offer
from games.sin_color.pieces import Coin, Face, named
from games.sin_color.rules import Arranging, Offering, State, payable
from tests.games.leaks.planting import Leak, Search, after, counting, digest, hunt, in_refusals, in_view, in_views
from tests.games.secrecy import Memory
from tests.games.sin_color_tables import endgame, play


def answers(g: State, kind: type[Arranging | Offering]) -> Any:
    return g.question.answers if isinstance(g.question, kind) else None


def values(g: State, owner: Seat) -> list[Face]:
    return [coin.face for coin in g.rows[owner]]


IN_VIEW: Final = {
    "both sides of all coins, while they are arranged": lambda g, you: g.rows if g.turn is None else None,
    "the lower side of one coin": lambda g, you: g.rows[1][0].turned_over().upper if g.rows[1] else None,
    "the left neighbour's lower sides": lambda g, you: [] if you is None else values(g, (you + 1) % len(g.rows)),
    "a row sorted by its coins": lambda g, you: sorted(range(len(g.rows[0])), key=lambda at: str(g.rows[0][at].face)),
    "who could pay now": lambda g, you: [bool(payable(g, owner)) for owner in range(len(g.rows))],
    "the tile under the top": lambda g, you: [tiles[1] for tiles in g.stacks],
    "offers before all are in": lambda g, you: answers(g, Offering),
    "how others arrange their coins": lambda g, you: answers(g, Arranging),
    "a hash of the state": digest,
}


def from_here(g: State, times: int = 5) -> Search:
    """A memory search that plays on from here in many ways."""

    def search(game: Game) -> str | None:
        memory = Memory(game, Seeded("leaks"), ways=150)
        return next((leak for _ in range(times) for leak in memory.leaks(g, 3)), None)

    return search


ONE_OFFER_MISSING: Final = play(endgame(), Offer((0,)), Offer((1,)))


def given_away() -> Callable[[State, Seat | None], Any]:
    given: dict[Seat | None, list[Face]] = {}

    def remembering(g: State, seat: Seat | None) -> Any:
        if isinstance(g.question, rules.Choosing) and seat is not None:
            given[seat] = [g.rows[seat][place].face for place in g.offers[seat]]
        return given.get(seat) if isinstance(g.question, rules.Ordering) else None

    return remembering


def name_what_was_given(dealer: Dealer, options: Any, giver: Seat, receiver: Seat, coins: list[Coin]) -> None:
    dealer.say("gave", say("{seat} gave: {coins}.", seat=Chair(giver), coins=[named(coin.face) for coin in coins]))


LEAKS: Final[dict[str, Leak]] = {
    **in_views(GAME, IN_VIEW, hunt(4, games=5, every=2)),
    "a refusal knows what others could pay": in_refusals(
        GAME, lambda g, seat: [payable(g, owner) for owner in range(len(g.rows))], hunt(3, games=5)
    ),
    "a coin stays in the view of whoever gave it away": in_view(GAME, given_away(), from_here(ONE_OFFER_MISSING)),
    "a question number counts what can be paid": after(
        GAME, rules, "throw", lambda g, seats, dealer: counting(g, len(payable(g, seats[0]))), from_here(endgame())
    ),
    "a log names the coins traded": after(
        GAME, rules, "remind", name_what_was_given, from_here(play(ONE_OFFER_MISSING, Offer((0,))))
    ),
}
