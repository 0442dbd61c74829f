"""Positions of Color Dice as text.

    r2 / r1 y3 / g4 / b9 : 6 5 3 6

First come the areas in the order of the colours, which are r, y, g, b, k (black) and w: two red pawns are in the red
area, one red and three yellow ones in the yellow area. Then come the dice: the red one shows 6; if none are written,
all show 1. Pawns that are neither in an area nor gone are outside. Behind a second colon may follow, by name:

    players 2      how many colours have a player; as usual all of them
    turn y         whose turn it is, as usual that of red
    thrown 1 2 3 1 how often each was thrown in this turn, as usual once
    gone b4        struck pawns of dummies
    attacked yg    whom the player whose turn it is has attacked in this turn
    steps r y      what is left of this turn after the question: the attacks of red, then the counterattack of yellow
    turns_over 12  as usual none
    asks ordering, asks attacking, asks sending y, asks countering y, asks striking y 1+2 out>g
                   the order of the attacks; whom to attack; where the attack on yellow goes; whether and how yellow
                   counterattacks; which pawns are struck in the attack on yellow or by yellow, with one pawn that moves
                   from outside to green and two that strike there; as usual which dice are thrown again
    target area, dummies none
                   the options

Only the numbers of questions are not part of it.
"""

from collections.abc import Sequence
from typing import Final

from games.color_dice.attacking import (
    Attacking,
    Countering,
    Sending,
    Striking,
    ask_for_attack,
    countering,
    sending,
)
from games.color_dice.board import FEWEST_COLOURS, PAWNS, Board, Colour
from games.color_dice.moves import Send
from games.color_dice.options import Options
from games.color_dice.rules import Ordering, State, Throwing, outcome
from games.color_dice.table import MOST_THROWS, ROUNDS, Die, Step, ahead
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

LETTERS: Final = "rygbkw"
MOST_COLOURS: Final = len(LETTERS)
FACES: Final = range(1, 7)
OUTSIDE: Final = "out"
NAMES: Final = (
    "players", "turn", "thrown", "gone", "attacked", "steps", "turns_over", "asks",
)  # fmt: skip


def read(text: str) -> State:
    """The position that is written so. Raises Unreadable."""
    position, dice, more, *_ = *parts(text, ":", (1, 2, 3), "parts"), "", ""
    areas = parts(position, "/", range(FEWEST_COLOURS, MOST_COLOURS + 1), "areas")
    given = facts(more, *NAMES, options=Options)
    board = _board(areas, given)
    turn = _colour(given.get("turn", LETTERS[0]), board.players)
    g = State(
        options=options_in(given, Options),
        board=board,
        turn=turn,
        dice=_dice(dice, given, len(areas)),
        attacked=[_colour(letter, len(areas)) for letter in given.get("attacked", "")],
        steps=[_step(letter, turn, len(areas)) for letter in given.get("steps", "").split()],
        turns_over=number(given.get("turns_over", "0"), range(ROUNDS * board.players + 1), "turns_over"),
    )
    over = outcome(g) is not None
    if not over:
        _ask(g, given.get("asks", ""))
    return settled(g, over)


def _board(areas: list[str], given: dict[str, str]) -> Board:
    colours = len(areas)
    fewest = 2 if colours == FEWEST_COLOURS else colours
    players = number(given.get("players", str(colours)), range(fewest, colours + 1), "players")
    inside, gone = [counts(area, colours) for area in areas], counts(given.get("gone", ""), colours)
    outside = [PAWNS - gone[colour] - sum(area[colour] for area in inside) for colour in range(colours)]
    board = Board(players=players, areas=inside, outside=outside, gone=gone)
    if min(outside) < 0 or min(map(board.empty, board.colours)) < 0:
        raise Unreadable(f"too many pawns: expected at most {PAWNS} of each colour, and as many in an area")
    return board


def counts(words: str, colours: int) -> list[int]:
    """ "r2 b9" by colour."""
    once_each((word[0] for word in words.split()), "colour")
    found = {_colour(word[0], colours): number(word[1:], range(1, PAWNS + 1), "pawns") for word in words.split()}
    return [found.get(colour, 0) for colour in range(colours)]


def _colour(letter: str, colours: int) -> Colour:
    return one_of(letter, {each: colour for colour, each in enumerate(LETTERS[:colours])}, "a colour")


