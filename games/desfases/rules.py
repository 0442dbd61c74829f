"""Desfases, in the order of RULES.md."""

from itertools import product, takewhile

from games import engine
from games.dealer import Chance, Sight
from games.desfases.board import (
    BESIDE,
    POINTS,
    RAYS,
    SIDES,
    SQUARES,
    Coin,
    Fed,
    Pieces,
    Scored,
    Side,
    Square,
    ThrownAway,
    Tile,
    Used,
    opposite,
    turned,
)
from games.desfases.lines import Dealer, LineKind
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.options import Options
from games.engine import Argument, Ask, Chair, Move, Outcome, Seat, Text, any_of, say
from games.piecepack import NULL, SUITS, VALUES, Suit, named, suit_named, value_named


class State(engine.State, kw_only=True):
    """The table. The values of coins that lie suit side up are for the players to remember."""

    agenda: "list[Choosing | Moving | Scoring | Feeding]" = []
    options: Options
    seats: int
    starter: Seat
    tiles: dict[Square, Tile]
    """In the order of SQUARES."""
    players: dict[Suit, Seat] = {}
    """Who plays which suit, in the order in which the suits take their turns."""
    pieces: dict[Suit, Pieces] = {}
    """None before the dice are thrown."""
    turns_over: int = 0

    @property
    def suit(self) -> Suit:
        """The suit whose turn it is."""
        return [*self.players][self.turns_over % len(SUITS)]


# --- The table ----------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    """The tiles laid out at random, the first player drawn by lot; then the suits are chosen."""
    places = dict(zip(dealer.shuffle(SQUARES, "tiles"), product(SUITS, VALUES), strict=True))
    g = State(
        options=options,
        seats=seats,
        starter=dealer.pick(range(seats), "start"),
        tiles={square: Tile(*places[square], facing="S") for square in SQUARES},
    )
    dealer.say("first_turn", say("First turn: {seat}.", seat=Chair(g.starter)), seat=g.starter)
    if options.suits == "random":
        for suit in dealer.shuffle(SUITS, "suits"):
            take_suit(g, suit, dealer)
    else:
        g.first(Choosing(next_to_choose(g)))
    return g


def next_to_choose(g: State) -> Seat:
    """In turn, from the first player on; two players choose alternately. RULES.md, decisions 1 and 2."""
    return (g.starter + len(g.players)) % g.seats


class Choosing(Ask, frozen=True, tag="choosing"):
    """Which suit do you play?"""

    prompt = "Choose a suit to play."
    waiting = "Waiting for {seats} to choose a suit."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Choose(suit) for suit in free_suits(g)]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return any_of(self.moves(g, seat), chance)

    def play(self, g: State, move: Choose, dealer: Dealer) -> None:
        take_suit(g, move.suit, dealer)
        if len(free_suits(g)) > 1:
            g.first(Choosing(next_to_choose(g)))
        else:
            take_suit(g, free_suits(g)[0], dealer)


def free_suits(g: State) -> list[Suit]:
    return [suit for suit in SUITS if suit not in g.players]


def take_suit(g: State, suit: Suit, dealer: Dealer) -> None:
    seat = next_to_choose(g)
    g.players[suit] = seat
    # "Each player turns the tiles in one suit … so that they face in their direction."
    for tile in g.tiles.values():
        if tile.suit == suit:
            tile.facing = side_of(g, suit)
    dealer.say("suit", say("{seat} plays {suit}.", seat=Chair(seat), suit=suit_named(suit)), seat=seat)


def side_of(g: State, suit: Suit) -> Side:
    """The side that the suit's tiles face at first. RULES.md, decision 3."""
    if both_suits_face_their_player(g):
        return homes(g)[g.players[suit]]
    return SIDES[(g.starter + [*g.players].index(suit)) % len(SIDES)]


def homes(g: State) -> tuple[Side, ...]:
    """The side behind which each player sits."""
    return SIDES[::2] if both_suits_face_their_player(g) else SIDES[: g.seats]


