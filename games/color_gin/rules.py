"""Color Gin, in the order of RULES.md."""

from functools import lru_cache
from typing import Any, Final, Self

import msgspec
from msgspec.structs import replace

from games import engine
from games.color_gin.cards import (
    CARDS,
    JOKERS,
    POINTS,
    SUITS,
    Card,
    Discarded,
    Drew,
    Suit,
    Took,
    TurnedUp,
    in_order,
    named,
    suit_named,
)
from games.color_gin.evaluator import arrangement, best
from games.color_gin.going_out import cards_to_shed, is_legal, ways_out, ways_out_with_joker
from games.color_gin.lines import Dealer, LineKind
from games.color_gin.moves import Discard, Draw, GoOut, Next, Pass, Take
from games.color_gin.options import Options
from games.color_gin.sheet import Columns, Row, Sheet, ThisSheet, row_of
from games.color_gin.showdown import Showdown, showdown
from games.dealer import Chance, Whose
from games.engine import Ask, AskAll, Chair, Move, Seat, say

HAND: Final = 10
LEFT_WHEN_VOID: Final = 2
TAKES_IN_A_ROW: Final = 20


class State(engine.State, kw_only=True):
    """The table. Only the top of the discard pile lies open; nobody knows the order of the deck, so it has none."""

    agenda: "list[Upcard | Turn | Shedding | JokerDrawn | RoundOver]" = []
    options: Options
    dealing: Seat
    round: int = 0
    hands: list[list[Card]] = []
    deck: list[Card] = []
    pile: list[Card] = []
    """The discards, from the bottom up."""
    turn: Seat = 0
    turns: int = 0
    """Turns played in this round."""
    taken: Card | None = None
    drawn: Card | None = None
    """The eleventh card of the hand whose turn it is."""
    takes: int = 0
    """How often in a row somebody took from the pile."""
    scores: list[Columns]
    closed: dict[Suit, Seat] = {}
    sheet: Sheet = ()
    showdown: Showdown | None = None

    @property
    def other(self) -> Seat:
        """The seat whose turn it is not."""
        return 1 - self.turn

    @property
    def hand(self) -> list[Card]:
        """The hand whose turn it is."""
        return self.hands[self.turn]

    def copy(self) -> Self:
        """A copy that shares the sheet: a long match has many rows, and none ever changes."""
        copied = engine.State.copy(replace(self, sheet=()))
        copied.sheet = self.sheet
        return copied

    def to_encode(self) -> Any:
        """Encodes the rows only once: they stay the same for a whole round, and every move of it is sealed."""
        return replace(self, sheet=_written(ThisSheet(self.sheet)))


@lru_cache(maxsize=256)
def _written(sheet: ThisSheet) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(sheet.rows, order="sorted"))


# --- A round ------------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    """The first dealer is drawn. The other player starts."""
    g = State(
        options=options,
        dealing=dealer.pick(range(seats), "start"),
        scores=[dict.fromkeys(SUITS, 0) for _ in range(seats)],
    )
    deal(g, dealer)
    return g


def deal(g: State, dealer: Dealer) -> None:
    """Ten cards each, and one face up. The jokers go into the deck only now: RULES.md, decision 12."""
    g.round += 1
    g.deck = list(CARDS)
    g.hands = [in_order(from_deck(g, dealer, "table") for _ in range(HAND)) for _ in g.scores]
    g.pile = [from_deck(g, dealer, "table")]
    if g.options.mode == "jokers":
        g.deck += JOKERS
    g.turn, g.turns, g.takes = 1 - g.dealing, 0, 0
    g.taken = g.drawn = g.showdown = None
    dealer.say("dealt", say("Round {round}: {dealer} dealt.", round=g.round, dealer=Chair(g.dealing)), seat=g.dealing)
    up = g.pile[-1]
    dealer.say("turned_up", say("First discard: {card}.", card=named(up)), fades=True, sight=TurnedUp(up))
    g.first(Upcard(g.turn))


def from_deck(g: State, dealer: Dealer, whose: Whose = "mover") -> Card:
    card = dealer.pick(g.deck, "deck", whose)
    g.deck.remove(card)
    return card


