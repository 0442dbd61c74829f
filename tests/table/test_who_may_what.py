"""Every command, in every phase, by everybody: whether it is carried out or refused."""

from collections.abc import Callable
from copy import deepcopy
from typing import Final, get_args

import pytest
from msgspec.structs import replace

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.table_commands import RULES
from app.storage.guests import Guest
from app.table.events import kind_of
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEGAN, BEN, CLEO, EVE

DORA = Guest("dora-id", b"dora", "Dora")
PEOPLE: Final = (ANN, BEN, CLEO, EVE)
"""The host, a player, a player for whom a bot plays as soon as there is a game, and a spectator."""

PHASES: Final[dict[str, Callable[[Given], object]]] = {
    "a seat is free": lambda table: None,
    "every seat is taken": lambda table: _all_sit(table),
    "a game is played": lambda table: _ben_is_asked(table),
    "its end is proposed": lambda table: _ben_is_asked(table).when(ANN, commands.Propose("end")),
    "it is paused": lambda table: _ben_is_asked(table).when(ANN, commands.Pause()),
    "it is over": lambda table: [_ben_is_asked(table), _all_agree_to_the_end(table)],
}

Wish = commands.FromBrowser | Callable[[Given], commands.FromBrowser]
MEANS: Final = {
    "not_host": "h", "not_now": "n", "not_seated": "s", "not_your_seat": "y", "taken": "t", "full": "f",
    "not_asked": "a", "stale": "o", "illegal": "i", "malformed": "m", "bad_option": "b",
}  # fmt: skip
"""The table's letters for refusals."""

