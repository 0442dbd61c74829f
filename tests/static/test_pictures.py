"""What boards draw of games as they are played: static/games/*/board.js."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from games.engine import Game
from games.frame import Frame, frame
from games.playthrough import Playthrough
from tests.conftest import ROOT
from tests.games.played import at_every_table, sample, states, with_options
from tests.support.effort import amount
from tests.support.node_js import in_node

FAULTS = f"""import("{(ROOT / "tests" / "page" / "pictures.js").as_uri()}")
    .then(({{ faults }}) => given.games.flatMap((frames) => faults(module, given.table, frames)))"""
IN_ENGLISH = """globalThis.document =
    { documentElement: { lang: 'en' }, querySelectorAll: () => [], createTreeWalker: () => ({}) };"""
TWICE = {"color_gin": ["draw", "take"]}
"""The piles are pieces, and have buttons with words."""
SEVERAL = 8
MOST_OF_A_KIND = amount(1, 10)


@at_every_table
def test_a_picture_depends_on_its_frame_alone_and_has_every_answer(game: Game, seats: int) -> None:
    """Drawn again after other frames, it is the same. Each listed answer has a piece or a button of the prompt, or is
    put together by pressing pieces."""
    games = [
        [*of_every_kind(game, seats, playthrough)]
        for playthrough in [*sample(game.key, seats), *with_options(game.key, seats)]
    ]
    table = {"seats": seats, "twice": TWICE.get(game.key, [])}
    given = msgspec.to_builtins({"table": table, "games": games})
    assert in_node(f"games/{game.key}/board.js", FAULTS, given, IN_ENGLISH) == []


def of_every_kind(game: Game, seats: int, playthrough: Playthrough) -> Iterator[Frame]:
    """Frames of a game, some of each kind, for players and spectators."""
    kinds = Counter[object]()
    said = [playthrough.lines, *(step.lines for step in playthrough.steps)]
    for seq, (g, lines) in enumerate(zip(states(playthrough), said, strict=True)):
        for you in (None, *range(seats)):
            shown = frame(game, g, you, seq, lines)
            kind = kind_of(shown)
            kinds[kind] += 1
            if kinds[kind] <= MOST_OF_A_KIND:
                yield shown


def kind_of(shown: Frame) -> object:
    """What is asked, of whom, and what has just been seen."""
    verbs = {type(choice.move) for choice in [*shown.choices, *shown.free]}
    sights = {type(line.sight) for line in shown.lines}
    return (
        shown.you in shown.asked,
        shown.prompt.text,
        frozenset(verbs),
        min(len(shown.choices), SEVERAL),
        shown.pick and shown.pick.do,
        frozenset(sights),
        shown.outcome is None,
    )
