"""Two friends share a screen with a curtain between them: neither can read what is the other's."""

import json
import re

from playwright.async_api import expect

from tests.browser.beside import HAND_ON, I_AM, Screen, Shown, share, shown_behind_the_curtain, told_to_strangers
from tests.browser.guests import Guest, Guests
from tests.browser.hosts import at_chair
from tests.browser.look import RESULT, YOUR_TURN
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, assert_fits, assert_nothing_to_complain_of
from tests.browser.players import Player
from tests.browser.tables import Tables, seen
from tests.browser.wires import change_messages
from tests.client import Message
from tests.support.effort import amount

OWN_SIDE = r'"Your place"><h2 class="unseen">Your place</h2> <p class="who">|own-row|own-gin|hand-card|Your turn\.'


def assert_no_card_of_either_hand(html: str, private: Message | None, public: list[Message]) -> None:
    """No private card is drawn or named, except those that everybody has seen."""
    told = json.dumps([*public, *([] if private is None else [private["lines"], private["view"]["discard"]])])
    hand = [] if private is None else private["view"]["hand"] or []
    secret = {card for card in hand if f'"{card}"' not in told}
    assert secret & set(re.findall(r'data-k="card-(\w+)"', html)) == set()


async def test_a_friend_beside_takes_a_seat_under_a_name_of_their_own(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.gather(ann, seats=3))
    await (await at_chair(look, "Free seat 3")).get_by_role("button", name="Add a player on this device").click()
    box = look.page.get_by_role("textbox", name="Who plays beside you")
    await box.fill("ann")
    await look.page.keyboard.press("Enter")
    await expect(look.bar.get_by_text("Someone at this table is already called ann.")).to_be_visible()
    await box.fill("Ben")
    await look.page.keyboard.press("Enter")
    row = look.main.get_by_role("listitem").filter(has_text="Ben")
    await expect(row).to_contain_text("on this device")
    await expect(box).to_have_count(0)
    await (await at_chair(look, "Ben")).get_by_role("button", name="Leave seat").click()
    await expect(look.main.get_by_role("listitem").filter(has_text="Free seat")).to_have_count(2)
    await expect(look.main.get_by_role("listitem").filter(has_text="Ann")).to_contain_text("you")


async def test_the_game_begins_and_is_loaded_again_behind_the_curtain(ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="color_gin")
    await expect(screen.prompt(re.compile("^Hand the device to (Ann|Ben)."))).to_be_visible()
    await expect(screen.voice).to_contain_text("Hand the device to")
    await expect(screen.page.get_by_text("The sides of Ann and Ben are hidden.")).to_be_visible()
    await expect(screen.button(I_AM)).to_have_count(1)
    await assert_fits(screen.page, PHONE_SIZE, LAPTOP_SIZE)
    await assert_nothing_to_complain_of(screen.page)
    await screen.button(I_AM).click()
    await expect(screen.prompt(YOUR_TURN)).to_be_visible()
    await screen.reload()
    await expect(screen.prompt("Hand the device to")).to_be_visible()
    assert told_to_strangers(await screen.record()) == []


async def test_what_everybody_has_seen_stays_but_the_focus_does_not(ann: Guest, tables: Tables) -> None:
    """Pressing Enter once too often does not reveal the next player's side. The next game begins the same way."""
    screen = await share(tables, ann, game="tcnccc")
    await screen.button(I_AM).click()
    await screen.button("Bag, draw a piece").press("Enter")
    await screen.button("Cylinder 2, place the piece").press("Enter")
    await expect(screen.prompt("Hand the device to")).to_be_visible()
    await expect(screen.page.locator(".tc-shows-placed")).to_be_visible()
    assert "I am" not in await screen.focused()
    await screen.button(I_AM).click()
    await screen.button("Cylinder 1, lift").click()
    await screen.button("Lift cylinder 1").click()
    await expect(screen.prompt(RESULT)).to_be_visible()
    await screen.button("Rematch").click()
    await expect(screen.prompt("Hand the device to")).to_be_visible()


async def test_a_round_of_color_gin_on_one_device(ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="color_gin", target=25)
    player = Player(screen)
    for _ in range(amount(by_day=12, long=60)):
        await screen.pass_to_and_fro(player, rounds=1)
        if await screen.page.get_by_role("button", name="Next round").count() or await screen.prompt(RESULT).count():
            break
    shown = await shown_to_nobody_wrong(screen)
    assert any(private and private["view"]["hand"] for _, private, _ in shown)
    for html, private, public in shown:
        assert_no_card_of_either_hand(html, private, public)


