"""Every command, in every phase, of everybody: it happens, or it is refused, as this table has it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Final, get_args

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.table_commands import TABLE_COMMANDS
from app.storage.guests import Guest
from app.table.events import kind_of
from tests.company import ANN, BEN, CLEO, EVE
from tests.given import Given, Tables

DORA = Guest("dora-id", b"dora", "Dora")
PEOPLE: Final = (ANN, BEN, CLEO, EVE)
"""The host, a player, a player for whom a bot plays as soon as there is a game, and an onlooker."""

PHASES: Final[dict[str, Callable[[Given], object]]] = {
    "a seat is free": lambda table: None,
    "every seat is taken": lambda table: _all_sit(table),
    "a game is played": lambda table: _ben_is_asked(table),
    "its end is proposed": lambda table: _ben_is_asked(table).when(ANN, commands.Propose("end")),
    "it is paused": lambda table: _ben_is_asked(table).when(ANN, commands.Pause()),
    "it is over": lambda table: [_ben_is_asked(table), _all_agree_to_the_end(table)],
}

MEANS: Final = {
    "not_host": "h", "not_now": "n", "not_seated": "s", "not_your_seat": "y", "taken": "t", "full": "f",
    "not_asked": "a", "stale": "o", "illegal": "i", "malformed": "m", "bad_option": "b",
}  # fmt: skip
"""The letters of refusals in the table."""

COMMANDS: Final[dict[str, Callable[[Given], commands.FromBrowser]]] = {
    "sit where nobody does": lambda table: commands.Sit(3),
    "sit where Cleo does": lambda table: commands.Sit(2),
    "sit where no seat is": lambda table: commands.Sit(4),
    "ask for Cleo's seat back": lambda table: commands.Sit(2, back=True),
    "ask for Ben's seat back": lambda table: commands.Sit(1, back=True),
    "seat a friend beside": lambda table: commands.Sit(3, also="Zoe"),
    "stand up": lambda table: commands.Stand(),
    "come back": lambda table: commands.Hello(),
    "make a link": lambda table: commands.MakeLink(),
    "use Cleo's link": lambda table: commands.TakeSeat(table.link),
    "talk": lambda table: commands.Speak("well"),
    "say nothing": lambda table: commands.Speak(" "),
    "begin": lambda table: commands.Start(),
    "play again": lambda table: commands.Rematch(),
    "answer": lambda table: _answer(table, "put", bead=1),
    "answer the question before": lambda table: _answer(table, "put", before=1, bead=1),
    "answer no question": lambda table: commands.Play("0" * 32, None, _answer(table, "put", bead=1).move),
    "answer with no move": lambda table: _answer(table, "fly"),
    "answer what is no answer": lambda table: _answer(table, "say", bead=1),
    "take back": lambda table: commands.Propose("undo"),
    "end together": lambda table: commands.Propose("end"),
    "agree": lambda table: commands.Agree(True),
    "object": lambda table: commands.Agree(False),
    "a bot where nobody sits": lambda table: commands.SeatBot(3, "medium"),
    "a bot for Ben": lambda table: commands.SeatBot(1, "medium"),
    "a bot for Cleo": lambda table: commands.SeatBot(2, "medium"),
    "change the game": lambda table: commands.ChangeGame("tcnccc", 5, {}),
    "change to no game": lambda table: commands.ChangeGame("chess", 4, {}),
    "change the order": lambda table: commands.Order([3, 0, 1, 2]),
    "change to no order": lambda table: commands.Order([0, 1]),
    "keep onlookers out": lambda table: commands.Doors(onlookers=False),
    "set a clock": lambda table: commands.Doors(clock=commands.Clock("game", 600)),
    "admit Dora": lambda table: commands.Admit(name="Dora", yes=True),
    "send Dora away": lambda table: commands.Admit(name="Dora", yes=False),
    "kick Ben": lambda table: commands.Kick(name="Ben"),
    "kick Ben out": lambda table: commands.Kick(name="Ben", out=True),
    "kick Ann": lambda table: commands.Kick(name="Ann"),
    "kick Eve": lambda table: commands.Kick(name="Eve"),
    "kick Eve out": lambda table: commands.Kick(name="Eve", out=True),
    "hand over to Ben": lambda table: commands.HandOver(name="Ben"),
    "hand over to Ann": lambda table: commands.HandOver(name="Ann"),
    "hand over to nobody": lambda table: commands.HandOver(name="Zoe"),
    "give Eve Cleo's seat": lambda table: commands.GiveSeat(name="Eve", seat=2),
    "give Eve Ben's seat": lambda table: commands.GiveSeat(name="Eve", seat=1),
    "give Eve a bot's seat": lambda table: commands.GiveSeat(name="Eve", seat=3),
    "give Ben Cleo's seat": lambda table: commands.GiveSeat(name="Ben", seat=2),
    "give nobody Cleo's seat": lambda table: commands.GiveSeat(name="Zoe", seat=2),
    "mute Eve": lambda table: commands.Mute(name="Eve", yes=True),
    "mute Ann": lambda table: commands.Mute(name="Ann", yes=True),
    "pause": lambda table: commands.Pause(),
    "resume": lambda table: commands.Resume(),
    "close": lambda table: commands.CloseRoom(),
}

# Of the phases above, in their order, for Ann, Ben, Cleo and Eve; then the event that follows.
OUTCOMES: Final = """
sit where nobody does       ++++ ++++ nnnn nnnn nnnn ++++  sat
sit where Cleo does         tttt tttt nnnn nnnn nnnn tttt
sit where no seat is        ffff ffff ffff ffff ffff ffff
ask for Cleo's seat back    nnn+ nnn+ nnn+ nnn+ nnn+ nnn+  wished
ask for Ben's seat back     nnnt nnnt nnnt nnnt nnnt nnnt
seat a friend beside        +++s +++s nnns nnns nnns +++s  sat
stand up                    +++s +++s nnns nnns nnns +++s  stood
come back                   ssss ssss ss+s ss+s ss+s ss+s  returned
make a link                 +++s +++s +++s +++s +++s +++s  linked
use Cleo's link             nnn+ nnn+ nnn+ nnn+ nnn+ nnn+  gave
talk                        ++++ ++++ ++++ ++++ ++++ ++++  said
say nothing                 mmmm mmmm mmmm mmmm mmmm mmmm
begin                       nhhh +hhh nhhh nhhh nhhh nhhh  began
play again                  nnns nnns nnns nnns nnns +++s  began
answer                      nnns nnns a+ys a+ys nnys nnys  moved
answer the question before  nnns nnns ooys ooys nnys nnys
answer no question          nnns nnns iiys iiys nnys nnys
answer with no move         nnns nnns mmys mmys nnys nnys
answer what is no answer    nnns nnns aiys aiys nnys nnys
take back                   nnns nnns +nns nnns +nns nnns  undone
end together                nnns nnns +++s nnns +++s nnns  proposed
agree                       nnns nnns nnns n+ns nnns nnns  stopped
object                      nnns nnns nnns +++s nnns nnns  objected
a bot where nobody sits     +hhh thhh thhh thhh thhh thhh  bot_seated
a bot for Ben               thhh thhh thhh thhh thhh thhh
a bot for Cleo              +hhh +hhh thhh thhh thhh thhh  bot_seated
change the game             +hhh +hhh nhhh nhhh nhhh +hhh  changed
change to no game           bhhh bhhh nhhh nhhh nhhh bhhh
change the order            +hhh +hhh nhhh nhhh nhhh +hhh  reordered
change to no order          bhhh bhhh nhhh nhhh nhhh bhhh
keep onlookers out          +hhh +hhh +hhh +hhh +hhh +hhh  kept
set a clock                 +hhh +hhh nhhh nhhh +hhh +hhh  kept
admit Dora                  +hhh +hhh nhhh nhhh nhhh +hhh  admitted
send Dora away              +hhh +hhh +hhh +hhh +hhh +hhh  declined
kick Ben                    +hhh +hhh +hhh +hhh +hhh +hhh  kicked
kick Ben out                +hhh +hhh +hhh +hhh +hhh +hhh  kicked
kick Ann                    nhhh nhhh nhhh nhhh nhhh nhhh
kick Eve                    nhhh nhhh nhhh nhhh nhhh nhhh
kick Eve out                +hhh +hhh +hhh +hhh +hhh +hhh  kicked
hand over to Ben            +hhh +hhh +hhh +hhh +hhh +hhh  handed
hand over to Ann            nhhh nhhh nhhh nhhh nhhh nhhh
hand over to nobody         nhhh nhhh nhhh nhhh nhhh nhhh
give Eve Cleo's seat        +hhh +hhh +hhh +hhh +hhh +hhh  gave
give Eve Ben's seat         thhh thhh thhh thhh thhh thhh
give Eve a bot's seat       nhhh nhhh nhhh nhhh nhhh nhhh
give Ben Cleo's seat        nhhh nhhh nhhh nhhh nhhh nhhh
give nobody Cleo's seat     nhhh nhhh nhhh nhhh nhhh nhhh
mute Eve                    +hhh +hhh +hhh +hhh +hhh +hhh  muted
mute Ann                    nhhh nhhh nhhh nhhh nhhh nhhh
pause                       nhhh nhhh +hhh +hhh nhhh nhhh  paused
resume                      nhhh nhhh nhhh nhhh +hhh nhhh  resumed
close                       +hhh +hhh +hhh +hhh +hhh +hhh  closed
"""


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


def _answer(table: Given, do: str, before: int = 0, **move: int) -> commands.Play:
    """Where nothing is asked, to a question that might be."""
    playing = table.table.playing
    asked = playing.state.question if playing else None
    return table.answer(do, question=(asked.number if asked else 1) - before, **move)


def at(given: Tables, phase: str) -> Given:
    """Ann, Ben and Cleo sit, but Cleo is away and has a link. Dora waits for the fourth seat; Eve is here."""
    table = given(ANN, BEN, CLEO, seats=4)
    table.when(ANN, commands.Doors(sitting="asked"))
    table.when(DORA, commands.Sit(3))
    table.when(ANN, commands.Doors(sitting="freely"))
    table.when(CLEO, commands.MakeLink())
    table.leaves(CLEO)
    table.enters(EVE)
    PHASES[phase](table)
    return table


def becomes_of(table: Given, guest: Guest, command: str) -> tuple[str, str]:
    """The letter that stands in the table, and the kind of the event, which everybody reads alike."""
    try:
        body = table.judged(guest, COMMANDS[command](table))
    except Refusal as no:
        return MEANS[no.code], ""
    after = deepcopy(table)
    after.writes(guest.id, body)
    after.check()
    return "+", kind_of(body)


@pytest.mark.parametrize("phase", PHASES)
def test_what_becomes_of_every_command_of_everybody(given: Tables, phase: str) -> None:
    rows = {line[:27].strip(): line[27:].split() for line in OUTCOMES.strip().splitlines()}
    place, became = [*PHASES].index(phase), dict.fromkeys(COMMANDS, "")
    for guest in PEOPLE:
        table = at(given, phase)
        for command in COMMANDS:
            letter, kind = becomes_of(table, guest, command)
            became[command] += letter
            assert not kind or kind in rows[command][len(PHASES) :]
    assert became == {command: columns[place] for command, columns in rows.items()}


def test_every_command_of_the_wire_is_decided_somewhere() -> None:
    by_dispatch = {
        commands.Hello,
        commands.React,
        commands.Earlier,
        commands.Look,
        commands.MakeLink,
        commands.Doors,
    }
    assert TABLE_COMMANDS.keys() | by_dispatch == set(get_args(commands.FromBrowser))
    assert TABLE_COMMANDS.keys().isdisjoint(by_dispatch)
