"""The host's actions: settings, seats and spectators, removing people, pausing and ending games."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import Setting, manage, open_tab, twice
from tests.browser.look import Keyboard, Look
from tests.browser.tables import Tables, seen
from tests.browser.wires import changed_look, wired_look
from tests.client import Friend

# --- The dialog ---


async def test_a_host_sets_other_seats_other_options_and_another_game(ann: Guest, eve: Guest, tables: Tables) -> None:
    """As far as the server wants it."""
    table = await tables.gather(ann, "Bo", "Dee")
    host, guest = await ann.look_at(table.room), await eve.look_at(table.room)
    setting = await Setting(host).open()
    await setting.choose("Seats", "6")
    await setting.dialog.get_by_role("button", name="Cancel").click()
    await expect(setting.dialog).to_have_count(0)
    await expect(host.main.get_by_role("listitem")).to_have_count(3)
    await expect(host.button("Table settings…")).to_be_focused()
    await setting.open()
    await setting.choose("Seats", "2")
    await setting.done("There are 3 players here")
    await setting.choose("Seats", "5")
    await setting.dialog.get_by_text("Options", exact=True).click()
    chosen = {"Memory": "Aided: in the log", "Bots": "Answer fast", "Hints": "On request"}
    for field, value in chosen.items():
        await setting.choose(field, value)
    await setting.done()
    for look in (host, guest):
        await expect(look.main.get_by_role("listitem")).to_have_count(5)
        for value in chosen.values():
            await expect(look.main.get_by_text(value)).to_be_visible()
    await setting.open()
    await setting.choose("Game", "Sin Color")
    await setting.choose("Seats", "3")
    await setting.done()
    for look in (host, guest):
        await expect(look.page.get_by_role("heading", name="Sin Color", level=1)).to_be_visible()
        await look.is_ready()
        await look.main.get_by_text("Options", exact=True).click()
        await expect(look.main.get_by_text("Offers")).to_be_visible()
        await expect(look.main.get_by_role("listitem").filter(has_text="Ann")).to_be_visible()


async def test_a_dialog_finds_games_that_did_not_come_when_it_is_opened_again(ann: Guest, tables: Tables) -> None:
    ann.forgive("503")
    look = await ann.look_at((await tables.gather(ann, "Bo")).room)
    no_answer = {"status": 503, "json": {"code": "busy", "text": {"text": "Later.", "with": {}}}}
    await look.page.route("**/api/games", lambda route: route.fulfill(**no_answer))
    setting = Setting(look)
    await look.button("Table settings…").click()
    await setting.complains("The server does not answer.")
    await look.page.unroute("**/api/games")
    await look.page.keyboard.press("Escape")
    await setting.open()
    await expect(setting.dialog.get_by_role("radiogroup", name="Game")).to_be_visible()


async def test_the_dialog_needs_nothing_but_keys(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.gather(ann, "Bo", seats=3))
    await Keyboard(look).go_to("Table settings…")
    await look.page.keyboard.press("Enter")
    dialog = Setting(look).dialog
    # It is read from its beginning, though its first fields come a moment later.
    await expect(dialog.get_by_role("heading", name="Table settings")).to_be_focused()
    await expect(dialog.get_by_role("radiogroup", name="Game")).to_be_visible()
    await look.page.keyboard.press("Tab")
    await expect(dialog.get_by_role("radio", name="TCNCCC")).to_be_focused()
    await dialog.get_by_role("radio", name="Host approves each player").focus()
    await look.page.keyboard.press("Space")
    await look.page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await expect(look.main.get_by_text("Host approves each player")).to_be_visible()


async def test_people_move_up_with_the_focus_and_the_server_shuffles(ann: Guest, eve: Guest, tables: Tables) -> None:
    table, other = await seen(eve, tables.gather(ann, "Bo", "Dee"))
    wire, look = await wired_look(ann, table.room)
    dialog = (await Setting(look).open()).dialog
    up = dialog.get_by_role("button", name="Dee: one seat up")
    await up.press("Enter")
    await expect(other.main.get_by_role("listitem").nth(1)).to_contain_text("Dee")
    await expect(up).to_be_focused()
    await look.page.keyboard.press("Enter")
    await expect(other.main.get_by_role("listitem").nth(0)).to_contain_text("Dee")
    await expect(up).to_be_disabled()
    before = len(wire.sent)
    await dialog.get_by_role("button", name="Shuffle seats").click()
    await table.lines[0].hear("table", lambda message: len(wire.sent) > before)
    assert [{**said, "id": ""} for said in wire.sent[before:]] == [{"type": "order", "seats": None, "id": ""}]
    rows = dialog.get_by_role("region", name="Order of the seats").get_by_role("listitem")
    assert sorted(await rows.locator(".name").all_inner_texts()) == ["Ann", "Bo", "Dee"]


# --- Who sits, who comes in ---


async def test_a_guest_asks_for_a_seat_withdraws_is_told_no_and_sits(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="doors", sitting="asked")
    await table.lines[0].hear("table", lambda heard: heard["sitting"] == "asked")
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    free = guest.prompt("Take a seat, or stay and watch.")
    await ask_for_any_seat(guest, "Ben")
    await guest.button("Withdraw").click()
    await expect(free).to_be_visible()
    await ask_for_any_seat(guest, "Ben")
    await host.button("Decline: Ben").click()
    await expect(free).to_be_visible()
    await expect(host.button("Admit: Ben")).to_have_count(0)
    await ask_for_any_seat(guest, "Ben")
    await expect(guest.prompt("You asked for seat 2. The host decides.")).to_be_visible()
    await expect(host.voice).to_contain_text("Ben would like to sit down.")
    await host.button("Admit: Ben").click()
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("you")


async def ask_for_any_seat(look: Look, name: str) -> None:
    """Use the prompt's button; newcomers enter their name first."""
    box = look.page.get_by_role("textbox", name="Your name")
    if await box.count():
        await box.fill(name)
    await look.bar.get_by_role("button", name="Ask for a seat").click()


