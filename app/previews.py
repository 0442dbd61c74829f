"""Previews of links: a table's shows the game, who is waiting there, how many seats are free, and when the evening
begins; that of a private table shows none of this."""

from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from app.table.state import Table
from games.engine import Game, Text, say

IN_GENERAL: Final = "tertulia"  # the picture of links that name no game


class Preview(Struct, frozen=True):
    """`title`: None: the page's own. `picture`: a file in static/previews/, named by a game's key or IN_GENERAL."""

    title: Text | None = None
    about: Text = say("Board games with hidden information for friends who are far apart. One link, no account.")
    picture: str = IN_GENERAL
    alt: Text = say("The pieces of our games on a felt table")


UNNAMED: Final = Preview(say("A table at Tertulia"))
"""The preview of a private table."""


def preview_of_game(game: Game, title: Text | None = None) -> Preview:
    """The preview of a game, whoever plays it."""
    return Preview(title, game.box.about, game.key, say("The pieces of {game} on a felt table", game=game.title))


def preview_of_table(table: Table, now: int) -> Preview:
    """The preview of a table at this time (ms), the same for everybody: programs fetch it and pass it on."""
    return UNNAMED if is_private(table) else preview_of_game(table.game, _dated(table, now, _invitation(table)))


def preview_of_replay(table: Table, game: Game) -> Preview:
    """The preview of a finished game's replay."""
    if is_private(table):
        return UNNAMED
    return preview_of_game(game, say("Replay of a game of {game}", game=game.title))


def is_private(table: Table) -> bool:
    """Whether the link alone is not enough to see what happens at the table."""
    return table.settings.password is not None or not table.settings.onlookers


def _dated(table: Table, now: int, words: Text) -> Text:
    """The same with the date of an evening that is still to come, in UTC: nobody knows where it will be read."""
    at = table.settings.evening.at
    if at is None or at <= now:
        return words
    when = datetime.fromtimestamp(at / 1000, UTC)
    return say("{words} · {date}, {time} UTC", words=words, date=f"{when:%Y-%m-%d}", time=f"{when:%H:%M}")


def _invitation(table: Table) -> Text:
    game, host = table.game.title, table.people.name_of(table.host)
    free = sum(seat.free for seat in table.seats)
    if table.phase != "gathering" or not free:
        return say("A table for {game}", game=game)
    seats = say("{free} of {seats} seats free", free=free, seats=len(table.seats))
    if host is None:
        return say("A table for {game} · {seats}", game=game, seats=seats)
    return say("{host} is waiting for you · {game} · {seats}", host=host, game=game, seats=seats)
