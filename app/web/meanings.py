"""What the fields mean of answers that are made while they are sent: by the name of a Struct, and of its field.

They stand here and not with the fields because the rules of released games import many of these Structs, whose files
therefore stay as they are.
"""

from __future__ import annotations

from typing import Final

MEANINGS: Final[dict[str, dict[str, str]]] = {
    "LoggedEvent": {
        "seq": "The number of the event in its room, from 1 on.",
        "at": "When it happened, in milliseconds since 1970.",
        "actor": "Who did it: a number for each person of the room; empty for the server.",
        "body": "What happened: `kind`, and the fields of that kind.",
    },
    "Replay": {
        "game": "The key of the game.",
        "title": "The name of the game for people.",
        "number": "Which game of the room it was, from 1 on.",
        "names": "Who played, by seat.",
        "seats": "How many played.",
        "eyes": "Who looks on: a seat, `all` for all that was hidden, null for an onlooker.",
        "steps": "What happened, one after the other.",
    },
    "ReplayStep": {
        "seq": "The number of the event in its room.",
        "seat": "Who moved or is spoken of; null: nobody.",
        "frame": "What these eyes saw then.",
        "label": "The words on the move's button; only for its author and for `all`.",
        "secrets": "What was hidden from somebody; only for `all`.",
    },
    "Frame": {
        "type": "Always `frame`.",
        "seq": "The number of the last event that is in it.",
        "you": "The seat that sees it; null for an onlooker.",
        "question": "The number of the question that is asked; null: none is.",
        "asked": "The seats that are asked.",
        "prompt": "What is asked, in the words for this viewer.",
        "choices": "What this seat may answer.",
        "free": "What this seat may do at any time.",
        "pick": "The same as `choices` where several pieces are taken together.",
        "view": "What this viewer sees of the game; its shape is the game's own.",
        "lines": "What was said since the frame before.",
        "outcome": "How the game ended; null before that.",
        "undo": "Whether this player's last move can be taken back.",
        "clocks": "The milliseconds each seat had left when this was sent; null: it has no clock.",
        "places": "Where each seat came in, when the game is over; null where nobody is ahead of anybody.",
    },
    "Text": {
        "text": "A template: an English sentence with names in braces.",
        "with": "The values for these names.",
    },
    "Choice": {"move": "The move, as it is sent.", "label": "The words on its button."},
    "Pick": {
        "do": "The tag of the move.",
        "field": "The field of the move that takes what was picked.",
        "among": "What can be picked.",
        "least": "How many at least.",
        "most": "How many at most.",
    },
    "Heard": {
        "seq": "The number of the event that it belongs to.",
        "seat": "Who is spoken of; null: nobody.",
        "text": "What was said.",
        "fades": "Whether it is shown for a moment only and is in no log.",
        "sight": "What goes with it for the eye; its shape is the game's own.",
        "yours": "Whether nobody else heard it.",
    },
    "Outcome": {
        "winners": "The seats that won; none where a team failed or all agreed to end it.",
        "scores": "What each seat has.",
        "why": "Why, in a sentence.",
        "team": "What the seats have reached together; null unless they are one team.",
    },
    "Undo": {"can": "At once, if others agree, or not.", "why": "Why not."},
    "Place": {"place": "From 1 on; whoever is level shares one.", "has": "What the seat has, in words."},
    "Results": {
        "type": "Always `results`.",
        "games": "The finished games of the room, newest first.",
        "standings": "What everybody has won in this room.",
    },
    "GameResult": {
        "number": "Which game of the room it was, from 1 on.",
        "game": "The key of the game.",
        "title": "The name of the game for people.",
        "at": "When it ended, in milliseconds since 1970.",
        "names": "Who played, by seat.",
        "bots": "Whether a bot played, by seat.",
        "winners": "The seats that won; none where a team failed or all agreed to end it.",
        "scores": "What each seat had.",
        "team": "What a team reached together; null for other games.",
        "stopped": "Whether all agreed to end it.",
        "streak": "How many in a row its winner had won.",
        "places": "Where each seat came in, and what its score means; null where nobody was ahead of anybody.",
    },
    "Standing": {"name": "Who.", "played": "How many games.", "won": "How many of them were won."},
    "DealFile": {
        "format": "Of this file.",
        "room": "The code of the room.",
        "game": "Which game of the room it was, from 1 on.",
        "rules": "The rules it was played by, and their version.",
        "options": "The options it was played with.",
        "seats": "How many played.",
        "commitment": "What was shown when the game began, in hex: it binds the server to the secret.",
        "secret": "The secret from which all chance in the game came, in hex.",
        "entropy": "What each seat added to the secret; so far nothing.",
        "began": "The number of the event by which the game began.",
        "asked": "The number of the room's last question before.",
        "starts": "Who starts, where that is handed round; null where it is drawn.",
        "drawn": "What setting the game up drew.",
        "events": "The events of the game.",
    },
    "DealtEvent": {
        "seq": "The number of the event in its room.",
        "body": "What happened; nothing but its kind where it leaves the game as it is.",
    },
}
