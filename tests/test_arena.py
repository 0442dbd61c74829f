"""Bots of two levels against each other, and the page on how games go among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games import GAMES
from games.bot import Level
from games.engine import Chair, Game, Outcome, say
from games.playthrough import variants
from tools import arena, balance
from tools.arena import Costs, Played, contest, played, wilson
from tools.health import Health


def test_the_arena_says_who_won_how_often_and_what_it_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["tcnccc", "medium", "easy", "--games", "4", "--option", "capacity=4"]) == 0
    row, *costs = capsys.readouterr().out.splitlines()
    assert row.startswith("tcnccc, 2 seats, one medium against easy: ")
    assert row.endswith(" of 4 games, fair 50.0%")
    assert [line.split(":")[0] for line in costs] == ["  medium", "  easy"]


def test_of_equals_playing_each_deal_from_each_seat_nobody_is_ahead() -> None:
    levels: tuple[Level, Level] = ("medium", "medium")
    for seats in (2, 3):
        shares = [
            *contest(GAMES["tcnccc"], seats, GAMES["tcnccc"].Options(), levels, 2 * seats, "x", {"medium": Costs()})
        ]
        assert sum(shares) == pytest.approx(2)


def test_a_team_is_of_one_level_and_wins_together() -> None:
    game = GAMES["color_gin"]
    options = next(options for options in variants(game) if game.is_team(options))
    costs: dict[Level, Costs] = {"medium": Costs(), "easy": Costs()}
    assert set(contest(game, 2, options, ("medium", "easy"), 4, "x", costs)) <= {0.0, 1.0}
    assert costs["easy"].decisions == 0 < costs["medium"].decisions


def test_a_team_plays_each_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["color_gin"]
    team = next(options for options in variants(game) if game.is_team(options))
    won = Outcome((0, 1), (5, 5), say("All suits are won."), team=10)
    seeds: list[str] = []

    def noted(game: Game, options: Any, levels: Sequence[Level], seed: str, costs: Any) -> Played:
        seeds.append(seed)
        return Played(0, 7, Bare(), won, {0, 1})

    monkeypatch.setattr(arena, "played", noted)
    assert [*contest(game, 2, team, ("medium", "easy"), 4, "x", {})] == [1.0] * 4
    assert seeds == ["x/0", "x/1", "x/2", "x/3"]


def test_the_interval_is_that_of_wilson() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=1e-4)


def test_the_same_seed_plays_the_same_game() -> None:
    costs: dict[Level, Costs] = {"easy": Costs()}
    once, again = (played(GAMES["sin_color"], GAMES["sin_color"].Options(), ["easy"] * 3, "x", costs) for _ in range(2))
    assert once == again
    assert once.decisions > 20
    assert once.begins in range(3)
    assert once.moved == {0, 1, 2}


def test_the_page_has_a_row_for_each_size_and_level_and_keeps_the_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "PAGE", tmp_path / "balance.md")
    balance.PAGE.write_text("# Old\n\n## Desfases\n\nas it was\n")
    assert balance.main(["tcnccc", "--games", "2", "--strong", "0"]) == 0
    page = balance.sections(balance.PAGE.read_text())
    assert page["Desfases"] == "## Desfases\n\nas it was\n"
    rows = [line.split(" | ")[:3] for line in page["TCNCCC"].splitlines() if line.startswith("| ")]
    by_level = [[f"| {seats}", level, "2"] for seats in range(2, 7) for level in ("easy", "medium")]
    changed = [[f"| {seats}", words, "1"] for seats in (2, 4) for words in ("As usual", "Pieces per cylinder: “4”")]
    assert [row for row in rows if row[2] == "2"][: len(by_level)] == by_level
    assert all(row in rows for row in changed)
    assert f"Rules: version {GAMES['tcnccc'].version}." in page["TCNCCC"]


class Bare:
    """The end of a game that counts no rounds."""


def test_the_page_says_how_a_team_fares_and_which_choices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fared(seats: int, options: Any, reached: int | None) -> Health:
        outcome = Outcome((), (0, 0), say("{seat} has lost.", seat=Chair(0)), team=reached)
        return Health.of(seats, [Played(0, 7, Bare(), outcome, {0})])

    team = {"coop": 5, "jokers": None}
    monkeypatch.setattr(
        balance, "healthy", lambda game, seats, options, *_: fared(seats, options, team.get(options.mode))
    )
    text = "".join(balance.section(GAMES["color_gin"], balance.Numbers(1, 0)))
    assert "| 2 | medium | 1 | 7, 7 | 100% (21%–100%) | 100% “… has lost.” |" in text
    assert "| 2 | medium | 1 | 7, 7 | 0% (0%–79%) | 100% “… has lost.” |" in text
    assert "| 2 | As usual | 1 | 7, 7 | 0% (0%–79%) | 50% | 0% | 100% | 100% “… has lost.” |" in text
    assert "- Points to win a suit: “50”, with 2 players" in text
