"""Every sentence may be reworded: what follows from a line goes by its kind and its arguments, in Python and on the
page."""

import json
import subprocess
import sys
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from app.assets.files import STATIC
from games import GAMES
from tests.conftest import ROOT
from tests.games.outcomes import outcomes
from tests.support.node_js import in_node

of_every_game = pytest.mark.parametrize("key", GAMES)

A_DOCUMENT: Final = f'await import("{(ROOT / "tests" / "page" / "dom.js").as_uri()}")'
FROM_STATIC: Final = f"(path) => import(`{STATIC.as_uri()}/${{path}}.js`)"
HEARD: Final = """(async () => {
    const paths = ["kit/lines", "kit/noise"];
    const [{ once }, { runs_of }] = await Promise.all(paths.map(FROM_STATIC));
    const { came_of, noise = {} } = module;
    const say = (sentence, words) => JSON.stringify([sentence, words]);
    const run_of = ({ text, items }) => [text, items.length];
    return given.map((viewers) => viewers.map((lines, you) => {
        const lasting = lines.filter(({ fades }) => !fades);
        const events = [...new Set(lasting.map(({ seq }) => seq))];
        return {
            told: once(lines).map(({ seq, text }) => [seq, text]),
            folded: runs_of(lasting, noise, (line) => line).map(run_of),
            came_of: events.map((event) => came_of(say, lasting.filter(({ seq }) => seq === event), you)),
        };
    }));
})()""".replace("FROM_STATIC", FROM_STATIC)
"""What a page makes of everything that each viewer of some games has heard."""


@cache
def as_it_is(key: str) -> list[dict[str, Any]]:
    """What comes of games."""
    as_json: list[dict[str, Any]] = json.loads(msgspec.json.encode(outcomes(key)))
    return as_json


@cache
def reworded(key: str) -> list[dict[str, Any]]:
    """The same where every sentence is between ‹ and ›."""
    command = [sys.executable, "-m", "tests.games.reworded", key]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    as_json: list[dict[str, Any]] = json.loads(printed)
    return as_json


def in_usual_words(found: Any) -> Any:
    return json.loads(json.dumps(found, ensure_ascii=False).replace("‹", "").replace("›", ""))


def on_a_page(key: str, games: list[list[Any]]) -> Any:
    """What the page of a game makes of the lines that the viewers of some games have heard."""
    return in_node(f"games/{key}/consequences.js", HEARD, games, A_DOCUMENT)


@of_every_game
def test_with_other_words_a_game_is_played_told_and_dealt_anew_as_before(key: str) -> None:
    lines = [line for game in reworded(key) for heard in game["heard"] for line in heard]
    assert {line["text"]["text"][0] for line in lines} == {"‹"}
    assert in_usual_words(reworded(key)) == as_it_is(key)


@of_every_game
def test_with_other_words_a_page_tells_folds_and_explains_the_same(key: str) -> None:
    before, after = (on_a_page(key, [game["heard"] for game in games]) for games in (as_it_is(key), reworded(key)))
    assert in_usual_words(after) == before
    assert any(came_of for viewers in before for viewer in viewers for came_of in viewer["came_of"])


@of_every_game
def test_a_line_of_an_unknown_kind_is_told_by_its_sentence_alone(key: str) -> None:
    text = {"text": "{seat} did what this page does not know.", "with": {"seat": {"seat": 1}}}
    without = {"seq": 7, "seat": 1, "text": text, "fades": False, "sight": None}
    for line in (without, {**without, "kind": "new"}):
        for viewer in on_a_page(key, [[[line, line]] * 2])[0]:
            assert viewer == {"told": [[7, text]] * 2, "folded": [[None, 1]] * 2, "came_of": [""]}
