"""Positions of Color Gin as text.

    KS KH KC 4H 5H 6H 7D 8D 9D AH / 2D 4D 6D 8D TD 3C 5C 7C 9C JC / QS JS : turns 4, scores 70 0 25 0 - 0 0 0 30

First come the hands, then the discards from the bottom up: JS lies on top. The jokers are *1 and *2. All cards that are
nowhere else are in the deck. The player whose turn it is has to shed a card if one was just drawn or taken; without
turns in this round, they are asked whether they take the first discard. Behind a colon may follow, by name:

    dealer 0       who dealt, as usual player 1
    turn 1         whose turn it is, as usual that of player 0
    round 3, turns 4
                   the round, as usual 1; turns played in it, as usual none
    drawn AH, taken AH
                   the eleventh card of the hand whose turn it is, and where it is from
    takes 2        how often in a row somebody took from the pile, as usual never
    deck 2S 3S     if other cards are missing, too
    scores 70 0 25 0 - 0 0 0 30
                   the columns of both players: spades, hearts, diamonds, clubs; as usual 0
    closed S0 H1   the suits that are won, in this order, each with its player
    out KS KH KC + 4H 5H 6H
                   the player whose turn it is has gone out with these melds, and has shed what lies on the pile;
                   "out -" without any, "out void" if the deck was used up
    won S H        the suits that are won by that
    ready 1        the players who have seen the hands
    target 50, mode coop, two_each total, gin_bonus 25, undercut_bonus 20, equal_counts nobody
                   the options

The lines of earlier rounds on the score sheet are not part of it, nor are the numbers of questions: read() writes down
every earlier round as void.
"""

from typing import Final

from msgspec.structs import replace

from games.color_gin.cards import ALL, CARDS, JOKERS, SUITS, Card, Suit, in_order
from games.color_gin.evaluator import arrangement
from games.color_gin.match import MOST_ROUNDS, outcome
from games.color_gin.moves import Next
from games.color_gin.options import Options
from games.color_gin.rules import HAND, TAKES_IN_A_ROW, JokerDrawn, RoundOver, Shedding, State, Turn, Upcard
from games.color_gin.sheet import Columns, Row, row_of
from games.color_gin.showdown import Showdown, showdown
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

SEATS: Final = range(2)
MOST_TURNS: Final = 1000
MOST_POINTS: Final = 9999
NONE: Final = "-"
VOID: Final = "void"
NOTHING: Final = "0 0 0 0 - 0 0 0 0"
BY_NAME: Final[dict[str, Card]] = {card: card for card in ALL}
BY_SUIT: Final[dict[str, Suit]] = {suit: suit for suit in SUITS}
USUAL: Final[dict[str, object]] = {
    "dealer": 1, "turn": 0, "round": 1, "turns": 0, "drawn": "", "taken": "", "takes": 0, "deck": "", "scores": NOTHING,
    "closed": "", "out": "", "won": "", "ready": "",
}  # fmt: skip


def read(text: str) -> State:
    """The position that is written so. Raises Unreadable."""
    table, more, *_ = *parts(text, ":", (1, 2), "parts"), ""
    *hands, pile = map(cards, parts(table, "/", (3,), "parts"))
    given = facts(more, *USUAL, options=Options)
    turn = number(given.get("turn", "0"), SEATS, "turn")
    g = State(
        options=options_in(given, Options),
        dealing=number(given.get("dealer", "1"), SEATS, "dealer"),
        turn=turn,
        round=number(given.get("round", "1"), range(1, MOST_ROUNDS + 1), "round"),
        turns=number(given.get("turns", "0"), range(MOST_TURNS), "turns"),
        hands=list(map(in_order, hands)),
        pile=pile,
        drawn=_in_hand(given, "drawn", hands[turn]),
        taken=_in_hand(given, "taken", hands[turn]),
        takes=number(given.get("takes", "0"), range(TAKES_IN_A_ROW + 1), "takes"),
        scores=_scores(given.get("scores", NOTHING)),
        closed=_closed(given.get("closed", "")),
    )
    g.deck = _deck(g, given.get("deck", ""))
    g.sheet = tuple(Row(round=number, dealer=0) for number in range(1, g.round))
    _ask(g, given)
    return settled(g, outcome(g) is not None)


def cards(words: str) -> list[Card]:
    """ "QH TD" as cards; "-" is none."""
    return [] if words == NONE else [one_of(word, BY_NAME, "a card") for word in words.split()]