class Upcard(Ask, frozen=True, tag="upcard"):
    """Do you take the first discard? "If the starting player doesn't want" it, they "must instead pass"."""

    prompt = "Take the first discard, or pass."
    waiting = "Waiting for {seats} to take the first discard or pass."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Take(g.pile[-1]), Pass()]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return Pass()

    def play(self, g: State, move: Take | Pass, dealer: Dealer) -> None:
        if isinstance(move, Take):
            take(g, dealer)
            return
        dealer.say("passed", say("{seat} passed.", seat=Chair(self.seat)), seat=self.seat)
        g.turn = g.other
        if self.seat != g.dealing:
            g.first(Upcard(g.turn))
        else:
            # The dealer "must pass back", and the starting player has already passed. RULES.md, decision 1.
            draw(g, dealer)


# --- A turn -------------------------------------------------------------------------------------------------


def next_turn(g: State, dealer: Dealer) -> None:
    """The next turn, or the next round once this one is on the sheet."""
    if len(g.sheet) == g.round:
        deal_next(g, dealer)
        return
    if g.takes == TAKES_IN_A_ROW:
        takes = "The discard has been taken {takes} times in a row: the next card comes from the deck."
        dealer.say("must_draw", say(takes, takes=g.takes))
    g.first(Turn(g.turn))


class Turn(Ask, frozen=True, tag="turn"):
    """From the deck or from the discard pile?"""

    prompt = "Draw from the deck or take the discard."
    waiting = "Waiting for {seats} to draw or take the discard."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Draw(), Take(g.pile[-1])] if g.takes < TAKES_IN_A_ROW else [Draw()]

    def play(self, g: State, move: Draw | Take, dealer: Dealer) -> None:
        if isinstance(move, Take):
            take(g, dealer)
        else:
            draw(g, dealer)


def take(g: State, dealer: Dealer) -> None:
    """Everybody sees which card is taken, and has to remember it."""
    card = g.pile.pop()
    g.hands[g.turn] = in_order([*g.hand, card])
    g.taken = card
    g.takes += 1
    shown = say("{seat} took the {card}.", seat=Chair(g.turn), card=named(card))
    dealer.say("took", shown, seat=g.turn, fades=True, sight=Took(g.turn, card))
    dealer.say("took", say("{seat} took the discard.", seat=Chair(g.turn)), seat=g.turn)
    g.first(Shedding(g.turn))


def draw(g: State, dealer: Dealer) -> None:
    card = from_deck(g, dealer)
    g.hands[g.turn] = in_order([*g.hand, card])
    g.drawn = card
    g.takes = 0
    dealer.tell(g.turn, "drew", say("You drew the {card}.", card=named(card)), fades=True, sight=Drew(g.turn, card))
    if card in JOKERS:
        dealer.say("drew_joker", say("{seat} drew a joker and has to go out.", seat=Chair(g.turn)), seat=g.turn)
        g.first(JokerDrawn(g.turn))
    else:
        dealer.say("drew", say("{seat} drew from the deck.", seat=Chair(g.turn)), seat=g.turn)
        g.first(Shedding(g.turn))


class Shedding(Ask, frozen=True, tag="shedding"):
    """Which of eleven cards is shed, and is that the end of the round?"""

    prompt = "Discard a card, or go out if you can."
    waiting = "Waiting for {seats} to discard a card."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        discards = [Discard(card) for card in cards_to_shed(g.hand, g.taken)]
        return [*discards, *ways_out(g.hand, g.taken, [*g.closed])]

    def allows(self, g: State, seat: Seat, move: Move) -> bool:
        return isinstance(move, GoOut) and is_legal(move, g.hand, g.taken, [*g.closed])

    def can_be_answered(self, g: State, seat: Seat) -> bool:
        """Always: any card can be shed, except one that was just taken."""
        return True

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        """A discard: nobody goes out by running out of time."""
        return Discard(g.drawn or highest_leftover(g))

    def play(self, g: State, move: Discard | GoOut, dealer: Dealer) -> None:
        if isinstance(move, GoOut):
            go_out(g, move, dealer)
        else:
            discard(g, move.card, dealer)


def highest_leftover(g: State) -> Card:
    may_go = cards_to_shed(g.hand, g.taken)
    left = [card for card in best(g.hand).leftovers if card in may_go]
    return max(left or may_go, key=POINTS.__getitem__)


