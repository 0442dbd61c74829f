"""The games of the house, by key."""

from games import color_dice, color_gin, desfases, sin_color, tcnccc
from games.engine import Game
from games.hindsight import Hindsight
from games.retired import RETIRED

__all__ = ["GAMES", "HINDSIGHT", "RETIRED", "by_rules", "hindsight_of"]

GAMES: dict[str, Game] = {
    game.key: game for game in (tcnccc.GAME, sin_color.GAME, desfases.GAME, color_gin.GAME, color_dice.GAME)
}
"""As new games are played."""


def by_rules(rules: str) -> Game:
    """The game as these rules have it: "tcnccc@1". Raises KeyError when this house does not know them."""
    key, _, _ = rules.partition("@")
    newest = GAMES.get(key)
    return newest if newest is not None and newest.rules == rules else RETIRED[rules]


HINDSIGHT: dict[str, Hindsight] = {
    "tcnccc": tcnccc.HINDSIGHT,
    "sin_color": sin_color.HINDSIGHT,
    "desfases": desfases.HINDSIGHT,
    "color_gin": color_gin.HINDSIGHT,
    "color_dice": color_dice.HINDSIGHT,
}
"""What is told of games that are over, those by retired rules included."""


def hindsight_of(game: Game) -> Hindsight:
    """What is told of a game of these rules once it is over."""
    return HINDSIGHT.get(game.key, Hindsight())
