"""The games of the house, by key."""

from games import tcnccc
from games.engine import Game

GAMES: dict[str, Game] = {game.key: game for game in (tcnccc.GAME,)}
