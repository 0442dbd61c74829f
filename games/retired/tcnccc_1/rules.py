"""TCNCCC, in the order of RULES.md."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from games import engine
from games.dealer import Chance, Dealer, Sight
from games.engine import Ask, Chair, Move, Outcome, Seat, Text, any_of, say
from games.retired.tcnccc_1.pieces import (
    ALL_PIECES,
    COLOURS,
    JOKER,
    Drawn,
    Full,
    Lifted,
    Piece,
    Placed,
    Returned,
    named,
)

CYLINDERS: Final = 4
PIECES_THAT_WIN: Final = 4
TURNS_EACH: Final = 100


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose."""

    capacity: Annotated[
        int,
        Meta(
            title="Pieces per cylinder",
            description="With fewer, cylinders fill up sooner; with more, the bag runs out sooner.",
            ge=4,
            le=8,
        ),
    ] = 6
    memory: Annotated[
        Literal["strict", "aided"],
        Meta(
            title="Memory",
            description="Whether the log keeps what is shown only for a moment.",
            extra_json_schema={"labels": {"strict": "Strict: in your head", "aided": "Aided: in the log"}},
        ),
    ] = "strict"


class State(engine.State, kw_only=True):
    """The table. Nobody may know what is in the bag or under a lid, nor how much."""

    agenda: "list[Turn | OnlyLift | Placing | GivingBack]" = []
    options: Options
    bag: list[Piece]
    """Always sorted: pieces in a bag have no order."""
    cylinders: dict[int, list[Piece]]
    """Those still in the game; each from the bottom up."""
    held: list[list[Piece]]
    """In front of each seat, in the order gained; colours all different, jokers any number."""
    out: list[bool]
    turn: Seat
    turns_left: int
    """With the present one."""

    @property
    def playing(self) -> list[Seat]:
        """The seats that are not out."""
        return [seat for seat, out in enumerate(self.out) if not out]


# --- The table ----------------------------------------------------------------------------------------------


def setup(seats: int, options: Options, dealer: Dealer) -> State:
    """All pieces in the bag, the cylinders empty, the first player drawn by lot."""
    g = State(
        options=options,
        bag=list(ALL_PIECES),
        cylinders={cylinder: [] for cylinder in range(CYLINDERS)},
        held=[[] for _ in range(seats)],
        out=[False] * seats,
        turn=dealer.pick(range(seats), "start"),
        turns_left=seats * TURNS_EACH,
    )
    dealer.say("first_turn", say("First turn: {seat}.", seat=Chair(g.turn)), seat=g.turn)
    ask_for_a_turn(g)
    return g


# --- Your turn ----------------------------------------------------------------------------------------------


def next_turn(g: State, dealer: Dealer) -> None:
    """Clockwise, past those who are out."""
    g.turns_left -= 1
    g.turn = clockwise_from(g, g.turn)[0]
    ask_for_a_turn(g)


def ask_for_a_turn(g: State) -> None:
    g.first(Turn(g.turn) if can_draw(g) else OnlyLift(g.turn))


def can_draw(g: State) -> bool:
    """There is a piece to draw and a place to put it. RULES.md, decision 3."""
    return bool(g.bag) and any(has_room(g, cylinder) for cylinder in g.cylinders)


def has_room(g: State, cylinder: int) -> bool:
    return len(g.cylinders[cylinder]) < g.options.capacity


def clockwise_from(g: State, seat: Seat) -> list[Seat]:
    """The others who are not out, from the seat's left on."""
    return [other for other in g.playing if other > seat] + [other for other in g.playing if other < seat]


class Draw(Move, frozen=True, tag="draw"):
    """Draw a piece from the bag."""

    def label(self) -> Text:
        return say("Draw a piece")


class Lift(Move, frozen=True, tag="lift"):
    """Lift a cylinder."""

    cylinder: int

    def label(self) -> Text:
        return say("Lift cylinder {cylinder}", cylinder=self.cylinder + 1)


