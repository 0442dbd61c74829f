"""Desfases: tiles that turn, pawns that hold them, and timers that are fed with coins."""

from games.desfases.bot import careful
from games.desfases.hindsight import beneath, facts, turning
from games.desfases.knowledge import KNOWLEDGE
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.notation import NOTATION
from games.desfases.options import Options
from games.desfases.rules import State, next_turn, outcome, setup
from games.desfases.secrets import secrets
from games.desfases.strategy import STRATEGY
from games.desfases.view import extremes, scramble, view
from games.engine import Box, Credit, Game, say
from games.hindsight import Hindsight

GAME = Game(
    key="desfases",
    title="Desfases",
    credit=Credit(
        source=say("The source is the author’s rule sheet for the piecepack."), author="Antonio Recuenco Muñoz"
    ),
    box=Box(
        about=say("Tiles rotate, pawns hold them, timers run down: be next to the right tile at the right time."),
        minutes=(45, 60),
    ),
    seats=range(2, 5, 2),
    Options=Options,
    State=State,
    Move=Choose | MoveTo | Score | Feed,
    setup=setup,
    next_turn=next_turn,
    outcome=outcome,
    view=view,
    scramble=scramble,
    extremes=extremes,
    careful=careful,
    strategy=STRATEGY,
    secrets=secrets,
    notation=NOTATION,
)
HINDSIGHT = Hindsight(beneath=beneath, facts=facts, turning=turning, knowledge=KNOWLEDGE)
