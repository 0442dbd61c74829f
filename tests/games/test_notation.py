"""The written form of positions, which every game has."""

from collections.abc import Iterable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from games import GAMES
from games.bot import Seeded
from games.engine import Game
from games.frame import frame
from games.notation import Unreadable
from games.playthrough import viewers
from tests.games.cases import cases
from tests.games.played import at_every_table, of_every_game, sample, some_states, states, with_options
from tests.support.effort import amount

NOT_WRITTEN: Final[dict[str, dict[str, Any]]] = {"color_gin": {"sheet": ()}}
"""What the notation of a game leaves out, besides the numbers of questions."""
MISPRINTS: Final = amount(300, 5000)
"""Wrong texts of each game that are tried."""


def of_a_position(game: Game, g: Any) -> Any:
    """What two states of one position have in common."""
    agenda = [replace(question, number=0) for question in g.agenda]
    return replace(g, agenda=agenda, asked_so_far=0, **NOT_WRITTEN.get(game.key, {}))


@at_every_table
def test_every_position_is_read_as_it_was_written(game: Game, seats: int) -> None:
    for playthrough in [*sample(game.key, seats), *with_options(game.key, seats)]:
        for g in states(playthrough):
            written = game.notation.written(g)
            again = game.notation.read(written)
            assert of_a_position(game, again) == of_a_position(game, g), written
            assert (game.notation.written(again), game.notation.seats(again)) == (written, seats)


def misprints(texts: Iterable[str], chance: Seeded) -> Iterable[str]:
    """Texts with a character, a word or the rest lacking or replaced."""
    for text in texts:
        at, other = chance.below(len(text), "at"), text[chance.below(len(text), "other")]
        words = text.split(" ")
        word, instead = chance.below(len(words), "word"), words[chance.below(len(words), "instead")]
        yield text[:at] + text[at + 1 :]
        yield text[:at] + other + text[at + 1 :]
        yield text[:at]
        yield " ".join([*words[:word], *words[word + 1 :]])
        yield " ".join([*words[:word], instead, *words[word + 1 :]])


@of_every_game
def test_a_misprint_is_refused_or_is_another_position(game: Game) -> None:
    texts = [game.notation.written(g) for seats in game.seats for g in some_states(game, seats, 2, MISPRINTS)]
    refused = 0
    for text in misprints(texts[:: 1 + len(texts) // (MISPRINTS // 5)], Seeded("misprints")):
        try:
            g = game.notation.read(text)
        except Unreadable:
            refused += 1
            continue
        written = game.notation.written(g)
        assert game.notation.written(game.notation.read(written)) == written
        for you in viewers(game.notation.seats(g)):
            frame(game, g, you, 0, [])
    assert refused > MISPRINTS // 3


START: Final = (
    "M1E A3W A2W C2S S3N / S5N M0E C4S C0S M5E / A4W S2N gap C5S M3E / M4E A5W C3S A1W C1S / S4N S1N S0N M2E A0W"
)
HANDS: Final = "KS KH KC 4H 5H 6H 7D 8D 9D AH / 2D 4D 6D 8S TD 3C 5C 7C 9C JC"


@cases(f"""
    game | text | why
What is not of the game.
    tcnccc | rp / - - - - / - - | 'p' is not a piece: expected one of r y g b j
    sin_color | S0, S4, S6 : S3 | 'S6' is not a coin: expected one of S0, S1 … A5
    desfases | {START.replace("M1E", "M1X")} | 'X' is not a side: expected one of N E S W
    color_gin | {HANDS} / 1S | '1S' is not a card: expected one of AS, 2S … *2
    color_dice | r2 / y3 / g4 / w5 | 'w' is not a colour: expected one of r y g b
Another number of parts.
    tcnccc | r / - - - / - - | 3 cylinders, separated by ' ', in '- - -': expected 4
    sin_color | S0, S4 : S3 | 2 rows, separated by ',', in 'S0, S4': expected 3 or 4
    desfases | {START} : a1 b1 b2 | 3 pawns, separated by ' ', in 'a1 b1 b2': expected 4
    color_gin | {HANDS} | 2 parts, separated by '/', in '{HANDS}': expected 3
    color_dice | r2 / y3 / g4 | 3 areas, separated by '/', in 'r2 / y3 / g4': expected 4 or 5 or 6
What is in two places.
    sin_color | S0, S4, S0 : S3 | 'S0' is there twice: expected each coin once
    desfases | {START} : a1 a1 b2 b3 : 1 1 1 1 | 'a1' is there twice: expected each square of a pawn once
    color_gin | {HANDS} / KS | 'KS' is there twice: expected each card once
    color_dice | r9 / r3 / g4 / b5 | too many pawns: expected at most 9 of each colour, and as many in an area
A name that is not known, and what does not fit a name.
    tcnccc | r / - - - - / - - : moves 3 | 'moves' is not known: expected one of turn, left, asks, capacity, memory
    tcnccc | r / - - - - / - - : turn 2 | turn is '2': expected a number from 0 to 1
    tcnccc | r / - - - - / - - : capacity 9 | an option does not fit: Expected `int` <= 8 - at `$.capacity`
Whoever cannot answer.
    tcnccc | r / - - - - / - x - : turn 1 | player 1 is out: expected the turn of somebody who is not
    color_gin | {HANDS} / - | there are no discards: expected one to take
""")
def test_a_text_that_is_not_a_position_is_refused_with_what_was_expected(game: str, text: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        GAMES[game].notation.read(text)
    assert str(refused.value) == why
