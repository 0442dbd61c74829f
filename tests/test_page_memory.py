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
