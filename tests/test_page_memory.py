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
