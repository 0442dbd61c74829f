"""Released rules stay as they are: a log begun by them has to play out the same for ever."""

import gzip
from pathlib import Path

import msgspec
import pytest

from games import GAMES, RETIRED, by_rules
from games.engine import Game
from tests.support.effort import amount
from tools.dev import release
from tools.dev.golden import PLAYTHROUGHS, golden_file, golden_games, golden_text
from tools.dev.release import PlaysOutDifferently, digest_of_rules, locked, replay_all, without_sentences, written_games

RULES = [*(game.rules for game in GAMES.values()), *RETIRED]
every_version = pytest.mark.parametrize("rules", RULES)


def test_no_rules_are_without_a_lock() -> None:
    assert set(locked()) == set(RULES), "python -m tools.dev release --write"


@every_version
def test_the_text_of_released_rules_is_what_it_was(rules: str) -> None:
    assert locked()[rules] == digest_of_rules(by_rules(rules)), "python -m tools.dev release says what to do"


def test_what_is_said_is_no_part_of_the_rules() -> None:
    said = b'ended(g, say("{seat} wins.", seat=1))'
    longer = b'ended(\n    g,\n    say("{seat} has won "\n        "at last.", seat=1),\n)'
    assert without_sentences(longer) == without_sentences(said)
    for other in (said.replace(b"seat=1", b"seat=2"), said.replace(b"ended", b"ending")):
        assert without_sentences(other) != without_sentences(said)


def test_types_in_quotes_are_rules() -> None:
    agenda, other = b'agenda: "list[Turn | Placing]" = []', b'agenda: "list[Turn | Lifting]" = []'
    assert without_sentences(agenda) != without_sentences(other)


@every_version
def test_written_games_are_in_the_same_state_after_every_move(rules: str) -> None:
    assert replay_all(rules, amount(5, 1)) == 200


def test_a_game_that_plays_out_differently_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = msgspec.json.decode(gzip.decompress(written_games("tcnccc@1").read_bytes()), type=list[release.Written])
    games[3].moves[5].digest = "00000000"
    monkeypatch.setattr(release, "RELEASED", tmp_path)
    written_games("tcnccc@1").write_bytes(gzip.compress(msgspec.json.encode(games)))
    with pytest.raises(PlaysOutDifferently, match="game 4, move 6"):
        replay_all("tcnccc@1")


def test_every_version_is_found_by_its_name_and_only_the_newest_is_played() -> None:
    for rules in RULES:
        assert by_rules(rules).rules == rules
    assert all(game.version < GAMES[game.key].version for game in RETIRED.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_version_is_kept_and_tells_scores_alike(game: Game) -> None:
    kept = [game, *(old for old in RETIRED.values() if old.key == game.key)]
    assert sorted(each.version for each in kept) == list(range(1, game.version + 1))
    told = [(each.fewest_first, [each.has(score) for score in range(-1, 40)]) for each in kept]
    assert told == [told[0]] * len(kept)


@pytest.mark.parametrize("rules", ["tcnccc@9", "chess@1", "tcnccc"])
def test_rules_of_another_house_are_not_known(rules: str) -> None:
    with pytest.raises(KeyError):
        by_rules(rules)


TABLES = [
    pytest.param(game, seats, name, id=golden_file(game, seats, name).stem)
    for game in GAMES.values()
    for seats, name in golden_games(game)
]


@pytest.mark.parametrize(("game", "seats", "name"), TABLES)
def test_the_game_goes_as_it_is_written_down(game: Game, seats: int, name: str) -> None:
    assert golden_text(game, seats, name) == golden_file(game, seats, name).read_text(), (
        "if the rules were meant to change: python -m tools.dev playthrough --write, and read the difference"
    )


def test_nothing_is_written_down_of_tables_that_do_not_exist() -> None:
    kept = {golden_file(game, seats, name) for game in GAMES.values() for seats, name in golden_games(game)}
    assert set(PLAYTHROUGHS.iterdir()) == kept
