"""Leaks in Desfases: the values of used coins, and their points."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from games.bot import Seeded
from games.dealer import Dealer, Line, Scripted
from games.desfases import GAME, rules
from games.desfases.board import Coin
from games.desfases.rules import Scoring, State, scored_by
from games.engine import Game, advance, say
from games.piecepack import SUITS, value_named
from games.playthrough import Step
from tests.games.leaks.planting import Leak, Search, digest, hunt, in_refusals, in_views, instead
from tests.games.played import played
from tests.games.secrecy import as_sent


def under(g: State) -> list[int | None]:
    return [pieces.under for pieces in g.pieces.values()]


def marked(g: State) -> list[int]:
    return [tile.coin.value for suit in SUITS for tile in scored_by(g, suit) if tile.coin]


IN_VIEW: Final = {
    "the coins under the dice": lambda g, you: under(g),
    "the coins on the tiles": lambda g, you: marked(g),
    "a hash of the state": digest,
    "a coin, but only while a tile is scored": lambda g, you: isinstance(g.question, Scoring) and under(g),
    "the coins on the tiles, but only for onlookers": lambda g, you: you is None and marked(g),
    "the own coins, but only for their player": lambda g, you: (
        you is not None and [pieces.under for suit, pieces in g.pieces.items() if g.players[suit] == you]
    ),
}


def course(seats: int, games: int = 2) -> Search:
    """The first difference that anybody could see between a table and redeals of it that are played on in the same
    way."""

    def first_difference(game: Game) -> str | None:
        for number in range(games):
            playthrough = played(game, seats, f"course {number}")
            for at in range(0, len(playthrough.steps), 10):
                g, rest = playthrough.steps[at].after, playthrough.steps[at + 1 :]
                for other in [game.scramble(g, None, Seeded(f"course {at}")), *game.extremes(g, None)]:
                    for one, two in zip(_course(game, g, rest), _course(game, other, rest), strict=True):
                        if one != two:
                            return f"game {number + 1}, from step {at + 1} on: {one!r} and {two!r}"
        return None

    return first_difference


def _course(game: Game, start: Any, steps: Sequence[Step]) -> Iterator[tuple[bytes, list[Line]]]:
    """What each of these steps leaves for latecomers, until the coins are turned over."""
    g = start.copy()
    for step in steps:
        dealer = Scripted(step.drawn)
        advance(game, g, step.seat, step.move, dealer)
        if g.question is None:
            return
        yield as_sent(game, g, None), [line for line in dealer.lines if not line.fades]


def aloud(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    dealer.say("used", say("It was the {value}.", value=value_named(coin.value)), fades=True)


def to_the_next(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    to = (g.players[coin.suit] + 1) % g.seats
    dealer.tell(to, "used", say("It was the {value}.", value=value_named(coin.value)), fades=True)


def written_down(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    dealer.say("points", say("Points: {points}.", points=points), seat=g.players[coin.suit])


def telling(leaky: Callable[..., None], search: Search) -> Leak:
    """Replace what only the player of a coin is told of it."""
    return instead(GAME, rules, "tell_its_player", leaky, search)


LEAKS: Final[dict[str, Leak]] = {
    **in_views(GAME, IN_VIEW, hunt(2, games=3, every=3), hidden=lambda g: g.pieces and g.question),
    "a refusal knows the coins": in_refusals(GAME, lambda g, seat: under(g), hunt(2, games=1, every=5)),
    "what its player may hear is written down for all": telling(written_down, course(4)),
    "a coin is said aloud": telling(aloud, hunt(4, games=2, every=5)),
    "the next seat hears of the coin": telling(to_the_next, hunt(4, games=2)),
}
