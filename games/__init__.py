"""The games of the house, by key."""

from games import color_dice, color_gin, desfases, sin_color, tcnccc
from games.engine import Game

GAMES: dict[str, Game] = {
    game.key: game for game in (tcnccc.GAME, sin_color.GAME, desfases.GAME, color_gin.GAME, color_dice.GAME)
}
