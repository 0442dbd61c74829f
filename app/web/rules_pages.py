"""Rules pages: games/<game>/RULES.md or RULES.<language>.md with figures and a table of contents.

A paragraph that is only an image, ![caption](figure:name), is a figure: the caption describes what
static/games/<game>/figures.js draws above it. Other images are not allowed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from markupsafe import Markup
from msgspec import Struct

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

GAMES: Final = Path(__file__).resolve().parents[2] / "games"

_FIGURE: Final = re.compile(r"figure:([a-z][a-z_]*)")


class Rules(Struct, frozen=True):
    """The rules in one language."""

    html: Markup
    parts: tuple[str, ...]
    """The headings of its sections, in order; their ids on the page, from part-1 on, are the same in every language."""
    figures: tuple[str, ...]


@cache
def rules_of(game: str, language: str) -> Rules:
    """The rules of a game, in English if there is no translation. Raises ValueError like rules_in()."""
    translated = GAMES / game / f"RULES.{language}.md"
    written = translated if translated.exists() else GAMES / game / "RULES.md"
    try:
        return rules_in(written.read_text("utf-8"))
    except ValueError as problem:
        raise ValueError(f"{written.name} of {game}: {problem}") from problem


def rules_in(text: str) -> Rules:
    """Render Markdown. Raises ValueError for an image that is not a figure with a caption of its own."""
    # Imported here: most processes serve their first rules page long after startup.
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.core.ruler.push("figures", _put_figures)
    markdown.core.ruler.push("parts", _number_parts)
    markdown.add_render_rule("figure_open", _open_figure)
    markdown.add_render_rule("figure_close", lambda *_: "</figcaption></figure>\n")
    env: dict[str, list[str]] = {}
    tokens = markdown.parse(text, env)
    html = Markup(markdown.renderer.render(tokens, markdown.options, env))
    return Rules(html, tuple(env["parts"]), tuple(env["figures"]))


def _put_figures(state: StateCore) -> None:
    """Turn paragraphs that are one image into figures."""
    names = state.env["figures"] = []
    for before, inline, after in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        images = [token for token in inline.children or () if token.type == "image"]
        if not images:
            continue
        name = _name_of_figure(images[0])
        if before.type != "paragraph_open" or len(inline.children or ()) > 1 or before.level or name in names:
            raise ValueError(f"the figure {name} must be one paragraph of its own")
        names.append(name)
        inline.children = images[0].children
        before.tag = after.tag = "figcaption"
        before.type, after.type = "figure_open", "figure_close"
        before.meta["figure"] = name


def _name_of_figure(image: Token) -> str:
    known = _FIGURE.fullmatch(str(image.attrGet("src")))
    if known is None or not image.content.strip():
        raise ValueError(f"an image that is not a figure with a caption: ![{image.content}]({image.attrGet('src')})")
    return known[1]


def _open_figure(_: object, tokens: list[Token], place: int, *__: object) -> str:
    return f'<figure data-figure="{tokens[place].meta["figure"]}"><figcaption>'


def _number_parts(state: StateCore) -> None:
    """Begin a section at each second-level heading."""
    titles = state.env["parts"] = []
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type == "heading_open" and token.tag == "h2":
            titles.append("".join(word.content for word in inline.children or ()))
            token.attrSet("id", f"part-{len(titles)}")
