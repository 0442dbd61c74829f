"""Positions of Sin Color as text.

    S0 A3v, S4, S5 : S3 - M1, M0, C5, A2, S1, M4

First come the rows, player by player: the first has the null of suns, suit up, and the 3 of arms, value up. "-" is a
row without coins. Then come the stacks, each from the top down: on the first lies the 3 of suns, below it a tile
without colour. Behind a second colon may follow, by name:

    paid S3 S4     in the order in which they were paid
    turn 1         whose turn it is, the first player being 0, as usual
    offered 0=1+4 2=3
                   coins openly under offer, by player: their places from left to right, the first being 0; the others
                   are asked for offers, or if all have made one, the player whose turn it is chooses one
    answered 1=0+3 what has been answered in secret, while coins are arranged or offered; "1=-" is no coin
    dice 0=3 2=5   the dice as last thrown, by player
    steps 0=3 0=-  what comes in this turn after the question: player 0 uses a die that shows 3, and pays at the end
    turns_over 12, last_payment 9
                   as usual none; the number of the last turn in which somebody paid
    asks arranging, asks ordering 2, asks sinking 0 4, asks raising 0 3, asks paying 0, asks may_pay 0
                   the coins are arranged; the order of the two dice, the other of which is that of player 2; which tile
                   player 0 sinks with a die that shows 4, or raises with a 3; which coin player 0 pays, or may pay; as
                   usual, and without offers, which coins are offered for a trade
    payments optional, offers open, paid_coins counted, memory aided
                   the options

Only the numbers of questions are not part of it.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from msgspec.structs import replace

from games.engine import Seat
from games.notation import (
    Notation,
    Unreadable,
    facts,
    number,
    numbers,
    once_each,
    one_of,
    options_in,
    parts,
    settled,
    written_with,
)
from games.piecepack import SUITS, VALUES, Value
from games.sin_color.moves import Arrange, Offer
from games.sin_color.options import Options
from games.sin_color.pieces import Coin, Face, Side, Tile
from games.sin_color.rules import (
    MOST_TURNS,
    Arranging,
    MayPay,
    Offering,
    Ordering,
    Paying,
    Raising,
    Sinking,
    State,
    Step,
    ask_for_offers,
    begin_turn,
    outcome,
    turns_left,
)

SEATS: Final = (3, 4)
STACKS: Final = range(1, 7)
LETTERS: Final = {suit[0].upper(): suit for suit in SUITS}
BY_VALUE: Final[dict[str, Value]] = {str(value): value for value in VALUES}
FACES: Final = {f"{letter}{value}": Face(suit, value) for letter, suit in LETTERS.items() for value in VALUES}
VALUE_UP: Final = "v"
NONE: Final = "-"
NAMES: Final = (
    "paid", "turn", "offered", "answered", "dice", "steps", "turns_over", "last_payment", "asks",
)  # fmt: skip


def read(text: str) -> State:
    """The position that is written so. Raises Unreadable."""
    rows, stacks, more, *_ = *parts(text, ":", (2, 3), "parts"), ""
    given = facts(more, *NAMES, options=Options)
    g = State(
        options=options_in(given, Options),
        rows=[coins(words) for words in parts(rows, ",", SEATS, "rows")],
        stacks=[tiles(words) for words in parts(stacks, ",", STACKS, "stacks")],
        paid=[one_of(word, FACES, "a coin") for word in given.get("paid", "").split()],
        turns_over=number(given.get("turns_over", "0"), range(MOST_TURNS + 1), "turns_over"),
        last_payment=number(given.get("last_payment", "0"), range(MOST_TURNS + 1), "last_payment"),
    )
    _check(g)
    _go_into_the_turn(g, given)
    _ask(g, given)
    return settled(g, outcome(g) is not None)


def coins(words: str) -> list[Coin]:
    """ "S3 A1v" as coins, suit up; with a v value up; "-" is none."""
    return [] if words == NONE else [_coin(word) for word in words.split()]


def _coin(word: str) -> Coin:
    up: Side = "value" if word.endswith(VALUE_UP) else "suit"
    return Coin(one_of(word.removesuffix(VALUE_UP), FACES, "a coin"), up)


def tiles(words: str) -> list[Tile]:
    """ "S3 - A1" as tiles from the top down; "-" is one without colour."""
    if not words:
        raise Unreadable("a stack has no tiles: expected them from the top down, '-' for one without colour")
    return [one_of(word, {**FACES, NONE: None}, "a tile") for word in words.split()]


def _check(g: State) -> None:
    once_each([in_letters(coin.face) for coin in chain(*g.rows)] + [in_letters(face) for face in g.paid], "coin")
    once_each((in_letters(tile) for tile in chain(*g.stacks) if tile is not None), "tile")
    if turns_left(g) < 0:
        raise Unreadable(f"{g.turns_over} turns are over: expected no more than {g.turns_over + turns_left(g)}")


def _go_into_the_turn(g: State, given: dict[str, str]) -> None:
    seats = range(len(g.rows))
    if given.get("asks") != "arranging":
        g.turn = number(given.get("turn", "0"), seats, "turn")
    g.offers = {seat: _places(g, seat, words) for seat, words in _by_seat(given.get("offered", ""), seats)}
    if g.offers and (not all(g.offers.values()) or g.turn not in g.offers):
        raise Unreadable(f"offered are coins of {[*g.offers]}: expected one or more of each, and an offer by {g.turn}")
    g.dice = {seat: one_of(word, BY_VALUE, "a die") for seat, word in _by_seat(given.get("dice", ""), seats)}
    g.steps = [
        Step(seat, None if word == NONE else one_of(word, BY_VALUE, "a die"))
        for seat, word in _by_seat(given.get("steps", ""), seats)
    ]


def _by_seat(words: str, seats: range) -> Iterable[tuple[Seat, str]]:
    for seat, _, word in (each.partition("=") for each in words.split()):
        yield number(seat, seats, "a player"), word


def _places(g: State, seat: Seat, words: str) -> tuple[int, ...]:
    once_each(words.split("+"), "coin")
    return tuple(sorted(numbers(words, range(len(g.rows[seat])), "the place of a coin", "+")))


# --- The question -------------------------------------------------------------------------------------------


def _ask(g: State, given: dict[str, str]) -> None:
    seats = range(len(g.rows))
    what, *words = given.get("asks", "offering" if g.offers else "trading").split()
    match what, words:
        case "trading", [] if g.turn is not None:
            begin_turn(g, g.turn)
        case "offering", [] if g.turn is not None:
            ask_for_offers(g, g.turn)
        case "arranging", []:
            g.first(Arranging(tuple(seats)))
        case "ordering", [partner] if g.turn is not None:
            g.first(_ordering(g, g.turn, number(partner, seats, "the partner")))
        case "sinking" | "raising", [seat, die]:
            kind = Sinking if what == "sinking" else Raising
            g.first(kind(number(seat, seats, "a player"), die=one_of(die, BY_VALUE, "a die")))
        case "paying" | "may_pay", [seat]:
            g.first((Paying if what == "paying" else MayPay)(number(seat, seats, "a player")))
        case _:
            raise Unreadable(
                f"asks is {given['asks']!r}: expected arranging, ordering, sinking, raising, paying or may_pay"
            )
    _answer(g, given.get("answered", ""))


def _ordering(g: State, seat: Seat, partner: Seat) -> Ordering:
    if {seat, partner} != {*g.dice} or seat == partner:
        raise Unreadable(f"there are dice of {[*g.dice]}: expected one of each of two players, {seat} and {partner}")
    return Ordering(seat, partner=partner)


def _answer(g: State, answered: str) -> None:
    question, seats = g.question, range(len(g.rows))
    answers = {seat: _places(g, seat, words) for seat, words in _by_seat(answered, seats)}
    if not answers:
        return
    if not isinstance(question, Arranging | Offering) or not {*answers} < {*question.asked}:
        raise Unreadable(f"{[*answers]} have answered: expected some, not all, of several who are asked at once")
    if isinstance(question, Offering):
        g.agenda[0] = replace(question, answers={seat: Offer(places) for seat, places in answers.items()})
    else:
        g.agenda[0] = replace(question, answers={seat: Arrange(places) for seat, places in answers.items()})


# --- Writing ------------------------------------------------------------------------------------------------


def written(g: State) -> str:
    """A position as text."""
    by_name: dict[str, object] = {
        "paid": " ".join(map(in_letters, g.paid)),
        "turn": g.turn or 0,
        "offered": _written_by_seat((seat, _in_places(places)) for seat, places in g.offers.items()),
        "answered": _written_by_seat(_answers(g)),
        "dice": _written_by_seat(g.dice.items()),
        "steps": _written_by_seat((step.seat, NONE if step.die is None else step.die) for step in g.steps),
        "turns_over": g.turns_over,
        "last_payment": g.last_payment,
        "asks": _asks(g),
    }
    usual = dict.fromkeys(NAMES, "") | dict.fromkeys(("turn", "turns_over", "last_payment"), 0)
    rows, stacks = map(row_in_letters, g.rows), map(stack_in_letters, g.stacks)
    return written_with(f"{', '.join(rows)} : {', '.join(stacks)}", by_name, usual, g.options)


def in_letters(face: Face) -> str:
    """ "S3"."""
    return f"{face.suit[0].upper()}{face.value}"


def row_in_letters(row: list[Coin]) -> str:
    """A row as text: "S3 A1v"."""
    return " ".join(f"{in_letters(coin.face)}{VALUE_UP if coin.up == 'value' else ''}" for coin in row) or NONE


def stack_in_letters(stack: list[Tile]) -> str:
    """A stack as text, from the top down: "S3 - A1"."""
    return " ".join(NONE if tile is None else in_letters(tile) for tile in stack)


def _written_by_seat(items: Iterable[tuple[Seat, object]]) -> str:
    return " ".join(f"{seat}={what}" for seat, what in items)


def _in_places(places: tuple[int, ...]) -> str:
    return "+".join(map(str, places)) or NONE


def _answers(g: State) -> Iterable[tuple[Seat, str]]:
    match g.question:
        case Arranging(answers=arranged):
            return [(seat, _in_places(tuple(sorted(answer.value_up)))) for seat, answer in arranged.items()]
        case Offering(answers=offered):
            return [(seat, _in_places(tuple(sorted(answer.coins)))) for seat, answer in offered.items()]
    return ()


def _asks(g: State) -> str:
    match g.question:
        case Arranging():
            return "arranging"
        case Ordering(partner=partner):
            return f"ordering {partner}"
        case Sinking(seat=seat, die=die):
            return f"sinking {seat} {die}"
        case Raising(seat=seat, die=die):
            return f"raising {seat} {die}"
        case Paying(seat=seat):
            return f"paying {seat}"
        case MayPay(seat=seat):
            return f"may_pay {seat}"
    return ""


NOTATION: Final = Notation(read, written, seats=lambda g: len(g.rows))
