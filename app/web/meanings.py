"""Descriptions of the fields of streamed responses, by Struct and field: the docstrings of the fields, or MEANINGS for
Structs that released rules import, whose files are therefore frozen, and for those that travel over the WebSocket too.
"""

import ast
import inspect
from itertools import pairwise
from typing import Final

from msgspec import Struct


def docstrings_of(kind: type[Struct]) -> dict[str, str]:
    """Field -> the docstring below it in the source of this Struct."""
    (struct,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(struct, ast.ClassDef)
    return {
        field.target.id: " ".join(said.split())
        for field, below in pairwise(struct.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(said := ast.literal_eval(below.value), str)
    }


MEANINGS: Final[dict[str, dict[str, str]]] = {
    "Analysis": {
        "seqs": "The numbers of the events after which chances are given: the beginning, and each move.",
        "choices": "By seat: how much its choices changed its chance to win, in hundredths; never above 0.",
        "missed": "Answers that would clearly have been better than the ones given.",
        "known": "The game as each seat could know it then.",
        "exact": "The game as it was; null where that cannot be computed.",
    },
    "Curve": {
        "chances": "After each of the steps: by seat, its chance to win, in hundredths.",
        "luck": "By seat: the change from the first chance to the last that its choices do not explain.",
        "turns": "The up to three steps that changed somebody's chance most, counted from 0.",
    },
    "Missed": {
        "seq": "The number of the event in its room.",
        "seat": "The seat that answered.",
        "better": "The better answer, as its button was labelled.",
        "cost": "How much better it was, in hundredths of a chance to win.",
    },
    "Frame": {
        "type": "Always `frame`.",
        "seq": "The number of the last event in it.",
        "you": "The viewer's seat; null for a spectator.",
        "question": "The number of the open question, if any.",
        "asked": "The seats that are to answer.",
        "prompt": "The question in words, for this viewer.",
        "choices": "The answers open to this seat.",
        "free": "Moves this seat may make at any time.",
        "pick": "Like `choices`, for several pieces at once.",
        "view": "The game as this viewer sees it; its shape depends on the game.",
        "lines": "Lines since the previous frame.",
        "outcome": "The result; null until the game ends.",
        "undo": "Whether this player's last move can be taken back.",
        "clocks": "The milliseconds each seat had left when this was sent; null: it has no clock.",
        "places": "Each seat's place, when the game is over; null where there is no ranking.",
    },
    "Text": {
        "text": "A template: an English sentence with placeholders in braces.",
        "with": "The placeholders' values.",
    },
    "Choice": {"move": "The move, as it is sent.", "label": "The words on its button."},
    "Pick": {
        "do": "The tag of the move.",
        "field": "The field of the move that takes the selection.",
        "among": "The items to select from.",
        "least": "The smallest number of items.",
        "most": "The largest number of items.",
    },
    "Heard": {
        "seq": "The number of its event.",
        "seat": "The seat it is about, if any.",
        "text": "The line's text.",
        "fades": "Whether it is shown for a moment only, and left out of the log.",
        "sight": "Data for drawing it; its shape depends on the game.",
        "yours": "Whether only this viewer received it.",
    },
    "Outcome": {
        "winners": "The winning seats; none if a team lost, or all agreed to end the game.",
        "scores": "Each seat's score.",
        "why": "The reason, in a sentence.",
        "team": "The team's score; null for other games.",
    },
    "Undo": {"can": "Whether it can: at once, if others agree, or not.", "why": "The reason why not."},
    "Place": {"place": "The place, from 1; equals share one.", "has": "The seat's score, in words."},
    "Results": {
        "type": "Always `results`.",
        "games": "The finished games of the room, newest first.",
        "standings": "Everybody's wins in this room.",
    },
    "GameResult": {
        "number": "The game's number in its room, from 1.",
        "game": "The key of the game.",
        "title": "The title of the game.",
        "at": "When it ended, in milliseconds since 1970.",
        "names": "The players' names, by seat.",
        "bots": "Whether a bot played, by seat.",
        "levels": "The level of each bot, by seat; null for a person.",
        "winners": "The winning seats; none if a team lost, or all agreed to end the game.",
        "scores": "Each seat's score.",
        "team": "The team's score; null for other games.",
        "stopped": "Whether all agreed to end the game.",
        "streak": "The winner's consecutive wins.",
        "places": "Each seat's place and the meaning of its score; null where there is no ranking.",
    },
    "Standing": {"name": "The person.", "played": "Games played.", "won": "Games won."},
}
