"""What a score says in words: of every game here, since a room's results tell of all its games side by side."""

from games.text import Text, say


def points(score: int) -> Text:
    """The more the better."""
    return say("Points: {points}", points=score)


def pieces_in_front(score: int) -> Text:
    """Whoever is out has less than whoever has nothing."""
    return say("Out of the game") if score < 0 else say("Pieces: {pieces}", pieces=score)


def coins_left(score: int) -> Text:
    """Of coins to be rid of."""
    return say("Coins left: {coins}", coins=score)


def suits_won(score: int) -> Text:
    """Of four."""
    return say("Suits won: {suits}", suits=score)


def pawns_abroad(score: int) -> Text:
    """Two figures: the most pawns in one foreign area, and those in all of them."""
    most, abroad = divmod(score, 10)
    return say("Pawns: {most} in one area, {abroad} away in all", most=most, abroad=abroad)
