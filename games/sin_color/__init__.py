"""Sin Color: 24 tiles in six stacks, and 24 coins to get rid of, of which others see only one side."""

from games.engine import Box, Credit, Game, say
from games.hindsight import Hindsight
from games.scores import coins_left
from games.sin_color.anew import anew
from games.sin_color.bot import careful
from games.sin_color.hindsight import DRAWS, beneath, facts, turning
from games.sin_color.knowledge import KNOWLEDGE
from games.sin_color.moves import AnyMove
from games.sin_color.notation import NOTATION
from games.sin_color.options import Options
from games.sin_color.redeal import extremes, scramble
from games.sin_color.rules import State, free_moves, next_turn, outcome, setup, turn_over
from games.sin_color.secrets import secrets
from games.sin_color.strategy import STRATEGY
from games.sin_color.view import view

GAME = Game(
    key="sin_color",
    title="Sin Color",
    credit=Credit(
        source=say("The source is the author’s rule sheet for the piecepack."), author="Antonio Recuenco Muñoz"
    ),
    box=Box(
        about=say("Read one side of every coin, remember the other, and be the first to have none left."),
        minutes=(30, 45),
    ),
    seats=range(3, 5),
    Options=Options,
    State=State,
    Move=AnyMove,
    setup=setup,
    next_turn=next_turn,
    outcome=outcome,
    view=view,
    scramble=scramble,
    anew=anew,
    extremes=extremes,
    careful=careful,
    strategy=STRATEGY,
    free_moves=free_moves,
    play_free=turn_over,
    secrets=secrets,
    has=coins_left,
    fewest_first=True,
    notation=NOTATION,
)
HINDSIGHT = Hindsight(beneath=beneath, facts=facts, turning=turning, draws=DRAWS, knowledge=KNOWLEDGE)
