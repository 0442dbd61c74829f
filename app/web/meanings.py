"""Descriptions of the fields of streamed responses, by Struct and field.

They are not docstrings of the fields because released rules import many of these Structs, whose files are therefore
frozen.
"""

from __future__ import annotations

from typing import Final

MEANINGS: Final[dict[str, dict[str, str]]] = {
    "LoggedEvent": {
        "seq": "The number of the event in its room, from 1 on.",
        "at": "When it happened, in milliseconds since 1970.",
        "actor": "The person, numbered; empty for the server.",
        "body": "The event: its `kind`, and that kind's fields.",
    },
    "Replay": {
        "game": "The key of the game.",
        "title": "The title of the game.",
        "number": "The game's number in its room, from 1.",
        "names": "The players' names, by seat.",
        "seats": "The number of seats.",
        "eyes": "The viewer: a seat, null for a spectator, or `all` with everything hidden.",
        "steps": "The steps, in order.",
    },
    "ReplayStep": {
        "seq": "The number of the event in its room.",
        "seat": "The seat that moved or is spoken of, if any.",
        "frame": "What the viewer saw then.",
        "label": "The words on the move's button; only for its author and for `all`.",
        "secrets": "Facts that were hidden from somebody; only for `all`.",
        "beneath": "The same for drawing; its shape depends on the game. Only for `all`.",
        "turning": "Why the game took a turn here, in sentences.",
    },
    "Ending": {
        "number": "The game's number in its room, from 1.",
        "facts": "What was remarkable about the game: at most three sentences.",
        "beneath": "What lay hidden at its end, for drawing; its shape depends on the game, null where nothing did.",
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
    "DealFile": {
        "format": "The format of this file.",
        "room": "The code of the room.",
        "game": "The game's number in its room, from 1.",
        "rules": "The rules of the game, with their version.",
        "options": "The options of the game.",
        "seats": "The number of seats.",
        "commitment": "The commitment shown when the game began, in hex: it binds the server to the secret.",
        "secret": "The secret from which all chance in the game came, in hex.",
        "entropy": "Each seat's contribution to the secret; empty so far.",
        "began": "The number of the event that began the game.",
        "asked": "The number of the room's last question before the game.",
        "starts": "The starting seat where it rotates; null where it is drawn.",
        "drawn": "The draws of the game's setup.",
        "lesson": "Set for a first lesson, whose secret was chosen; left out otherwise.",
        "events": "The events of the game.",
    },
    "DealtEvent": {
        "seq": "The number of the event in its room.",
        "body": "The event; only its kind if it does not affect the game.",
    },
}
