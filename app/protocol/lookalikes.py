"""Recognises names that look alike, so that nobody can pass for somebody else with letters of another script, case or
font. Joiners count for nothing. The tables hold the confusables of UTS #39 for Latin letters and digits; fonts and
letters with diacritics are recognised by their Unicode properties."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from app.protocol.typed_text import ZWJ, ZWNJ


@lru_cache(maxsize=4096)
def looks_of(name: str) -> frozenset[str]:
    """The keys of a name; two names look alike if they have one in common."""
    return frozenset({skeleton(name), _as_written(name)})


def look_alike(one: str, other: str) -> bool:
    """Whether people could confuse these names."""
    return not looks_of(one).isdisjoint(looks_of(other))


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """A key shared by names that look alike in any case: "Ánn", "ANN" and "Аnn" (with a Cyrillic А) all give "ann"."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(character for character in decomposed if not _is_passed_over(character)).translate(_IN_ANY_CASE)
    return _compared(letters)


def _as_written(name: str) -> str:
    """The key for letters that look like others in the case they are written in: a Greek ν is a v, a capital Ν an N."""
    decomposed = unicodedata.normalize("NFKD", name)
    shapes = "".join(_shape_of(character) for character in decomposed if not _is_passed_over(character)).casefold()
    letters = _DIGIT_IN_A_WORD.sub(lambda digit: _LIKE_DIGITS[digit[0]], shapes).translate(_IN_ANY_CASE)
    return _compared(letters)


def is_mark(character: str) -> bool:
    """Whether the character modifies the one before it."""
    # A skin tone changes the picture before it as an accent changes a letter.
    return unicodedata.category(character)[0] == "M" or "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_passed_over(character: str) -> bool:
    return is_mark(character) or character in (ZWNJ, ZWJ)


def _compared(characters: str) -> str:
    """The letters and digits, which alone are compared; everything in a name that has none, only pictures."""
    letters = "".join(character for character in characters if character.isalnum())
    return letters.replace("rn", "m").replace("vv", "w") or characters


@lru_cache(maxsize=4096)
def _shape_of(character: str) -> str:
    """The Latin letter or digit that the character looks like; otherwise itself."""
    if character.isascii():
        return character
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    shape = _SHAPES.get(character) or _SHAPES.get(character.upper() if _is_cherokee(character) else "")
    return shape or _shape_by_name(character)


def _is_cherokee(character: str) -> bool:
    """Whether this is a small Cherokee letter, which looks like a smaller capital."""
    return "\uab70" <= character <= "\uabbf" or "\u13f8" <= character <= "\u13fd"


def _shape_by_name(character: str) -> str:
    name = unicodedata.name(character, "")
    if (letter := _LATIN_OF_A_KIND.fullmatch(name)) is not None:
        return letter[1]
    if (letter := _LETTER_WITH_SOMETHING.fullmatch(name)) is not None:
        try:
            return _shape_of(unicodedata.lookup(letter[1]))
        except KeyError:  # there is no such letter without its diacritic
            return character
    return character


_LATIN_OF_A_KIND: Final = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    "|TORTOISE SHELL BRACKETED LATIN CAPITAL LETTER) ([A-Z])"
)
_LETTER_WITH_SOMETHING: Final = re.compile("((?:LATIN|GREEK|CYRILLIC) (?:SMALL |CAPITAL )?LETTER .+?) WITH .+")

