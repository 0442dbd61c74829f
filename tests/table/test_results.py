"""Results: every game of a room, who is ahead, who has a winning streak, and teams' scores."""

from functools import partial
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.table.event_ids import SERVER, new_id
from app.table.moves import bots_answer
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, until


async def won_by(room: Room, pages: list[Page], *winners: int) -> None:
    """Let these seats win the present game; bots put beads, too."""
    while room.table.phase == "playing":
        question = room.table.playing.state.question
        seat: int = question.seat
        if room.table.seats[seat].bot is not None:
            await room.do(SERVER, new_id(), partial(bots_answer, seat=seat, question=question.number))
        else:
            page = next(page for page in pages if page.guest.id == room.table.seats[seat].guest)
            await page.plays("put", seat=seat, bead=int(seat in winners))


async def win(room: Room, pages: list[Page], *games: tuple[int, ...]) -> None:
    """Let these seats win one game after the other, each followed by a rematch."""
    for winners in games:
        await won_by(room, pages, *winners)
        await pages[0].asks(commands.Rematch())


async def moved(old: Page, new: Page, seat: int | None = None) -> None:
    """Move a seat to another device."""
    await old.asks(commands.MakeLink(seat))
    await new.asks(commands.TakeSeat((await old.sees("link"))["link"]))


async def standings_of(page: Page) -> list[tuple[str, int, int]]:
    """By names: games played, and won."""
    return [(one["name"], one["played"], one["won"]) for one in (await page.sees("results"))["standings"]]


async def games_of(page: Page) -> list[dict[str, Any]]:
    return (await page.sees("results"))["games"]