def _dice(dice: str, given: dict[str, str], colours: int) -> list[Die]:
    ones = " ".join("1" * colours)
    values = numbers(dice or ones, FACES, "a die")
    thrown = numbers(given.get("thrown", ones), range(1, MOST_THROWS + 1), "thrown")
    if not len(values) == len(thrown) == colours:
        raise Unreadable(
            f"{len(values)} dice, thrown {len(thrown)} times: expected a number for each of {colours} colours"
        )
    return [Die(*die) for die in zip(values, thrown, strict=True)]


def _step(letter: str, turn: Colour, colours: int) -> Step:
    colour = _colour(letter, colours)
    return Step("attack" if colour == turn else "counter", colour)


# --- The question -------------------------------------------------------------------------------------------


def _ask(g: State, asks: str) -> None:
    what, *words = asks.split() or ["throwing"]
    match what, words:
        case "throwing", []:
            g.first(Throwing(seat=g.turn))
        case "ordering", []:
            g.first(Ordering(seat=g.turn))
        case "attacking", []:
            ask_for_attack(g)
        case "sending", [letter]:
            g.first(sending(g, _against(g, letter, "lower")))
        case "countering", [letter]:
            g.first(countering(g, _against(g, letter, "higher")))
        case "striking", [letter, group, way]:
            g.first(_striking(g, _against(g, letter), group, way))
        case _:
            raise Unreadable(
                f"asks is {asks!r}: expected ordering, attacking, or sending, countering or striking, of whom"
            )


def _against(g: State, letter: str, than: str = "") -> Colour:
    colour = _colour(letter, len(g.board.areas))
    higher_or_lower = "higher" if ahead(g, colour) > 0 else "lower" if ahead(g, colour) < 0 else "equal"
    if higher_or_lower == "equal" or than not in ("", higher_or_lower):
        raise Unreadable(f"the die of {letter} is {higher_or_lower}: expected it to be {than or 'another'}")
    return colour


def _striking(g: State, colour: Colour, group: str, way: str) -> Striking:
    moves, strikes = (number(word, range(6), "pawns") for word in parts(group, "+", (2,), "pawns that move and strike"))
    origin, area = parts(way, ">", (2,), "places")
    is_counterattack, colours = ahead(g, colour) > 0, len(g.board.areas)
    send = Send(
        colour=colour if is_counterattack else g.turn,
        kind="mixed" if moves else "strike",
        origin=None if origin == OUTSIDE else _colour(origin, colours),
        area=_colour(area, colours),
        moves=moves,
        strikes=strikes,
        struck=None,
        players=g.board.players,
    )
    asked = countering(g, colour).seat if is_counterattack else g.turn
    return Striking(seat=asked, send=send, target=g.turn if is_counterattack else colour)


# --- Writing ------------------------------------------------------------------------------------------------


def written(g: State) -> str:
    """A position as text."""
    areas, dice = " / ".join(map(in_words, g.board.areas)), " ".join(str(die.value) for die in g.dice)
    by_name: dict[str, object] = {
        "players": g.board.players,
        "turn": LETTERS[g.turn],
        "thrown": " ".join(str(die.thrown) for die in g.dice),
        "gone": in_words(g.board.gone),
        "attacked": "".join(LETTERS[colour] for colour in g.attacked),
        "steps": " ".join(LETTERS[step.colour] for step in g.steps),
        "turns_over": g.turns_over,
        "asks": _asks(g),
    }
    colours = len(g.board.areas)
    ones = " ".join("1" * colours)
    usual = dict.fromkeys(NAMES, "") | {"players": colours, "turn": LETTERS[0], "thrown": ones, "turns_over": 0}
    return written_with(f"{areas} : {dice}", by_name, usual, g.options)


def in_words(numbers: Sequence[int]) -> str:
    """Numbers by colour, as "r2 b9"."""
    return " ".join(f"{letter}{number}" for letter, number in zip(LETTERS, numbers, strict=False) if number)


def _asks(g: State) -> str:
    match g.question:
        case Ordering():
            return "ordering"
        case Attacking():
            return "attacking"
        case Sending(target=target):
            return f"sending {LETTERS[target]}"
        case Countering(colour=colour):
            return f"countering {LETTERS[colour]}"
        case Striking(send=send, target=target):
            origin = OUTSIDE if send.origin is None else LETTERS[send.origin]
            against = LETTERS[target if send.colour == g.turn else send.colour]
            return f"striking {against} {send.moves}+{send.strikes} {origin}>{LETTERS[send.area]}"
    return ""


NOTATION: Final = Notation(read, written, seats=lambda g: g.board.players)
