"""What people do at a table in several steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.blindfold.worlds import ONLOOKERS

if TYPE_CHECKING:
    from tests.blindfold.scripts import Author


async def give_a_seat(author: Author) -> None:
    """A player goes away, their seat is given to an onlooker, and they come back."""
    host, other = author.host_tab(), author.a_player_but_the_host()
    if host is None or other is None or "eve" not in author.world.tabs:
        return
    (seat, *_) = sorted(author.world.seats_of(other), key=str)
    tabs = author.tabs_of(other)
    for tab in tabs:
        await author.do("close", tab)
    await author.do("wait", 400)
    person = author.handle_of(host, "eve")
    give = {"type": "give_seat", "id": author.new_id(), "person": person, "seat": seat}
    await author.do("say", host, author.as_json(give))
    await author.moves()
    for tab in tabs:
        await author.opens(tab, "tv" if ".tv" in tab else "")


async def kick_out(author: Author) -> None:
    """An onlooker is removed, and tries to come back."""
    host, onlooker = author.host_tab(), author.dice.choice(ONLOOKERS)
    if host is None or onlooker not in author.world.tabs:
        return
    kick = {"type": "kick", "id": author.new_id(), "person": author.handle_of(host, onlooker), "out": True}
    await author.do("say", host, author.as_json(kick))
    await author.do("close", onlooker)
    await author.opens(onlooker)


async def pass_a_seat_on(author: Author) -> None:
    """A player makes a link, and somebody uses it."""
    player = author.a_player_but_the_host()
    if player is None:
        return
    (seat, *_) = sorted(author.world.seats_of(player), key=str)
    link = {"type": "link", "seat": seat}
    await author.do("say", author.tabs_of(player)[0], author.as_json(link))
    take = author.take_seat()
    await author.do("say", author.some_tab(), author.as_json(take))


async def take_back(author: Author) -> None:
    """A player moves, and takes the move back, if the others agree."""
    await author.moves()
    propose = {"type": "propose", "id": author.new_id(), "matter": "undo"}
    if author.played:
        seat = author.played[-1]["seat"]
        await author.do("say", author.tab_of(seat), author.as_json(propose | {"seat": seat}))
    for seat in range(author.wish.seats):
        agree = {"type": "agree", "id": author.new_id(), "yes": True, "seat": seat, "matter": "undo"}
        await author.do("say", author.tab_of(seat), author.as_json(agree))


async def let_a_bot_play(author: Author) -> None:
    """A player goes away, a bot plays for them, and they come back."""
    host, other = author.host_tab(), author.a_player_but_the_host()
    if host is None or other is None:
        return
    (seat, *_), tabs = sorted(author.world.seats_of(other), key=str), author.tabs_of(other)
    for tab in tabs:
        await author.do("close", tab)
    bot = {"type": "seat_bot", "id": author.new_id(), "seat": seat, "level": "medium"}
    await author.do("say", host, author.as_json(bot))
    await author.moves()
    for tab in tabs:
        await author.opens(tab, "tv" if ".tv" in tab else "")


async def open_the_hands(author: Author) -> None:
    """All players let spectators see their hands, and one of these looks at a seat."""
    for seat in range(author.wish.seats):
        agree = {"type": "open_hands", "id": author.new_id(), "yes": True, "seat": seat}
        await author.do("say", author.tab_of(seat), author.as_json(agree))
    seat = author.dice.randrange(author.wish.seats)
    for tab in [tab for tab in ONLOOKERS if author.tabs_of(tab)]:
        await author.do("say", author.tabs_of(tab)[0], author.as_json({"type": "look", "seat": seat}))
    await author.moves()


DEEDS: Final = (open_the_hands, give_a_seat, kick_out, pass_a_seat_on, take_back, take_back, let_a_bot_play)
