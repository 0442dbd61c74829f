#!/usr/bin/env python3
"""Checks the deal of a finished game of Tertulia: python3 verify.py FILE [FINGERPRINT]

FILE is what /api/rooms/{room}/deal gives when a game is over; FINGERPRINT is what the table showed when it began, or
the beginning of that. Needs nothing but Python, and has no rules of the games: it says what it cannot know.
docs/protocol.md, "The deal", describes every step.
"""

import hmac
import json
import sys
from hashlib import sha256

FIELDS = {
    "format", "room", "game", "rules", "options", "seats", "commitment", "secret", "entropy", "seals", "began",
    "asked", "starts", "drawn", "from_state", "written", "same", "events", "draws",
}  # fmt: skip


def main(path, noted=""):
    try:
        with open(path, encoding="utf-8") as written:
            file = json.load(written, object_pairs_hook=once)
        fingerprint, draws, wrong = check(file)
        impossible = facts_that_no_server_states(file)
    except (OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"{path} is not the file of a deal: {error!r}")
        return 2
    holds = fingerprint == file["commitment"]
    print(f"The fingerprint {'holds' if holds else 'does NOT hold: this secret gives another one'}: {fingerprint}")
    if impossible:
        print(f"No server states this: {impossible}.")
    gave = [str(seat) for seat, word in enumerate(file["entropy"], 1) if word]
    print(f"Seats that added a word: {', '.join(gave) or 'none'}. Whether it is theirs, only their pages know.")
    is_noted = fingerprint.startswith("".join(noted.split()).lower())
    if noted:
        print("It is the one you noted." if is_noted else "It is NOT the one you noted.")
    print(f"Draw {wrong} does NOT follow from the secret." if wrong else f"All {draws} draws follow from the secret.")
    print("Not covered here: whether the game was played by its rules, its result, how many sat there and who started.")
    return 0 if holds and is_noted and not wrong and not impossible else 1


def check(file):
    """The fingerprint that the secret gives, the number of draws, and the first that is wrong (from 1; 0: none)."""
    if file["format"] != "vdeal/1" or not file["draws"] or not FIELDS.issuperset(file):
        raise ValueError(f"expected the format vdeal/1, its draws, and no fields but {sorted(FIELDS)}")
    secret, rules = bytes.fromhex(file["secret"]), lp(file["rules"].encode())
    if len(secret) != 32:
        raise ValueError("expected a secret of 32 bytes")
    fingerprint = sha256(part("commit") + game_of(file) + rules + lp(bound_to(file)) + lp(secret)).hexdigest()
    return (fingerprint, *followed(file, key_of(file, secret)))


def key_of(file, secret):
    """HKDF (RFC 5869), for one hash of output."""
    words = b"".join(lp(bytes.fromhex(word)) for word in file["entropy"])
    salt = sha256(part("salt") + len(file["entropy"]).to_bytes(4, "big") + words).digest()
    info = part("key") + game_of(file) + lp(file["rules"].encode())
    return hmac.digest(hmac.digest(salt, secret, sha256), info + b"\1", sha256)


def whose_deal(file):
    """What names the game whose deal it was first: the file itself, if it was its own."""
    same = file.get("same")
    if same is None:
        return file
    if not {"room", "game"} <= {*same} <= {"room", "game", "by_seat", "again"}:
        raise ValueError("expected to be told whose deal it is")
    if not (same.get("by_seat", False) in (True, False) and isinstance(same.get("again", 0), int)):
        raise ValueError("expected by_seat to be true or left out, and again to be a number")
    return same


def game_of(file):
    """The game to which the secret, the key and the seals are bound."""
    whose = whose_deal(file)
    return lp(whose["room"].encode()) + whose["game"].to_bytes(4, "big")


def is_by_seat(file):
    return whose_deal(file).get("by_seat", False)


def facts_that_no_server_states(file):
    """What is wrong beside the draws; empty: nothing."""
    words, seals = file["entropy"], file.get("seals", [])
    seals = [""] * len(words) if seals == [] else seals
    if not len(words) == len(seals) == file["seats"] or not (are_hex(words, 32) and are_hex(seals, 64)):
        return "other words and seals than one for each seat"
    for seat, (word, seal) in enumerate(zip(words, seals, strict=True), 1):
        if word and seal_of(word, file) != seal:
            return f"a word of seat {seat} that was not sealed before"
    may_start = [None] if whose_deal(file)["game"] == 1 else [None, *range(file["seats"])]
    if file["starts"] not in may_start:
        return "who starts"
    return "" if may_be_that_deal(file) else "whose deal it is"


