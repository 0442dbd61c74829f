"""The page's connection (static/room/connection.js), played through in Node against a server that is only imagined: how
soon a dead line is noticed, that nothing is lost or done twice, and that no healthy line is given up."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Protocol

import pytest

from tests.in_node import Node, in_node

SECOND = 1000
MINUTE = 60 * SECOND
# Plays events at their times against a server behind a line of this round trip, until the end. `swallows`: [from, to]
# and what is lost then, "both" ways or only "up" or "down". `late`: how late each tick is; `throttled`: if nobody sees
# the page. `deaf`: kinds of messages that are never answered. What the page does comes back with its time.
PLAY = """(() => {
  const { events, until, rtt = 50, swallows = [], deaf = [], random = 0.5, locked = false, kept } = given;
  const { late = 0, throttled = 0 } = given;
  let now = 0, line = 0, tick_at = 0, told = "opening";
  const log = [], due = events.map(([at, event]) => ({ at, event }));
  let state = module.initial(kept ?? { epoch: null, queue: [] }, 0, rtt);
  const is_lost = (at, way) =>
    swallows.some(([from, to, how]) => at >= from && at < to && (how === "both" || how === way));
  const later = (at, event) => due.push({ at, event, line });
  const hears = (message) => is_lost(now + rtt / 2, "down") || later(now + rtt, { type: "heard", message });
  function answer(message) {
    if (is_lost(now, "up") || deaf.includes(message.type)) return;
    if (message.type === "ping") return hears({ type: "pong" });
    if (message.id) hears({ type: "ack", id: message.id, seq: 1 });
  }
  const DO = {
    open: () => is_lost(now, "up") || is_lost(now, "down") || later(now + 2 * rtt, { type: "opened" }),
    close: () => line++,
    greet: () => is_lost(now, "up") || (locked ? hears({ type: "refused", id: null, code: "password" })
      : (hears({ type: "welcome", epoch: "e" }), hears({ type: "table" }))),
    send: ({ message }) => answer(message),
    give_back: () => {},
    diagnose: () => {},
    tell: ({ connection }) => (told = connection),
  };
  function happens(event) {
    const after = module.step(state, event, now, random);
    ({ state, tick_at } = after);
    for (const effect of after.effects) {
      const { do: what, message, connection } = effect;
      log.push({ at: now, do: what, ...(message && { message }), ...(connection && { connection }) });
      DO[what](effect);
    }
  }
  happens({ type: "start" });
  for (;;) {
    const tick = Math.max(tick_at, now) + late + (state.is_hidden ? throttled : 0);
    due.sort((a, b) => a.at - b.at);
    const next = due[0] && due[0].at <= tick ? due.shift() : { at: tick, event: { type: "tick" } };
    if (next.at > until) break;
    now = Math.max(next.at, now);
    if (next.line === undefined || next.line === line) happens(next.event);
  }
  return { log, told, phase: state.phase, left: state.queue.map(({ message }) => message.id), due: state.due - now };
})()"""

ID = "0" * 32
PLAY_17 = {"type": "play", "id": ID, "question": 17, "move": {"do": "draw"}}
DEAD = [[60 * SECOND, 10 * MINUTE, "both"]]


class Played:
    """What a page did."""

    def __init__(self, answer: Any) -> None:
        self.log, self.told, self.phase = answer["log"], answer["told"], answer["phase"]
        self.left, self.due = answer["left"], answer["due"]

    def times(self, what: str, **fields: Any) -> list[int]:
        """When it did this."""
        return [step["at"] for step in self.log if step["do"] == what and fields.items() <= step.items()]

    def sent(self, type: str) -> list[tuple[int, Any]]:
        """The messages of this type, and when they were sent."""
        return [(step["at"], step["message"]) for step in self.log if step.get("message", {}).get("type") == type]

    @property
    def lost(self) -> list[int]:
        """When the page said that the connection is lost."""
        return self.times("tell", connection="lost")


class Play(Protocol):
    def __call__(self, until: float, **given: Any) -> Played:
        """Play this until then."""


@pytest.fixture(scope="module")
def played() -> Iterator[Play]:
    with Node("room/connection.js", PLAY) as node:
        yield lambda until, **given: Played(node({"events": [], "until": until, **given}))


def said(at: float, message: Any) -> list[Any]:
    return [at, {"type": "said", "message": message}]


# --- A dead line ---


@pytest.mark.parametrize("way", ["both", "up", "down"])
def test_a_line_that_swallows_everything_or_one_way_is_called_lost_within_fifteen_seconds(
    way: str, played: Play
) -> None:
    for dies_at in (60_000, 61_000, 62_500, 64_900):
        page = played(2 * MINUTE, swallows=[[dies_at, 10 * MINUTE, way]])
        assert dies_at < page.lost[0] <= dies_at + 15 * SECOND, dies_at


def test_others_moves_that_still_arrive_do_not_hide_that_nothing_arrives_there(played: Play) -> None:
    frames = [[at, {"type": "heard", "message": {"type": "frame"}}] for at in range(60_000, 120_000, 700)]
    page = played(90 * SECOND, swallows=[[60_000, 600_000, "up"]], events=frames)
    assert page.lost[0] <= 75 * SECOND


@pytest.mark.parametrize(
    "message", [PLAY_17, {"type": "sit", "seat": 1, "id": ID}, {"type": "chat", "text": "!", "id": ID}]
)
def test_what_is_not_answered_opens_the_line_anew_after_five_seconds_and_is_sent_again_unchanged(
    message: Any, played: Play
) -> None:
    page = played(2 * MINUTE, swallows=[[60_000, 62_000, "both"]], events=[said(60_100, message)])
    (first, sent), (second, again) = page.sent(message["type"])
    assert (first, sent, again) == (60_100, message, message)
    assert 65_000 <= second <= 65_500
    assert (page.lost, page.told, page.left) == ([65_100], "open", [])


def test_a_server_that_is_only_slow_is_not_stormed(played: Play) -> None:
    page = played(3 * MINUTE, deaf=["play"], events=[said(60_000, PLAY_17)])
    gaps = [b - a for a, b in zip(page.lost, page.lost[1:], strict=False)]
    assert gaps[0] >= 10 * SECOND
    assert gaps[1] >= 20 * SECOND
    assert page.left == [ID]


def test_a_line_that_never_opens_is_given_up_and_tried_with_growing_patience(played: Play) -> None:
    page = played(5 * MINUTE, swallows=[[0, 10 * MINUTE, "both"]])
    opened = page.times("open")
    gaps = [b - a for a, b in pairwise(opened)]
    assert all(8 * SECOND <= gap <= 9 * SECOND for gap in gaps[:2])
    assert all(15 * SECOND <= gap <= 16 * SECOND for gap in gaps[3:])


@pytest.mark.parametrize("random", [0, 0.5, 0.99])
@pytest.mark.parametrize(("lasts_s", "within_s"), [(20, 9), (40, 16), (600, 16)])
def test_a_page_is_back_soon_after_a_line_that_was_dead_works_again(
    lasts_s: int, within_s: int, random: float, played: Play
) -> None:
    """What hung meanwhile is given up, and the next attempt follows at once."""
    heals_at = MINUTE + lasts_s * SECOND
    page = played(heals_at + MINUTE, swallows=[[MINUTE, heals_at, "both"]], random=random)
    assert page.told == "open"
    assert page.times("tell", connection="open")[-1] - heals_at <= within_s * SECOND


# --- A healthy line ---


@pytest.mark.parametrize("rtt", [50, 3400, 8000])
def test_a_slow_line_is_never_given_up(rtt: int, played: Play) -> None:
    plays = [said(60_000 + 10_000 * n, {**PLAY_17, "id": f"{n:032x}"}) for n in range(6)]
    page = played(4 * MINUTE, rtt=rtt, events=plays)
    assert (page.lost, page.told, len(page.times("open")), page.left) == ([], "open", 1, [])
    assert len(page.sent("play")) == 6


def test_a_hidden_page_whose_timers_run_once_a_minute_raises_no_false_alarm(played: Play) -> None:
    shown = [[at * MINUTE + 30_000, {"type": how}] for at in (10, 30, 50) for how in ("hidden", "shown")][1:]
    page = played(60 * MINUTE, throttled=MINUTE, events=[[5000, {"type": "hidden"}], *shown])
    assert (page.lost, len(page.times("open"))) == ([], 1)


def test_a_hidden_page_notices_a_dead_line_all_the_same(played: Play) -> None:
    page = played(20 * MINUTE, throttled=MINUTE, events=[[5000, {"type": "hidden"}]], swallows=[[60_000, 1e9, "both"]])
    assert page.lost[0] <= 6 * MINUTE


def test_a_page_that_stood_still_for_a_moment_reads_what_has_come_before_it_judges(played: Play) -> None:
    """Its only ping was sent just before, and the answer waits behind the timer."""
    page = played(70 * SECOND, late=12 * SECOND, rtt=20)
    assert page.lost == []


def test_after_sleep_the_line_opens_anew_at_once_and_without_alarm(played: Play) -> None:
    page = played(90 * SECOND, late=40 * SECOND)
    assert page.lost == []
    assert len(page.times("open")) >= 2


def test_online_again_a_healthy_line_is_only_asked(played: Play) -> None:
    page = played(61 * SECOND, events=[[60_000, {"type": "online"}]])
    assert len(page.times("open")) == 1
    assert 60_000 in [at for at, _ in page.sent("ping")]


def test_a_page_that_is_shown_again_finds_a_dead_line_sooner(played: Play) -> None:
    page = played(2 * MINUTE, events=[[58_000, {"type": "hidden"}], [60_500, {"type": "shown"}]], swallows=DEAD)
    assert page.lost[0] <= 64 * SECOND


def test_the_server_is_told_whether_anybody_sees_the_page(played: Play) -> None:
    page = played(40 * SECOND, events=[[20_000, {"type": "hidden"}], [30_000, {"type": "shown"}]])
    pings = dict(page.sent("ping"))
    assert (pings[20_000], pings[30_000]) == ({"type": "ping", "hidden": True}, {"type": "ping"})
    page = played(40 * SECOND, events=[[10, {"type": "hidden"}]])
    assert page.sent("ping")[0][1] == {"type": "ping", "hidden": True}


def test_a_password_may_be_thought_about_for_as_long_as_the_server_waits(played: Play) -> None:
    page = played(4 * MINUTE, locked=True)
    assert (len(page.times("open")), page.phase) == (1, "greeting")


# --- Coming back ---


def test_pages_that_lost_their_lines_together_come_back_one_after_another(played: Play) -> None:
    waits = [played(10_000, random=n / 10, events=[[9999, {"type": "closed", "code": 1006}]]).due for n in range(10)]
    assert len(set(waits)) == 10
    assert max(waits) - min(waits) > 500


def test_while_offline_it_is_seldom_tried_and_online_soon(played: Play) -> None:
    gone = [[10_000, {"type": "offline"}], [10_001, {"type": "closed", "code": 1006}]]
    page = played(3 * MINUTE, events=gone, swallows=[[10_000, 170_000, "both"]])
    assert 3 <= len(page.times("open")) <= 7
    page = played(30_000, events=[*gone, [20_000, {"type": "online"}]], swallows=[[10_000, 20_000, "both"]], random=0.3)
    assert page.times("open")[-1] == 20_300
    assert page.told == "open"


def test_a_server_that_stopped_is_asked_again_when_it_said_so(played: Play) -> None:
    bye = {"type": "heard", "message": {"type": "bye", "retry_ms": 900}}
    page = played(12_000, events=[[10_000, bye], [10_001, {"type": "closed", "code": 1012}]])
    assert 450 <= page.times("open")[-1] - 10_001 <= 1350


def test_for_good_means_for_good(played: Play) -> None:
    for code in (4403, 4404, 4503):
        page = played(MINUTE, events=[[10_000, {"type": "closed", "code": code}], [20_000, {"type": "online"}]])
        assert (page.phase, page.told, len(page.times("open"))) == ("over", "closed", 1)
    assert in_node("room/connection.js", "module.transitions.over") == {}


# --- Nothing twice, nothing lost ---


def test_a_command_pressed_twice_is_sent_once_and_chat_and_moves_twice(played: Play) -> None:
    start = {"type": "start", "id": "1" * 32}
    chat = {"type": "chat", "text": "!", "id": "2" * 32}
    again = [{**start, "id": "3" * 32}, {**chat, "id": "4" * 32}]
    page = played(20_000, events=[said(10_000, message) for message in (start, chat, *again)])
    assert (len(page.sent("start")), len(page.sent("chat"))) == (1, 2)


def test_after_a_minute_without_a_line_words_and_answers_are_still_sent_and_commands_are_not(played: Play) -> None:
    messages = [PLAY_17, {"type": "chat", "text": "!", "id": "1" * 32}, {"type": "sit", "seat": 1, "id": "2" * 32}]
    page = played(5 * MINUTE, swallows=[[60_000, 150_000, "both"]], events=[said(60_010, each) for each in messages])
    assert len(page.sent("play")) == len(page.sent("chat")) == 2
    assert len(page.sent("sit")) == 1
    assert page.left == []


def test_of_another_epoch_no_answer_is_sent_but_words_are(played: Play) -> None:
    chat = {"type": "chat", "text": "!", "id": "1" * 32}
    queue = [
        {"message": each, "at": 0, "is_free": False, "sent_at": None, "times": 1}
        for each in (PLAY_17, chat, {"type": "start", "id": "2" * 32})
    ]
    page = played(10_000, kept={"epoch": "another", "queue": queue})
    assert (page.sent("play"), page.sent("start"), len(page.sent("chat"))) == ([], [], 1)
    page = played(10_000, kept={"epoch": "e", "queue": queue})
    assert (len(page.sent("play")), len(page.sent("start")), len(page.sent("chat"))) == (1, 1, 1)


def test_a_retry_is_sent_again_when_the_server_said_so(played: Play) -> None:
    retry = {"type": "heard", "message": {"type": "retry", "id": ID, "after_ms": 300}}
    page = played(12_000, deaf=["play"], events=[said(10_000, PLAY_17), [10_100, retry]])
    assert [at for at, _ in page.sent("play")] == [10_000, 10_400]
    assert page.lost == []


def test_deciding_changes_nothing_that_was_there_before() -> None:
    frozen = """(() => {
      function freeze(what) {
        if (typeof what === "object" && what) Object.values(what).forEach(freeze);
        return Object.freeze(what);
      }
      const events = [{ type: "start" }, { type: "opened" }, { type: "heard", message: { type: "table" } },
        { type: "said", message: given }, { type: "tick" }, { type: "heard", message: { type: "ack", id: given.id } }];
      let state = module.initial({ epoch: null, queue: [] }, 0, 50);
      for (const event of events) state = module.step(freeze(state), event, 9000, 0.5).state;
      return state.phase;
    })()"""
    assert in_node("room/connection.js", frozen, PLAY_17) == "open"


def test_after_three_handshakes_that_never_opened_somebody_is_asked_why(played: Play) -> None:
    closed = [[at, {"type": "closed", "code": 1006}] for at in range(10, 60_000, 10)]
    page = played(60_000, events=closed, swallows=[[0, 600_000, "both"]])
    third = page.times("open")[2]
    assert third < page.times("diagnose")[0] <= third + 100
    assert played(60_000).times("diagnose") == []
