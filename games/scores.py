"""Scores in words, for every game here, since a room's results show all its games side by side."""

from games.text import Text, say


def points(score: int) -> Text:
    """Points: more is better."""
    return say("Points: {points}", points=score)


def pieces_in_front(score: int) -> Text:
    """Pieces; a player who is out ranks below one with no pieces."""
    return say("Out of the game") if score < 0 else say("Pieces: {pieces}", pieces=score)


def coins_left(score: int) -> Text:
    """Coins still to be got rid of."""
    return say("Coins left: {coins}", coins=score)


def suits_won(score: int) -> Text:
    """Suits won, of four."""
    return say("Suits won: {suits}", suits=score)


def pawns_abroad(score: int) -> Text:
    """Two figures: the most pawns in one foreign area, and those in all of them."""
    most, abroad = divmod(score, 10)
    return say("Pawns: {most} in one area, {abroad} away in all", most=most, abroad=abroad)
