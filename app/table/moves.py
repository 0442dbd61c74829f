"""Decisions about moves: the rules accept a move at the table as it stands, and it becomes an event with the values
drawn for it. Nothing here writes, sends, or changes the table."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.protocol.commands import Play
from app.protocol.messages import Refusal
from app.table.clock import Outage
from app.table.deal import Sealed
from app.table.events import Finished, Hinted, Interrupted, Moved, Result
from app.table.game import Played, Playing, decode_move
from app.table.hands import Seat
from app.table.seals import digest_of_state
from app.table.state import Table
from games import LESSONS, bot
from games.bot import SEARCHING, Level
from games.dealer import Line
from games.engine import Game, IllegalMove, Move, NotAsked, Outcome, State, free, is_answer, lapsed, play, say
from games.lesson import Lesson
from games.thinking import Thought, share_for, thought_of


class Decision(Struct, frozen=True):
    """An accepted move and its outcome."""

    body: Moved | Finished
    played: Played


def answer(table: Table, guest: str, command: Play) -> Decision:
    """A player's move. Raises not_seated, not_your_seat, not_now, stale, not_asked, malformed, illegal."""
    seat = own_seat(table, guest, command.seat)
    if table.seats[seat].bot is not None:
        raise a_bot_plays(table.seats[seat])
    playing = _asking_that(table, command, seat)
    move = _decode_move(table.game, command.move)
    is_free = move in free(table.game, playing.state, seat)
    if command.question is None and not is_free:
        raise Refusal("illegal", say("That move is not possible right now."))
    # Pages name the question during which a free move was made. It answers nothing, and its limits are its own.
    return _decide(table, playing, Moved(seat, None if is_free else command.question, command.move, []), move)


def ask_for_hint(table: Table, guest: str, question: int, number: int | None) -> Hinted:
    """A player asks what would be a good answer, at most once per question. Raises not_seated, not_your_seat,
    forbidden, not_now, stale, not_asked."""
    seat = own_seat(table, guest, number)
    playing = _asking(table, question, seat)
    if not (table.settings.hints or is_practice(table)):
        raise Refusal("forbidden", say("The host has not allowed hints at this table."))
    if table.seats[seat].bot is not None or seat not in asked_seats(table):
        raise Refusal("not_asked", say("It is not your turn."))
    if playing.hinted.get(seat) == question:
        raise Refusal("not_now", say("You have asked for a hint already."))
    return Hinted(seat, question)


def is_practice(table: Table) -> bool:
    """Whether a single player plays against nobody but bots."""
    return sum(seat.guest is not None for seat in table.seats) == 1 and not any(seat.free for seat in table.seats)


def is_silent(table: Table) -> bool:
    """Whether a team is playing, whose players do not talk."""
    return table.phase == "playing" and table.is_team


def knows_hands(table: Table) -> bool:
    """Whether some spectators may know the hands of the game that is played, because the players have shown them, even
    if they are hidden again."""
    return table.phase == "playing" and table.people.open_hands.opened > 0


def hides_names(table: Table) -> bool:
    """Whether the names of spectators are not shown, since one could tell the players something."""
    return is_silent(table) or knows_hands(table)


def own_seat(table: Table, guest: str, seat: int | None) -> int:
    """The seat a guest speaks for; with several seats they have to say which. Raises not_seated, not_your_seat."""
    seats = table.people.seats_of(guest)
    if not seats:
        raise only_players()
    if seat is None and len(seats) == 1:
        return seats[0]
    if seat not in seats:
        raise Refusal("not_your_seat", say("Choose one of your seats: {seats}.", seats=[each + 1 for each in seats]))
    return seat


def a_bot_plays(seat: Seat) -> Refusal:
    """The refusal while a bot plays this seat for its player."""
    if seat.is_blind:
        sentence = "This game was dealt to someone else: a bot plays it to its end. You play in the next one."
        return Refusal("not_your_seat", say(sentence))
    return Refusal("not_your_seat", say("A bot is playing this seat. Open the page again to take it back."))


def only_players() -> Refusal:
    """The refusal for guests without a seat."""
    return Refusal("not_seated", say("You are watching. Only players can do that."))


def first_seat(table: Table, guest: str) -> int:
    """A guest's seat, or the first of several. Raises not_seated."""
    return own_seat(table, guest, table.people.seat_of(guest))


def refuse_free_seats(table: Table) -> None:
    """Raises not_now while a seat is free."""
    if free := [number + 1 for number, seat in enumerate(table.seats) if seat.free]:
        sentence = "Free seats: {seats}. Wait for your friends, or fill the seats with bots."
        raise Refusal("not_now", say(sentence, seats=free))


