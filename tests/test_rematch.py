"""In a rematch the start goes round, in every game, and its rules say so in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.i18n import LANGUAGES, Speaker
from games import GAMES
from tests.company import Company
from tests.finished import begin, one_move, play_to_the_end, seated

RULES = Path(__file__).resolve().parents[1] / "games"
MOVES_UNTIL_IT_IS_KNOWN = 10
"""In Sin Color everybody arranges first."""


@pytest.mark.parametrize("game", GAMES)
async def test_in_a_rematch_whoever_sits_to_the_left_of_who_started_starts(party: Company, game: str) -> None:
    seats = GAMES[game].seats[-1]
    room = await seated(party.rooms, game, seats)
    started: list[int | None] = []
    for _ in range(seats + 1):
        await begin(room)
        for _ in range(MOVES_UNTIL_IT_IS_KNOWN):
            if room.table.phase == "playing":
                await one_move(room)
        assert room.table.playing is not None
        started.append(room.table.playing.starts)
        await play_to_the_end(room, most=0)
    first = started[0]
    assert first is not None
    assert started == [(first + further) % seats for further in range(seats + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_tell_who_starts_a_rematch(game: str, language: str) -> None:
    file = RULES / game / ("RULES.md" if language == "en" else f"RULES.{language}.md")
    rematch = Speaker(language, ("core",))("Rematch").casefold()
    assert rematch in file.read_text("utf-8").casefold()
