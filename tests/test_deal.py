"""Chance in a live room: fixed by the key, even, and the same for whoever draws again."""

from app.deal import Sealed, draw, draws_in, new_key

KEY = bytes.fromhex("efe2d696ce80f49eeaaad60780f3eec80a71a8ed92e085aeccc0d106c78dbfb4")


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


def test_keys_are_32_bytes_and_never_the_same() -> None:
    assert len({new_key() for _ in range(100)}) == 100
    assert len(new_key()) == 32


def test_a_shuffle_takes_a_draw_for_every_place_but_the_last() -> None:
    assert draws_in(["red", 3, ["a", "b", "c"], []]) == 1 + 1 + 2 + 0
