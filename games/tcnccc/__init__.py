"""TCNCCC: four cylinders with lids, 27 pieces in a bag, and a good memory."""

from games.engine import Box, Credit, Game, say
from games.hindsight import Hindsight
from games.scores import pieces_in_front
from games.tcnccc.hindsight import DRAWS, beneath, facts, turning
from games.tcnccc.knowledge import KNOWLEDGE
from games.tcnccc.notation import NOTATION
from games.tcnccc.rules import Draw, GiveBack, Lift, Options, Place, State, next_turn, outcome, setup
from games.tcnccc.secrets import secrets
from games.tcnccc.strategy import STRATEGY, careful
from games.tcnccc.view import extremes, scramble, view

GAME = Game(
    key="tcnccc",
    title="TCNCCC",
    credit=Credit(
        source=say("The source is the publisher’s sheet in five languages."),
        author="Philippe Proux",
        publisher="Ludarden",
    ),
    box=Box(
        about=say("Hide pieces under four lids, remember them, and be first to show four colours."),
        minutes=(20, 20),
        age=7,
        name=say("The publisher’s sheet spells the name TCNCCC; the box reads Tonooo."),
    ),
    seats=range(2, 7),
    Options=Options,
    State=State,
    Move=Draw | Lift | Place | GiveBack,
    setup=setup,
    next_turn=next_turn,
    outcome=outcome,
    view=view,
    scramble=scramble,
    extremes=extremes,
    careful=careful,
    strategy=STRATEGY,
    secrets=secrets,
    has=pieces_in_front,
    notation=NOTATION,
)
HINDSIGHT = Hindsight(beneath=beneath, facts=facts, turning=turning, draws=DRAWS, knowledge=KNOWLEDGE)
