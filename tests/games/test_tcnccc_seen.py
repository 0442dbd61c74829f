"""TCNCCC: what is seen, what is shown for a moment, and what is logged."""

from games.frame import frame
from games.tcnccc import GAME
from games.tcnccc.pieces import Drawn, Lifted, Placed, Returned
from tests.games.cases import cases
from tests.games.tcnccc_tables import FULL, play, position, said, shown, table


def test_that_nothing_can_be_drawn_is_told_to_everybody() -> None:
    g = table(f"r / {FULL} {FULL} {FULL} {FULL} / - -")
    assert str(frame(GAME, g, None, 1, []).prompt) == "Nothing can be drawn. Waiting for seat 0 to lift a cylinder."


@cases(f"""
    before | moves | lines
That a piece was placed is written down, and what and where is said.
    r / - - - - / - -      | draw (r), place 3 | ~seat 0 drew: red. ~seat 0 put a piece in cylinder 3: red. seat 0 placed a piece.
Of a lift, what was kept.
    b / rrjb - - - / - -   | lift 1          | ~seat 0 lifted cylinder 1: red, red, joker and blue. seat 0 lifted a cylinder and kept: red and joker.
    b / rr - - - / r -     | lift 1          | ~seat 0 lifted cylinder 1: red and red. seat 0 lifted a cylinder and kept nothing.
Of a lift without a pair, not what went back.
    b / g - - - / r -      | lift 1, back r  | ~seat 0 lifted cylinder 1: green. seat 0 lifted a cylinder without a pair. ~seat 0 put back: red. seat 0 put a piece back.
Of a penalty draw, what was kept but not what went back.
    b / g - - - / - b -    | lift 1 (bg)       | ~seat 0 lifted cylinder 1: green. seat 0 lifted a cylinder without a pair. ~seat 1 drew and put back: blue. seat 1 drew and kept nothing. seat 2 drew and kept: green.
Who goes out, and that a cylinder leaves.
    - / - r - - / - - -    | lift 1          | ~seat 0 lifted cylinder 1: it was empty. seat 0 lifted an empty cylinder and is out. Cylinder 1 has left the game.
At an aided table, what is shown.
    b / {FULL} g - - / r - : memory aided | draw (b), place 1, place 2 | ~seat 0 drew: blue. ~Cylinder 1 was full. Cylinder 1 was full. ~seat 0 put a piece in cylinder 2: blue. seat 0 put a piece in cylinder 2: blue.
    b / g - - - / r - : memory aided | lift 1, back r | ~seat 0 lifted cylinder 1: green. seat 0 lifted cylinder 1: green. seat 0 lifted a cylinder without a pair. ~seat 0 put back: red. seat 0 put back: red.
""")  # noqa: E501
def test_the_log_says(before: str, moves: str, lines: str) -> None:
    assert " ".join(said(table(before), moves)) == lines


def test_what_is_placed_lifted_and_put_back_is_shown_for_a_moment() -> None:
    for memory in ("strict", "aided"):
        for before, moves, sights in (
            ("r / - - - - / - -", "draw (r), place 3", [Drawn("red"), Placed(2, "red")]),
            ("b / g - - - / r -", "lift 1, back r", [Lifted(0, ["green"]), Returned(0, "red")]),
            ("b / g - - - / - b -", "lift 1 (bg)", [Lifted(0, ["green"]), Returned(1, "blue")]),
        ):
            assert shown(table(f"{before} : memory {memory}"), moves) == sights


@cases("""
    before | moves | last
After a win by a penalty draw no cylinder leaves the game.
    - / y r - - / - rbj r | lift 1 (y)       | seat 1 drew and kept: yellow.
Nor by a lift, or by the last but one who goes out.
    - / yy r - - / rbj -  | lift 1           | seat 0 lifted a cylinder and kept: yellow.
    - / - r - - / - -     | lift 1           | seat 0 lifted an empty cylinder and is out.
""")
def test_after_a_win(before: str, moves: str, last: str) -> None:
    assert said(table(before), moves)[-1] == last
    assert "x" not in position(play(table(before), moves)).split("/")[1]
