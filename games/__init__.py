"""The games of the house, by key."""

from games import color_dice, color_gin, desfases, sin_color, tcnccc
from games.engine import Game
from games.retired import RETIRED

__all__ = ["GAMES", "RETIRED", "by_rules"]

GAMES: dict[str, Game] = {
    game.key: game for game in (tcnccc.GAME, sin_color.GAME, desfases.GAME, color_gin.GAME, color_dice.GAME)
}
"""As new games are played."""


def by_rules(rules: str) -> Game:
    """The game as these rules have it: "tcnccc@1". Raises KeyError when this house does not know them."""
    key, _, _ = rules.partition("@")
    newest = GAMES.get(key)
    return newest if newest is not None and newest.rules == rules else RETIRED[rules]