def both_suits_face_their_player(g: State) -> bool:
    return g.seats == 2 and g.options.sides == "own"


def throw_dice(g: State, dealer: Dealer) -> None:
    squares = {(tile.suit, tile.value): square for square, tile in g.tiles.items()}
    for suit in g.players:
        # The coin and the tile "with the same value": one goes under the die, the pawn starts on the other.
        thrown = dealer.pick(VALUES, "die")
        pawn = squares[suit, thrown]
        reserve = [value for value in VALUES if value != thrown]
        g.pieces[suit] = Pieces(pawn=pawn, die=thrown, under=thrown, reserve=reserve)
        told = say(
            "The die of {suit} showed {value}: its pawn began on {square}.",
            suit=suit_named(suit),
            value=value_named(thrown),
            square=pawn,
        )
        tell(g, suit, "die", told, dealer, Fed(suit, thrown))


def tell(g: State, suit: Suit, kind: LineKind, told: Text, dealer: Dealer, sight: Sight | None = None) -> None:
    """Tell everybody. It is written down only if the scores are open. RULES.md, decision 15."""
    seat, written = g.players[suit], scores_are_open(g)
    if sight is not None or not written:
        dealer.say(kind, told, seat=seat, fades=True, sight=sight)
    if written:
        dealer.say(kind, told, seat=seat)


def scores_are_open(g: State) -> bool:
    return g.options.scores == "open"


def tell_its_player(g: State, coin: Coin, points: int, dealer: Dealer) -> None:
    """Tell only its player which coin was used, and what it brought. RULES.md, decision 15."""
    told = say("Your coin was the {coin}. Points: {points}.", coin=named(coin.suit, coin.value), points=points)
    dealer.tell(g.players[coin.suit], "used", told, fades=True, sight=Used(coin.suit, coin.value, points))


# --- Your turn ----------------------------------------------------------------------------------------------


def next_turn(g: State, dealer: Dealer) -> None:
    """The suits take turns until the end: none stops before the last round. RULES.md, decision 13."""
    if g.pieces:
        g.turns_over += 1
    else:
        throw_dice(g, dealer)
    turn_tiles(g)
    # "If their die has a value from 5 to ace …", "if their die has the value null."
    if g.pieces[g.suit].die == NULL:
        score_or_throw_away(g, dealer)
    else:
        move_or_stay(g, dealer)


def turn_tiles(g: State) -> None:
    # "… unless they are currently topped by a pawn, a coin or both." RULES.md, decision 10.
    pawns = squares_with_pawns(g)
    for square, tile in g.tiles.items():
        if tile.suit == g.suit and tile.coin is None and square not in pawns:
            tile.facing = turned(tile.facing)


def squares_with_pawns(g: State) -> set[Square]:
    return {pieces.pawn for pieces in g.pieces.values()}


# --- Moving the pawn ----------------------------------------------------------------------------------------


def move_or_stay(g: State, dealer: Dealer) -> None:
    pieces = g.pieces[g.suit]
    if reachable(pieces.pawn, squares_with_pawns(g)):
        g.first(Moving(g.players[g.suit], g.suit))
    else:
        # "They can only rest in the same space if there is no other option." RULES.md, decision 5.
        stays = "The pawn of {suit} could not move and stayed on {square}."
        tell(g, g.suit, "stayed", say(stays, suit=suit_named(g.suit), square=pieces.pawn), dealer)
        count_down(pieces)


def reachable(origin: Square, pawns: set[Square]) -> list[Square]:
    """Where a pawn may go: along eight lines, not past the gap nor a pawn. RULES.md, decision 4."""
    return [square for ray in RAYS[origin] for square in takewhile(lambda crossed: crossed not in pawns, ray)]


def count_down(pieces: Pieces) -> None:
    # "After the move, decrease the value on top of their die by one."
    pieces.die = VALUES[pieces.die - 1]


class TurnQuestion(Ask, frozen=True):
    """A question in the turn of a suit."""

    suit: Suit

    def words(self) -> dict[str, Argument]:
        return {"suit": suit_named(self.suit)}


