"""The word lists by which two people compare a fingerprint aloud: 2,048 words, so that each says 11 bits.

A list is for a bad telephone line: its words differ in their first five letters, sound different, are no forms of one
another, and a letter that is taken for another one never makes a word another word of the list.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

import pytest

from app.assets.files import STATIC
from app.i18n import LANGUAGES

WORDS: Final = 2048
FIRST: Final = 5
"""Letters by which a word is told from all others, so that a few may be typed or heard."""

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
LETTERS: Final = {
    "en": ALPHABET,
    "de": ALPHABET + "äöüß",
    "fr": ALPHABET + "àâçèéêëîïôùûœ",
    "es": ALPHABET + "áéíñóúü",
    "pt": ALPHABET + "áâãàçéêíóôõú",
}
LONGEST: Final = {"en": 9, "de": 10, "fr": 9, "es": 9, "pt": 9}

Rewrites = list[tuple[str, str]]

# What is heard of a spelling, roughly: patterns and what takes their place, in this order. Capitals are sounds that
# take several letters to write.
SOUNDS: Final[dict[str, Rewrites]] = {
    "en": [
        (r"^kn|^gn", "n"),
        (r"^wr", "r"),
        (r"^wh", "w"),
        (r"mb$", "m"),
        (r"igh|(?<=[^aeiou])y$(?<=^...)|(?<=[^aeiou])ie$", "I"),
        (r"eigh|ai(?!r)|ay|ey$", "A"),
        (r"air|[ae]re$|ear", "R"),
        (r"ee|ea|ie|^key$", "E"),
        (r"oor|oar|ore|our|aw|au|or", "C"),
        (r"oa|ow|oe$|ou(?=l)", "O"),
        (r"oo|ew|ue$|ui", "U"),
        (r"[eiu]r", "3"),
        (r"a([^aeiou])e$", r"A\1"),
        (r"e([^aeiou])e$", r"E\1"),
        (r"[iy]([^aeiou])e$", r"I\1"),
        (r"o([^aeiou])e$", r"O\1"),
        (r"u([^aeiou])e$", r"U\1"),
        (r"ph", "f"),
        (r"tch|ch", "X"),
        (r"sh", "S"),
        (r"th", "T"),
        (r"dg|g(?=[eiy])", "j"),
        (r"s?c(?=[eiyEI])|sw(?=C)", "s"),
        (r"ck|c|qu(?=a?y)", "k"),
        (r"q", "k"),
        (r"x", "ks"),
        (r"[aeo]l$|le$", "l"),
        (r"([a-z])\1", r"\1"),
        (r"y$", "i"),
    ],
    "de": [
        (r"äu", "eu"),
        (r"ai|ay|ey", "ei"),
        (r"ä", "e"),
        (r"y", "ü"),
        (r"ie", "i"),
        (r"(?<=[aeiouöü])h(?![aeiouöü])", ""),
        (r"ph|v", "f"),
        (r"dt|th", "t"),
        (r"tz|zz", "z"),
        (r"chs|x|ks", "X"),
        (r"ck|c(?!h)|qu", "k"),
        (r"ß", "s"),
        (r"([a-zöü])\1", r"\1"),
        (r"d$", "t"),
        (r"b$", "p"),
        (r"g$", "k"),
        (r"er$", "a"),
    ],
    "fr": [
        (r"œu|oe", "e"),
        (r"eau|au|ô", "o"),
        (r"(?<=..)[eéê]e?r$|ez$|é", "E"),
        (r"ill|(?<=[aeiou])il$|ll(?=e$)", "Y"),
        (r"(?<=[aeiou])s(?=[aeiouyéèê])", "z"),
        (r"oin", "W5"),
        (r"(ai|ei|i|y|u)[nm](?![aeiouyéèênmh])", "5"),
        (r"[ae][nm](?![aeiouyéèênm])", "1"),
        (r"o[nm](?![aeiouyéèênm])", "0"),
        (r"oi|oy", "W"),
        (r"o[uù]|oû", "U"),
        (r"a[iî]|e[iî]|[èê]|et$|ë|e(?=[bcdfglmnprstx]{2}|[rlfc]$)", "E"),
        (r"eu", "e"),
        (r"ph", "f"),
        (r"ch", "X"),
        (r"gn", "N"),
        (r"ge(?=[aoU0])|g(?=[eiyéEè1])(?!e$)|ge$", "j"),
        (r"gu(?=[eiyE])", "g"),
        (r"qu|c(?![eiyéE15])", "k"),
        (r"[cç]", "s"),
        (r"h", ""),
        (r"y|î|ï", "i"),
        (r"[àâ]", "a"),
        (r"û", "u"),
        (r"([a-z])\1", r"\1"),
        (r"mpt", "mt"),
        (r"(?<=..)(e|[tdxzpsg]+)$", ""),
    ],
    "es": [
        (r"ch", "X"),
        (r"h", ""),
        (r"v", "b"),
        (r"ll", "y"),
        (r"gu(?=[eiéí])", "G"),
        (r"g(?=[eiéí])|x", "j"),
        (r"c(?=[eiéí])|z", "s"),
        (r"qu|c", "k"),
        (r"G", "g"),
        (r"ñ", "N"),
        (r"r+", "r"),
    ],
    "pt": [
        (r"lh", "L"),
        (r"nh", "N"),
        (r"ch", "x"),
        (r"h", ""),
        (r"(?<=[aeiouáéíóúâêô])s(?=[aeiouáéíóúâêôã])", "z"),
        (r"gu(?=[eiéíê])", "G"),
        (r"g(?=[eiéíê])", "j"),
        (r"c(?=[eiéíê])|ç|ss", "s"),
        (r"z$", "s"),
        (r"qu|c", "k"),
        (r"G", "g"),
        (r"ão", "O"),
        (r"ou", "o"),
        (r"r+", "r"),
        (r"o$", "u"),
        (r"e$", "i"),
    ],
}

# What sounds alike against the rules of spelling: at most one of each line is in a list.
ALIKE: Final = {
    "en": """
        aunt ant
        berry bury
        break brake
        chilly chili
        cymbal symbol
        draw drawer
        eight ate
        eighty eighteen
        flour flower
        forty fourteen
        idle idol
        kernel colonel
        mousse moose
        muscle mussel
        nineteen ninety
        one won
        piece peace
        root route
        saw sore
        sauce source
        sixteen sixty
        son sun
        steak stake
        thirteen thirty
        towel tower
        wait weight
        """,
    "fr": """
        août houx
        cinq sein
        clef clé
        faon paon taon
        """,
}

# Sounds that a bad line makes one of, each group written as one word.
MISHEARD: Final = {
    "en": "bp bd bv dt dg gk kp kt pt mn fs fv fT sz sT XS ae ei au AE",
    "de": "bp bd dt gk kp kt pt mn fs fw sz eö iü ou",
    "fr": "bp bd bv dt gk kp kt pt mn fs fv sz jX eu iu 15 10 EY",
    "es": "bp bd dt gk gj kp kt pt mn nN fs rl ou ei",
    "pt": "bp bv bd dt gk kp kt pt mn nN fs fv sz xj xz rl ou ei lL",
}

# Endings by which forms of one word differ: number, gender, person, what is done and who does it.
ENDINGS: Final = {
    "en": "ing ers ies ier er or ed es ly en s r y d e n",
    "de": "en ern eln er el es e n s r",
    "fr": "euse eur eux ier ière ée er re es ir é e s x t",
    "es": "ador ción ito ita illo illa ado ada ero era ar er ir as os es ón a e o s",
    "pt": "ador ção inho inha ado ada eiro eira ar er ir as os es ão a e o s",
}


@cache
def words(language: str) -> tuple[str, ...]:
    """The list of a language."""
    return tuple((STATIC / "languages" / language / "words.txt").read_text("utf-8").splitlines())


def plain(word: str) -> str:
    """A word without accents and case."""
    decomposed = unicodedata.normalize("NFD", word.casefold().replace("œ", "oe"))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def alike(language: str) -> list[set[str]]:
    """The words of each line of ALIKE."""
    return [set(line.split()) for line in ALIKE.get(language, "").splitlines()]


@cache
def heard(word: str, language: str) -> str:
    """What is heard of a word: words that sound alike are the same."""
    sound = word.lower()
    for spelling, said in SOUNDS[language]:
        sound = re.sub(spelling, said, sound)
    return "".join(c for c in unicodedata.normalize("NFD", sound) if not unicodedata.combining(c))


def misheard(word: str, language: str) -> set[str]:
    """What a word may be taken for, if one of its sounds is: the sound's place holds a group of sounds."""
    sound, groups = heard(word, language), MISHEARD[language].split()
    places = ((place, group) for place, said in enumerate(sound) for group in groups if said in group)
    return {f"{sound[:place]}[{group}]{sound[place + 1 :]}" for place, group in places}


