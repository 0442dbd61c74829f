"""Chat at the table and the only live region: the recipients are named, quick phrases are seen and heard, and those who
may not talk are told why. All other announcements: tests/browser/test_ears.py."""

import re

from playwright.async_api import expect

from app.rooms.audience import EARLIER_SHOWN
from tests.browser.guests import Guest, Guests, frozen_look, pass_time
from tests.browser.hosts import manage, open_tab
from tests.browser.listening import listen
from tests.browser.look import CHOOSES_A_FIGURE, Look
from tests.browser.tables import Tables, seen

# --- Talk ---------------------------------------------------------------------------------------------------

SPOKEN_S = 4
HELD_S = 0.5
TOLD = 200


async def test_who_will_read_it_is_said_where_one_writes(ann: Guest, guests: Guests, tables: Tables) -> None:
    """What an onlooker feels is shown with their name."""
    uma = await guests.stranger("Uma")
    table = await tables.gather(ann, "Bo")
    player, onlooker = await ann.look_at(table.room), await uma.look_at(table.room)
    line = await tables.enter(await uma.friend(), table.room, "Uma")
    await line.send(type="react", what="wow")
    await expect(player.main.get_by_text(re.compile(r"Uma\s+Wow!"))).to_be_visible()
    for look in (player, onlooker):
        await expect((await open_tab(look, "Chat")).get_by_text("Everyone can read this.")).to_be_visible()
    await table.start()
    await expect(player.rail.get_by_text("Only players can read this.")).to_be_visible()
    await expect(onlooker.rail.get_by_text("Only spectators can read this.")).to_be_visible()


async def test_players_of_a_team_are_told_why_they_may_not_talk(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.play(ann, "Bo", game="color_gin", mode="coop"))
    panel = await open_tab(look, "Chat")
    await expect(panel.get_by_text("You play as one team: no chat until the game is over.")).to_be_visible()
    await expect(panel.get_by_role("textbox")).to_have_count(0)
    await expect(panel.get_by_role("group", name="React")).to_have_count(0)


async def test_somebody_muted_is_told_and_may_talk_again(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, ben)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    panel = await open_tab(guest, "Chat")
    row = await manage(host, "Ben")
    await row.get_by_role("button", name="Mute Ben").click()
    await expect(panel.get_by_text("The host has muted you.")).to_be_visible()
    await expect(guest.voice).to_contain_text("The host has muted you.")
    await expect(row.get_by_text("muted")).to_be_visible()
    await row.get_by_role("button", name="Unmute Ben").click()
    await expect(panel.get_by_role("textbox", name="Write to the table")).to_be_visible()