WISHES: Final[dict[str, tuple[Wish, str]]] = {
    "sit where nobody does": (commands.Sit(3), "++++ ++++ nnnn nnnn nnnn ++++ sat"),
    "sit where Cleo does": (commands.Sit(2), "tttt tttt nnnn nnnn nnnn tttt"),
    "sit where no seat is": (commands.Sit(4), "ffff ffff ffff ffff ffff ffff"),
    "ask for Cleo's seat back": (commands.Sit(2, back=True), "nnn+ nnn+ nnn+ nnn+ nnn+ nnn+ wished"),
    "ask for Ben's seat back": (commands.Sit(1, back=True), "nnnt nnnt nnnt nnnt nnnt nnnt"),
    "seat a friend beside": (commands.Sit(3, also="Zoe"), "+++s +++s nnns nnns nnns +++s sat"),
    "be ready": (commands.SayReady(), "+++s +++s nnns nnns nnns +++s ready"),
    "be ready no more": (commands.SayReady(False), "nnns nnns nnns nnns nnns nnns"),
    "seal a word": (commands.SealWord("5e" * 32), "+++s +++s nnns nnns nnns +++s word_sealed"),
    "open a word": (commands.OpenWord("5e" * 16), "nnns nnns nnns nnns nnns nnns"),
    "stand up": (commands.Stand(), "+++s +++s nnns nnns nnns +++s stood"),
    "come back": (commands.Hello(), "ssss ssss ss+s ss+s ss+s ss+s returned"),
    "make a link": (commands.MakeLink(), "+++s +++s +++s +++s +++s +++s linked"),
    "use Cleo's link": (lambda table: commands.TakeSeat(table.link), "nnn+ nnn+ nnn+ nnn+ nnn+ nnn+ gave"),
    "talk": (commands.Speak("well"), "++++ ++++ ++++ ++++ ++++ ++++ said"),
    "say nothing": (commands.Speak(" "), "mmmm mmmm mmmm mmmm mmmm mmmm"),
    "begin": (commands.Start(), "nhhh +hhh nhhh nhhh nhhh nhhh began"),
    "play again": (commands.Rematch(), "nnns nnns nnns nnns nnns +++s began"),
    "play the same deal again": (commands.Rematch(again=True), "nnns nnns nnns nnns nnns +++s began"),
    "answer": (lambda table: _answer(table), "nnns nnns a+ys a+ys nnys nnys moved"),
    "answer the question before": (lambda table: _answer(table, before=1), "nnns nnns ooys ooys nnys nnys"),
    "answer no question": (lambda table: replace(_answer(table), question=None), "nnns nnns iiys iiys nnys nnys"),
    "answer with no move": (lambda table: _answer(table, "fly"), "nnns nnns mmys mmys nnys nnys"),
    "answer what is no answer": (lambda table: _answer(table, "say"), "nnns nnns aiys aiys nnys nnys"),
    "take back": (commands.Propose("undo"), "nnns nnns +nys nnys +nys nnns undone"),
    "end together": (commands.Propose("end"), "nnns nnns ++ys nnys ++ys nnns proposed"),
    "agree": (commands.Agree(True), "nnns nnns nnns n+ns nnns nnns stopped"),
    "object": (commands.Agree(False), "nnns nnns nnns +++s nnns nnns objected"),
    "show hands": (commands.OpenHands(True), "nnns nnns ++ys ++ys ++ys nnns hands"),
    "hide hands": (commands.OpenHands(False), "nnns nnns nnns nnns nnns nnns"),
    "a bot where nobody sits": (commands.SeatBot(3, "medium"), "+hhh thhh thhh thhh thhh thhh bot_seated"),
    "a bot for Ben": (commands.SeatBot(1, "medium"), "thhh thhh thhh thhh thhh thhh"),
    "a bot for Cleo": (commands.SeatBot(2, "medium"), "+hhh +hhh thhh thhh thhh thhh bot_seated"),
    "change the game": (commands.ChangeGame("tcnccc", 5, {}), "+hhh +hhh nhhh nhhh nhhh +hhh changed"),
    "change to no game": (commands.ChangeGame("chess", 4, {}), "bhhh bhhh nhhh nhhh nhhh bhhh"),
    "change the order": (commands.Order([3, 0, 1, 2]), "+hhh +hhh nhhh nhhh nhhh +hhh reordered"),
    "change to no order": (commands.Order([0, 1]), "bhhh bhhh nhhh nhhh nhhh bhhh"),
    "keep onlookers out": (commands.ChangeSettings(onlookers=False), "+hhh +hhh +hhh +hhh +hhh +hhh kept"),
    "set a date": (commands.ChangeSettings(evening=BEGAN + 60_000), "+hhh +hhh +hhh +hhh +hhh +hhh kept"),
    "set a date that has passed": (commands.ChangeSettings(evening=BEGAN), "bhhh bhhh bhhh bhhh bhhh bhhh"),
    "talk elsewhere": (
        commands.ChangeSettings(talk="https://meet.example.org/x"),
        "+hhh +hhh +hhh +hhh +hhh +hhh kept",
    ),
    "set a clock": (commands.ChangeSettings(clock=commands.Clock("game", 600)), "+hhh +hhh nhhh nhhh +hhh +hhh kept"),
    "admit Dora": (commands.Admit(person="Dora", yes=True), "+hhh +hhh nhhh nhhh nhhh +hhh admitted"),
    "send Dora away": (commands.Admit(person="Dora", yes=False), "+hhh +hhh +hhh +hhh +hhh +hhh declined"),
    "kick Ben": (commands.Kick(person="Ben"), "+hhh +hhh +hhh +hhh +hhh +hhh kicked"),
    "kick Ben out": (commands.Kick(person="Ben", out=True), "+hhh +hhh +hhh +hhh +hhh +hhh kicked"),
    "kick Ann": (commands.Kick(person="Ann"), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "kick Eve": (commands.Kick(person="Eve"), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "kick Eve out": (commands.Kick(person="Eve", out=True), "+hhh +hhh +hhh +hhh +hhh +hhh kicked"),
    "hand over to Ben": (commands.HandOver(person="Ben"), "+hhh +hhh +hhh +hhh +hhh +hhh handed"),
    "hand over to Ann": (commands.HandOver(person="Ann"), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "hand over to nobody": (commands.HandOver(person="Zoe"), "nnnn nnnn nnnn nnnn nnnn nnnn"),
    "give Eve Cleo's seat": (commands.GiveSeat(person="Eve", seat=2), "+hhh +hhh +hhh +hhh +hhh +hhh gave"),
    "give Eve Ben's seat": (commands.GiveSeat(person="Eve", seat=1), "thhh thhh thhh thhh thhh thhh"),
    "give Eve a bot's seat": (commands.GiveSeat(person="Eve", seat=3), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "give Ben Cleo's seat": (commands.GiveSeat(person="Ben", seat=2), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "give nobody Cleo's seat": (commands.GiveSeat(person="Zoe", seat=2), "nnnn nnnn nnnn nnnn nnnn nnnn"),
    "mute Eve": (commands.Mute(person="Eve", yes=True), "+hhh +hhh +hhh +hhh +hhh +hhh muted"),
    "mute Ann": (commands.Mute(person="Ann", yes=True), "nhhh nhhh nhhh nhhh nhhh nhhh"),
    "pause": (commands.Pause(), "nhhh nhhh +hhh +hhh nhhh nhhh paused"),
    "resume": (commands.Resume(), "nhhh nhhh nhhh nhhh +hhh nhhh resumed"),
    "close": (commands.CloseRoom(), "+hhh +hhh +hhh +hhh +hhh +hhh closed"),
}
"""Commands; for each phase above, in order, the outcome for Ann, Ben, Cleo and Eve; then the resulting event."""


def _all_sit(table: Given) -> Given:
    table.when(ANN, commands.SeatBot(3, "medium"))
    return table


def _ben_is_asked(table: Given) -> Given:
    _all_sit(table).begun()
    table.when(ANN, commands.SeatBot(2, "medium"))
    table.puts(ANN)
    return table


def _all_agree_to_the_end(table: Given) -> None:
    table.when(ANN, commands.Propose("end"))
    table.when(BEN, commands.Agree(True))


def _answer(table: Given, do: str = "put", before: int = 0) -> commands.Play:
    """An answer; if nothing is asked, to a question that might be."""
    playing = table.table.playing
    asked = playing.state.question if playing else None
    return table.answer(do, question=(asked.number if asked else 1) - before, bead=1)


def at(given: Tables, phase: str) -> Given:
    """Ann, Ben and Cleo sit, but Cleo is away and has a link. Dora waits for the fourth seat; Eve is here."""
    table = given(ANN, BEN, CLEO, seats=4)
    table.when(ANN, commands.ChangeSettings(sitting="asked"))
    table.when(DORA, commands.Sit(3))
    table.when(ANN, commands.ChangeSettings(sitting="freely"))
    table.when(CLEO, commands.MakeLink())
    table.leaves(CLEO)
    table.enters(EVE)
    PHASES[phase](table)
    return table


def becomes_of(table: Given, guest: Guest, command: str) -> tuple[str, str]:
    """The letter for the outcome, and the kind of the event, which everybody reads alike."""
    try:
        wish = WISHES[command][0]
        body = table.judged(guest, wish(table) if callable(wish) else wish)
    except Refusal as no:
        return MEANS[no.code], ""
    after = deepcopy(table)
    after.writes(guest.id, body)
    after.check()
    return "+", kind_of(body)


@pytest.mark.parametrize("phase", PHASES)
def test_what_becomes_of_every_command_of_everybody(given: Tables, phase: str) -> None:
    rows = {command: outcomes.split() for command, (_, outcomes) in WISHES.items()}
    place, became = [*PHASES].index(phase), dict.fromkeys(WISHES, "")
    for guest in PEOPLE:
        table = at(given, phase)
        for command in WISHES:
            letter, kind = becomes_of(table, guest, command)
            became[command] += letter
            assert not kind or kind in rows[command][len(PHASES) :]
    assert became == {command: columns[place] for command, columns in rows.items()}


def test_every_command_of_the_wire_is_decided_somewhere() -> None:
    for_one_page = {commands.Hello, commands.ChooseViewpoint, commands.Earlier, commands.Ping}
    together = {commands.LookBack, commands.Follow, commands.PointAt}
    unlogged = {commands.React, commands.Nudge, commands.Skip, commands.AnswerBeforehand}
    unwritten = {*for_one_page, *together, *unlogged}
    assert RULES.keys() | unwritten == set(get_args(commands.FromBrowser))
    assert RULES.keys().isdisjoint(unwritten)
