"""Medium bots play the same deal in more than one way, by a luck that follows from the key of the game."""

from games import engine
from games.bot import Seeded, careful
from games.dealer import Dealer
from games.engine import Game, Move
from tests.games.played import of_every_game, usual

DEALS = 4
STEPS = 60


def moves(game: Game, deal: int, key: str) -> list[Move]:
    """The first answers at the smallest table."""
    dealt, luck, found = Seeded(f"deal {deal}"), Seeded(key), list[Move]()
    dealer = Dealer(dealt)
    g, said = engine.begin(game, game.seats[0], usual(game), dealer), [*dealer.lines]
    while g.question is not None and len(found) < STEPS:
        seat = g.question.seats[0]
        found.append(careful(game, g, seat, [line for line in said if line.reaches(seat)], luck))
        dealer = Dealer(dealt)
        g = engine.play(game, g, seat, found[-1], dealer)
        said += dealer.lines
    return found


@of_every_game
def test_the_same_deal_is_not_always_played_the_same_way(game: Game) -> None:
    assert any(moves(game, deal, "a key") != moves(game, deal, "another") for deal in range(DEALS))


@of_every_game
def test_with_the_same_key_it_is_played_the_same_way(game: Game) -> None:
    assert all(moves(game, deal, "a key") == moves(game, deal, "a key") for deal in range(DEALS))
