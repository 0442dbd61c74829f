"""Chance in a live room: fixed by the key, even, and the same for whoever draws again."""

import pytest

from app.table.deal import Bound, Sealed, canonical, commitment_to, draw, draws_in, key_of, new_secret

SECRET = bytes(range(32))
BOUND = Bound("k7Qm2xZ9", 1, "color-gin@1", b'{"target":100}')
ENTROPY = [b"\x11" * 32, b"", b"\x22" * 32]
COMMITMENT = bytes.fromhex("87c359766a8c85d999c5aff35d484a61b9af6b5d92b2020f6ce94f86e28461a6")
KEY = bytes.fromhex("efe2d696ce80f49eeaaad60780f3eec80a71a8ed92e085aeccc0d106c78dbfb4")


def test_the_commitment_is_the_published_one() -> None:
    assert commitment_to(SECRET, BOUND) == COMMITMENT


def test_the_key_is_the_published_one() -> None:
    assert key_of(SECRET, BOUND, ENTROPY) == KEY


def test_a_draw_of_each_label_is_the_published_one() -> None:
    order = list(range(52))
    for place in range(51, 0, -1):
        other = draw(KEY, 12, place + 1, f"deck/{place}")
        order[place], order[other] = order[other], order[place]
    assert order[:10] == [16, 39, 47, 46, 35, 50, 14, 2, 32, 12]


@pytest.mark.parametrize(
    "other",
    [
        BOUND._replace(room="k7Qm2xZ8"),
        BOUND._replace(game=2),
        BOUND._replace(rules="color-gin@2"),
        BOUND._replace(options=b'{"target":101}'),
    ],
)
def test_a_secret_is_good_for_one_game_by_its_rules_with_its_options(other: Bound) -> None:
    assert commitment_to(SECRET, other) != COMMITMENT


def test_what_the_seats_add_changes_the_key() -> None:
    assert len({key_of(SECRET, BOUND, entropy) for entropy in ([], [b""], [b"", b""], [b"a", b""], [b"", b"a"])}) == 5


def test_options_are_spelled_one_way_only() -> None:
    written = canonical({"b": 1, "a": [True, "é"]})
    assert written == canonical({"a": [True, "é"], "b": 1}) == '{"a":[true,"é"],"b":1}'.encode()


def test_the_stream_is_the_published_one() -> None:
    sealed = Sealed(KEY, 0)
    assert [sealed.below(6, "die") for _ in range(12)] == [2, 5, 5, 4, 1, 3, 5, 1, 5, 5, 4, 3]


def test_a_draw_depends_on_nothing_but_key_index_and_label() -> None:
    sealed = Sealed(KEY, 0)
    for _ in range(7):
        sealed.below(27, "bag")
    assert sealed.below(6, "die") == Sealed(KEY, 7).below(6, "die") == draw(KEY, 7, 6, "die")


def test_another_purpose_is_another_stream() -> None:
    game = [Sealed(KEY, 0).below(2**32, "bag"), Sealed(KEY, 0, "bot/1").below(2**32, "bag")]
    assert game[0] != game[1]


def test_every_value_is_as_likely_as_any_other() -> None:
    draws = 60_000
    counts = [0] * 6
    for index in range(draws):
        counts[draw(KEY, index, 6, "die")] += 1
    chi_square = sum((count - draws / 6) ** 2 / (draws / 6) for count in counts)
    assert chi_square < 25  # five degrees of freedom: p > 0.0001


def test_values_above_the_last_whole_multiple_are_drawn_again() -> None:
    bound = 2**63 + 1  # half of all eight-byte values are thrown away
    assert all(draw(KEY, index, bound, "die") < bound for index in range(200))


def test_secrets_are_32_bytes_and_never_the_same() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) == 32


def test_a_shuffle_takes_a_draw_for_every_place_but_the_last() -> None:
    assert draws_in(["red", 3, ["a", "b", "c"], []]) == 1 + 1 + 2 + 0
