"""Draws by seat: what a seat draws is the same at every table with this deal, whatever others did there before."""

from collections import Counter
from hashlib import sha256
from itertools import combinations
from typing import Any, Final

import msgspec
import pytest

from app.replay.analyses import record_of
from app.table.deal import BySeat, SameDeal, dealer_of_setup
from app.table.events import Began
from games import GAMES
from games.dealer import DealerBySeat, stream_of
from games.draws import every_draw
from games.engine import begin
from tests.duplicates.test_again import SHORT, ends, plays, stands
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE

HOUSE: Final = SameDeal("Zz0Yy1Xx2Ww3Vv4U", 1, by_seat=True)
BAG: Final = [*["blue"] * 5, *["green"] * 5, *["red"] * 5, "black"]


def weigh(key: str) -> BySeat:
    return BySeat(sha256(key.encode()).digest())


def pick(key: str, items: list[str], number: int = 0, seat: int = 0) -> str:
    """What this seat draws from these, having drawn so often before."""
    dealer = DealerBySeat(weigh(key).weight, {f"{seat}/bag": number}, seat)
    return dealer.pick(items, "bag")


# --- A draw -------------------------------------------------------------------------------------------------


def test_every_thing_is_as_likely_as_any_other() -> None:
    draws = 8_000
    counts = Counter(pick("even", ["a", "b", "c", "d"], number) for number in range(draws))
    chi_square = sum((counts[item] - draws / 4) ** 2 / (draws / 4) for item in "abcd")
    assert chi_square < 21  # three degrees of freedom: p > 0.0001


def test_of_things_that_are_alike_each_counts() -> None:
    draws = 8_000
    counts = Counter(pick("alike", BAG, number) for number in range(draws))
    expected = {item: draws * count / len(BAG) for item, count in Counter(BAG).items()}
    chi_square = sum((counts[item] - often) ** 2 / often for item, often in expected.items())
    assert chi_square < 21


def test_every_order_of_a_shuffle_is_as_likely_as_any_other() -> None:
    draws = 6_000
    orders = Counter(
        "".join(DealerBySeat(weigh("orders").weight, {"table/tiles": number}).shuffle("abc", "tiles"))
        for number in range(draws)
    )
    assert len(orders) == 6
    assert sum((often - draws / 6) ** 2 / (draws / 6) for often in orders.values()) < 25


@pytest.mark.parametrize("number", range(12))
def test_a_draw_is_the_same_thing_wherever_that_can_still_be_drawn(number: int) -> None:
    things = ["a", "b", "c", "d", "e", "f"]
    drawn = pick("fewer", things, number)
    others = [thing for thing in things if thing != drawn]
    for left in range(len(others)):
        assert {pick("fewer", [drawn, *rest], number) for rest in combinations(others, left)} == {drawn}


def test_seats_keys_labels_and_numbers_have_draws_of_their_own() -> None:
    things = [f"thing {number}" for number in range(10_000)]
    drawn = {pick("one", things), pick("one", things, seat=1), pick("two", things), pick("one", things, number=1)}
    drawn.add(DealerBySeat(weigh("one").weight, {}, 0).pick(things, "deck"))
    assert len(drawn) == 5


def test_draws_of_one_move_are_numbered_on() -> None:
    things = [f"thing {number}" for number in range(1_000)]
    dealer = DealerBySeat(weigh("on").weight, {"0/bag": 3}, 0)
    assert [dealer.pick(things, "bag") for _ in range(3)] == [pick("on", things, number) for number in (3, 4, 5)]


def test_who_is_named_draws_and_not_who_moves() -> None:
    dealer = DealerBySeat(weigh("named").weight, {}, 0)
    dealer.pick(range(1, 7), "die", 2)
    dealer.pick(range(1, 7), "die")
    dealer.pick(range(3), "start")
    assert [stream_of(label, 0) for label in dealer.labels] == ["2/die", "0/die", "table/start"]


# --- Games --------------------------------------------------------------------------------------------------


def dealt_by_seat(given: Tables, key: str, secret: str = "house") -> Given:
    """A table in a game in which each seat has draws of its own."""
    table = given(*[ANN, BEN, CLEO, EVE][: GAMES[key].seats[0]], game=key, **SHORT.get(key, {}))
    game, of_chance = table.table.game, sha256(secret.encode()).digest()
    dealer = dealer_of_setup(of_chance, HOUSE, None)
    begin(game, len(table.seats), table.table.options, dealer)
    table.writes(ANN.id, Began(game.rules, of_chance.hex(), dealer.drawn, secret="5e", commitment="5e", same=HOUSE))
    return table


def streams(table: Given) -> dict[str, list[Any]]:
    """What each stream has given in the game on the table, in order."""
    options, log = msgspec.Raw(msgspec.json.encode(table.table.options)), table.log[table.table.began - 1 :]
    given: dict[str, list[Any]] = {}
    for draw in every_draw(table.table.game, record_of(log, options, len(table.seats)), by_seat=True):
        given.setdefault(draw.stream, []).append(draw.item)
    return given


@pytest.mark.parametrize("key", GAMES)
def test_the_same_moves_give_the_same_game_at_every_table(given: Tables, key: str) -> None:
    one, other = dealt_by_seat(given, key), dealt_by_seat(given, key)
    assert stands(one) == stands(other)
    plays(one, f"by seat/{key}")
    plays(other, f"by seat/{key}")
    assert stands(one) == stands(other)
    assert one.table.playing.drawn_so_far == other.table.playing.drawn_so_far


@pytest.mark.parametrize("key", ["color_dice", "sin_color"])
def test_the_nth_die_of_a_seat_is_the_same_whatever_others_did(given: Tables, key: str) -> None:
    one, other = dealt_by_seat(given, key), dealt_by_seat(given, key)
    plays(one, "one way")
    plays(other, "another way")
    assert stands(one) != stands(other)
    of_one, of_other = streams(one), streams(other)
    dice = [stream for stream in of_one if stream.endswith("/die") and stream in of_other]
    assert dice
    for stream in dice:
        both = min(len(of_one[stream]), len(of_other[stream]))
        assert of_one[stream][:both] == of_other[stream][:both], stream


def test_streams_are_counted_alike_in_play_and_in_the_list_of_draws(given: Tables) -> None:
    table = dealt_by_seat(given, "color_gin")
    plays(table, "counted")
    counted = {stream: len(items) for stream, items in streams(table).items()}
    assert counted == table.table.playing.drawn_so_far
    assert {"table/start", "table/deck", "0/deck", "1/deck"} <= counted.keys()


def test_another_secret_gives_another_game(given: Tables) -> None:
    assert stands(dealt_by_seat(given, "desfases")) != stands(dealt_by_seat(given, "desfases", "another house"))


def test_it_counts_unless_it_is_played_again(given: Tables) -> None:
    table = dealt_by_seat(given, "tcnccc")
    plays(table, "to the end")
    ends(table)
    assert not table.table.past[0].result.onward
