"""Bots of two levels against each other, and the page on how games go among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import GAMES
from games.bot import Level
from tools import arena, balance
from tools.arena import Costs, contest, played, wilson


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
    options = next(options for options in balance.variants(game) if game.is_team(options))
    costs: dict[Level, Costs] = {"medium": Costs(), "easy": Costs()}
    assert set(contest(game, 2, options, ("medium", "easy"), 4, "x", costs)) <= {0.0, 1.0}
    assert costs["easy"].decisions == 0 < costs["medium"].decisions


def test_the_interval_is_that_of_wilson() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=1e-4)


def test_the_same_seed_plays_the_same_game() -> None:
    costs: dict[Level, Costs] = {"easy": Costs()}
    once, again = (played(GAMES["sin_color"], GAMES["sin_color"].Options(), ["easy"] * 3, "x", costs) for _ in range(2))
    assert once == again
    assert once.decisions > 20
    assert once.begins in range(3)


def test_the_page_has_a_row_for_each_size_and_level_and_keeps_the_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "PAGE", tmp_path / "balance.md")
    balance.PAGE.write_text("# Old\n\n## Desfases\n\nas it was\n")
    assert balance.main(["tcnccc", "--games", "2"]) == 0
    page = balance.sections(balance.PAGE.read_text())
    assert page["Desfases"] == "## Desfases\n\nas it was\n"
    rows = [line.split(" | ")[:3] for line in page["TCNCCC"].splitlines()[4:]]
    assert rows == [[f"| {seats}", level, "2"] for seats in range(2, 7) for level in ("easy", "medium")]
