"""The rules pages: figures, sections, credits, and the short rules."""

import re

import httpx
import pytest

from app.i18n import LANGUAGES
from app.web.rules_pages import rules_in, rules_of
from games import GAMES
from tests.games.examples import captions, numbers_in
from tests.support.node_js import in_node

MOST_WORDS = 110


def test_a_paragraph_that_is_an_image_becomes_a_figure_with_its_caption() -> None:
    rules = rules_in("Before.\n\n![A *pair* & <more>](figure:a_pair)\n\nAfter.")
    figure = '<figure data-figure="a_pair"><figcaption>A <em>pair</em> &amp; &lt;more&gt;</figcaption></figure>\n'
    assert (rules.html, rules.figures) == (f"<p>Before.</p>\n{figure}<p>After.</p>\n", ("a_pair",))


OTHER_IMAGES = [
    "![A picture](pair.png)", "![A picture](https://elsewhere.example/a.png)", "![A picture](figure:Pair)",
    "![](figure:pair)", "Look: ![a picture](figure:pair)", "- ![A picture](figure:pair)", "# ![A picture](figure:pair)",
    "![One](figure:pair) ![other](figure:other)", "![One](figure:pair)\n\n![Again](figure:pair)",
]  # fmt: skip


def test_other_images_are_refused() -> None:
    for text in OTHER_IMAGES:
        with pytest.raises(ValueError, match="figure"):
            rules_in(text)


def test_every_part_can_be_gone_to() -> None:
    rules = rules_in("# Game\n\n## The goal\n\n## Trade & *pay*\n")
    assert rules.parts == ("The goal", "Trade & pay")
    assert re.findall('<h2 id="(.*?)">', rules.html) == ["part-1", "part-2"]


NOTHING_COUNTED = {"color_gin": {"spoiling"}, "tcnccc": {"pair", "no_pair", "others_draw", "empty", "four"}}


@pytest.mark.parametrize("key", GAMES)
def test_captions_name_the_same_numbers_in_every_language_and_none_where_nothing_is_counted(key: str) -> None:
    numbers = {figure: numbers_in(key, figure) for figure in captions(key, "en")}
    assert all(not numbers[figure] for figure in NOTHING_COUNTED.get(key, ()))


def test_the_rules_have_the_same_figures_in_every_language() -> None:
    for game in GAMES:
        rules = [rules_of(game, language) for language in LANGUAGES]
        assert len({each.figures for each in rules}) == 1, game
        assert 4 <= len(rules[0].figures) <= 8, game


async def test_a_page_leads_to_its_parts_and_from_game_to_game_through_all_of_them(client: httpx.AsyncClient) -> None:
    seen = ["tcnccc"]
    while len(seen) <= len(GAMES):
        html = (await client.get(f"/rules/{seen[-1]}")).text
        assert [link for link in re.findall(r'href="#([^"]+)"', html) if f'id="{link}"' not in html] == []
        (previous, before), (following, after) = re.findall(r'<a href="/rules/(\w+)" rel="(\w+)"', html)
        assert (before, after) == ("prev", "next")
        assert {previous, following} <= GAMES.keys() - {seen[-1]}
        seen.append(following)
    assert set(seen) == GAMES.keys()
    assert seen[0] == seen[-1]


AUTHORS = {
    "sin_color": ["Antonio Recuenco Muñoz"], "desfases": ["Antonio Recuenco Muñoz"],
    "tcnccc": ["Philippe Proux", "Ludarden"], "color_gin": ["Sid Sackson"], "color_dice": ["Simplicatus Games"],
}  # fmt: skip


async def test_a_page_says_whose_game_it_is_in_every_language(client: httpx.AsyncClient) -> None:
    for game, names in AUTHORS.items():
        for language in LANGUAGES:
            html = (await client.get(f"/rules/{game}", headers={"accept-language": language})).text
            credit = html.partition('<footer class="credit">')[2].partition("</footer>")[0]
            assert all(name in credit for name in [*names, GAMES[game].title]), (game, language)


def test_a_game_in_short_has_few_words() -> None:
    for game in GAMES:
        summary = in_node(f"games/{game}/summary.js", "module.summary((sentence) => sentence)")
        assert set(summary) == {"aim", "turn", "end", "remember"}
        sentences = [summary["aim"], *summary["turn"], summary["end"], *summary["remember"]]
        assert all(sentence.strip() for sentence in sentences), game
        assert len(" ".join(sentences).split()) <= MOST_WORDS, game
