"""The view: everybody sees everything."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from games.color_dice.attacking import Attacking, Countering, Sending, Striking
from games.color_dice.attacks import attacks
from games.color_dice.board import LOCKED, NAMES, PAWNS, Area, Colour, Name
from games.color_dice.moves import Send
from games.color_dice.rules import Ordering, State, Throwing
from games.color_dice.table import MOST_THROWS, ROUNDS, Does, Step, ahead, allowed_by_dice
from games.dealer import Chance
from games.engine import Seat
from games.views import seen_by_all

Phase: TypeAlias = Literal["throwing", "ordering", "attacking", "sending", "striking", "countering", "over"]
Pips: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class SeenColour(Struct, frozen=True, kw_only=True):
    """A colour, its die, and its pawns outside the areas. Without a seat it is a dummy."""

    name: Name
    seat: Seat | None
    die: Pips
    thrown: Annotated[int, Meta(ge=1, le=3)]
    """How often in this turn."""
    outside: int
    gone: int
    may: Does | None
    """What the dice allow, until it is over in this turn: the player whose turn it is may attack this colour, or it may
    counterattack them …"""
    pawns: int
    """… with this many pawns."""
    blocked: bool
    """Whether no group of so many pawns can do that, as the pawns stand now."""
    attacked: bool
    """Already, in this turn."""


class SeenAttack(Struct, frozen=True, kw_only=True):
    """The attack that is being chosen. `send`: its group, when only the pawns to strike are still open."""

    colour: Colour
    target: Colour
    pawns: int
    counter: bool
    send: Send | None = None


class View(Struct, frozen=True, kw_only=True):
    """The table. `areas`: in each, how many pawns of each colour. `locked`: areas, and colours in them. `places`: in
    each area, as many as each colour has pawns. `locks`: how many pawns of a colour lock it abroad. `throws`: how often
    a die may be thrown in a turn."""

    players: int
    turn: Seat | None
    round: int
    rounds: int
    phase: Phase
    colours: list[SeenColour]
    areas: list[list[int]]
    locked: list[tuple[Area, Colour]]
    places: int
    locks: tuple[int, ...]
    throws: int
    attack: SeenAttack | None
    to_come: list[Step]
    """In this turn, after what is being asked."""


PHASES: Final[dict[type, Phase]] = {Throwing: "throwing", Ordering: "ordering", Attacking: "attacking",
                                    Sending: "sending", Striking: "striking", Countering: "countering"}  # fmt: skip


@seen_by_all
def view(g: State) -> View:
    """What everybody sees."""
    board, over, attack = g.board, g.question is None, seen_attack(g)
    acting = attack.colour if attack else g.turn
    return View(
        players=board.players,
        turn=None if over else g.turn,
        round=min(g.turns_over // board.players + 1, ROUNDS),
        rounds=ROUNDS,
        phase=next((phase for kind, phase in PHASES.items() if isinstance(g.question, kind)), "over"),
        colours=[seen_colour(g, colour, acting) for colour in board.colours],
        areas=[list(pawns) for pawns in board.areas],
        locked=[(area, colour) for area in board.colours for colour in board.colours if board.is_locked(colour, area)],
        places=PAWNS,
        locks=LOCKED,
        throws=MOST_THROWS,
        attack=attack,
        to_come=[] if over else list(g.steps),
    )


def seen_colour(g: State, colour: Colour, acting: Colour) -> SeenColour:
    board, die = g.board, g.dice[colour]
    may = still_allowed(g, colour, acting) if g.question else None
    return SeenColour(
        name=NAMES[colour],
        seat=None if board.is_dummy(colour) else colour,
        die=die.value,
        thrown=die.thrown,
        outside=board.outside[colour],
        gone=board.gone[colour],
        may=may,
        pawns=abs(ahead(g, colour)) if may else 0,
        blocked=may is not None and is_blocked(g, colour, may),
        attacked=colour in g.attacked,
    )


def still_allowed(g: State, colour: Colour, acting: Colour) -> Does | None:
    """What the dice allow, unless that step of the turn is over. A colour that was attacked stays attacked. `acting`:
    the colour whose step it is now."""
    does = allowed_by_dice(g, colour)
    if does is None or isinstance(g.question, Throwing | Ordering) or colour in g.attacked:
        return does
    step = Step(does, g.turn if does == "attack" else colour)
    return does if step in g.steps or step.colour == acting else None


def is_blocked(g: State, colour: Colour, does: Does) -> bool:
    """Whether an attack on this colour, or its counterattack, cannot be made as the pawns stand."""
    acting, target = (g.turn, colour) if does == "attack" else (colour, g.turn)
    return not any(attacks(g.board, g.options, acting, target, abs(ahead(g, colour))))


def seen_attack(g: State) -> SeenAttack | None:
    match g.question:
        case Sending(target=target, pawns=pawns):
            return SeenAttack(colour=g.turn, target=target, pawns=pawns, counter=False)
        case Countering(colour=colour, target=target, pawns=pawns):
            return SeenAttack(colour=colour, target=target, pawns=pawns, counter=True)
        case Striking(send=send, target=target):
            counter = send.colour != g.turn
            return SeenAttack(colour=send.colour, target=target, pawns=send.pawns, counter=counter, send=send)
        case _:
            return None


def scramble(g: State, seat: Seat | None, chance: Chance) -> State:
    """Nothing is hidden: the same table again."""
    return g.copy()