# Alike as written: letters of other scripts, phonetic and archaic letters, and symbols.
_WRITTEN_LIKE: Final = {
    "2": "ƧƨᒿꙄꝚϨꛯ", "3": "зЗʒƷȝȜɜᴣӡӠⳌꞫꝪ𖼻𑣊", "4": "чЧᏎ𑢯", "5": "Ƽ𑢻", "6": "бᏮⳒ𑣕", "7": "𐓒𑣆", "8": "ȣȢ𐌚",
    "9": "ꝮⳊ𑣌𑢬𑣖", "a": "αΑаАɑᎪꓮⲀⲁᗅ⍺𖽀𐊠", "ae": "æÆӕӔ", "b": "βΒвВьЬƅᏏᏼᏴꓐⲂⲃᗷᖯꞴƄᑲ𐊂𐊡𐌁", "c": "ϲϹсСᏟꓚⲤⲥ𐐕𐐽ᑕↄς𑣲𐊢𐌂𐔜",
    "d": "ԁԀðÐᎠᏧꓓꓒᗞᗪᑯ", "e": "εΕϵеЕєЄҽҼɛ℮ᎬꓰⲈⴹ⋿ꞓꬲ𑢦𑢮𐊆", "f": "ϝϜƒғҒքꞙꞘꓝᖴꬵẝ𑣂𑢢𐊇𐊥𐔥", "g": "ԍԌɡցƍᏀᏳꓖ",
    "h": "ΗнНһҺћЋհᏂᎻꓧᕼⲎⲏ𐋏", "j": "ϳͿјЈյȷʝᎫꓙᒍ", "k": "κΚϰкКҡҠĸᏦꓗⲔⲕᛕ𐔘",
    "l": "ιΙіІӀӏןוا١ɩɪıɭǀʟᎥᏞᏆꓲꓡⲒⲓⳐᛁⵏᒪ∣￨⏽׀ꙇ𑣃𐌠𖼨𐊊𐌉𖼖𑢣𑢲𐐛𐔦", "m": "ΜмМᎷꓟⲘⲙᗰᛖϺ𐊰𐌑", "n": "ηΝпПոռŋŊꓠⲚⲛᴨ𐔓",
    "o": "οΟσоОөӨօՕסهھہەɵഠဝଠⲞⲟꓳⵔ𐐄𐐬ჿᴑꬽ𐓪𑣈𑣗〇ዐ𐓂𑢵𐊒𐊫𐔖", "oe": "œŒ", "p": "ρΡϱрРᏢꓑⲢⲣᑭ⍴𐊕", "q": "ԛԚգզᑫⵕ",
    "r": "гГᴦᎡᏒꓣⲅʀᖇᚱꭇꭈꮁ𐒴𖼵", "s": "ѕЅՏᏕᏚꓢꜱƽ𐑈𑣁𖼺𐊖𐐠", "t": "τΤтТᎢꓔⲦⲧ⊤⟙𖼊𑢼𐊗𐊱𐌕", "u": "υμսՍʋɥᏌꓴᑌꞟꭎꭒ∪⋃𐓶𑣘ሀ𐓎𖽂𑢸",
    "v": "νѵѴᏙꓦᐯטⴸ∨⋁𑜆𑣀ꛟ𖼈𑢠𐔝", "w": "ωѡѠԝԜшШաɯᎳᏔꓪ𑜊𑜎𑜏𑣯", "x": "χΧхХꓫⲬⲭᕽᕁᚷⵝ×⤫⤬⨯𐌢𑣬Ꭓ𐊐𐊴𐌗𐔧",
    "y": "γΥуУүҮყɣỿꭚᎩᎽꓬⲨⲩᶌ𑣜𖽃𑢤𐊲", "z": "ΖᏃꓜⲌⲍ𑣄𐋵𑢩",
}  # fmt: skip
_SHAPES: Final = {other: letter for letter, others in _WRITTEN_LIKE.items() for other in others}

# Alike in any case. I, l and 1 count as the same letter.
_LIKE: Final = {
    "a": "аαɑᴀ", "b": "вβʙ", "c": "сϲᴄ", "d": "ԁđᴅ", "e": "еєεᴇ", "g": "ԍɡɢ", "h": "нһηħհʜ", "j": "јϳᴊ",
    "k": "кκᴋ", "l": "1|iіιıɩɪӏǀłʟ", "m": "мμᴍ", "n": "νոɴ", "o": "0оοσօøᴏ", "p": "рρᴘ", "q": "ԛզ",
    "r": "ʀ", "s": "ѕ", "t": "тτŧᴛ", "u": "սᴜ", "v": "ѵᴠ", "w": "ԝωᴡ", "x": "хχ", "y": "уυʏ", "z": "ζᴢ",
}  # fmt: skip
_IN_ANY_CASE: Final = str.maketrans({other: letter for letter, others in _LIKE.items() for other in others})

# Digits read as a letter when another letter follows; after a name they are a number.
_LIKE_DIGITS: Final = {"2": "z", "5": "s", "6": "b", "8": "b", "9": "g"}
_DIGIT_IN_A_WORD: Final = re.compile(r"[25689](?=[^\W\d_])")
