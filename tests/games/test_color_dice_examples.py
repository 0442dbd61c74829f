"""Color Dice: the worked examples of its rules, played."""

from games.color_dice import GAME
from games.color_dice.board import LOCKED, PAWNS
from games.color_dice.rules import State, outcome
from games.color_dice.table import ROUNDS
from tests.games.color_dice_tables import after, asked, drawn, kept, outside, table
from tests.games.examples import examples, numbers_in
from tests.games.test_color_dice import begin

EXAMPLES = examples("color_dice")
RED, YELLOW, GREEN, BLUE = range(4)


def in_order(areas: str) -> str:
    """The areas, their pawns in the order of the colours."""
    return drawn(table(areas))


def played(figure: str) -> State:
    """The table after the last step of a figure; after each it is as it is drawn."""
    first, *others = EXAMPLES[figure]["steps"]
    g = kept(first["areas"], EXAMPLES[figure]["dice"])
    for step in others:
        g = after(g, ", ".join(step["answers"]))
        assert drawn(g) == in_order(step["areas"])
    return g


def differences(figure: str) -> list[int]:
    """By how much red’s die and those of the others differ."""
    red, *others = map(int, EXAMPLES[figure]["dice"].split())
    return [abs(red - other) for other in others]


# --- The table and the dice ---------------------------------------------------------------------------------


def test_four_begin_as_they_are_drawn() -> None:
    g = begin(4)
    assert drawn(g) == EXAMPLES["board"]["areas"]
    at_home = [area[colour] for colour, area in enumerate(g.board.areas)]
    assert numbers_in("color_dice", "board") == sorted([*at_home, *g.board.outside])


def test_the_dice_say_who_may_be_attacked_and_who_may_counterattack_and_with_how_many() -> None:
    g = kept(EXAMPLES["board"]["areas"], EXAMPLES["dice"]["dice"])
    assert g.turn == RED
    seen = GAME.view(g, None).colours
    may = [{"does": each.may, "pawns": each.pawns} if each.may else None for each in seen]
    assert may == EXAMPLES["dice"]["may"]


def test_the_caption_of_the_dice_names_what_they_show() -> None:
    red, yellow, green, _ = map(int, EXAMPLES["dice"]["dice"].split())
    differ = [each["pawns"] for each in EXAMPLES["dice"]["may"] if each]
    assert numbers_in("color_dice", "dice") == sorted([red, yellow, green, *differ])


# --- Attacks ------------------------------------------------------------------------------------------------


def test_a_pawn_that_has_just_moved_in_may_strike_in_the_same_turn() -> None:
    g = played("attack")
    assert asked(g) == "y throwing"
    assert outside(g) == "r5 y6 g5 b5"
    dice = list(map(int, EXAMPLES["attack"]["dice"].split()))
    assert numbers_in("color_dice", "attack") == sorted(
        [dice[RED], dice[YELLOW], dice[BLUE], *(each for each in differences("attack") if each)]
    )


def test_some_move_and_others_strike_in_the_home_that_is_attacked() -> None:
    played("both")
    first = table(EXAMPLES["both"]["steps"][0]["areas"])
    empty, pawns = first.board.empty(YELLOW), differences("both")[0]
    assert numbers_in("color_dice", "both") == sorted([pawns, empty, pawns - empty])


def test_a_counterattack_strikes_red_in_its_own_turn() -> None:
    assert (
        asked(kept(EXAMPLES["counterattack"]["steps"][0]["areas"], EXAMPLES["counterattack"]["dice"])) == "y countering"
    )
    g = played("counterattack")
    assert outside(g) == "r7 y5 g5 b4"
    red, yellow, *_ = map(int, EXAMPLES["counterattack"]["dice"].split())
    assert numbers_in("color_dice", "counterattack") == sorted([red, yellow, yellow - red, yellow - red])


def test_what_is_drawn_as_locked_is_locked() -> None:
    for figure in ("attack", "both", "counterattack", "locked"):
        for step in EXAMPLES[figure]["steps"]:
            board = table(step["areas"]).board
            found = [
                [area, colour] for area in board.colours for colour in board.colours if board.is_locked(colour, area)
            ]
            assert step.get("locked", []) == found


# --- The end ------------------------------------------------------------------------------------------------


def test_seven_are_locked_and_with_two_more_red_wins() -> None:
    before = table(EXAMPLES["locked"]["steps"][0]["areas"]).board
    assert [area for area in before.colours if before.is_locked(RED, area)] == [YELLOW]
    ended = outcome(played("locked"))
    assert ended is not None and ended.winners == (RED,)
    seven = before.areas[YELLOW][RED]
    assert seven == LOCKED[0]
    assert numbers_in("color_dice", "locked") == sorted([seven, PAWNS - seven, PAWNS])


def test_after_the_last_round_most_pawns_in_one_foreign_area_win() -> None:
    example = EXAMPLES["count"]
    g = kept(example["areas"], turn="b", turns_over=ROUNDS * 4 - 1)
    ended = outcome(g)
    assert ended is not None
    assert (list(ended.winners), list(ended.scores)) == (example["winners"], example["scores"])


def test_the_caption_of_the_count_names_the_scores() -> None:
    example = EXAMPLES["count"]
    figures = [int(figure) for score in example["scores"][:2] for figure in str(score)]
    assert example["rounds"] == ROUNDS
    assert numbers_in("color_dice", "count") == sorted([ROUNDS, *figures])
