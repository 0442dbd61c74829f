"""The tables and columns that queries use; migrations/ creates them, with types, keys and indexes."""

from typing import Final

from sqlalchemy import BigInteger, TableClause, column, table

REVISION: Final = "0019"  # the newest migration, which leaves the columns below

_TIMES: Final = frozenset({"at", "began", "call_due", "due", "evening", "ended", "made_at", "until", "up_at"})
"""Columns in milliseconds, which do not fit into PostgreSQL's integer."""


def _table(name: str, columns: str) -> TableClause:
    return table(name, *(column(each, BigInteger() if each in _TIMES else None) for each in columns.split()))


events = _table("events", "room seq id prev actor kind body at seal")
"""The log. Append-only: triggers reject updates, and deletes while the room is in `rooms`."""

house = _table("house", "one epoch room_key up_at")
"""A single row. `epoch` changes whenever the log is restored from a backup, which invalidates event numbers seen
before. `room_key`: key of the tokens that stand for rooms in the server's logs. `up_at`: the last heartbeat of any
process."""

outages = _table("outages", "began ended")
"""Times when no process was up."""

rooms = _table("rooms", "room phase at due evening call_due")
"""The room index: when to check a room's clocks (`due`), what its expiry depends on, and when its evening begins and
when its players are to be called before that; null: they have been. Derived from the log, which
alone decides about games."""

snapshots = _table("snapshots", "room seq head code body")
"""The state of a long room after the event `seq` with the id `head`, folded by this `code`. Any may be deleted."""

chores = _table("chores", "chore due")
"""Periodic work that one process does for all, and when it is due again."""

team_scores = _table("team_scores", "room seq setting score at")

guests = _table("guests", "id token_hash name made_at seen")
"""`seen`: day of the last visit, counted from 1970."""

guests_of_rooms = _table("guests_of_rooms", "guest room put_away")
"""Guests named in a room's log: players, applicants, hosts, muted or removed guests. They are not forgotten while the
room exists. `put_away`: 1: the guest has taken the room off the list of the start page, where the next game that begins
in it puts it back."""

devices = _table("devices", "device guest called at")
"""Browsers that are treated as another guest. `device`: the guest that such a browser was before, whose cookie it
keeps. `called`: what its owner calls it."""

device_links = _table("device_links", "code_hash guest until")
"""Links that add a device to this guest once, until then."""

push_subscriptions = _table(
    "push_subscriptions", "room guest device endpoint_hash endpoint p256dh auth page language at"
)
"""Web Push subscriptions, one row per guest, room and device; `device` is the guest's own id on their first one. A
browser has one subscription, shared by its rooms."""

calls = _table("calls", "room guest about receiver number")
"""What each receiver of a guest was last called for: the number of a question, or of an event, by what it was `about`.
`receiver`: a device, or their webhook."""

calls_put_off = _table("calls_put_off", "room guest about number until")
"""Calls that wait for the end of the guest's quiet hours."""

webhooks = _table("webhooks", "guest kind address origin language gone")
"""Addresses at which guests are called, sealed. `origin`: of this server, for links to tables. `gone`: 404 or 410 if it
answered so: from then on nothing is sent there."""

quiet_hours = _table("quiet_hours", "guest begins ends zone")
"""When guests are not called: minutes after midnight in their time zone."""

answers_beforehand = _table("answers_beforehand", "room seat guest game offer basis id")
"""Answers that players have given before they are asked, at most one for each seat. Not in the log: nobody else may
learn that there is one, and everybody sees the numbers of its events. `game`: its number in the room; `offer`: which
answer; `basis`: the fingerprint of what it depends on; `id`: of the event that it becomes."""

keepers_words = _table("keepers_words", "id at kind said")
"""What operators' commands tell every running server, kept for a day. `kind`: "announced", with the words, or
"forgotten", with a guest's id: an open page must not bring that guest back."""
