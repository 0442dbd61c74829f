"""Attacks: which groups of pawns may go where, and the resulting board. RULES.md, "Attacks"."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from games.color_dice.board import PAWNS, Area, Board, Colour
from games.color_dice.moves import Kind, Send, Struck
from games.color_dice.options import Options

MOVES_ANYWHERE: Final = ("sheet", "free")
"""What the host may choose so that groups move to any area, not only to the home of the colour attacked …"""
STRIKES_ONE: Final = ("sheet", "colour")
"""… and so that they strike only pawns of that colour, wherever these are. RULES.md, decision 3."""

Available: TypeAlias = dict[Colour, int]
"""How many pawns of each colour can be struck."""


def attacks(board: Board, options: Options, colour: Colour, target: Colour, pawns: int) -> Iterator[Send]:
    """Every group of this many pawns with which this colour may attack that one."""
    return (
        send
        for origin in origins(board, colour, pawns)
        for area in board.colours
        # "You cannot move to your home area, nor strike any pawns there"; "from one area to another area".
        if area not in (colour, origin) and not (board.is_dummy(colour) and _would_win(board, colour, area, pawns))
        for send in _into(board, options, colour, target, pawns, origin, area)
    )


def origins(board: Board, colour: Colour, pawns: int) -> list[Area | None]:
    """Places with enough pawns that are free to go. Dummies use only those inside. RULES.md, decision 16."""
    inside: list[Area | None] = [
        area for area in board.colours if board.areas[area][colour] >= pawns and not board.is_locked(colour, area)
    ]
    outside = not board.is_dummy(colour) and board.outside[colour] >= pawns
    return [None, *inside] if outside else inside


def _would_win(board: Board, colour: Colour, area: Area, pawns: int) -> bool:
    return board.areas[area][colour] + pawns == PAWNS


def _into(
    board: Board, options: Options, colour: Colour, target: Colour, pawns: int, origin: Area | None, area: Area
) -> Iterator[Send]:
    def send(struck: Struck | None = (), moves: int = 0) -> Send:
        kind: Kind = "move" if moves == pawns else "mixed" if moves else "strike"
        return Send(colour=colour, kind=kind, origin=origin, area=area, moves=moves, strikes=pawns - moves,
                    struck=struck, players=board.players)  # fmt: skip

    is_home = area == target
    if (is_home or options.target in MOVES_ANYWHERE) and board.empty(area) >= pawns:
        yield send(moves=pawns)
    # "Pawns outside must be moved inside before they can strike."
    if origin is None:
        return
    available = strikeable(board, options, colour, target, area)
    if sum(available.values()) >= pawns:
        yield send(struck=_only_way(available, pawns))
    if is_home or options.target == "free":
        yield from (send((area,) * (pawns - moves), moves) for moves in _mixed(board, area, pawns))


def strikeable(board: Board, options: Options, colour: Colour, target: Colour, area: Area) -> Available:
    """The pawns in this area that may be struck."""
    if options.target == "area" and area != target:
        return {}
    victims = [target] if options.target in STRIKES_ONE else [other for other in board.colours if other != colour]
    return {
        victim: board.areas[area][victim]
        for victim in victims
        if board.areas[area][victim] and not board.is_locked(victim, area)
    }


def _mixed(board: Board, area: Area, pawns: int) -> range:
    """ "When you attack the home area of an opponent that still has starting pawns left": how many of the group may
    move while the others strike these pawns. RULES.md, decision 7."""
    fewest = max(1, pawns - board.areas[area][area])
    return range(fewest, min(pawns - 1, board.empty(area)) + 1)


def _only_way(available: Available, strikes: int) -> Struck | None:
    """The pawns that are struck; None if they are yet to be chosen."""
    if len(available) == 1 or sum(available.values()) == strikes:
        return ways_to_strike(available, strikes)[0]
    return None


def ways_to_strike(available: Available, strikes: int) -> list[Struck]:
    """All choices of this many of these pawns."""
    if not available:
        return [()] if strikes == 0 else []
    (victim, most), *others = available.items()
    return [
        (victim,) * number + rest
        for number in range(min(most, strikes), -1, -1)
        for rest in ways_to_strike(dict(others), strikes - number)
    ]


def carry_out(board: Board, send: Send) -> None:
    """Move the group; struck pawns go outside, those of dummies out of the game. RULES.md, decision 17."""
    colour, there = send.colour, board.areas[send.area]
    assert send.struck is not None, "which pawns are struck was not chosen"
    if send.origin is None:
        board.outside[colour] -= send.pawns
    else:
        board.areas[send.origin][colour] -= send.pawns
    there[colour] += send.pawns
    for victim in send.struck:
        there[victim] -= 1
        (board.gone if board.is_dummy(victim) else board.outside)[victim] += 1
