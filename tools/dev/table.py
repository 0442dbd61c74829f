"""A game in the terminal."""

import argparse
from collections.abc import Iterable
from typing import Any

import msgspec

from games import GAMES
from games.bot import Seeded
from games.engine import Game, IllegalMove, Move, Seat, State
from games.frame import Frame, frame
from games.notation import Unreadable
from games.playthrough import Playthrough, in_short, in_words, viewers
from tools.dev.mistaken import Mistaken


def play_at_a_table(asked: argparse.Namespace) -> int:
    """Play a game in the terminal: all seats by hand, or one seat among bots."""
    game = GAMES[asked.game]
    playthrough = _begun(game, asked)
    print(f"{game.title}, seed {asked.seed}")
    heard = dict.fromkeys(viewers(playthrough.seats), 0)
    while playthrough.state.question is not None:
        you = _whose_turn(playthrough.state, asked.seat)
        if asked.seat is None:
            _show_position(playthrough)
        if you is None:
            playthrough.play_carefully()
        else:
            _play_by_hand(playthrough, you, _show(playthrough, you, heard))
    heard[asked.seat] = max(heard.values())
    _show_position(playthrough)
    _show(playthrough, asked.seat, heard)
    return 0


def _begun(game: Game, asked: argparse.Namespace) -> Playthrough:
    chance = Seeded(asked.seed)
    if asked.position is None:
        _check_seats(game, asked.seats or game.seats[0], asked.seat)
        return Playthrough(game, asked.seats or game.seats[0], _options(game, asked.option), chance)
    if asked.seats or asked.option:
        raise Mistaken("A position has its own number of players and its own options.")
    try:
        position = game.notation.read(asked.position)
    except Unreadable as error:
        raise Mistaken(f"The position cannot be read: {error}. games/{game.key}/notation.py explains it.") from None
    seats = game.notation.seats(position)
    _check_seats(game, seats, asked.seat)
    return Playthrough(game, seats, position.options, chance, position)


def _show_position(playthrough: Playthrough) -> None:
    """The whole table, secrets and all: it is never shown to who plays one seat among bots, before the end."""
    print(f"\n{playthrough.game.notation.written(playthrough.state)}")


def _check_seats(game: Game, seats: int, seat: Seat | None) -> None:
    if seats not in game.seats:
        raise Mistaken(f"{game.title} is for {game.players} players, not {seats}.")
    if seat is not None and seat not in range(seats):
        raise Mistaken(f"With {seats} players the seats are 0 to {seats - 1}, not {seat}.")


def _options(game: Game, given: Iterable[str]) -> Any:
    named = dict(option.partition("=")[::2] for option in given)
    try:
        return msgspec.convert(named, game.Options, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(game.Options.__struct_fields__)
        raise Mistaken(f"An option does not fit: {error}. The options are: {known}.") from None


def _whose_turn(g: State, only: Seat | None) -> Seat | None:
    asked: tuple[Seat, ...] = g.question.seats
    return asked[0] if only is None else only if only in asked else None


def _show(playthrough: Playthrough, you: Seat | None, heard: dict[Seat | None, int]) -> Frame:
    lines = playthrough.heard_by(you)
    sent = frame(playthrough.game, playthrough.state, you, 0, lines[heard[you] :])
    heard[you] = len(lines)
    print()
    for line in sent.lines:
        print(f"  {in_words([line])}")
    print(f"  {msgspec.json.encode(sent.view).decode()}")
    who = "" if you is None else f"seat {you}: "
    print(f"{who}{sent.prompt}" if sent.outcome is None else in_short(sent))
    return sent


def _play_by_hand(playthrough: Playthrough, you: Seat, sent: Frame) -> None:
    offered = [choice.move for choice in sent.choices + sent.free]
    for number, move in enumerate(offered, 1):
        print(f"  {number:2} {move}")
    if sent.pick:
        print(f"  or {sent.pick.least} to {sent.pick.most} of {sent.pick.among}, as {sent.pick.do} 0 2 3")
    while True:
        try:
            playthrough.play(you, _move(playthrough.game, offered, sent, input("> ").split()))
            return
        except (ValueError, IndexError, IllegalMove) as error:
            print(f"  {error}")


def _move(game: Game, offered: list[Move], sent: Frame, words: list[str]) -> Move:
    if sent.pick and words[:1] == [sent.pick.do]:
        chosen = {"do": sent.pick.do, sent.pick.field: [int(word) for word in words[1:]]}
        move: Move = msgspec.convert(chosen, game.Move)
        return move
    if len(words) != 1 or not words[0].isdecimal() or not 0 < int(words[0]) <= len(offered):
        raise ValueError(f"expected a number from 1 to {len(offered)}")
    return offered[int(words[0]) - 1]
