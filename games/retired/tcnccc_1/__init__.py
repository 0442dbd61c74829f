"""TCNCCC: four cylinders with lids, 27 pieces in a bag, and a good memory."""

from games.engine import Credit, Game, say
from games.retired.tcnccc_1.bot import careful
from games.retired.tcnccc_1.rules import Draw, GiveBack, Lift, Options, Place, State, next_turn, outcome, setup
from games.retired.tcnccc_1.secrets import secrets
from games.retired.tcnccc_1.view import extremes, scramble, view
from games.scores import pieces_in_front

GAME = Game(
    key="tcnccc",
    title="TCNCCC",
    credit=Credit(
        source=say("The source is the publisher’s sheet in five languages."),
        author="Philippe Proux",
        publisher="Ludarden",
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
    secrets=secrets,
    has=pieces_in_front,
)