async def test_a_game_that_is_over_is_told_to_everybody_and_to_who_comes_later(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    pages.append(party.page(room, EVE))
    assert [await page.hears("results") for page in pages] == [[], [], []]
    party.clock.advance(90)
    await won_by(room, pages, 1)
    has = [{"text": "Points: {points}", "with": {"points": points}} for points in (0, 1)]
    expected = {
        **{"number": 1, "game": "beads", "title": "Beads", "at": party.clock.ms, "names": ["Ann", "Ben"]},
        **{"bots": [False, False], "levels": [None, None], "winners": [1], "scores": [0, 1], "team": None},
        **{"stopped": False, "streak": 1, "places": [{"place": 2, "has": has[0]}, {"place": 1, "has": has[1]}]},
        "at_medium": {},
    }
    for page in (*pages, party.page(room, CLEO)):
        assert await games_of(page) == [expected]


async def test_who_won_most_stands_first_and_bots_stand_nowhere(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, seats=3, length=3)
    await win(room, pages, (1,), (0, 1), (1,))
    assert await standings_of(pages[0]) == [("Ben", 3, 3), ("Ann", 3, 1)]
    assert (await games_of(pages[0]))[0]["bots"] == [False, False, True]


async def test_a_standing_has_the_run_of_somebody_which_no_game_of_others_ends(party: Company) -> None:
    """Wins that are shared count; a single one is no run."""
    room, pages = await party.playing(ANN, BEN, length=2)
    await win(room, pages, (1,), (0, 1), (0,))
    ann, ben = (await pages[0].sees("results"))["standings"]
    assert ann == {"name": "Ann", "played": 3, "won": 2, "streak": 2}
    assert ben == {"name": "Ben", "played": 3, "won": 2}
    await pages[1].asks(commands.Propose("end"))
    await pages[0].asks(commands.Agree(True), commands.Stand())
    cleo = party.page(room, CLEO)
    await cleo.asks(commands.Sit(0))
    await pages[1].asks(commands.Rematch())
    await won_by(room, [cleo, pages[1]], 1)
    runs = {one["name"]: one.get("streak", 0) for one in (await cleo.sees("results"))["standings"]}
    assert runs == {"Ann": 2, "Ben": 0, "Cleo": 0}


async def test_a_run_grows_with_every_game_won_alone_and_ends_with_a_draw(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    await win(room, pages, (0,), (0,), (1,), (0, 1), (1,), (1,))
    assert [game["streak"] for game in reversed(await games_of(pages[0]))] == [1, 2, 1, 0, 1, 2]


async def test_a_game_ended_by_agreement_is_told_and_counts_for_nobody(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    await won_by(room, pages, 0)
    await pages[0].asks(commands.Rematch(), commands.Propose("end"))
    await pages[1].asks(commands.Agree(True))
    await pages[0].asks(commands.Rematch())
    await won_by(room, pages, 0)
    told = await pages[0].sees("results")
    games = [(game["stopped"], game["winners"], game["streak"]) for game in told["games"]]
    assert games == [(False, [0], 2), (True, [], 0), (False, [0], 1)]
    assert (await standings_of(pages[0]))[0] == ("Ann", 2, 2)


async def test_people_are_called_by_their_newest_names_and_won_though_they_stood_up(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    await won_by(room, pages, 1)
    await pages[1].asks(commands.Hello("Benedict"))
    await pages[0].asks(commands.Rematch())
    await won_by(room, pages, 1)
    await pages[1].asks(commands.Stand())
    await party.page(room, CLEO).asks(commands.Sit(1))
    told = await pages[0].sees("results")
    assert (await standings_of(pages[0]))[0] == ("Benedict", 2, 2)
    assert [(game["names"][1], game["streak"]) for game in told["games"]] == [("Benedict", 2), ("Ben", 1)]


async def test_what_was_won_under_an_older_name_moves_to_another_device_too(party: Company) -> None:
    room, pages = await party.playing(ANN, BEN, length=2)
    await won_by(room, pages, 1)
    await pages[1].asks(commands.Hello("Benny"))
    await pages[0].asks(commands.Rematch())
    await won_by(room, pages, 1)
    await moved(pages[1], party.page(room, EVE))
    assert (await standings_of(party.page(room, CLEO)))[0] == ("Benny", 2, 2)
    assert all(room.table.may_look_back(EVE.id, past) for past in room.table.past)


async def test_of_two_at_one_device_each_takes_along_what_is_theirs(party: Company) -> None:
    room, pages = await party.playing(ANN, EVE, length=2)
    await won_by(room, pages, 0)
    await pages[1].asks(commands.Stand())
    await pages[0].asks(commands.Sit(1, also="Bea"), commands.Rematch())
    await won_by(room, pages, 1)
    await moved(pages[0], party.page(room, BEN), seat=1)
    assert [past.result.guests for past in room.table.past] == [[ANN.id, EVE.id], [ANN.id, BEN.id]]


async def test_who_moves_alone_leaves_behind_what_somebody_beside_them_has_won(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2, length=2)
    await ann.asks(commands.Sit(1, also="Bea"), commands.Start())
    await won_by(room, [ann], 1)
    await ann.asks(commands.Stand(1))
    await moved(ann, party.page(room, BEN))
    assert room.table.past[0].result.guests == [BEN.id, ANN.id]


async def test_two_at_one_device_are_two_people_and_each_has_won_what_they_won(party: Company) -> None:
    room, (ann,) = await party.seated(ANN, seats=2, length=2)
    await ann.asks(commands.Sit(1, also="Bea"), commands.Start())
    await win(room, [ann], (0,), (1,), (0,))
    assert await standings_of(ann) == [("Ann", 3, 2), ("Bea", 3, 1)]
    assert [game["streak"] for game in await games_of(ann)] == [1, 1, 1]


async def test_only_the_newest_are_shown_and_all_of_them_count(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.views.RESULTS_SHOWN", 2)
    room, pages = await party.playing(ANN, BEN, length=2)
    await win(room, pages, *[(0,)] * 4)
    assert [game["streak"] for game in await games_of(pages[0])] == [4, 3]
    assert (await standings_of(pages[0]))[0] == ("Ann", 4, 4)


async def reached(pages: list[Page], score: int) -> None:
    """Let the team reach this score in a running game."""
    for seat in range(2):
        await pages[seat].plays("put", bead=int(score > seat))


async def best_at(page: Page) -> list[tuple[int, bool]]:
    return [(best["score"], best["here"]) for best in (await page.sees("table"))["best"]]


async def test_the_best_scores_of_teams_are_shown_best_first_wherever_they_were_reached(party: Company) -> None:
    first, at_first = await party.playing(ANN, BEN, length=2, team=True)
    await reached(at_first, 1)
    _, at_second = await party.playing(CLEO, EVE, length=2, team=True)
    await reached(at_second, 2)
    assert await best_at(at_second[0]) == [(2, True), (1, False)]
    # The first table knows once it is reloaded from its log.
    again = await (await party.other_node()).finds(first)
    assert [(best.score, best.here) for best in again.audience._best] == [(2, False), (1, True)]


async def test_scores_under_other_options_are_not_compared(party: Company) -> None:
    _, pages = await party.playing(ANN, BEN, length=2, team=True)
    await reached(pages, 2)
    assert await best_at(party.page(await party.table(length=3, team=True), ANN)) == []
    await pages[0].asks(commands.ChangeGame("beads", 2, {"length": 3, "team": True}))
    assert await best_at(pages[0]) == []
    await pages[0].asks(commands.ChangeGame("beads", 2, {"length": 2, "team": True}))
    await until(lambda: pages[0].heard[-1].get("best"))
    assert await best_at(pages[0]) == [(2, True)]


async def test_a_teams_game_that_was_given_up_has_no_score(party: Company) -> None:
    _, pages = await party.playing(ANN, BEN, length=2, team=True)
    await pages[0].asks(commands.Propose("end"))
    await pages[1].asks(commands.Agree(True))
    assert (await games_of(pages[0]))[0]["team"] is None
    assert await best_at(pages[0]) == []