def bots_answer(
    table: Table, seat: int, question: int, thought: Move | None = None, since: int | None = None
) -> Decision:
    """The answer of the bot on this seat: the same on every node, since it depends on the log and the game's key alone
    or, in a first lesson, on its script. `thought`: what was decided ahead; without it a bot that searches plays like
    a medium one. `since`: when the seat was asked, if that matters. Raises not_now, stale."""
    playing = _asking(table, question, seat, since)
    move, level = thought, table.seats[seat].bot or "medium"
    decided: Level | None = level if level in SEARCHING else None
    if move is None or not is_answer(table.game, playing.state, seat, move):
        move = at_sight(table, playing, seat)
        decided = decided and "medium"
    return _decide(table, playing, Moved(seat, question, _encoded(move), [], bot=True, level=decided), move)


def at_sight(table: Table, playing: Playing, seat: int) -> Move:
    """What the bot on this asked seat answers without search: by the script of a first lesson, or at its level."""
    lesson, level = lesson_at(table), table.seats[seat].bot or "medium"
    written = lesson.reply(playing.state, seat) if lesson else None
    return written or bots_move(table.game, playing.state, seat, table.lines_reaching(seat), playing.key, level)


def bots_move(game: Game, g: State, seat: int, lines: Sequence[Line], key: bytes, level: Level = "medium") -> Move:
    """The bot's answer for this seat without search, after these lines, in a game with this key."""
    at_once: Level = "medium" if level in SEARCHING else level
    chance, lapses = Sealed(key, 0, f"bot/{g.question.number}/{seat}"), lapses_of(key, seat)
    return bot.answer(game, g, seat, lines, chance, at_once, lapses)


def lapses_of(key: bytes, seat: int) -> str:
    """The secret by which the bot on this seat forgets, throughout the game."""
    return str(Sealed(key, 0, f"lapses/{seat}").below(2**48, "lapses"))


def to_think_about(table: Table, seat: int, within_s: float | None = None) -> Thought | None:
    """The decision of this seat at the level of its bot, for a player that of a strong one, for a worker, which has so
    many seconds for it; None if the game has no policy. It contains a scramble, not the state or the key."""
    playing, level = table.playing, table.seats[seat].bot or "strong"
    if playing is None or playing.state.question is None or table.game.careful is None:
        return None
    chance = Sealed(playing.key, 0, f"thought/{playing.state.question.number}/{seat}")
    remembered = bot.recalled(table.game, level, seat, table.lines_reaching(seat), lapses_of(playing.key, seat))
    fitting = 1.0 if within_s is None else share_for(table.game, len(table.seats), within_s)
    share = min(fitting, bot.effort(table.game, level))
    return thought_of(table.game, playing.state, seat, remembered, chance, share)


def lapse(table: Table, seat: int, question: int, since: int | None = None) -> Decision:
    """The answer that the rules give for a seat that ran out of time. `since`: when it was asked, if that matters.
    Raises not_now, stale, not_asked."""
    playing = _asking(table, question, seat, since)
    if seat not in playing.state.question.seats:
        raise Refusal("not_asked", say("It is not your turn."))
    move = lapsed(table.game, playing.state, seat, Sealed(playing.key, 0, f"lapse/{question}/{seat}"))
    return _decide(table, playing, Moved(seat, question, _encoded(move), [], lapsed=True), move)


def leave_out(table: Table, outages: Sequence[Outage]) -> Interrupted:
    """The event that leaves these outages out of the table's clocks. Raises stale when that was already done."""
    missed = [outage for outage in outages if table.playing and table.playing.timing.ran_in(outage)]
    if not missed:
        raise _stale()
    return Interrupted([(began, ended) for began, ended in missed])


def result_of(table: Table, outcome: Outcome | None, last: Moved | None = None) -> Result:
    """The result of the game, with the names of those who played it. `outcome`: None when it ended by agreement.
    `last`: the move that ends it."""
    # Only for bots that did not play for a person.
    levels = [seat.bot if seat.guest is None else None for seat in table.seats]
    # A game that was dealt to somebody else counts as theirs.
    players = [[*seat.dealt.items()][-1] if seat.is_blind else (seat.guest, seat.name) for seat in table.seats]
    return Result(
        game=table.game.key,
        guests=[guest for guest, _ in players],
        names=[name or "" for _, name in players],
        winners=list(outcome.winners) if outcome else [],
        scores=list(outcome.scores) if outcome else [0] * len(table.seats),
        team=outcome.team if outcome else None,
        setting=setting_of(table) if table.is_team else "",
        levels=levels if any(levels) else [],
        onward=table.playing is not None and not _counts(table.playing),
        at_medium=_at_medium(table, last),
    )


