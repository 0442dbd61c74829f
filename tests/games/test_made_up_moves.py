"""Whatever an outside client makes up as a move is carried out or refused in words, at every question of every game."""

from functools import cache
from itertools import chain
from typing import Any, get_args, get_type_hints

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, engine
from games.bot import Seeded
from games.color_dice.attacking import Sending
from games.color_dice.moves import Send
from games.dealer import Dealer
from games.engine import Game, IllegalMove, Move, Question, Seat, Text
from games.text import in_english
from tests.games.made_up import as_json, kinds, moves
from tests.games.played import of_every_game, sample, states, with_options
from tests.support.effort import amount


@cache
def tables(key: str) -> dict[type[Question], tuple[Any, int]]:
    """A table at each kind of question, and its number of seats."""
    game = GAMES[key]
    found: dict[type[Question], tuple[Any, int]] = {}
    for seats in game.seats:
        for playthrough in chain(sample(key, seats), with_options(key, seats)):
            for g in states(playthrough):
                if g.question is not None:
                    found.setdefault(type(g.question), (g, seats))
    return found


def questions(game: Game) -> set[type[Question]]:
    """The kinds of questions that may be on its agenda."""
    (among,) = get_args(get_type_hints(game.State)["agenda"])
    return set(get_args(among) or (among,))


def answered(game: Game, g: Any, seat: Seat, move: Move) -> Text | None:
    """The words of the refusal; None if the move was carried out."""
    try:
        engine.play(game, g, seat, move, Dealer(Seeded("made up")))
    except IllegalMove as refusal:
        assert in_english(refusal.why).strip()
        return refusal.why
    return None


@of_every_game
def test_there_is_a_table_at_every_kind_of_question(game: Game) -> None:
    assert set(tables(game.key)) == questions(game)


@of_every_game
@given(data=st.data())
@settings(max_examples=amount(60, 2000))
def test_a_made_up_move_is_carried_out_or_refused_in_words(game: Game, data: st.DataObject) -> None:
    move = data.draw(st.one_of(*map(moves, kinds(game))))
    for g, seats in tables(game.key).values():
        before = msgspec.json.encode(g)
        for seat in range(seats):
            answered(game, g, seat, move)
        assert msgspec.json.encode(g) == before


@of_every_game
@given(data=st.data())
@settings(max_examples=amount(100, 2000))
def test_what_the_decoder_lets_through_has_words_on_its_button(game: Game, data: st.DataObject) -> None:
    written = as_json(data.draw(st.one_of(*map(moves, kinds(game)))))
    try:
        move = msgspec.json.decode(written, type=game.Move)
    except msgspec.MsgspecError:
        return
    assert str(move).strip()


def test_a_refusal_says_what_is_asked_and_not_what_was_made_up() -> None:
    color_dice = GAMES["color_dice"]
    g, _ = tables("color_dice")[Sending]
    nobody = Send(colour=5, kind="strike", origin=5, area=99, moves=0, strikes=1, struck=(77,), players=2)
    refusal = answered(color_dice, g, g.turn, nobody)
    assert refusal is not None
    assert refusal.with_ == {"question": g.question.for_the_asked()}
