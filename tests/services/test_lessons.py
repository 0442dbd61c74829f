"""A first lesson begins with a written position and is played by a script, which a pupil may leave at any time."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from app.__main__ import main
from app.admin.verify_log import verify_log
from app.protocol.commands import Play as Played
from app.replay.endings import ending_of
from app.replay.onward import beginning_of
from app.replay.replays import replay_of
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.rooms.views import Showing
from app.services.bots import LESSON_S, Bots
from app.table import gathering, host, proposals
from app.table.event_ids import new_id
from app.table.events import Began, Moved
from app.table.moves import answer, bots_answer
from games import GAMES, LESSONS
from games.bot import Seeded, careful
from games.color_dice.board import PAWNS
from games.color_dice.moves import Back
from games.color_dice.rules import Countering
from games.color_gin.cards import CARDS
from games.desfases.rules import tiles_facing
from games.engine import Move, State, free, moves
from games.lesson import PUPIL, Lesson, Play, Tell
from games.piecepack import SUITS, VALUES
from games.sin_color.moves import TurnOver
from games.sin_color.pieces import FACES
from games.tcnccc.pieces import ALL_PIECES
from tests.support.played_games import deal_of, guest_called, one_move, play_to_the_end
from tests.support.room_fixtures import database_url as database_url
from tests.support.room_fixtures import rooms as rooms
from tests.table.test_dealt import played, shown_to

ANN: Final = guest_called("Ann")
of_every_lesson = pytest.mark.parametrize("game", LESSONS)


async def lesson_in(rooms: Rooms, game: str) -> Room:
    return await rooms.find(await rooms.open_onward(*beginning_of(LESSONS[game]), ANN, "Ann", "medium"))


async def does(room: Room, move: Move) -> None:
    """The pupil makes this move."""
    question = None if move in free(room.table.game, room.table.playing.state, PUPIL) else number_in(room)
    play = Played(new_id(), question, msgspec.Raw(msgspec.json.encode(move)))
    await room.do(ANN.id, play.id, lambda table: answer(table, ANN.id, play))


def number_in(room: Room) -> int:
    number: int = room.table.playing.state.question.number
    return number


async def goes_on(room: Room, play: Play) -> None:
    """The next move of the script is made: by the pupil, or by the bot whose turn it is."""
    if play.seat == PUPIL:
        return await does(room, play.move)
    await room.do("", new_id(), lambda table: bots_answer(table, play.seat, number_in(room)))


async def plays(room: Room, most: int | None = None) -> None:
    """The first moves of the script."""
    for play in LESSONS[room.table.game.key].plays[:most]:
        await goes_on(room, play)


def guide_of(room: Room, seat: int | None = PUPIL) -> dict[str, Any] | None:
    """What the guide says to this seat."""
    guide: dict[str, Any] | None = json.loads(Showing(room.table, [], 0).frame(seat)).get("guide")
    return guide


def place_in(room: Room) -> int | None:
    place: int | None = guide_of(room)["place"]
    return place


# --- The script ---------------------------------------------------------------------------------------------


@of_every_lesson
async def test_a_pupil_who_does_as_the_guide_says_comes_through_the_whole_script(rooms: Rooms, game: str) -> None:
    room, lesson = await lesson_in(rooms, game), LESSONS[game]
    for place, play in enumerate(lesson.plays):
        assert (place_in(room), guide_of(room)["waits"]) == (place, play.seat != PUPIL)
        await goes_on(room, play)
    assert place_in(room) == len(lesson.plays)
    recorded = [event.body for event in await rooms.store.load(room.table.room) if isinstance(event.body, Moved)]
    assert [drawn for move in recorded for drawn in move.drawn] == lesson.drawn


@of_every_lesson
async def test_two_lessons_go_the_same_way(rooms: Rooms, game: str) -> None:
    one, other = await lesson_in(rooms, game), await lesson_in(rooms, game)
    for play in LESSONS[game].plays:
        await goes_on(one, play)
        await goes_on(other, play)
        assert one.table.playing.state == other.table.playing.state
    assert one.table.playing.key != other.table.playing.key


@of_every_lesson
def test_the_guide_speaks_of_every_move_and_its_steps_are_counted_through(game: str) -> None:
    lesson = LESSONS[game]
    told = 0
    for place, state in enumerate(lesson.states[:-1]):
        guide, is_pupils = lesson.guide(state), lesson.plays[place].seat == PUPIL
        own = guide.steps[: guide.own]
        assert own
        assert bool(own[-1].press) == is_pupils
        assert guide.before == told or own == lesson.guide(lesson.states[place - 1]).steps[: guide.own]
        told = guide.before + guide.own
    assert guide.of == len([*steps_of(lesson)]) + len(lesson.closing) + 1


def steps_of(lesson: Lesson) -> list[Tell]:
    return [part for part in lesson.script if isinstance(part, Tell)]


@of_every_lesson
def test_a_press_ends_what_is_told_at_a_place(game: str) -> None:
    for told in LESSONS[game].told:
        pressed = [bool(step.press) for step in told]
        assert pressed == sorted(pressed)


@of_every_lesson
def test_it_is_read_within_three_minutes(game: str) -> None:
    lesson = LESSONS[game]
    words = sum(len(f"{step.title} {step.words}".split()) for step in [*steps_of(lesson), *lesson.closing])
    presses = 2 * sum(play.seat == PUPIL for play in lesson.plays) + len(lesson.closing)
    assert words / 180 * 60 + presses * 2.5 + LESSON_S * len(lesson.plays) <= 180


# --- What it teaches ----------------------------------------------------------------------------------------


def before(game: str, kind: str, nth: int = 0) -> Any:
    """The state in which the script has this kind of move for the nth time; after(): the one it leads to."""
    return LESSONS[game].states[_places(game, kind)[nth]]


def after(game: str, kind: str, nth: int = 0) -> Any:
    return LESSONS[game].states[_places(game, kind)[nth] + 1]


def _places(game: str, kind: str) -> list[int]:
    return [place for place, play in enumerate(LESSONS[game].plays) if play.move.__struct_config__.tag == kind]


def test_sin_color_teaches_a_trade_and_the_dice() -> None:
    assert not any(coin.face in tops(before("sin_color", "offer")) for coin in before("sin_color", "offer").rows[PUPIL])
    assert after("sin_color", "trade").rows[PUPIL][-1].face in tops(after("sin_color", "trade"))
    assert [len(after("sin_color", "pay", nth).rows[PUPIL]) for nth in (0, 1)] == [2, 1]
    assert set(after("sin_color", "trade").dice.values()) == {1, 3}


def tops(g: Any) -> list[Any]:
    return [stack[0] for stack in g.stacks]


def test_desfases_teaches_the_timer_with_its_coin_and_what_facing_means() -> None:
    (start, scoring), scored = (before("desfases", "move"), before("desfases", "score")), after("desfases", "score")
    assert (start.pieces["suns"].die, scoring.pieces["suns"].die) == (1, 0)
    assert "e2" not in tiles_facing(start, "d2")
    assert {"e2", "d3"} <= set(tiles_facing(scoring, scoring.pieces["suns"].pawn))
    assert (scored.tiles["e2"].coin.value, scored.pieces["suns"].under) == (start.pieces["suns"].under, None)
    assert after("desfases", "feed").pieces["suns"].die == 3


def test_color_dice_teaches_the_difference_and_a_counterattack() -> None:
    attack, counter = before("color_dice", "attack"), before("color_dice", "send", 1)
    assert attack.dice[PUPIL].value - attack.dice[1].value == after("color_dice", "send").board.areas[1][PUPIL] == 3
    assert isinstance(counter.question, Countering)
    assert (counter.question.seat, counter.question.pawns) == (PUPIL, counter.dice[PUPIL].value - counter.dice[1].value)
    assert after("color_dice", "send", 1).board.areas[1][:2] == [5, 1]


def test_color_gin_teaches_a_spoiled_suit_and_a_knock() -> None:
    shown = after("color_gin", "go_out").showdown
    assert (shown.how, shown.winner, shown.points) == ("knock", PUPIL, 37)
    assert (shown.spoiled, shown.suits) == (("H", "D"), ("S", "C"))


def test_tcnccc_teaches_a_pair_and_an_empty_lift() -> None:
    assert after("tcnccc", "lift").held[PUPIL] == ["red"]
    assert before("tcnccc", "lift", 1).cylinders[0] == []
    assert after("tcnccc", "lift", 1).out == [False, True, False]


# --- Its position -------------------------------------------------------------------------------------------


def every_coin_and_tile(g: Any) -> None:
    coins = [coin.face for row in g.rows for coin in row]
    assert Counter([*coins, *g.paid]) == Counter(FACES.values())
    assert Counter(tile for stack in g.stacks for tile in stack if tile) == Counter(coins)
    assert {len(stack) for stack in g.stacks} == {4}


def every_tile_and_each_timer_as_far_as_its_coins_say(g: Any) -> None:
    assert Counter((tile.suit, tile.value) for tile in g.tiles.values()) == Counter(
        (suit, value) for suit in SUITS for value in VALUES
    )
    for suit, pieces in g.pieces.items():
        used = [tile.coin.value for tile in g.tiles.values() if tile.coin and tile.coin.suit == suit] + pieces.gap
        assert sorted([*used, pieces.under, *pieces.reserve]) == [*VALUES]
        assert sum(value + 1 for value in used) + pieces.under - pieces.die == g.turns_over // len(SUITS)
    assert len({pieces.pawn for pieces in g.pieces.values()}) == len(SUITS)


def nine_pawns_of_each_colour(g: Any) -> None:
    board = g.board
    assert {
        board.outside[colour] + board.gone[colour] + sum(area[colour] for area in board.areas)
        for colour in board.colours
    } == {PAWNS}
    assert min(board.empty(area) for area in board.colours) >= 0


def every_card(g: Any) -> None:
    assert Counter([*g.deck, *g.pile, *g.hands[0], *g.hands[1]]) == Counter(CARDS)
    assert {len(hand) for hand in g.hands} == {10}


def every_piece(g: Any) -> None:
    everywhere = [*g.bag, *(piece for pieces in (*g.cylinders.values(), *g.held) for piece in pieces)]
    assert sorted(everywhere) == ALL_PIECES


HOLDS: Final[dict[str, Callable[[Any], None]]] = {
    "sin_color": every_coin_and_tile,
    "desfases": every_tile_and_each_timer_as_far_as_its_coins_say,
    "color_dice": nine_pawns_of_each_colour,
    "color_gin": every_card,
    "tcnccc": every_piece,
}


@of_every_lesson
def test_its_position_has_every_piece_once_and_survives_being_stored(game: str) -> None:
    start = LESSONS[game].start
    HOLDS[game](start)
    assert msgspec.json.decode(msgspec.json.encode(start), type=GAMES[game].State) == start
    assert start.question.seats == (PUPIL,)


# --- Another way --------------------------------------------------------------------------------------------


@of_every_lesson
async def test_a_pupil_who_does_something_else_at_any_step_plays_on_and_hears_how_the_guide_ends(
    rooms: Rooms, game: str
) -> None:
    lesson = LESSONS[game]
    for place in [place for place, play in enumerate(lesson.plays) if play.seat == PUPIL]:
        for move in others(lesson, place):
            room = await lesson_in(rooms, game)
            await plays(room, place)
            await does(room, move)
            if isinstance(move, Back):
                assert place_in(room) == place - 1
            elif room.table.phase == "playing":
                guide = guide_of(room)
                assert (guide["place"], guide["own"]) == (None, 0)
                assert [step["title"]["text"] for step in guide["steps"]] == [str(tell.title) for tell in ends(lesson)]
            await play_to_the_end(room, most=6)


def others(lesson: Lesson, place: int) -> list[Move]:
    """The first and the last of the other moves, and what a bot would do."""
    state = lesson.states[place]
    listed = [move for move in moves(lesson.game, state, PUPIL) if move != lesson.plays[place].move]
    bots = careful(lesson.game, state, PUPIL, [], Seeded("another way"))
    return [*dict.fromkeys([*listed[:1], *listed[-1:], *([] if bots == lesson.plays[place].move else [bots])])]


def ends(lesson: Lesson) -> tuple[Tell, ...]:
    """What the guide tells of a state that is in no script."""
    g: State = lesson.start.copy()
    g.agenda = []
    return lesson.guide(g).steps


@of_every_lesson
async def test_its_game_is_played_to_the_end_by_bots_and_counts_for_nobody(
    rooms: Rooms, database_url: str, game: str
) -> None:
    room = await lesson_in(rooms, game)
    await plays(room)
    await play_to_the_end(room)
    assert (room.table.phase, room.table.past[0].stopped, room.table.past[0].counts) == ("over", False, False)
    assert verify_log(database_url, room.table.room) == 0


@pytest.mark.parametrize(("game", "place"), [("color_dice", 1), ("color_dice", 2), ("desfases", 2), ("desfases", 4)])
async def test_a_move_that_is_taken_back_leads_back_to_where_the_guide_was(rooms: Rooms, game: str, place: int) -> None:
    room, pupils = await lesson_in(rooms, game), LESSONS[game].plays[:place]
    await plays(room, place)
    await room.do(ANN.id, new_id(), lambda table: proposals.propose(table, ANN.id, "undo", None))
    back = len([*takewhile(lambda play: play.seat != PUPIL, reversed(pupils))]) + 1
    assert place_in(room) == place - back
    for play in LESSONS[game].plays[place - back :]:
        await goes_on(room, play)
    assert place_in(room) == len(LESSONS[game].plays)


async def test_a_pause_changes_nothing_of_what_the_guide_says(rooms: Rooms) -> None:
    room = await lesson_in(rooms, "tcnccc")
    await plays(room, 2)
    said = guide_of(room)
    await room.do(ANN.id, new_id(), lambda table: host.pause(table, ANN.id))
    await room.do(ANN.id, new_id(), lambda table: host.resume(table, ANN.id))
    assert guide_of(room) == said
    await goes_on(room, LESSONS["tcnccc"].plays[2])
    assert place_in(room) == 3


async def test_a_coin_that_is_turned_over_changes_nothing_of_the_lesson(rooms: Rooms) -> None:
    room = await lesson_in(rooms, "sin_color")
    await does(room, TurnOver(2))
    assert place_in(room) == 0
    await plays(room)
    assert place_in(room) == len(LESSONS["sin_color"].plays)


async def test_bots_that_play_the_script_do_not_keep_a_pupil_waiting(rooms: Rooms) -> None:
    room, bots = await lesson_in(rooms, "color_gin"), Bots(pause=60)
    await plays(room, 2)
    assert bots._pause_for(room.table, 1.0) == LESSON_S
    await plays_differently(room)
    assert 45 <= bots._pause_for(room.table, 1.0) <= 75


async def plays_differently(room: Room) -> None:
    """From here on, anything but the script."""
    for _ in range(2):
        await one_move(room)
    lesson = LESSONS[room.table.game.key]
    await does(room, others(lesson, place_in(room))[0])


# --- What is said of it -------------------------------------------------------------------------------------


async def test_only_the_pupil_is_guided_and_only_in_a_lesson(rooms: Rooms) -> None:
    room, other = await lesson_in(rooms, "tcnccc"), await played(rooms, "tcnccc", 2)
    assert guide_of(room)
    assert [guide_of(room, seat) for seat in (1, 2, None)] == [None] * 3
    assert guide_of(other) is None


async def test_the_table_and_the_log_say_that_it_is_written_and_the_rematch_is_dealt_as_always(rooms: Rooms) -> None:
    room = await lesson_in(rooms, "color_dice")
    assert shown_to(room, "x")["lesson"] is True
    first = "A first lesson: this position was written for it, and so is what comes first."
    assert str(room.table.lasting(1)[0].text) == first
    await play_to_the_end(room, most=30)
    await room.do(ANN.id, new_id(), lambda table: gathering.rematch(table, ANN.id))
    assert shown_to(room, "x")["lesson"] is False
    assert guide_of(room) is None
    log = await rooms.store.load(room.table.room)
    lesson, rematch = [event.body for event in log if isinstance(event.body, Began)]
    assert (lesson.onward.source, lesson.onward.written) == (None, LESSONS["color_dice"].drawn)
    assert rematch.onward is None


async def test_only_the_page_of_a_lesson_loads_the_words_of_its_guide(client: httpx.AsyncClient) -> None:
    pages = []
    for wish in ({"guided": True}, {"bots": True}):
        opened = await client.post("/api/rooms", json={"game": "tcnccc", "seats": 3, "name": "Ann", **wish})
        page = await client.get(f"/t/{opened.json()['room']}", headers={"accept-language": "de"})
        pages.append("tcnccc_lesson" in page.text)
    assert pages == [True, False]


@of_every_lesson
async def test_its_replay_and_its_ending_are_told_like_those_of_any_other(rooms: Rooms, game: str) -> None:
    room = await lesson_in(rooms, game)
    await plays(room)
    await play_to_the_end(room, most=10)
    past = room.table.past[0]
    log = await rooms.store.load_game(room.table.room, past.began, past.ended)
    for eyes in ("all", PUPIL, None):
        steps = json.loads(b"".join(replay_of(log, past, eyes)))["steps"]
        assert len(steps) > len(LESSONS[game].plays)
        assert not any("guide" in step["frame"] for step in steps)
    assert ending_of(log, past).number == 1


@of_every_lesson
async def test_its_deal_is_verified_and_says_what_was_written(
    rooms: Rooms, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = await lesson_in(rooms, game)
    await plays(room)
    await play_to_the_end(room, most=30)
    file = tmp_path / "deal.json"
    file.write_bytes(await deal_of(rooms.store, room))
    assert main(["verify-deal", str(file)]) == 0
    said = capsys.readouterr().out
    assert "A first lesson: the position it began with was written for it, and so were the first draws" in said
    assert json.dumps(LESSONS[game].drawn, separators=(",", ":")) in said.replace(", ", ",")


CHANGED: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "other draws": ({"written": ["blue"]}, "The fingerprint does NOT hold"),
    "no lesson any more": ({"written": None}, "The fingerprint does NOT hold"),
    "no position": ({"from_state": None}, "The written draws do NOT hold"),
}


@pytest.mark.parametrize("changed", CHANGED)
async def test_a_file_that_says_something_else_of_the_script_does_not_hold(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: str
) -> None:
    room, (change, fault) = await lesson_in(rooms, "tcnccc"), CHANGED[changed]
    await plays(room)
    await play_to_the_end(room, most=30)
    deal = {**json.loads(await deal_of(rooms.store, room)), **change}
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(deal))
    assert main(["verify-deal", str(file)]) == 1
    assert fault in capsys.readouterr().out


async def test_a_game_of_chance_cannot_be_passed_off_as_a_lesson(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = {**json.loads(await deal_of(rooms.store, await played(rooms, "color_dice", 3))), "written": []}
    (tmp_path / "deal.json").write_text(json.dumps(deal))
    assert main(["verify-deal", str(tmp_path / "deal.json")]) == 1
    assert "The written draws do NOT hold" in capsys.readouterr().out