async def test_a_quick_word_is_seen_at_a_seat_for_a_moment_and_said(ida: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(ida, ben)
    look = await frozen_look(ida, table.room)
    await table.lines[1].send(type="react", what="bravo")
    await expect(look.voice).to_contain_text("Ben: Bravo!")
    await expect(look.main.locator(".bubble").get_by_text("Bravo!")).to_be_visible()
    await pass_time(look, SPOKEN_S)
    await expect(look.main.locator(".bubble")).to_have_count(0)


async def test_quick_words_take_keys_alone_and_show_a_phone_the_table(ben: Guest, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ben, ann)
    look, other = await ben.look_at(table.room), await ann.look_at(table.room)
    await (await open_tab(other, "Chat")).get_by_role("button", name="Bravo!").focus()
    await other.page.keyboard.press("ArrowRight")
    await other.page.keyboard.press("Enter")
    await expect(other.voice).to_contain_text("Ann: Ha ha!")
    panel = await open_tab(look, "Chat")
    await panel.get_by_role("button", name="Ouch!").tap()
    await expect(panel).to_be_hidden()
    for page in (look, other):
        await expect(page.main.locator(".bubble").filter(has_text="Ouch!")).to_be_visible()


async def test_who_holds_their_figure_lifts_the_finger_over_a_reaction(ida: Guest, ben: Guest, tables: Tables) -> None:
    """One press; with a mouse, its other button offers the same."""
    table = await tables.play(ida, ben)
    look = await frozen_look(ida, table.room)
    figure = look.button(CHOOSES_A_FIGURE)
    await figure.click(button="right")
    await expect(look.page.get_by_role("dialog", name=CHOOSES_A_FIGURE)).to_be_visible()
    await look.page.keyboard.press("Escape")
    await figure.hover()
    await look.page.mouse.down()
    await pass_time(look, HELD_S)
    await look.button("Bravo!").hover(force=True)
    await look.page.mouse.up()
    await expect(look.page.get_by_role("dialog")).to_have_count(0)
    await expect(look.main.locator(".bubble").get_by_text("Bravo!")).to_be_visible()


async def test_earlier_lines_are_brought_when_somebody_asks_for_them(ann: Guest, ida: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, "Bo")
    every = TOLD + EARLIER_SHOWN + 5
    for number in range(every):
        await table.say(1, f"Line {number}")
    look = await frozen_look(ida, table.room)
    panel = await open_tab(look, "Chat")
    await expect(panel.get_by_text(f"Line {every - 1}", exact=True)).to_be_visible()
    lines = panel.get_by_role("listitem").filter(has_text="Line")
    await expect(lines).to_have_count(TOLD // 2)  # the page has as many again
    for shown in (TOLD, TOLD + EARLIER_SHOWN, every):
        await panel.get_by_role("button", name="Earlier").click()
        await expect(lines).to_have_count(shown)
        await pass_time(look, 2)
    await expect(lines.first).to_contain_text("Line 0")
    await expect(panel.get_by_role("button", name="Earlier")).to_have_count(0)


async def test_a_figure_is_chosen_by_pressing_ones_own_and_all_see_it(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben)
    first, second = await ann.look_at(table.room), await ben.look_at(table.room)
    await first.button(CHOOSES_A_FIGURE).click()
    await first.button("Choose your figure").click()
    await first.button("Hedgehog").click()
    for place in (first.page.get_by_role("region", name="Your place"), second.seat("Ann")):
        await expect(place.locator(".person")).to_have_attribute("style", re.compile("--figure: ?8"))
    assert await second.page.locator(".person").count() >= 2
    assert await first.focused() == f'button "{CHOOSES_A_FIGURE}"'


# --- The live region ----------------------------------------------------------------------------------------


async def test_who_reads_earlier_lines_stays_there_until_they_say_something(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    await open_tab(look, "Chat")
    for number in range(60):
        await table.say(1, f"This is number {number}.")
    await expect(look.rail.get_by_text("This is number 59.")).to_be_in_viewport()
    await look.rail.get_by_text("This is number 0.").scroll_into_view_if_needed()
    await table.say(1, "And another.")
    await expect(look.rail.get_by_text("And another.")).to_have_count(1)
    await expect(look.rail.get_by_text("This is number 0.")).to_be_in_viewport()
    await look.rail.get_by_role("textbox").fill("My own")
    await look.page.keyboard.press("Enter")
    await expect(look.rail.get_by_text("My own")).to_be_in_viewport()


async def test_who_comes_late_hears_the_question_and_keys_say_it_again(ann: Guest, tables: Tables) -> None:
    """Chat is said while its tab is open."""
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(0)
    await table.pass_to(0)
    listener = await listen(ann, table.room)
    await listener.page.keyboard.press("p")
    await listener.page.keyboard.press("l")
    question = "Your turn. Draw a piece from the bag, or lift a cylinder."
    assert await listener.said() == [question, question, "Bo placed a piece."]
    await table.say(1, "You do not hear this")
    await expect(listener.rail.get_by_role("tab", name="Chat")).to_have_accessible_name("Chat 1 new")
    await listener.rail.get_by_role("tab", name="Chat").click()
    await table.say(1, "but this")
    await expect(listener.rail.get_by_text("but this", exact=True)).to_be_visible()
    chatted = [sentence for sentence in await listener.said() if "this" in sentence]
    assert chatted == ["Bo: but this"]


async def test_who_sits_down_and_leaves_is_said_and_that_nobody_is_missing(ann: Guest, tables: Tables) -> None:
    """Before the game, when there is no log yet."""
    table = await tables.gather(ann, seats=3)
    listener = await listen(ann, table.room)
    friend = await tables.sit(table.room, 1, "Bo", ann.base_url)
    await expect(listener.voice).to_have_text("Seat 2: Bo")
    await friend.send(type="stand")
    await expect(listener.voice).to_contain_text("Seat 2: Free seat")
    for seat in (1, 2):
        await table.lines[0].send(type="seat_bot", seat=seat, level="medium")
    await expect(listener.voice).to_contain_text("Everyone is here. Start when you like.")
    said = ["Seat 2: Doña Remedios", "Seat 3: Herr Lindner", "Everyone is here. Start when you like."]
    assert (await listener.said())[2:] == said


async def test_what_happens_is_said_in_one_place_also_while_a_dialog_is_open(ann: Guest, tables: Tables) -> None:
    """Everything outside a modal dialog is silent."""
    table, look = await seen(ann, tables.play(ann, "Bo", asked=1))
    await expect(look.page.locator("[aria-live], [role=status], [role=log], [role=timer], output")).to_have_count(1)
    await expect(look.page.get_by_role("alert")).to_have_text("")
    await look.page.keyboard.press("?")
    await expect(look.page.locator("dialog:modal")).to_be_visible()
    await table.draw_and_place(0)
    await expect(look.page.locator("dialog:modal [role=status]")).to_contain_text("Bo placed a piece.")
    await look.page.keyboard.press("Escape")
    await expect(look.page.locator("body > [role=status]")).to_have_count(1)
    await look.button(CHOOSES_A_FIGURE).click()
    await look.button("Choose your figure").click()
    await look.button("Hedgehog").click()
    await expect(look.page.locator("dialog")).to_have_count(0)
    await expect(look.page.locator("body > [role=status]")).to_have_count(1)


ANNOUNCES = """async () => Object.assign(globalThis, await import("#kit/announce.js"))"""


async def test_news_stays_for_as_long_as_it_takes_to_hear_whatever_follows(ida: Guest, tables: Tables) -> None:
    look = await speaking_look(ida, tables)
    await look.page.evaluate("announce_news(['one'])")
    await pass_time(look, SPOKEN_S - 1)
    await look.page.evaluate("announce_news(['two'])")
    await look.page.evaluate("announce(['three'])")
    await expect(look.voice).to_have_text("onetwothree")
    await pass_time(look, 1)
    await expect(look.voice).to_have_text("twothree")
    await pass_time(look, SPOKEN_S - 1)
    await expect(look.voice).to_have_text("")


async def test_of_quick_steps_the_last_is_said_in_place_of_the_others(ida: Guest, tables: Tables) -> None:
    look = await speaking_look(ida, tables)
    await look.page.evaluate("announce(['Step 1'])")
    await look.page.evaluate("announce_news(['Your turn.'])")
    await look.page.evaluate("announce(['Step 2', 'of 3'])")
    await look.page.evaluate("announce(['Step 3'])")
    await expect(look.voice).to_have_text("Your turn.Step 3")


async def speaking_look(guest: Guest, tables: Tables) -> Look:
    """A silent page whose clock the test sets, and which the test may have speak."""
    look = await frozen_look(guest, (await tables.gather(guest, seats=2)).room)
    await pass_time(look, SPOKEN_S)
    await look.page.evaluate(ANNOUNCES)
    return look
