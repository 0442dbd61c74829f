"""Color Dice: the worked examples of its rules, played, and the numbers in their captions."""

from games.color_dice import GAME
from games.color_dice.board import LOCKED, PAWNS
from games.color_dice.rules import State, outcome
from games.color_dice.table import ROUNDS
from tests.games.color_dice_tables import asked, drawn, kept, outside, play, read
from tests.games.examples import examples, names
from tests.games.test_color_dice import begin

EXAMPLES = examples("color_dice")
RED, YELLOW, GREEN, BLUE = range(4)


def played(figure: str) -> State:
    """The table after the last step of a figure; after each step it has to be as drawn, locked pawns included."""
    first, *others = EXAMPLES[figure]["steps"]
    g = kept(f"{first['areas']} : {EXAMPLES[figure]['dice']}")
    for step in EXAMPLES[figure]["steps"]:
        g = play(g, ", ".join(step["answers"])) if step in others else g
        assert drawn(g) == drawn(read(step["areas"]))
        board = g.board
        found = [[area, colour] for area in board.colours for colour in board.colours if board.is_locked(colour, area)]
        assert step.get("locked", []) == found
    return g


def dice(figure: str) -> list[int]:
    return [int(die) for die in EXAMPLES[figure]["dice"].split()]


def differences(figure: str) -> list[int]:
    """The differences between red's die and the others."""
    red, *others = dice(figure)
    return [abs(red - other) for other in others]


def test_four_begin_as_they_are_drawn() -> None:
    g = begin(4)
    assert drawn(g) == EXAMPLES["board"]["areas"]
    assert names("color_dice", "board", *(area[colour] for colour, area in enumerate(g.board.areas)), *g.board.outside)


def test_the_dice_say_who_may_be_attacked_and_who_may_counterattack_and_with_how_many() -> None:
    g = kept(f"{EXAMPLES['board']['areas']} : {EXAMPLES['dice']['dice']}")
    may = [{"does": each.may, "pawns": each.pawns} if each.may else None for each in GAME.view(g, None).colours]
    assert (g.turn, may) == (RED, EXAMPLES["dice"]["may"])
    assert names("color_dice", "dice", *dice("dice")[:3], *(each["pawns"] for each in EXAMPLES["dice"]["may"] if each))


def test_a_pawn_that_has_just_moved_in_may_strike_in_the_same_turn() -> None:
    g = played("attack")
    assert (asked(g), outside(g)) == ("y throwing", "r5 y6 g5 b5")
    shown = dice("attack")
    assert names("color_dice", "attack", shown[RED], shown[YELLOW], shown[BLUE], *filter(None, differences("attack")))


def test_some_move_and_others_strike_in_the_home_that_is_attacked() -> None:
    played("both")
    empty, pawns = read(EXAMPLES["both"]["steps"][0]["areas"]).board.empty(YELLOW), differences("both")[0]
    assert names("color_dice", "both", pawns, empty, pawns - empty)


def test_a_counterattack_strikes_red_in_its_own_turn() -> None:
    first = EXAMPLES["counterattack"]["steps"][0]["areas"]
    assert asked(kept(f"{first} : {EXAMPLES['counterattack']['dice']}")) == "y countering"
    assert outside(played("counterattack")) == "r7 y5 g5 b4"
    red, yellow, *_ = dice("counterattack")
    assert names("color_dice", "counterattack", red, yellow, yellow - red, yellow - red)


def test_seven_are_locked_and_with_two_more_red_wins() -> None:
    ended = outcome(played("locked"))
    assert ended is not None and ended.winners == (RED,)
    seven = read(EXAMPLES["locked"]["steps"][0]["areas"]).board.areas[YELLOW][RED]
    assert seven == LOCKED[0]
    assert names("color_dice", "locked", seven, PAWNS - seven, PAWNS)


def test_after_the_last_round_most_pawns_in_one_foreign_area_win() -> None:
    example = EXAMPLES["count"]
    ended = outcome(kept(f"{example['areas']} : : turn b, turns_over {ROUNDS * 4 - 1}"))
    assert (list(ended.winners), list(ended.scores)) == (example["winners"], example["scores"])
    assert example["rounds"] == ROUNDS
    assert names("color_dice", "count", ROUNDS, *map(int, "".join(map(str, example["scores"][:2]))))
