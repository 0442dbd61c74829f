"""Friends come with iPhones and Firefox: an evening, and some moves of each game, in browsers other than Chromium."""

import pytest

from games import GAMES
from tests.browser.test_layouts import BAR
from tests.conftest import House
from tests.engines.conftest import OpenTab
from tests.engines.player import READY, Player
from tests.engines.tab import Tab

pytestmark = pytest.mark.long  # only make test-engines and make test-long install these browsers

PHONE = (390, 844)
LAPTOP = (1440, 900)
PROMPT = "() => document.querySelector('#prompt')?.textContent"
CAN_BE_READ = "(words) => document.querySelector('#room').innerText.includes(words)"
FOCUSED = "() => document.activeElement.dataset.focus"
BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


def open_room(tab: Tab, url: str) -> None:
    tab.goto(url)
    tab.until(READY)


def practise(tab: Tab, house: House, game: str) -> None:
    """Start a game with bots: the landing page, and two presses."""
    choose(tab, house, game)
    tab.press(".way[name=bots]")
    tab.until(READY)


def choose(tab: Tab, house: House, game: str) -> None:
    tab.goto(house.base_url)
    tab.press(f".card[data-game={game}] a")


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_and_goes_on_after_a_reload(open_tab: OpenTab, house: House, game: str) -> None:
    tab = open_tab(*(PHONE if game in ("tcnccc", "desfases") else LAPTOP))
    practise(tab, house, game)
    player = Player(tab, seed=1)
    player.answer(4)
    open_room(tab, tab.run("() => location.href"))
    player.answer(4)
    assert tab.run("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", ["tcnccc", "color_gin"])
def test_a_game_is_played_on_a_hand_page(open_tab: OpenTab, house: House, game: str) -> None:
    tab = open_tab(*PHONE)
    practise(tab, house, game)
    open_room(tab, f"{tab.run('() => location.href')}?hand")
    assert tab.run("() => document.querySelector('main').hasAttribute('data-hand')")
    Player(tab, seed=1).answer(4)
    assert tab.run("() => document.documentElement.scrollWidth <= innerWidth")


def test_friends_meet_by_a_link_and_play(open_tab: OpenTab, house: House) -> None:
    ann, ben = open_tab(*PHONE), open_tab(*LAPTOP)
    room = open_table(ann, house)
    sit_down_at(ben, room)
    ann.press_named("^Fill up with bots")
    ann.press_named("^Start$")
    players = [Player(ann, seed=2), Player(ben, seed=3)]
    while sum(player.answered for player in players) < 6 and not players[0].is_over:
        for player in players:
            player.go_on()
    says_hello(ann, ben)
    uses_the_menu(ben)
    asked = ann.run(PROMPT)
    open_room(ann, room)
    assert ann.run(PROMPT) == asked


def open_table(ann: Tab, house: House) -> str:
    """Open a table as the host; the room's address."""
    choose(ann, house, "tcnccc")
    ann.press("#name")
    ann.type("Ann")
    ann.press(".way[name=friends]")
    ann.until(READY)
    return str(ann.run("() => location.href"))


def sit_down_at(ben: Tab, room: str) -> None:
    open_room(ben, room)
    ben.press(".name-form input")
    ben.type("Ben", "Enter")
    ben.until("() => /Ben/.test(document.querySelector('#main')?.textContent)")


def says_hello(ann: Tab, ben: Tab) -> None:
    ann.press(".rail-toggle")
    ann.press_named("^Chat", "[role=tab]")
    ann.press(".say input")
    ann.type("Hola, Ben", "Enter")
    ben.press_named("^Chat", "[role=tab]")
    ben.until(CAN_BE_READ, "Hola, Ben")
    ann.type("Escape")


def uses_the_menu(ben: Tab) -> None:
    """Choose the dark theme; the focus returns to where it was."""
    light = ben.run(BACKGROUND)
    ben.press("[data-focus=menu]")
    ben.until("() => Boolean(document.querySelector('#menu[open]'))")
    ben.press_named("^Dark$", "dialog label")
    ben.until("(light) => getComputedStyle(document.documentElement).backgroundColor !== light", light)
    ben.type("Escape")
    ben.until("() => !document.querySelector('dialog[open]')")
    assert ben.run(FOCUSED) == "menu"


def test_sound_begins_with_the_first_press_and_goes_on_by_itself(open_tab: OpenTab, house: House) -> None:
    tab = open_tab(*LAPTOP)
    practise(tab, house, "tcnccc")
    tab.until("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/tcnccc/sounds.js'))")
    tab.press("h1")
    tab.until("() => globalThis.sounding?.state === 'running'")
    Player(tab, seed=1).answer(1)
    tab.until("() => globalThis.sounds > 0")


def test_the_bar_of_a_phone_keeps_to_one_line(open_tab: OpenTab, house: House) -> None:
    """WebKit draws headings wider than other browsers."""
    tab = open_tab(*PHONE)
    for game in GAMES:
        practise(tab, house, game)
        [parts] = tab.run(BAR, [GAMES[game].title])
        assert [part for part in parts if part["lines"] != 1] == [], game