def may_be_that_deal(file):
    """Whether a game that has not a deal of its own can have that of the other one."""
    same, again = file.get("same"), whose_deal(file).get("again", 0)
    if same is None:
        return True
    is_before = same["room"] != file["room"] or same["game"] <= again or again == 0
    return file.get("from_state") is None and again in range(file["game"]) and same["game"] > 0 and is_before


def are_hex(texts, size):
    return all(text == "" or (len(text) == size and bytes.fromhex(text).hex() == text) for text in texts)


def seal_of(word, file):
    return sha256(part("seal") + game_of(file) + lp(bytes.fromhex(word))).hexdigest()


def bound_to(file):
    """The options, and the position of a game that did not begin with a deal."""
    options, position, written = canonical(file["options"]), file.get("from_state"), file.get("written")
    if position is None and written is not None:
        raise ValueError("expected written draws only with a position")
    if position is None:
        return options
    digest = sha256(canonical(position)).hexdigest().encode()
    return options + (b" from " + digest if written is None else b" lesson from " + digest + b" " + canonical(written))


def followed(file, key):
    """How many draws there are, and the first that does not follow from the key."""
    bodies = [event["body"] for event in file["events"]]
    recorded = [*file["drawn"], *(item for body in bodies for item in body.get("moved", body).get("drawn", []))]
    draws, wrong, given = 0, 0 if len(recorded) == len(file["draws"]) else 1, {}
    for draw, item in zip(file["draws"], recorded, strict=False):
        came, taken = dealt_by_seat(file, key, draw, given) if is_by_seat(file) else dealt(file, key, draw, draws)
        if not wrong and not canonical(came) == canonical(draw["item"]) == canonical(item):
            wrong = draws + 1
        draws += taken
    return draws, wrong


def dealt(file, key, draw, nth):
    """What comes at this place, and how many draws that takes."""
    label, among, written = draw["label"], draw.get("among", []), file.get("written") or []
    if "stream" in draw:
        raise ValueError("expected streams only where each seat has draws of its own")
    if isinstance(draw["item"], list):
        return shuffled(key, sorted(draw["item"]), label, nth), len(draw["item"]) - 1
    if label == "start" and file["starts"] is not None:
        return file["starts"], 1
    if nth < len(written) and written[nth] in among:
        return written[nth], 1
    return among[drawn(key, nth, len(among), label)], 1


def dealt_by_seat(file, key, draw, given):
    """The same where each seat has draws of its own. `given`: how many each stream has given so far."""
    stream, item = draw["stream"], draw["item"]
    whose, _, label = stream.partition("/")
    if label != draw["label"] or whose not in ("table", *map(str, range(file["seats"]))):
        raise ValueError("expected a stream of the table or a seat")
    number = given[stream] = given.get(stream, -1) + 1
    if isinstance(item, list):
        return by_weight(key, stream, number, sorted(item)), len(item) - 1
    came = by_weight(key, stream, number, draw["among"])[0]
    return (file["starts"] if label == "start" and file["starts"] is not None else came), 1


def by_weight(key, stream, number, items):
    """The heaviest first; of things that are alike, each has its own weight."""
    copies = [items[:place].count(item) for place, item in enumerate(items)]
    weights = [weight(key, stream, number, item, copy) for item, copy in zip(items, copies, strict=True)]
    return [items[place] for place in sorted(range(len(items)), key=weights.__getitem__, reverse=True)]


def weight(key, stream, number, item, copy):
    what = number.to_bytes(8, "big") + copy.to_bytes(4, "big") + lp(stream.encode()) + lp(canonical(item))
    return hmac.digest(key, part("weight") + what, sha256)


def shuffled(key, items, label, nth):
    """Fisher and Yates, from the last place down."""
    for place in range(len(items) - 1, 0, -1):
        other = drawn(key, nth, place + 1, f"{label}/{place}")
        items[place], items[other] = items[other], items[place]
        nth += 1
    return items


def drawn(key, nth, n, label):
    """Number `nth`, uniform over 0 … n-1."""
    limit, attempt = 2**64 // n * n, 0
    while True:
        message = part("draw") + nth.to_bytes(8, "big") + attempt.to_bytes(4, "big") + lp(label.encode())
        value = int.from_bytes(hmac.digest(key, message, sha256)[:8], "big")
        if value < limit:
            return value % n
        attempt += 1


def part(what):
    return lp(b"vdeal/1/" + what.encode())


def lp(what):
    """Preceded by its length in four bytes."""
    return len(what).to_bytes(4, "big") + what


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def once(fields):
    """Another reader might take the other one of two fields with the same name."""
    if len(dict(fields)) < len(fields):
        raise ValueError("expected each field once")
    return dict(fields)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if 2 <= len(sys.argv) <= 3 else __doc__)
