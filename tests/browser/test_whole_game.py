"""Whole games, as friends play them: each in front of a screen of their own, with a mouse or a finger."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from playwright.async_api import Locator, expect

from tests.amounts import amount
from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.players import Player, play_together
from tests.browser.tables import Seated, Tables
from tests.browser.walks import by_day, step
from tests.client import Message


async def test_three_friends_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    """Ann has the table open in two tabs, Ben reloads with a piece in his hand, Eve presses nothing."""
    table = await tables.play(ann, ben, cleo)
    who = (ann, ann, ben, cleo, eve)
    anns, second, bens, cleos, _ = looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    draws = {"at_first": "[Dd]raw|place|Put it", "times": amount(by_day=2, long=6)}
    await play_together(
        Player(anns, second, seed=5, **draws),
        Player(bens, seed=6, finger=True, reloads_before=1, **draws),
        Player(cleos, seed=7, **draws),
    )
    await everybody_sees_the_same_result(*looks)


def may_go_out_and_win(frame: Message) -> bool:
    """In Color Gin, whether a hand can go out while somebody lacks one suit."""
    winners = list(frame["view"]["closed"].values())
    return 2 in map(winners.count, winners) and may(frame, "go_out")


def may(frame: Message, do: str) -> bool:
    return any(choice["move"]["do"] == do for choice in frame["choices"])


def may_bring_the_ninth(frame: Message) -> bool:
    """In Color Dice, whether pawns are sent while a colour lacks one in an area away from home."""
    areas = enumerate(frame["view"]["areas"])
    abroad = [pawns for area, held in areas for colour, pawns in enumerate(held) if colour != area]
    return max(abroad) == 8 and frame["view"]["phase"] != "throwing"


MAY_END: dict[str, Callable[[Message], bool]] = {
    "desfases": lambda frame: frame["view"]["round"] >= 20,
    "sin_color": lambda frame: len(frame["view"]["rows"][frame["you"]]) == 1 and may(frame, "pay"),
    "color_gin": may_go_out_and_win,
    "color_dice": may_bring_the_ninth,
}
GOING_OUT = "[Kk]nock|[Gg]in"


@by_day("desfases", MAY_END)
async def test_friends_with_a_mouse_and_a_finger_come_to_the_end(
    ann: Guest, ben: Guest, cleo: Guest, tables: Tables, game: str
) -> None:
    """They take over when the next answer may be the last: from then on such answers are given on their pages, all
    others over the wire. If a game ends before that, another is begun."""
    who = (ann, ben, cleo) if game == "sin_color" else (ann, ben)
    players: list[Player] = []
    while not players:
        table = await tables.play(*who, game=game, **({"target": 25} if game == "color_gin" else {}))
        players = await played_to_the_end(table, who, MAY_END[game])
    await everybody_sees_the_same_result(*(player.look for player in players))


async def played_to_the_end(table: Seated, who: Sequence[Guest], may_end: Callable[[Message], bool]) -> list[Player]:
    """The players who took over."""
    chance, players = Random(1), list[Player]()
    while not table.frame["outcome"]:
        if may_end(table.lines[table.turn].frame):
            players = players or await in_front_of_their_pages(table, who)
            await answered_on_the_page(table, players[table.turn], table.turn)
        else:
            await step(table, chance)
    return players


async def in_front_of_their_pages(table: Seated, who: Sequence[Guest]) -> list[Player]:
    looks = await asyncio.gather(*(guest.look_at(table.room) for guest in who))
    return [Player(look, seed=7, finger=look is looks[1], at_first=GOING_OUT, times=99) for look in looks]


async def answered_on_the_page(table: Seated, player: Player, seat: int) -> None:
    await player.look.shows(table.frame["seq"])
    question = int(await player.answer())

    def is_answered(frame: Message) -> bool:
        return frame["question"] != question or seat not in frame["asked"]

    for line in table.lines:
        if not is_answered(line.frame):
            await line.hear("frame", is_answered)


async def everybody_sees_the_same_result(*looks: Look) -> None:
    await asyncio.gather(*(expect(look.prompt(RESULT)).to_be_visible() for look in looks))
    assert len({await look.seq() for look in looks}) == 1
    await asyncio.gather(*(expect(places(look)).not_to_have_count(0) for look in looks))
    assert len({tuple(await places(look).all_inner_texts()) for look in looks}) == 1


def places(look: Look) -> Locator:
    """The final ranking, with what each player has."""
    return look.bar.get_by_role("list", name="Places").get_by_role("listitem")