class Turn(Ask, frozen=True, tag="turn"):
    """Draw or lift."""

    prompt = "Draw a piece from the bag, or lift a cylinder."
    waiting = "Waiting for {seats} to draw or lift."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Draw(), *(Lift(cylinder) for cylinder in g.cylinders)]

    def play(self, g: State, move: Draw | Lift, dealer: Dealer) -> None:
        match move:
            case Draw():
                draw(g, self.seat, dealer)
            case Lift(cylinder):
                lift(g, self.seat, cylinder, dealer)


class OnlyLift(Ask, frozen=True, tag="only_lift"):
    """A turn when nothing can be drawn."""

    prompt = "Nothing can be drawn: lift a cylinder."
    waiting = "Nothing can be drawn. Waiting for {seats} to lift a cylinder."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        return [Lift(cylinder) for cylinder in g.cylinders]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        standing = [Lift(cylinder) for cylinder, pieces in g.cylinders.items() if pieces]
        return any_of(standing or self.moves(g, seat), chance)

    def play(self, g: State, move: Lift, dealer: Dealer) -> None:
        lift(g, self.seat, move.cylinder, dealer)


# --- Drawing and placing ------------------------------------------------------------------------------------


def draw(g: State, seat: Seat, dealer: Dealer) -> None:
    piece = take_from_the_bag(g, dealer)
    # Told before the cylinder is chosen. RULES.md, decision 4.
    dealer.say(
        "drew",
        say("{seat} drew: {piece}.", seat=Chair(seat), piece=named(piece)),
        seat=seat,
        fades=True,
        sight=Drawn(piece),
    )
    g.first(Placing(seat, piece))


def take_from_the_bag(g: State, dealer: Dealer) -> Piece:
    piece = dealer.pick(g.bag, "bag")
    g.bag.remove(piece)
    return piece


class Place(Move, frozen=True, tag="place"):
    """Put the piece just drawn in a cylinder."""

    cylinder: int

    def label(self) -> Text:
        return say("Put it in cylinder {cylinder}", cylinder=self.cylinder + 1)


class Placing(Ask, frozen=True, tag="placing"):
    """Where does the piece go?"""

    piece: Piece

    prompt = "You drew: {piece}. Put it in a cylinder."
    waiting = "Drawn: {piece}. Waiting for {seats} to put it in a cylinder."

    def words(self) -> dict[str, engine.Argument]:
        return {"piece": named(self.piece)}

    def moves(self, g: State, seat: Seat) -> list[Move]:
        # Full ones too: whether a cylinder is full is for the players to remember.
        return [Place(cylinder) for cylinder in g.cylinders]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        # There is one: with every cylinder full, nothing can be drawn.
        return any_of([Place(cylinder) for cylinder in g.cylinders if has_room(g, cylinder)], chance)

    def play(self, g: State, move: Place, dealer: Dealer) -> None:
        if has_room(g, move.cylinder):
            place(g, self.seat, self.piece, move.cylinder, dealer)
        else:
            find_it_full(g, move.cylinder, dealer)
            # "If there is no room in that cylinder, everyone learns it, and you choose another one."
            g.first(Placing(self.seat, self.piece))


def place(g: State, seat: Seat, piece: Piece, cylinder: int, dealer: Dealer) -> None:
    g.cylinders[cylinder].append(piece)
    shown = say(
        "{seat} put a piece in cylinder {cylinder}: {piece}.",
        seat=Chair(seat),
        cylinder=cylinder + 1,
        piece=named(piece),
    )
    show(g, dealer, "placed", shown, Placed(cylinder, piece), seat, say("{seat} placed a piece.", seat=Chair(seat)))


def find_it_full(g: State, cylinder: int, dealer: Dealer) -> None:
    show(g, dealer, "full", say("Cylinder {cylinder} was full.", cylinder=cylinder + 1), Full(cylinder), g.turn)


def show(
    g: State, dealer: Dealer, kind: str, shown: Text, sight: Sight, seat: Seat, written: Text | None = None
) -> None:
    """Everybody sees it for a moment. Written down is only that it happened, at an aided table all of it."""
    dealer.say(kind, shown, seat=seat, fades=True, sight=sight)
    if g.options.memory == "aided":
        dealer.say(kind, shown, seat=seat)
    elif written is not None:
        dealer.say(kind, written, seat=seat)