def _in_hand(given: dict[str, str], name: str, hand: list[Card]) -> Card | None:
    card = given.get(name)
    if card is not None and (card not in hand or len(given.keys() & {"drawn", "taken"}) == 2):
        raise Unreadable(f"{name} is {card!r}: expected one card of the hand whose turn it is, either drawn or taken")
    return None if card is None else BY_NAME[card]


def _scores(words: str) -> list[Columns]:
    by_seat = parts(words, " - ", (len(SEATS),), "players")
    columns = [numbers(each, range(MOST_POINTS + 1), "a score") for each in by_seat]
    if any(len(each) != len(SUITS) for each in columns):
        raise Unreadable(f"scores are {words!r}: expected four numbers for each player, as {NOTHING}")
    return [dict(zip(SUITS, each, strict=True)) for each in columns]


def _closed(words: str) -> dict[Suit, Seat]:
    once_each((word[0] for word in words.split()), "suit")
    return {one_of(word[0], BY_SUIT, "a suit"): number(word[1:], SEATS, "a player") for word in words.split()}


def _deck(g: State, words: str) -> list[Card]:
    everything = (*CARDS, *JOKERS) if g.options.mode == "jokers" else CARDS
    elsewhere = [*g.hands[0], *g.hands[1], *g.pile]
    deck = in_order(cards(words)) if words else [card for card in everything if card not in elsewhere]
    once_each([*elsewhere, *deck], "card")
    if not {*elsewhere, *deck} <= {*everything}:
        raise Unreadable("there are jokers: expected them only with mode jokers")
    return deck


# --- The question -------------------------------------------------------------------------------------------


def _ask(g: State, given: dict[str, str]) -> None:
    if "out" in given:
        _go_out(g, given)
    elif not g.pile and g.drawn is None and g.taken is None:
        raise Unreadable("there are no discards: expected one to take")
    elif g.drawn in JOKERS:
        g.first(JokerDrawn(g.turn))
    elif g.drawn or g.taken:
        g.first(Shedding(g.turn))
    else:
        g.first(Turn(g.turn) if g.turns else Upcard(g.turn))


def _go_out(g: State, given: dict[str, str]) -> None:
    if given["out"] == VOID:
        g.sheet += (Row(round=g.round, dealer=g.dealing),)
        return
    won = [one_of(letter, BY_SUIT, "a suit") for letter in given.get("won", "").split()]
    g.showdown = _showdown(g, given["out"], won)
    g.sheet += (row_of(g.round, g.dealing, g.showdown),)
    ready = {seat: Next() for seat in numbers(given.get("ready", NONE), SEATS, "ready")}
    g.first(RoundOver(asked=tuple(SEATS), answers=ready))


def _showdown(g: State, out: str, won: list[Suit]) -> Showdown:
    melds = [] if out == NONE else [tuple(cards(meld)) for meld in out.split("+")]
    if not g.pile or [len(hand) for hand in g.hands] != [HAND, HAND]:
        raise Unreadable(f"somebody has gone out: expected two hands of {HAND}, and a discard")
    try:
        laid_out = arrangement(g.hand, melds)
    except ValueError as error:
        raise Unreadable(f"out is {out!r}: expected melds of the hand ({error})") from None
    before = [suit for suit in g.closed if suit not in won]
    return replace(showdown(g.options, g.turn, g.pile[-1], laid_out, g.hands[g.other], before), won=tuple(won))


# --- Writing ------------------------------------------------------------------------------------------------


def written(g: State) -> str:
    """A position as text."""
    by_name: dict[str, object] = {
        "dealer": g.dealing,
        "turn": g.turn,
        "round": g.round,
        "turns": g.turns,
        "drawn": g.drawn or "",
        "taken": g.taken or "",
        "takes": g.takes,
        "deck": "" if g.deck == _deck(g, "") else " ".join(g.deck),
        "scores": " - ".join(" ".join(str(columns[suit]) for suit in SUITS) for columns in g.scores),
        "closed": " ".join(f"{suit}{seat}" for suit, seat in g.closed.items()),
        "out": _out(g),
        "won": " ".join(g.showdown.won) if g.showdown else "",
        "ready": " ".join(map(str, g.question.answers)) if isinstance(g.question, RoundOver) else "",
    }
    table = " / ".join(" ".join(each) or NONE for each in (*g.hands, g.pile))
    return written_with(table, by_name, USUAL, g.options)


def _out(g: State) -> str:
    if g.showdown is None:
        return VOID if len(g.sheet) == g.round else ""
    return " + ".join(" ".join(meld) for meld in g.showdown.hands[g.turn].melds) or NONE


NOTATION: Final = Notation(read, written, seats=lambda g: len(g.hands))