def stem(word: str, language: str) -> str:
    """What forms of one word share: at least three letters, before the longest ending."""
    whole = plain(word)
    endings = sorted(map(plain, ENDINGS[language].split()), key=len, reverse=True)
    stems = (whole.removesuffix(ending) for ending in endings if whole.endswith(ending))
    return next((each for each in stems if len(each) > 2), whole)


def clashes(language: str, keys: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """Words of a list that share a key."""
    sharing = defaultdict(list)
    for word in words(language):
        for key in keys(word):
            sharing[key].append(word)
    return [several for several in sharing.values() if len(several) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_a_word_for_each_of_11_bits_in_the_order_of_code_points(language: str) -> None:
    said = words(language)
    assert len(set(said)) == len(said) == WORDS
    ordered = "".join(f"{word}\n" for word in sorted(said))
    assert (STATIC / "languages" / language / "words.txt").read_bytes() == ordered.encode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_short_and_written_in_the_letters_of_their_language(language: str) -> None:
    letters, longest = LETTERS[language], LONGEST[language]
    capital = f"[{letters.upper()}{letters}]" if language == "de" else f"[{letters}]"  # German nouns have capitals
    written = re.compile(f"{capital}[{letters}]{{2,{longest - 1}}}")
    assert [word for word in words(language) if not written.fullmatch(word)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_differ_in_their_first_letters_without_accents_and_case(language: str) -> None:
    assert clashes(language, lambda word: [plain(word)[:FIRST]]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_a_form_of_another(language: str) -> None:
    assert clashes(language, lambda word: [stem(word, language)]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_sounds_like_another(language: str) -> None:
    assert clashes(language, lambda word: [heard(word, language)]) == []
    said = set(words(language))
    assert [both for both in alike(language) if len(both & said) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_becomes_another_if_one_sound_is_misheard(language: str) -> None:
    assert clashes(language, lambda word: misheard(word, language)) == []


@pytest.mark.parametrize(
    ("language", "pair"),
    [
        ("en", ["knight", "night"]),
        ("en", ["sail", "sale"]),
        ("en", ["write", "right"]),
        ("de", ["Saite", "Seite"]),
        ("fr", ["mer", "mère"]),
        ("es", ["vaca", "baca"]),
        ("pt", ["cozer", "coser"]),
    ],
)
def test_words_that_sound_alike_are_found(language: str, pair: list[str]) -> None:
    assert len({heard(word, language) for word in pair}) == 1


def test_words_that_may_be_taken_for_each_other_are_found() -> None:
    assert misheard("bear", "en") & misheard("pear", "en")
    assert misheard("Nagel", "de").isdisjoint(misheard("Hagel", "de"))
    assert stem("Gärten", "de") == stem("Garten", "de")
    assert stem("gata", "es") == stem("gato", "es")