# --- Lifting ------------------------------------------------------------------------------------------------


def lift(g: State, seat: Seat, cylinder: int, dealer: Dealer) -> None:
    bag_was_empty = not g.bag
    pieces, g.cylinders[cylinder] = g.cylinders[cylinder], []
    show_what_stood_there(g, seat, cylinder, pieces, dealer)
    if not pieces:
        go_out(g, seat, dealer)
    elif has_a_pair(pieces):
        keep_from(g, seat, pieces, dealer)
    else:
        pay_for_no_pair(g, seat, pieces, dealer)
    if bag_was_empty:
        remove(g, cylinder, dealer)


def show_what_stood_there(g: State, seat: Seat, cylinder: int, pieces: list[Piece], dealer: Dealer) -> None:
    shown = say("{seat} lifted cylinder {cylinder}: it was empty.", seat=Chair(seat), cylinder=cylinder + 1)
    if pieces:
        shown = say(
            "{seat} lifted cylinder {cylinder}: {pieces}.",
            seat=Chair(seat),
            cylinder=cylinder + 1,
            pieces=[named(piece) for piece in pieces],
        )
    show(g, dealer, "lifted" if pieces else "lifted_empty", shown, Lifted(cylinder, pieces), seat)


def has_a_pair(pieces: list[Piece]) -> bool:
    """Jokers make no pair, neither with each other nor with a colour. RULES.md, decision 6."""
    return any(pieces.count(colour) >= 2 for colour in COLOURS)


def keep_from(g: State, seat: Seat, pieces: list[Piece], dealer: Dealer) -> None:
    # "Keep one piece of that colour, unless you have that colour already." For each pair. RULES.md, decision 7.
    paired = [colour for colour in COLOURS if pieces.count(colour) >= 2]
    kept: list[Piece] = [colour for colour in paired if colour not in g.held[seat]]
    # "Keep every joker that stands with them", even if the pair brings nothing. RULES.md, decision 8.
    kept += [piece for piece in pieces if piece == JOKER]
    g.held[seat] += kept
    put_back(g, without(pieces, kept))
    if kept:
        say_kept = say(
            "{seat} lifted a cylinder and kept: {pieces}.",
            seat=Chair(seat),
            pieces=[named(piece) for piece in kept],
        )
    else:
        say_kept = say("{seat} lifted a cylinder and kept nothing.", seat=Chair(seat))
    dealer.say("kept" if kept else "kept_nothing", say_kept, seat=seat)


def without(pieces: list[Piece], taken: list[Piece]) -> list[Piece]:
    rest = list(pieces)
    for piece in taken:
        rest.remove(piece)
    return rest


def put_back(g: State, pieces: list[Piece]) -> None:
    g.bag = sorted(g.bag + pieces)


# --- No pair ------------------------------------------------------------------------------------------------


def pay_for_no_pair(g: State, seat: Seat, pieces: list[Piece], dealer: Dealer) -> None:
    # "All of it goes back in the bag, and you pay a penalty."
    put_back(g, pieces)
    dealer.say("no_pair", say("{seat} lifted a cylinder without a pair.", seat=Chair(seat)), seat=seat)
    if g.held[seat]:
        g.first(GivingBack(seat))
    else:
        let_the_others_draw(g, seat, dealer)


class GiveBack(Move, frozen=True, tag="give_back"):
    """Put one of your pieces back in the bag."""

    piece: Piece

    def label(self) -> Text:
        return say("Put back: {piece}", piece=named(self.piece))


