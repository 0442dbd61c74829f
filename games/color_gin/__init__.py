"""Color Gin: rummy for two with a score of its own in every suit."""

from games.color_gin.anew import anew
from games.color_gin.bot import careful
from games.color_gin.hindsight import DRAWS, beneath, facts, turning
from games.color_gin.knowledge import KNOWLEDGE
from games.color_gin.match import outcome
from games.color_gin.moves import AnyMove
from games.color_gin.notation import NOTATION
from games.color_gin.options import Options
from games.color_gin.redeal import extremes, scramble
from games.color_gin.rules import State, next_turn, setup
from games.color_gin.secrets import secrets
from games.color_gin.strategy import STRATEGY
from games.color_gin.view import view
from games.engine import Box, Credit, Game, say
from games.hindsight import Hindsight
from games.scores import suits_won

GAME = Game(
    key="color_gin",
    title="Color Gin",
    credit=Credit(
        source=say("The source is a player’s account of it; the team variants are that player’s own."),
        author="Sid Sackson",
    ),
    box=Box(
        about=say("Rummy with a score in every suit: you cannot score in the suits you collect."),
        minutes=(60, 90),
    ),
    seats=range(2, 3),
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
    secrets=secrets,
    is_team=lambda options: options.is_team,
    has=suits_won,
    notation=NOTATION,
)
HINDSIGHT = Hindsight(beneath=beneath, facts=facts, turning=turning, draws=DRAWS, knowledge=KNOWLEDGE)
