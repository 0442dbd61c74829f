"""All games, by key."""

from typing import Any

from games import color_dice, color_gin, desfases, sin_color, tcnccc
from games.beforehand import Offer, Offers
from games.color_dice import beforehand as color_dice_beforehand
from games.color_dice import lesson as color_dice_lesson
from games.color_gin import beforehand as color_gin_beforehand
from games.color_gin import lesson as color_gin_lesson
from games.desfases import beforehand as desfases_beforehand
from games.desfases import lesson as desfases_lesson
from games.engine import Game, Seat
from games.hindsight import Hindsight
from games.lesson import Lesson
from games.retired import RETIRED
from games.sin_color import beforehand as sin_color_beforehand
from games.sin_color import lesson as sin_color_lesson
from games.tcnccc import beforehand as tcnccc_beforehand
from games.tcnccc import lesson as tcnccc_lesson

__all__ = ["BEFOREHAND", "GAMES", "HINDSIGHT", "LESSONS", "RETIRED", "by_rules", "hindsight_of", "offers_in"]

GAMES: dict[str, Game] = {
    game.key: game for game in (tcnccc.GAME, sin_color.GAME, desfases.GAME, color_gin.GAME, color_dice.GAME)
}
"""The newest version of each game, by which new games are played."""


def by_rules(rules: str) -> Game:
    """The game by these rules: "tcnccc@1". Raises KeyError for unknown rules."""
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
"""What each game tells once it is over, by retired rules too."""


LESSONS: dict[str, Lesson] = {
    "tcnccc": tcnccc_lesson.LESSON,
    "sin_color": sin_color_lesson.LESSON,
    "desfases": desfases_lesson.LESSON,
    "color_gin": color_gin_lesson.LESSON,
    "color_dice": color_dice_lesson.LESSON,
}
"""The first lesson of each game."""


def hindsight_of(game: Game) -> Hindsight:
    """What a game by these rules tells once it is over."""
    return HINDSIGHT.get(game.key, Hindsight())


BEFOREHAND: dict[str, Offers] = {
    "tcnccc": tcnccc_beforehand.offers,
    "sin_color": sin_color_beforehand.offers,
    "desfases": desfases_beforehand.offers,
    "color_gin": color_gin_beforehand.offers,
    "color_dice": color_dice_beforehand.offers,
}
"""What may be answered beforehand in each game, by its newest rules."""


def offers_in(game: Game, g: Any, seat: Seat) -> list[Offer]:
    """What this seat may answer beforehand now, by its own view; nothing in games by retired rules, nor after the
    end."""
    offers = BEFOREHAND.get(game.key) if GAMES.get(game.key) is game else None
    return [] if offers is None or g.question is None else [*offers(g.options, game.view(g, seat), seat)]
