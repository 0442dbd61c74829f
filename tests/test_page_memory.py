"""What a page knows of the log, and which answer of its own it waits for."""

from tests.in_node import in_node

RESUMED = """(() => {
    const { receive, resume } = module.open_store({ lasts: () => 0, changed() {} });
    const before = resume();
    receive({ type: "welcome", epoch: "now" });
    receive({ type: "refused", id: null, code: "malformed", text: "Too long." });
    return [before, resume()];
})()"""
"""What a page says of what it has seen, before its first welcome and after a refusal."""


def test_a_page_knows_what_it_has_seen_in_which_epoch_of_the_log_whatever_is_refused() -> None:
    assert in_node("room/store.js", RESUMED) == [{"seen": 0, "epoch": None}, {"seen": 0, "epoch": "now"}]


PENDING = """(() => {
    globalThis.document = { hidden: true };
    const { known, receive, answering } = module.open_store({ lasts: () => 0, changed() {} });
    const shown = (asked) => receive({ type: "frame", seq: 1, you: 0, question: 5, asked, lines: [] });
    shown([0, 1, 2]);
    answering(5);
    return given.map((asked) => (shown(asked), known.answered));
})()"""
"""The question that seat 0 waits to be answered, after each of the frames in which these seats are asked."""


def test_it_waits_while_others_answer_in_secret_until_its_own_answer_is_in_which_may_be_taken_back() -> None:
    assert in_node("room/store.js", PENDING, [[0, 2], [2], [0, 2]]) == [5, None, None]


# The connection is lost in a game, and returns before the next one; then a game is played, with the page hidden for a
# move, and one frame that comes again.
ANOTHER_GAME = """(() => {
    globalThis.document = { hidden: false };
    const { known, receive, connection, look_away, look_again } = module.open_store({ lasts: () => 0, changed() {} });
    const table = (state) => receive({ type: "table", state, onlookers: true, you: { seat: 0, seats: [0] } });
    const line = (seq) => ({ seq, fades: false, sight: null, text: { text: "" } });
    const frame = (seq) => receive({ type: "frame", you: 0, question: seq, asked: [], lines: [line(seq)] });
    table("playing");
    frame(1);
    connection("lost");
    connection("open");
    ["gathering", "playing"].forEach(table);
    [5, 6, 6, 7].forEach(frame);
    look_away();
    frame(8);
    look_again();
    return [known.missed, known.lines].map((told) => told.map(({ seq }) => seq));
})()"""


def test_of_a_later_game_is_told_only_what_was_missed_of_it_and_nothing_twice() -> None:
    assert in_node("room/store.js", ANOTHER_GAME) == [[8], [5, 6, 7, 8]]
