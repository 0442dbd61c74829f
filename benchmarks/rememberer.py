"""Plays TCNCCC against a simple player with a perfect memory: a measure from outside for bots.

    python -m benchmarks.rememberer strong --games 400 --seed b
    python -m benchmarks.rememberer strong --seats 4 --games 400       one against three of them
    python -m benchmarks.rememberer policy                             what strong bots play out

Every deal is played once on each seat. Nothing of the bots' own code is used by the player.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import Pool
from typing import Final, NamedTuple

from games import GAMES
from games.bot import Level
from games.dealer import Chance, Line
from games.engine import Game, Move, Seat
from games.tcnccc.pieces import COLOURS, JOKER, Lifted, Piece, Placed
from games.tcnccc.rules import Draw, GiveBack, GivingBack, Lift, Place, Placing, State, Turn, clockwise_from, has_a_pair
from tools.arena import Costs, contest, wilson

GAME: Final = GAMES["tcnccc"]
POLICY: Final = "policy"
AT_ONCE: Final = 1
"""Too few rollouts to compare anything: a strong bot then plays its policy."""
WINS: Final = 10
"""What a lift is worth that wins, in addition to its pieces."""


def rememberer(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """Remembers all, gives nothing to the next two players, and builds for itself."""
    standing = {cylinder: list[Piece]() for cylinder in g.cylinders}
    for line in heard:
        match line.sight:
            case Placed(cylinder, piece) if cylinder in standing:
                standing[cylinder].append(piece)
            case Lifted(cylinder) if cylinder in standing:
                standing[cylinder].clear()
    following = clockwise_from(g, seat)[:2]

    def brings(player: Seat, pieces: list[Piece]) -> int:
        if not has_a_pair(pieces):
            return 0
        new = sum(pieces.count(colour) >= 2 and colour not in g.held[player] for colour in COLOURS)
        new += pieces.count(JOKER)
        return new + WINS * (new + len(g.held[player]) >= 4)

    def left(cylinder: int, pieces: list[Piece]) -> list[int]:
        """The most that a lift brings each of the following, after this one holds these pieces; then for oneself."""
        after = {**standing, cylinder: pieces}.values()
        return [max(brings(player, each) for each in after) for player in (*following, seat)]

    match g.question:
        case Placing(_, piece, full):
            room = [c for c in standing if len(standing[c]) < g.options.capacity and c not in full]
            places = {c: left(c, [*standing[c], piece]) for c in room or standing}
            return Place(min(places, key=lambda c: (*places[c][:-1], -places[c][-1])))
        case GivingBack():
            under = [piece for pieces in standing.values() for piece in pieces]
            return GiveBack(min(g.held[seat], key=lambda piece: (piece == JOKER, -under.count(piece))))
        case question:
            now = left(-1, [])
            worth = {c: 2 * brings(seat, standing[c]) + sum(now[:-1]) - sum(left(c, [])[:-1]) for c in standing}
            best = max(worth, key=lambda c: (worth[c], has_a_pair(standing[c]), len(standing[c])))
            may_draw = isinstance(question, Turn)
            return Draw() if may_draw and (worth[best] <= 0 or not has_a_pair(standing[best])) else Lift(best)


class Match(NamedTuple):
    """One bot against rememberers on all other seats."""

    player: str
    seats: int
    seed: str

    def deal(self, number: int) -> tuple[list[float], Costs]:
        """The bot's shares of one deal, played once on each seat, and what its decisions cost."""
        game, level = _opponents(self.player)
        costs = {"medium": Costs(), level: (mine := Costs())}
        seed, options = f"{self.seed}/{number}", game.Options()
        return [*contest(game, self.seats, options, (level, "medium"), self.seats, seed, costs)], mine


def _opponents(player: str) -> tuple[Game, Level]:
    """The game in which medium bots are rememberers who forget nothing, and the level of the one that plays against
    them."""
    assert GAME.strategy is not None
    rollouts = AT_ONCE if player == POLICY else GAME.strategy.rollouts
    strategy = replace(GAME.strategy, policy=GAME.strategy.policy, recalled=None, rollouts=rollouts)
    return replace(GAME, careful=rememberer, strategy=strategy), "strong"


def main(arguments: Sequence[str]) -> int:
    """Prints one row, and what a decision cost."""
    parser = argparse.ArgumentParser("python -m benchmarks.rememberer", description=__doc__.split("\n\n")[0])
    parser.add_argument("player", choices=["strong", POLICY])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="rememberer")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    with Pool(asked.processes) as pool:
        match = Match(asked.player, asked.seats, asked.seed)
        deals = [*pool.imap_unordered(match.deal, range(asked.games // asked.seats))]
    shares = [share for dealt, _ in deals for share in dealt]
    low, high = wilson(sum(shares), len(shares))
    print(
        f"{asked.player}, {asked.seats} seats: {sum(shares) / len(shares):.1%} [{low:.1%}, {high:.1%}] of {len(shares)}"
        f" games against rememberers, fair {1 / asked.seats:.1%}"
    )
    print(f"  {sum((cost for _, cost in deals), Costs())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