async def test_secret_answers_go_seat_after_seat_and_a_side_comes_on_demand(ann: Guest, tables: Tables) -> None:
    """Both arrange their coins in secret; Dee, elsewhere, takes her time."""
    screen = await share(tables, ann, "Dee", game="sin_color")
    trader, coins = Player(screen, seed=2), screen.page.get_by_role("list", name="Your coins: 8")
    for name in ("Ann", "Ben"):
        await expect(screen.prompt(f"Hand the device to {name}.")).to_be_visible()
        await screen.pass_to_and_fro(trader, rounds=1)
        await expect(coins).to_be_visible()
        await screen.pass_to_and_fro(trader, rounds=1)
    await expect(screen.page.get_by_text("The sides of Ann and Ben are hidden.")).to_be_visible()
    for _, _, public in await shown_to_nobody_wrong(screen):
        assert all(frame["view"]["coins"] == [None, None, None] for frame in public)
    await screen.button("Show Ben’s side").click()
    await expect(screen.own).to_contain_text("Ben")
    await expect(coins).to_be_visible()
    await screen.button("Hide Ben’s side").click()
    await expect(coins).to_have_count(0)
    assert told_to_strangers(await screen.record()) == []


async def test_a_move_is_taken_back_after_the_device_was_to_be_handed_on(ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="desfases")
    first = (await screen.button(I_AM).inner_text()).removeprefix("I am ")
    await screen.pass_to_and_fro(Player(screen), rounds=2)
    await screen.button(f"Show {first}’s side").click()
    await expect(screen.own).to_contain_text(first)
    await screen.button(f"Hide {first}’s side").click()
    await expect(screen.prompt(HAND_ON)).to_be_visible()
    await screen.button(f"Show {first}’s side").click()
    await screen.button("Take back").click()
    await expect(screen.prompt(YOUR_TURN)).to_be_visible()
    await expect(screen.own).to_contain_text(first)
    await shown_to_nobody_wrong(screen)


async def test_each_of_them_may_ask_for_a_hint_to_the_same_question(ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="sin_color", beside=("Ben", "Cat"), hints=True)
    for name in ("Ann", "Ben"):
        await screen.button(f"I am {name}").click()
        await screen.button("Hint").click()
        await expect(screen.page.locator("#hint")).to_be_visible()
        await screen.button(re.compile("^Show my coins: ")).click()
        await expect(screen.prompt("Hand the device to")).to_be_visible()


async def test_a_round_of_sin_color_on_one_device_of_which_the_line_was_lost(ann: Guest, tables: Tables) -> None:
    """The page reconnects behind the curtain."""
    screen = await share(tables, ann, game="sin_color", beside=("Ben", "Cat"))
    await screen.button(I_AM).click()
    await expect(screen.page.get_by_role("list", name="Your coins: 8")).to_be_visible()
    await screen.page.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    await expect(screen.prompt("Hand the device to")).to_be_visible()
    record = await screen.record()
    assert [entry["said"]["type"] for entry in record if "said" in entry].count("hello") == 2
    await screen.pass_to_and_fro(Player(screen, seed=4), rounds=amount(by_day=9, long=30))
    shown = await shown_to_nobody_wrong(screen)
    assert {private["you"] for _, private, _ in shown if private} == {0, 1, 2}
    for html, _, _ in shown:
        rows = re.findall(r'aria-label="Coins of .+?</ul>', html, re.DOTALL)
        assert rows or "Coins of" not in html
        assert [row for row in rows if re.search(r"> *(\w+) of (suns|moons|crowns|arms)", row)] == []


async def draws_and_places(screen: Screen) -> None:
    await screen.button(I_AM).click()
    await screen.button("Bag, draw a piece").click()
    await screen.button("Cylinder 2, place the piece").click()


async def test_what_only_one_has_heard_is_not_read_aloud_behind_the_curtain(guests: Guests, tables: Tables) -> None:
    """Ben's turn is looked at, after which the device is not handed on: otherwise only that is read aloud."""
    host = await guests.stranger("Ann", cold=True)
    await change_messages(host.context, with_a_secret)
    screen = await share(tables, host, "Dee", game="tcnccc")
    dee = screen.table.lines[-1]
    await dee.hear("frame")
    while (turn := dee.frame["asked"]) != [1]:
        if turn == [2]:
            for move in ({"do": "draw"}, {"do": "place", "cylinder": 0}):
                await dee.play(move)
                await dee.hear("frame")
        else:
            await draws_and_places(screen)
            await dee.hear("frame", lambda frame: frame["asked"] == [1])
    await draws_and_places(screen)
    await expect(screen.page.get_by_text("The sides of Ann and Ben are hidden.")).to_be_visible()
    await expect(screen.voice).to_contain_text("placed a piece")
    assert "A secret." not in await screen.voice.inner_text()


def with_a_secret(message: Message) -> Message:
    """The message with a private secret, as a seat receives it after its turn has ended."""
    if message["type"] == "frame" and message["you"] is not None and message["you"] not in message["asked"]:
        secret = {"text": {"text": "A secret.", "with": {}}, "yours": True, "fades": True, "sight": None}
        message["lines"].append({**message["lines"][-1], **secret})
    return message


# What a page keeps when its view changes from seat 0 to seat 1, and private frames for seat 0 that come late.
async def shown_to_nobody_wrong(screen: Screen) -> list[Shown]:
    """Checks that nothing of either side was shown while the curtain was down, and that no frame came for a seat not
    asked for; what was shown."""
    record = await screen.record()
    assert told_to_strangers(record) == []
    shown = shown_behind_the_curtain(record)
    for html, _, _ in shown:
        assert re.findall(OWN_SIDE, re.sub(r"<!--.*?-->|\s+", " ", html)) == []
    return shown