class Moving(TurnQuestion, frozen=True, tag="moving"):
    """Where does the pawn go?"""

    prompt = "Move the pawn of {suit}."
    waiting = "Waiting for {seats} to move the pawn of {suit}."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [MoveTo(square) for square in reachable(g.pieces[self.suit].pawn, squares_with_pawns(g))]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return any_of(self.moves(g, seat), chance)

    def play(self, g: State, move: MoveTo, dealer: Dealer) -> None:
        pieces = g.pieces[self.suit]
        told = say(
            "{seat} moved the pawn of {suit} from {here} to {there}.",
            seat=Chair(self.seat),
            suit=suit_named(self.suit),
            here=pieces.pawn,
            there=move.to,
        )
        tell(g, self.suit, "moved", told, dealer)
        pieces.pawn = move.to
        count_down(pieces)


# --- Scoring ------------------------------------------------------------------------------------------------


def score_or_throw_away(g: State, dealer: Dealer) -> None:
    # "If there are no tiles that can be scored": otherwise one must. RULES.md, decision 9.
    if tiles_facing(g, g.pieces[g.suit].pawn):
        g.first(Scoring(g.players[g.suit], g.suit))
    else:
        throw_away(g, g.suit, dealer)
        feed_or_stop(g, g.suit, dealer)


def tiles_facing(g: State, pawn: Square) -> list[Square]:
    """Tiles next to the pawn, of any suit, that face it and are not scored. RULES.md, decisions 6 to 8."""
    return [
        square
        for side, square in BESIDE[pawn].items()
        if g.tiles[square].facing == opposite(side) and g.tiles[square].coin is None
    ]


def throw_away(g: State, suit: Suit, dealer: Dealer) -> None:
    """Throw the coin away, for no points. RULES.md, decision 12."""
    coin = Coin(suit, g.pieces[suit].use())
    g.pieces[suit].gap.append(coin.value)
    tell_thrown_away(g, coin, dealer)


def tell_thrown_away(g: State, coin: Coin, dealer: Dealer) -> None:
    suit = suit_named(coin.suit)
    if scores_are_open(g):
        it = named(coin.suit, coin.value)
        told = say("No tile faced the pawn of {suit}: the {coin} went to the gap.", suit=suit, coin=it)
        tell(g, coin.suit, "thrown_away", told, dealer, ThrownAway(coin.suit, coin.value))
    else:
        told = say("No tile faced the pawn of {suit}: its coin went to the gap.", suit=suit)
        tell(g, coin.suit, "thrown_away", told, dealer, ThrownAway(coin.suit))
        tell_its_player(g, coin, 0, dealer)


class Scoring(TurnQuestion, frozen=True, tag="scoring"):
    """Which of the tiles that face the pawn is scored?"""

    prompt = "The timer of {suit} has run down: choose a tile to score."
    waiting = "Waiting for {seats} to score a tile with {suit}."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Score(square) for square in tiles_facing(g, g.pieces[self.suit].pawn)]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        tiles = tiles_facing(g, g.pieces[self.suit].pawn)
        return Score(max(tiles, key=lambda square: g.tiles[square].value))

    def play(self, g: State, move: Score, dealer: Dealer) -> None:
        score(g, self.suit, move.tile, dealer)
        feed_or_stop(g, self.suit, dealer)


def score(g: State, suit: Suit, square: Square, dealer: Dealer) -> None:
    tile, coin = g.tiles[square], Coin(suit, g.pieces[suit].use())
    tile.coin = coin
    tell_scored(g, square, tile, coin, dealer)


