"""The rules as pages: figures, parts, whose game it is, and the rules in short."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import httpx
import pytest

from app.languages import LANGUAGES
from app.rules import rules_in, rules_of
from app.tools.sentences import ROOT
from games import GAMES

MOST_WORDS = 110


def test_a_paragraph_that_is_an_image_becomes_a_figure_with_its_caption() -> None:
    rules = rules_in("Before.\n\n![A *pair* & <more>](figure:a_pair)\n\nAfter.")
    figure = '<figure data-figure="a_pair"><figcaption>A <em>pair</em> &amp; &lt;more&gt;</figcaption></figure>\n'
    assert rules.html == f"<p>Before.</p>\n{figure}<p>After.</p>\n"
    assert rules.figures == ("a_pair",)


@pytest.mark.parametrize(
    "text",
    [
        "![A picture](pair.png)",
        "![A picture](https://elsewhere.example/a.png)",
        "![A picture](figure:Pair)",
        "![](figure:pair)",
        "Look: ![a picture](figure:pair)",
        "- ![A picture](figure:pair)",
        "# ![A picture](figure:pair)",
        "![One](figure:pair) ![other](figure:other)",
        "![One](figure:pair)\n\n![Again](figure:pair)",
    ],
)
def test_other_images_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="figure"):
        rules_in(text)


def test_every_part_can_be_gone_to() -> None:
    rules = rules_in("# Game\n\n## The goal\n\n## Trade & *pay*\n")
    assert [part.id for part in rules.parts] == ["part-1", "part-2"]
    assert [part.title for part in rules.parts] == ["The goal", "Trade & pay"]
    assert '<h2 id="part-2">' in rules.html


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_figures_and_parts_in_every_language(game: str) -> None:
    rules = [rules_of(game, language) for language in LANGUAGES]
    assert len({each.figures for each in rules}) == 1
    assert len({tuple(part.id for part in each.parts) for each in rules}) == 1
    assert 4 <= len(rules[0].figures) <= 8


@pytest.mark.parametrize("game", GAMES)
async def test_a_page_leads_to_its_parts_and_to_the_rules_of_other_games(client: httpx.AsyncClient, game: str) -> None:
    html = (await client.get(f"/rules/{game}")).text
    for link in re.findall(r'href="#([^"]+)"', html):
        assert f'id="{link}"' in html
    neighbours = re.findall(r'<a href="/rules/(\w+)" rel="(\w+)"', html)
    assert [way for _, way in neighbours] == ["prev", "next"]
    assert {key for key, _ in neighbours} <= GAMES.keys() - {game}


async def test_going_on_from_game_to_game_leads_through_all_of_them(client: httpx.AsyncClient) -> None:
    seen = ["tcnccc"]
    while len(seen) <= len(GAMES):
        html = (await client.get(f"/rules/{seen[-1]}")).text
        seen += re.findall(r'<a href="/rules/(\w+)" rel="next"', html)
    assert set(seen) == GAMES.keys()
    assert seen[0] == seen[-1]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("sin_color", ["Antonio Recuenco Muñoz"]),
        ("desfases", ["Antonio Recuenco Muñoz"]),
        ("tcnccc", ["Philippe Proux", "Ludarden"]),
        ("color_gin", ["Sid Sackson"]),
        ("color_dice", ["Simplicatus Games"]),
    ],
)
async def test_a_page_says_whose_game_it_is_in_every_language(
    client: httpx.AsyncClient, game: str, names: list[str]
) -> None:
    for language in LANGUAGES:
        html = (await client.get(f"/rules/{game}", headers={"accept-language": language})).text
        credit = html.partition('<footer class="credit">')[2].partition("</footer>")[0]
        assert all(name in credit for name in [*names, GAMES[game].title])


# --- In short -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_short_has_few_words(game: str) -> None:
    summary = summary_of(game)
    assert set(summary) == {"aim", "turn", "end", "remember"}
    sentences = [summary["aim"], *summary["turn"], summary["end"], *summary["remember"]]
    assert all(sentence.strip() for sentence in sentences)
    assert len(" ".join(sentences).split()) <= MOST_WORDS


def summary_of(game: str) -> dict[str, Any]:
    """What static/games/<game>/summary.js says in English."""
    module = (ROOT / "static" / "games" / game / "summary.js").read_text("utf-8")
    script = f"{module}\nprocess.stdout.write(JSON.stringify(summary((sentence) => sentence)));"
    command = ["node", "--input-type=module"]
    printed = subprocess.run(command, input=script, check=True, capture_output=True, text=True).stdout
    summary: dict[str, Any] = json.loads(printed)
    return summary