class GivingBack(Ask, frozen=True, tag="giving_back"):
    """Which of your pieces goes back?"""

    prompt = "There was no pair. Choose one of your pieces to put back in the bag."
    waiting = "There was no pair. Waiting for {seats} to put a piece back in the bag."

    def moves(self, g: State, seat: Seat) -> list[Move]:
        # A joker too. RULES.md, decision 9.
        return [GiveBack(piece) for piece in dict.fromkeys(g.held[seat])]

    def lapsed(self, g: State, seat: Seat, chance: Chance) -> Move:
        coloured = [GiveBack(piece) for piece in g.held[seat] if piece != JOKER]
        return any_of(coloured or self.moves(g, seat), chance)

    def play(self, g: State, move: GiveBack, dealer: Dealer) -> None:
        g.held[self.seat].remove(move.piece)
        put_back(g, [move.piece])
        shown = say("{seat} put back: {piece}.", seat=Chair(self.seat), piece=named(move.piece))
        written = say("{seat} put a piece back.", seat=Chair(self.seat))
        show(g, dealer, "gave_back", shown, Returned(self.seat, move.piece), self.seat, written)


def let_the_others_draw(g: State, lifter: Seat, dealer: Dealer) -> None:
    # One by one, clockwise, until one of them wins or the bag is empty. RULES.md, decisions 10 and 11.
    for seat in clockwise_from(g, lifter):
        if g.bag and not someone_is_complete(g):
            draw_for_keeps(g, seat, dealer)


def draw_for_keeps(g: State, seat: Seat, dealer: Dealer) -> None:
    piece = take_from_the_bag(g, dealer)
    # "Keeps it, unless it is a colour they have already … A joker is always kept."
    if piece == JOKER or piece not in g.held[seat]:
        g.held[seat].append(piece)
        dealer.say("drew_kept", say("{seat} drew and kept: {piece}.", seat=Chair(seat), piece=named(piece)), seat=seat)
    else:
        put_back(g, [piece])
        shown = say("{seat} drew and put back: {piece}.", seat=Chair(seat), piece=named(piece))
        written = say("{seat} drew and kept nothing.", seat=Chair(seat))
        show(g, dealer, "drew_nothing", shown, Returned(seat, piece), seat, written)


# --- Out of the game ----------------------------------------------------------------------------------------


def go_out(g: State, seat: Seat, dealer: Dealer) -> None:
    g.out[seat] = True
    # So that all 27 pieces stay in play. RULES.md, decision 12.
    put_back(g, g.held[seat])
    g.held[seat] = []
    dealer.say("out", say("{seat} lifted an empty cylinder and is out.", seat=Chair(seat)), seat=seat)


def remove(g: State, cylinder: int, dealer: Dealer) -> None:
    """For lifts made while the bag was empty. RULES.md, decision 13."""
    del g.cylinders[cylinder]
    dealer.say("removed", say("Cylinder {cylinder} has left the game.", cylinder=cylinder + 1))


# --- The end ------------------------------------------------------------------------------------------------


def outcome(g: State) -> Outcome | None:
    """Four different pieces, or the last one at the table; or, in the end, most pieces."""
    if complete := [seat for seat in g.playing if is_complete(g, seat)]:
        return ended(g, complete, say("{seat} has four different colours and wins.", seat=Chair(complete[0])))
    if len(g.playing) == 1:
        last = g.playing[0]
        return ended(g, [last], say("{seat} is the last one at the table and wins.", seat=Chair(last)))
    if g.turns_left == 0:
        return most_pieces(g)
    return None


def is_complete(g: State, seat: Seat) -> bool:
    """Colours in front of a player all differ and a joker is any colour: so four pieces are four colours."""
    return len(g.held[seat]) >= PIECES_THAT_WIN


def someone_is_complete(g: State) -> bool:
    return any(is_complete(g, seat) for seat in g.playing)


def most_pieces(g: State) -> Outcome:
    """RULES.md, decision 15."""
    most = max(len(g.held[seat]) for seat in g.playing)
    winners = [seat for seat in g.playing if len(g.held[seat]) == most]
    why = say(
        "After {turns} turns, no one has four colours. Most pieces: {seats}.",
        turns=len(g.held) * TURNS_EACH,
        seats=[Chair(seat) for seat in winners],
    )
    return ended(g, winners, why)


def ended(g: State, winners: list[Seat], why: Text) -> Outcome:
    # Who is out comes after everybody who is not, even after those without a piece.
    scores = tuple(-1 if out else len(held) for held, out in zip(g.held, g.out, strict=True))
    return Outcome(winners=tuple(winners), scores=scores, why=why)