async def test_who_asks_for_a_seat_after_a_game_reads_so_and_may_withdraw(
    ann: Guest, cleo: Guest, tables: Tables
) -> None:
    """Also while the others play again."""
    table = await tables.play(ann, "Bo")
    await table.lines[0].send(type="doors", sitting="asked")
    await table.break_off()
    await table.lines[1].send(type="stand")
    await tables.enter(await cleo.friend(), table.room, "Cleo")
    host, guest = await ann.look_at(table.room), await cleo.look_at(table.room)
    asked = guest.main.get_by_text("You asked for seat 2. The host decides.")
    for rematch in (False, True):
        await (await open_tab(guest, "People")).get_by_role("button", name="Ask for this seat").click()
        await expect(asked).to_be_visible()
        await expect(host.button("Admit: Cleo")).to_be_visible()
        if rematch:
            await table.lines[0].asks(type="seat_bot", seat=1, level="easy")
            await host.button("Rematch").click()
            await expect(host.button("Admit: Cleo")).to_have_count(0)
            await expect(asked).to_be_visible()
        await guest.button("Withdraw").click()
        await expect(asked).to_have_count(0)
        await expect(host.button("Admit: Cleo")).to_have_count(0)


async def test_a_password_is_asked_for_and_a_wrong_one_is_told(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    setting = await Setting(await ann.look_at(table.room)).open()
    await setting.choose("Password", "Required")
    await setting.done("Type a password, or choose none.")
    await setting.dialog.get_by_role("textbox", name="The password").fill("mint tea")
    await setting.done()
    guest = await guests.stranger(**PHONE)
    guest.forgive("preloaded using link preload but not used")  # if hashing the password takes some seconds
    look = Look(await guest.open(f"/t/{table.room}"))
    box = look.page.get_by_role("textbox", name="Password")
    await box.fill("black tea")
    await look.button("Join").tap()
    await expect(look.main.get_by_text("That is not the password")).to_be_visible()
    aloud = look.page.get_by_role("alert").or_(look.voice)
    assert await aloud.filter(has_text="That is not the password").count() == 1
    await expect(box).to_have_attribute("aria-invalid", "true")
    await box.fill("mint tea")
    await look.page.keyboard.press("Enter")
    await look.is_ready()
    await expect(look.prompt("Take a seat, or stay and watch.")).to_be_visible()


async def test_whoever_sits_at_the_table_and_is_away_is_named_before_the_start(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.gather(ann, "Bo", seats=2))
    await expect(look.prompt("Everyone is here. Start when you like.")).to_be_visible()
    await table.lines.pop().close()
    await expect(look.prompt("Every seat is taken. Start when you like.")).to_be_visible()
    await expect(look.bar.get_by_text("Away: Bo.")).to_be_visible()


async def test_the_invitation_says_what_the_link_is_good_for_at_this_table(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.gather(ann, "Bo", seats=2))
    dialog = look.page.get_by_role("dialog", name="Invite your friends")
    for doors, words in (
        ({}, "Anyone with this link can sit down or watch."),
        ({"onlookers": False}, "Anyone with this link can sit down."),
        ({"sitting": "asked"}, "Anyone with this link can ask for a seat."),
        ({"onlookers": True}, "Anyone with this link can ask for a seat or watch."),
        ({"password": "mint tea"}, "Your friends also need the password."),
        ({"password": ""}, "Anyone with this link can ask for a seat or watch."),
    ):
        await table.lines[0].send(type="doors", **doors)
        await expect(look.main.get_by_text(words, exact=True)).to_be_visible()
        await look.main.get_by_role("button", name="QR code").click()
        await expect(dialog.get_by_text(words)).to_be_visible()
        await dialog.get_by_role("button", name="Close").click()
    await table.start()
    await look.shows(table.frame["seq"])
    await look.button("Menu").click()
    await look.button("QR code").click()
    await expect(dialog.get_by_text("Anyone with this link can watch.")).to_be_visible()
    await table.lines[0].send(type="doors", onlookers=False)
    await expect(dialog.get_by_text("This game is closed to spectators.")).to_be_visible()


async def test_the_dialog_shows_that_a_new_password_was_refused(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    await table.lines[0].hear("table", lambda message: message["password"])
    why = "You have changed the password too often. Wait a minute."
    refused = {"type": "refused", "id": None, "code": "busy", "text": {"text": why, "with": {}}}
    is_sent = False
    look = await changed_look(ann, table.room, lambda said: {**refused, "id": said.get("id")} if is_sent else said)
    setting = await Setting(look).open()
    await setting.dialog.get_by_role("textbox", name="New password").fill("black tea")
    is_sent = True
    await setting.done(why)
    is_sent = False
    await setting.done()


async def test_behind_closed_doors_an_onlooker_sees_nothing_of_the_game(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(0)
    look = await eve.look_at(table.room)
    players = look.page.get_by_role("region", name="Players")
    await expect(players).to_be_visible()
    await table.lines[0].send(type="doors", onlookers=False)
    await expect(look.page.get_by_role("heading", name="Closed to spectators")).to_be_visible()
    await expect(players).to_have_count(0)
    await expect(look.rail.get_by_text("placed a piece")).to_have_count(0)
    await table.lines[0].send(type="doors", onlookers=True)
    await expect(players).to_be_visible()


# --- People ---


async def test_to_have_somebody_watch_or_be_host_takes_a_second_press(ann: Guest, ben: Guest, tables: Tables) -> None:
    """The host can manage neither themselves nor bots."""
    table = await tables.gather(ann, ben, seats=3)
    await table.lines[0].asks(type="seat_bot", seat=2, level="medium")
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    row = await manage(host, "Ben")
    await expect((await open_tab(host, "People")).get_by_text("Manage")).to_have_count(1)
    await row.get_by_role("button", name="Move to the audience").click()
    await row.get_by_role("button", name="Cancel").press("Enter")
    await expect(row.get_by_role("button", name="Move to the audience")).to_be_focused()
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("you")
    await twice(row, "Move to the audience")
    await expect(guest.voice).to_contain_text("You are watching now.")
    await guest.button("Sit down as Ben").tap()
    await expect(host.main.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    await twice(row, "Make host")  # the row stays unfolded
    await expect(guest.voice).to_contain_text("You are the host now.")
    await expect(guest.button("Table settings…")).to_be_visible()
    await expect(host.main.get_by_role("button", name="Table settings…")).to_have_count(0)


async def test_who_is_shown_the_door_reads_why_and_is_led_on(ann: Guest, guests: Guests, tables: Tables) -> None:
    """The link leads to the start page."""
    fay, gil = await guests.stranger("Fay", **PHONE), await guests.stranger("Gil", **PHONE)
    table = await tables.gather(ann, fay, gil)
    host, guest, other = [await who.look_at(table.room) for who in (ann, fay, gil)]
    for who in (fay, gil):
        who.forgive("404")
    await twice(await manage(host, "Fay"), "Remove from table")
    await expect(guest.main.get_by_text("The host has removed you from this table.")).to_be_visible()
    await expect(guest.page.get_by_role("button")).to_have_count(0)
    await way_to_the_start(guest).tap()
    await expect(guest.page.get_by_role("heading", name="Choose a game")).to_be_visible()
    await twice(await open_tab(host, "People"), "Close this table")
    for look in (host, other):
        await expect(look.main.get_by_text("The host has closed this table.")).to_be_visible()
        await expect(way_to_the_start(look)).to_be_visible()
    await expect(host.main.get_by_text("The host has closed this table.")).to_be_focused()  # in place of the button
    await other.page.reload()
    await expect(way_to_the_start(other)).to_be_visible()


def way_to_the_start(look: Look) -> Locator:
    return look.page.get_by_role("link", name="To the start page", exact=True)


async def test_the_seat_of_a_player_who_is_away_is_given_to_an_onlooker_after_a_while(
    ann: Guest, guests: Guests, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    uma = await guests.stranger("Uma")
    table = await tables.gather(ann, "Bo", "Dee")
    await tables.enter(await uma.friend(), table.room, "Uma")
    await table.start()
    other = await uma.look_at(table.room)
    await table.lines.pop().close()
    host = await ann.look_at(table.room)
    await expect(host.seat("Dee")).to_contain_text("away")
    row = await manage(host, "Dee")
    await twice(row, "Give the seat to Uma")
    await expect(host.bar.get_by_text(re.compile(r"Dee was here a moment ago. Wait \d+ s\."))).to_be_visible()
    await expect(other.own).to_have_count(0)
    monkeypatch.setattr("app.table.clock.GRACE_S", 0)
    await twice(row, "Give the seat to Uma")
    for look in (host, other):
        said = (await open_tab(look, "Log")).get_by_text("The host gave Dee’s seat to Uma.")
        await expect(said).to_be_visible()
    await expect(other.prompt("The seat is yours when this game is over")).to_be_visible()
    await open_tab(host, "People")
    await row.get_by_role("button", name="Keep the seat for Dee").click()
    await expect(other.prompt("The seat is yours when this game is over")).to_have_count(0)
    await expect(other.own).to_have_count(0)


async def test_two_at_one_device_are_both_named_where_the_host_acts_on_both(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Ben", seats=3)
    await table.lines[1].send(type="sit", seat=2, also="Bea")
    host = await ann.look_at(table.room)
    row = await manage(host, "Bea")
    for act, words in (
        ("Move to the audience", "Ben and Bea will leave their seats and watch."),
        ("Remove from table", "Ben and Bea will have to leave and cannot come back."),
    ):
        await row.get_by_role("button", name=act).click()
        await expect(row.get_by_text(words)).to_be_visible()
        await row.get_by_role("button", name="Cancel").click()
    mute = row.get_by_role("button", name="Mute Ben and Bea")
    await expect(mute).to_have_accessible_description("Ben and Bea share a device.")
    await table.start()
    await host.shows(table.frame["seq"])
    await row.get_by_role("button", name="Move to the audience").click()
    await expect(row.get_by_text("Ben and Bea will watch, and bots will play on from their seats.")).to_be_visible()


async def test_two_who_look_alike_are_told_apart_and_managed_alone(ann: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    friend, impostor = await guests.stranger("Uma"), await guests.stranger("Uma")
    for uma in (friend, impostor):
        async with await uma.friend() as at_home:
            await at_home.open_room("Uma")  # where nobody else has that name
    first = await friend.look_at(table.room)
    host = await ann.look_at(table.room)
    await (await manage(host, "Uma")).get_by_role("button", name="Remove from table").click()
    meant = host.page.get_by_text("Continue?").locator("visible=true")
    await expect(meant).to_contain_text("Uma will have to leave")
    second = await impostor.look_at(table.room)
    people = (await open_tab(host, "People")).get_by_role("list", name="Watching").get_by_role("listitem")
    await expect(people.locator(".name")).to_have_text([re.compile(r"^Uma #\d{2,}$")] * 2)
    names = await people.locator(".name").all_inner_texts()
    assert len(set(names)) == 2
    # The confirmation about the first one still applies to them, whatever their row and name are by now.
    asked = await meant.inner_text()
    await host.page.get_by_role("button", name="Remove from table", exact=True).locator("visible=true").click()
    await expect(first.main.get_by_text("The host has removed you from this table.")).to_be_visible()
    await expect(people).to_have_count(1)
    await expect(people.locator(".name")).to_have_text("Uma")
    assert asked.startswith(tuple(names))
    await expect(second.page.get_by_role("heading", name="Seats")).to_be_visible()


async def test_who_has_said_no_name_is_numbered_and_can_be_managed(ann: Guest, guests: Guests, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    await (await guests.stranger()).look_at(table.room)
    other = await (await guests.stranger()).look_at(table.room)
    host = await ann.look_at(table.room)
    people = (await open_tab(host, "People")).get_by_role("list", name="Watching").get_by_role("listitem")
    await expect(people.locator(".name")).to_have_text([re.compile(r"^Guest \d{2,}$")] * 2)
    names = await people.locator(".name").all_inner_texts()
    assert len(set(names)) == 2
    own = await (await open_tab(other, "People")).get_by_role("listitem").filter(has_text="you").inner_text()
    row = await manage(host, own.split("\n")[0].removesuffix(" you").strip())
    await row.get_by_role("button", name="Mute").click()
    await (await open_tab(other, "Chat")).get_by_text("The host has muted you.").wait_for()
    await expect(row).to_contain_text("muted")
    assert await host.page.evaluate(LONG_NUMBER) == "Guest 1353"  # without a comma


# Two guests have numbers that long if their handles begin alike.
LONG_NUMBER = """async () => {
    const { called } = await import("#room/people.js");
    const { teller } = await import("#kit/text.js");
    return called(teller(String), { person: "", name: null, number: 1353 });
}"""


# --- The game rests, and ends ---


async def test_a_paused_game_takes_no_answer_and_all_may_agree_to_end(ann: Guest, ben: Guest, tables: Tables) -> None:
    """A proposal may be declined or withdrawn."""
    table = await tables.play(ann, ben, asked=1)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await guest.is_asked()
    panel = await open_tab(host, "People")
    await panel.get_by_role("button", name="Pause").click()
    await expect(guest.prompt("Paused. The game continues when Ann resumes it.")).to_be_visible()
    assert await guest.offers() == []
    assert not (await guest.page.title()).startswith("●")
    await host.bar.get_by_role("button", name="Go on").click()
    await guest.is_asked()
    assert "Bag, draw a piece" in await guest.offers()
    await twice(panel, "End this game")
    await guest.button("No, keep playing").tap()
    await expect(host.voice).to_contain_text("Ben wanted to keep playing.")
    await twice(panel, "End this game")
    await host.button("Withdraw").click()
    await expect(guest.button("Agree")).to_have_count(0)
    await twice(panel, "End this game")
    await expect(guest.main.get_by_role("group", name="Ann would like to end this game.")).to_be_visible()
    await expect(guest.voice).to_contain_text("Ann would like to end this game.")
    await expect(host.main.get_by_text("Still to answer: Ben.")).to_be_visible()
    await guest.button("Agree").tap()
    for look in (host, guest):
        await expect(look.prompt("The players ended the game by agreement.")).to_be_visible()
        await expect(look.prompt(re.compile("win"))).to_have_count(0)


async def test_many_who_watch_are_a_number_and_their_names_are_behind_a_press(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    for number in range(20):
        friend = Friend(ann.base_url)
        await friend.visit()
        await tables.enter(friend, table.room, "Eve" if number == 7 else None)
    look = await ann.look_at(table.room)
    people = await open_tab(look, "People")
    watching = people.get_by_text("20 watching")
    await expect(watching).to_be_visible()
    await expect(people.locator(".name", has_text="Eve")).to_be_hidden()
    await watching.click()
    await expect(people.locator(".name", has_text="Eve")).to_be_visible()
    await expect(people.get_by_role("list", name="Watching").get_by_role("listitem")).to_have_count(20)