def discard(g: State, card: Card, dealer: Dealer) -> None:
    shown = say("{seat} discarded the {card}.", seat=Chair(g.turn), card=named(card))
    dealer.say("discarded", shown, seat=g.turn, fades=True, sight=Discarded(g.turn, card))
    dealer.say("discarded", say("{seat} discarded a card.", seat=Chair(g.turn)), seat=g.turn)
    shed(g, card)
    g.turn = g.other
    g.turns += 1
    if len(g.deck) <= LEFT_WHEN_VOID:
        end_without_score(g, dealer)


def shed(g: State, card: Card) -> None:
    g.hand.remove(card)
    g.pile.append(card)
    g.taken = g.drawn = None


def end_without_score(g: State, dealer: Dealer) -> None:
    """The deck is used up. RULES.md, decision 4."""
    void = "Only {left} cards were left in the deck: the round that {dealer} dealt was void."
    dealer.say("void", say(void, left=len(g.deck), dealer=Chair(g.dealing)))
    g.sheet += (Row(round=g.round, dealer=g.dealing),)


def deal_next(g: State, dealer: Dealer) -> None:
    """ "Alternating dealer", but after a void round the same deals again."""
    if g.sheet[-1].how != "void":
        g.dealing = 1 - g.dealing
    deal(g, dealer)


# --- Going out ----------------------------------------------------------------------------------------------


class JokerDrawn(Ask, frozen=True, tag="joker"):
    """How do you go out? "When you draw a joker, you have to"."""

    prompt = "You have drawn a joker: go out."
    waiting = "A joker was drawn. Waiting for {seats} to go out."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [*ways_out_with_joker(g.hand, g.hand[-1], [*g.closed])]

    def can_be_answered(self, g: State, seat: Seat) -> bool:
        """Always: any number of points is allowed."""
        return True

    def allows(self, g: State, seat: Seat, move: Move) -> bool:
        return isinstance(move, GoOut) and is_legal(move, g.hand, g.taken, [*g.closed])

    def play(self, g: State, move: GoOut, dealer: Dealer) -> None:
        go_out(g, move, dealer)


def go_out(g: State, move: GoOut, dealer: Dealer) -> None:
    shed(g, move.card)
    laid_out = arrangement(g.hand, move.melds)
    if laid_out.is_gin:
        dealer.say("gin", say("{seat} went gin.", seat=Chair(g.turn)), seat=g.turn)
    else:
        knocks = say("{seat} knocked with {points}.", seat=Chair(g.turn), points=laid_out.points)
        dealer.say("knock", knocks, seat=g.turn)
    score(g, showdown(g.options, g.turn, move.card, laid_out, g.hands[g.other], g.closed), dealer)
    g.first(RoundOver(asked=tuple(range(len(g.hands)))))


def score(g: State, shown: Showdown, dealer: Dealer) -> None:
    """ "You gain the same amount of points in each of those unspoiled suits"; a suit at the target is closed."""
    won: list[Suit] = []
    if shown.winner is not None:
        columns = g.scores[shown.winner]
        for suit in shown.suits:
            columns[suit] += shown.points
        won = [suit for suit in shown.suits if columns[suit] >= g.options.target]
        g.closed |= dict.fromkeys(won, shown.winner)
    g.showdown = replace(shown, won=tuple(won))
    g.sheet += (row_of(g.round, g.dealing, g.showdown),)
    tell_score(g.showdown, dealer)


def tell_score(shown: Showdown, dealer: Dealer) -> None:
    if shown.winner is None:
        dealer.say("no_score", say("No one scored."))
        return
    kind: LineKind = "scored"
    scores = "{seat} scored {points} in {suits}."
    if shown.winner != shown.out:
        kind = "undercut"
        scores = "{seat} undercut and scored {points} in {suits}."
    suits = [suit_named(suit) for suit in shown.suits]
    winner = Chair(shown.winner)
    dealer.say(kind, say(scores, seat=winner, points=shown.points, suits=suits), seat=shown.winner)
    if shown.won:
        won = [suit_named(suit) for suit in shown.won]
        dealer.say("won_suits", say("{seat} won {suits}.", seat=winner, suits=won), seat=shown.winner)


class RoundOver(AskAll, frozen=True, tag="round_over"):
    """Has everybody seen the hands?"""

    answers: dict[Seat, Next] = {}

    prompt = "Look at both hands, then go on."
    waiting = "Waiting for {seats} to go on."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Next()]

    def play_all(self, g: State, answers: dict[Seat, Next], dealer: Dealer) -> None:
        """Nothing is left on the agenda: the next round follows."""
