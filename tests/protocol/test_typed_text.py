"""What people type keeps what their script and their emoji need, and nothing that acts on the text around it."""

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.protocol.typed_text import ZWJ, ZWNJ, clean_text

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
KEPT = {
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a profession with a skin tone": "👩🏽\u200d🚀",
    "a rainbow": "🏳\ufe0f\u200d🌈",
    "pirates": "🏴\u200d☠\ufe0f",
    "a shaken head": "🙂\u200d↔\ufe0f",
    "a heart in colour": "❤\ufe0f",
    "a keycap": "1\ufe0f⃣",
    "England": ENGLAND,
    "a nation": "🇵🇹",
    "Persian": "می\u200cخواهم",
    "Persian with a mark": "مِ\u200cخ",
    "an Arabic abbreviation": "ه\u200d",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Hindi half form": "क्\u200dष",
    "Hindi, kept apart": "क्\u200cष",
    "Bengali": "র\u200d্য",
    "Malayalam at the end": "അനില്\u200d",
    "Mongolian": "ᠠ\u180b",
    "a Japanese name": "葛\U000e0100城",
    "Hebrew": "שָׁלוֹם",
    "Vietnamese": "Nguyễn Thị Ánh",
}
WITHOUT_EFFECT = {
    "between Latin letters": ("An\u200dn", "Ann"),
    "in German": ("Auf\u200clage", "Auflage"),
    "alone": ("\u200d x", "x"),
    "twice": ("می\u200c\u200cخ", "می\u200cخ"),
    "after a picture": ("🦊\u200d", "🦊"),
    "before a picture": ("a\u200d🦊", "a🦊"),
    "a selector after a letter": ("a\ufe0f", "a"),
    "after a digit that is no key": ("1\ufe0f", "1"),
    "an ideographic one after a Latin letter": ("a\U000e0100", "a"),
    "two selectors": ("❤\ufe0f\ufe0f", "❤\ufe0f"),
    "a tag": ("Ann\U000e0041", "Ann"),
    "hidden words": ("🏴\U000e0068\U000e0069\U000e007f", "🏴"),
    "an open flag": ("🏴\U000e0067\U000e0062", "🏴"),
    "a Mongolian one elsewhere": ("a\u180b", "a"),
}
REMOVED = [
    *map(chr, (*range(0x09), *range(0x0E, 0x1C), *range(0x7F, 0x85), *range(0x86, 0xA0))),
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206f\ufeff\ufff9\ufffb\ufdd0\uffff\U0010fffe",
    *map(chr, range(0xE0000, 0xE0080)),
]
SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"

TRICKY = [
    *REMOVED,
    *SPACES,
    ZWNJ,
    ZWJ,
    *"\ufe00\ufe0e\ufe0f\u20e3\U000e0100\u180b\u180e",
    *"aé1#م ه ر क ् র ্ ᠠ 葛 👨 👩 🏽 🏴 ❤ 🦊",
    *ENGLAND,
]
typed = st.text(st.one_of(st.sampled_from(TRICKY), st.characters(exclude_categories=["Cs"])), max_size=30)


@pytest.mark.parametrize("what", KEPT)
def test_what_scripts_and_emoji_need_is_kept_in_talk_and_in_names(what: str) -> None:
    assert clean_text(KEPT[what]) == KEPT[what]
    if any(unicodedata.category(character)[0] in "LNS" for character in unicodedata.normalize("NFKC", KEPT[what])):
        assert clean_name(KEPT[what]) == unicodedata.normalize("NFKC", KEPT[what])


@pytest.mark.parametrize("what", WITHOUT_EFFECT)
def test_joiners_selectors_and_tags_without_effect_are_left_out(what: str) -> None:
    raw, clean = WITHOUT_EFFECT[what]
    assert (clean_text(raw), clean_name(raw)) == (clean, clean)


def test_controls_and_marks_that_turn_the_direction_of_others_are_left_out() -> None:
    for character in REMOVED:
        assert (clean_text(f"A{character}nn"), clean_name(f"A{character}nn")) == ("Ann", "Ann"), ascii(character)
    for character in SPACES:
        assert (clean_text(f"A{character}nn"), clean_name(f"A{character}nn")) == ("A nn", "A nn"), ascii(character)


def test_an_emoji_that_is_newer_than_this_python_is_a_name() -> None:
    new = "\U0001faea"
    assert clean_name(new) == clean_text(new) == new


@given(typed)
@example("م\u200c\u202eه")
@example("a \u200c b")
def test_whatever_is_typed_nothing_forbidden_is_left_and_cleaning_it_again_changes_nothing(raw: str) -> None:
    clean = clean_text(raw)
    assert clean_text(clean) == clean == " ".join(clean.split())
    forbidden = {*REMOVED, *SPACES}
    assert not forbidden.intersection(clean.replace(ENGLAND, ""))
    with suppress(Refusal):
        name = clean_name(raw)
        assert clean_text(name) == clean_name(name) == name


def test_flags_of_two_nations_are_two_names() -> None:
    scotland = ENGLAND.replace("\U000e0065\U000e006e\U000e0067", "\U000e0073\U000e0063\U000e0074")
    assert clean_name(scotland) == scotland
    assert not look_alike(ENGLAND, scotland)


@given(typed)
@example("👨\u200d👩\u200d👧")
def test_a_name_looks_like_itself_without_its_joiners(raw: str) -> None:
    with suppress(Refusal):
        name = clean_name(raw)
        assert look_alike(name, name.replace(ZWJ, "").replace(ZWNJ, ""))


@given(typed, typed)
def test_removing_what_is_forbidden_first_makes_no_difference(one: str, other: str) -> None:
    assert clean_text(f"{one}\u202e{other}") == clean_text(one + other)