def tell_scored(g: State, square: Square, tile: Tile, coin: Coin, dealer: Dealer) -> None:
    points = points_on(tile, coin)
    words: dict[str, Argument] = {
        "seat": Chair(g.players[coin.suit]),
        "tile": named(tile.suit, tile.value),
        "square": square,
    }
    if scores_are_open(g):
        it = named(coin.suit, coin.value)
        told = say(
            "{seat} scored the {tile} on {square} with the {coin}. Points: {points}.", **words, coin=it, points=points
        )
        tell(g, coin.suit, "scored", told, dealer, Scored(coin.suit, square, coin.value, points))
    else:
        told = say("{seat} scored the {tile} on {square} with a coin of {suit}.", **words, suit=suit_named(coin.suit))
        tell(g, coin.suit, "scored", told, dealer, Scored(coin.suit, square))
        tell_its_player(g, coin, points, dealer)


def points_on(tile: Tile, coin: Coin) -> int:
    return POINTS[tile.value][coin.value]


# --- Feeding the timer --------------------------------------------------------------------------------------


def feed_or_stop(g: State, suit: Suit, dealer: Dealer) -> None:
    if g.pieces[suit].reserve:
        g.first(Feeding(g.players[suit], suit))
    else:
        tell(g, suit, "stopped", say("The timer of {suit} has stopped.", suit=suit_named(suit)), dealer)
        if is_over(g):
            turn_coins_over(g, dealer)
            tell_points(g, dealer)


class Feeding(TurnQuestion, frozen=True, tag="feeding"):
    """Which coin goes under the die?"""

    prompt = "Choose a coin to load the timer of {suit}."
    waiting = "Waiting for {seats} to load the timer of {suit}."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Feed(value) for value in g.pieces[self.suit].reserve]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        return Feed(min(g.pieces[self.suit].reserve))

    def play(self, g: State, move: Feed, dealer: Dealer) -> None:
        pieces = g.pieces[self.suit]
        pieces.reserve.remove(move.coin)
        # "The die will be turned to show, on its top, the value of the coin." RULES.md, decision 11.
        pieces.under = pieces.die = move.coin
        told = say("{seat} loaded the timer with the {coin}.", seat=Chair(self.seat), coin=named(self.suit, move.coin))
        tell(g, self.suit, "fed", told, dealer, Fed(self.suit, move.coin))


# --- The end ------------------------------------------------------------------------------------------------


def is_over(g: State) -> bool:
    # "… after all the timers have stopped and there are no more coins left to feed them."
    return bool(g.pieces) and all(pieces.stopped for pieces in g.pieces.values())


def turn_coins_over(g: State, dealer: Dealer) -> None:
    """Tell everybody which coins lie where, unless the scores were open anyway. RULES.md, decision 15."""
    if scores_are_open(g):
        return
    for suit, seat in g.players.items():
        if marks := [marked(square, tile) for square, tile in g.tiles.items() if tile.coin and tile.coin.suit == suit]:
            dealer.say("revealed", say("Revealed, {suit}: {marks}.", suit=suit_named(suit), marks=marks), seat=seat)


def marked(square: Square, tile: Tile) -> Text:
    assert tile.coin is not None
    coin, on = value_named(tile.coin.value), named(tile.suit, tile.value)
    return say("the {coin} on {square} ({tile})", coin=coin, square=square, tile=on)


def tell_points(g: State, dealer: Dealer) -> None:
    for suit, seat in g.players.items():
        told = say(
            "Points of {seat} with {suit}: {points}.", seat=Chair(seat), suit=suit_named(suit), points=points(g, suit)
        )
        dealer.say("points", told, seat=seat)


def points(g: State, suit: Suit) -> int:
    return sum(points_on(tile, tile.coin) for tile in scored_by(g, suit) if tile.coin)


def scored_by(g: State, suit: Suit) -> list[Tile]:
    return [tile for tile in g.tiles.values() if tile.coin and tile.coin.suit == suit]


def outcome(g: State) -> Outcome | None:
    """Most points; ties share. RULES.md, decision 14."""
    if not is_over(g):
        return None
    # "The scores of both suits will be added up in the end."
    scores = tuple(sum(points(g, suit) for suit in g.players if g.players[suit] == seat) for seat in range(g.seats))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    why = say("Most points: {seats}, with {points}.", seats=[Chair(seat) for seat in winners], points=max(scores))
    return Outcome(winners=winners, scores=scores, why=why)
