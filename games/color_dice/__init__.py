"""Color Dice: pawns move and strike by the differences of dice, until nine are in one foreign area."""

from games.color_dice.bot import careful
from games.color_dice.hindsight import DRAWS, facts, turning
from games.color_dice.moves import AnyMove
from games.color_dice.notation import NOTATION
from games.color_dice.options import Options
from games.color_dice.rules import State, next_turn, outcome, setup
from games.color_dice.strategy import STRATEGY
from games.color_dice.view import scramble, view
from games.engine import Box, Credit, Game, say
from games.hindsight import Hindsight
from games.scores import pawns_abroad

GAME = Game(
    key="color_dice",
    title="Color Dice",
    credit=Credit(
        source=say("The source is the publisher’s rule sheet, which names no author."), publisher="Simplicatus Games"
    ),
    box=Box(
        about=say(
            "Beat the other dice, send as many pawns as the difference, and gather all nine in one area away from home."
        ),
        minutes=(45, 45),
    ),
    seats=range(2, 7),
    Options=Options,
    State=State,
    Move=AnyMove,
    setup=setup,
    next_turn=next_turn,
    outcome=outcome,
    view=view,
    scramble=scramble,
    careful=careful,
    strategy=STRATEGY,
    has=pawns_abroad,
    notation=NOTATION,
)
HINDSIGHT = Hindsight(facts=facts, turning=turning, draws=DRAWS)