def _counts(playing: Playing) -> bool:
    """Whether it counts in standings: it began with a deal, and one that could not be known before."""
    is_again = playing.same is not None and playing.same.again > 0
    return playing.was_dealt and not is_again


def _at_medium(table: Table, last: Moved | None) -> dict[int, tuple[int, int]]:
    if table.playing is None:
        return {}
    decided = {**table.playing.decided}
    if last is not None and last.level is not None:
        decided[last.seat] = table.playing.decided_with(last)
    return {seat: counts for seat, counts in decided.items() if counts[0] and table.seats[seat].guest is None}


def setting_of(table: Table) -> str:
    """The setting under which team scores are compared: the rules, the number of seats and every option."""
    options = msgspec.json.encode(table.options, order="sorted").decode()
    return f"{table.game.rules} {len(table.seats)} {options}"


def _decide(table: Table, playing: Playing, wanted: Moved, move: Move) -> Decision:
    dealer = playing.dealer_for(wanted.seat, table.seq + 1)
    try:
        after = play(table.game, playing.state, wanted.seat, move, dealer)
    except IllegalMove as error:
        raise Refusal("not_asked" if isinstance(error, NotAsked) else "illegal", error.why) from None
    moved = msgspec.structs.replace(wanted, drawn=dealer.drawn)
    played = Played(move, after, digest_of_state(after), dealer.lines, dealer.started, dealer.labels)
    if after.question is not None:
        return Decision(moved, played)
    return Decision(Finished(moved, result_of(table, table.game.outcome(after), moved)), played)


def game_in_progress(table: Table) -> Playing:
    """The game being played, paused or not. Raises not_now."""
    if table.playing is None or table.phase != "playing":
        raise Refusal("not_now", say("No game is being played."))
    return table.playing


def _asking(table: Table, question: int | None, seat: int, since: int | None = None) -> Playing:
    """The game, which must be asking this question; None: any. With `since`, `seat` must have been asked at that very
    time: if it is another, another node has already acted, perhaps under another id. Raises not_now, stale."""
    playing = game_in_progress(table)
    if playing.paused:
        raise Refusal("not_now", say("The host has paused the game."))
    pending = playing.state.question
    if question is not None and (pending is None or pending.number != question):
        raise _stale()
    if since is not None and playing.timing.since.get(seat) != since:
        raise _stale()
    return playing


def _asking_that(table: Table, command: Play, seat: int) -> Playing:
    """The game, which must be asking what this command names. Raises not_now, stale."""
    try:
        return _asking(table, command.question, seat)
    except Refusal as no:
        if no.code == "stale" and _would_be_free(table, command, seat):
            # It answers nothing, but at the place that it names there may be another piece by now.
            raise Refusal("stale", say("The table has just changed. Look at it again before you do that.")) from None
        raise


def _would_be_free(table: Table, command: Play, seat: int) -> bool:
    try:
        move = decode_move(table.game, command.move)
    except msgspec.MsgspecError:
        return False  # a late answer may be to a question of another game
    return move in free(table.game, game_in_progress(table).state, seat)


def _stale() -> Refusal:
    return Refusal("stale", say("That question has been answered already. Look at the table again."))


def _decode_move(game: Game, move: msgspec.Raw) -> Move:
    try:
        return decode_move(game, move)
    except msgspec.MsgspecError as error:
        sentence = "{game} has no such move. Load the page again. Technical details: {reason}"
        raise Refusal("malformed", say(sentence, game=game.title, reason=str(error))) from None


def _encoded(move: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(move))


def lesson_at(table: Table) -> Lesson | None:
    """The first lesson that is on the table, also once it has left its script."""
    return LESSONS.get(table.game.key) if table.playing is not None and table.playing.is_lesson else None


def is_taught(table: Table) -> bool:
    """Whether a first lesson keeps to its script."""
    lesson = lesson_at(table)
    return lesson is not None and table.playing is not None and lesson.place(table.playing.state) is not None


def asked_seats(table: Table) -> Sequence[int]:
    """The seats that are asked now; none while the game is paused."""
    if table.playing is None or table.playing.paused or table.playing.state.question is None:
        return ()
    seats: Sequence[int] = table.playing.state.question.seats
    return seats


def awaited_since(table: Table, guest: str) -> int | None:
    """Since when this player has been asked without having answered; None while they are not. 0 for anybody whom others
    may need at any time: between games, without a seat, or the host of a game that is paused."""
    seats = table.people.seats_of(guest)
    if table.playing is None or table.phase != "playing" or not seats or (table.paused and guest == table.host):
        return 0
    awaited = {} if table.paused else table.playing.timing.awaited
    return min((at for seat, at in awaited.items() if seat in seats), default=None)
