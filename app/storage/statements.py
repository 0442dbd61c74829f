"""SQL of the store's writes for both databases, run directly on the driver: 8 µs a row, where SQLAlchemy takes 60."""

from typing import Final

WRITE_INDEX_ROW: Final = """
INSERT INTO rooms (room, phase, at, due) VALUES (:room, :phase, :now, :due)
ON CONFLICT (room) DO UPDATE SET phase = excluded.phase, at = excluded.at, due = excluded.due
"""
SCHEDULE: Final = """
UPDATE rooms SET due = :due
WHERE room = :room
AND (CAST(:seq AS integer) IS NULL OR :seq = (SELECT max(seq) FROM events WHERE room = :room))
"""
CLAIM: Final = "UPDATE rooms SET due = :until WHERE room = :room AND due = :due"
TOUCH: Final = "UPDATE rooms SET at = :now WHERE room = :room"
GIVE_UP: Final = "UPDATE rooms SET phase = 'over' WHERE room = :room AND at = :at AND phase = 'playing'"
# With a time: only if nothing has happened since. The NOT EXISTS guards against an event appended at the same
# millisecond earlier in this transaction.
FORGET: Final = """
DELETE FROM rooms WHERE room = :room AND (CAST(:at AS bigint) IS NULL
    OR at = :at AND NOT EXISTS (SELECT 1 FROM events WHERE room = :room AND at >= :now))
"""
# Only if its event is in the log, since the room may have been deleted; and never over a newer snapshot.
SNAPSHOT: Final = """
INSERT INTO snapshots (room, seq, head, code, body)
SELECT room, seq, id, :code, :body FROM events WHERE room = :room AND seq = :seq AND id = :head
ON CONFLICT (room) DO UPDATE
SET seq = excluded.seq, head = excluded.head, code = excluded.code, body = excluded.body
WHERE snapshots.seq < excluded.seq OR snapshots.code <> excluded.code
"""
AHEAD_MS: Final = 60_000
"""What is later than now by more was written while the clock was ahead."""

CHORE: Final = f"""
INSERT INTO chores (chore, due) VALUES (:chore, :now + :every)
ON CONFLICT (chore) DO UPDATE SET due = excluded.due
WHERE chores.due <= :now OR chores.due > excluded.due + {AHEAD_MS}
"""

OUTAGE: Final = """
INSERT INTO outages (began, ended) SELECT up_at, :now FROM house WHERE up_at < :now - :most ON CONFLICT DO NOTHING
"""
# Recorded while the clock was ahead, and not back yet.
UNTRUE_OUTAGES: Final = f"DELETE FROM outages WHERE ended > :now + {AHEAD_MS}"
OLD_OUTAGES: Final = "DELETE FROM outages WHERE ended < :before"
# Not back by the seconds that a write may have waited for another; but back with a clock that was ahead by more.
HEARTBEAT: Final = f"UPDATE house SET up_at = :now WHERE up_at IS NULL OR up_at NOT BETWEEN :now AND :now + {AHEAD_MS}"
OUTAGES: Final = "SELECT began, ended FROM outages WHERE ended > :known ORDER BY ended"
# Inserts a new guest, records today's visit of a known one, and restores one who was forgotten a moment ago.
GUEST: Final = """
INSERT INTO guests (id, token_hash, name, made_at, seen) VALUES (:id, :token_hash, :name, :now, :today)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen WHERE guests.seen < excluded.seen
"""
FORGET_GUEST: Final = """
DELETE FROM guests
WHERE id = :id AND seen < :before AND NOT EXISTS (SELECT 1 FROM guests_of_rooms WHERE guest = :id)
"""
KNOW: Final = "INSERT INTO guests_of_rooms (guest, room) VALUES (:guest, :room) ON CONFLICT DO NOTHING"
PUT_AWAY: Final = "UPDATE guests_of_rooms SET put_away = :away WHERE guest = :guest AND room = :room"
BRING_BACK: Final = "UPDATE guests_of_rooms SET put_away = 0 WHERE room = :room AND put_away = 1"
SUBSCRIBE: Final = """
INSERT INTO push_subscriptions (room, guest, endpoint, p256dh, auth, page, language, endpoint_hash, at, called)
VALUES (:room, :guest, :endpoint, :p256dh, :auth, :page, :language, :endpoint_hash, :now, 0)
ON CONFLICT (room, guest) DO UPDATE
SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, page = excluded.page,
    language = excluded.language, endpoint_hash = excluded.endpoint_hash, at = excluded.at
"""
# A browser has one subscription: an older one, which it has given up, would reach nobody from its other rooms.
SUBSCRIBE_ELSEWHERE: Final = """
UPDATE push_subscriptions
SET endpoint = :endpoint, p256dh = :p256dh, auth = :auth, language = :language, endpoint_hash = :endpoint_hash
WHERE guest = :guest AND room IN (SELECT room FROM guests_of_rooms WHERE guest = :guest)
AND endpoint_hash <> :endpoint_hash
"""
UNSUBSCRIBE: Final = "DELETE FROM push_subscriptions WHERE room = :room AND guest = :guest"
UNSUBSCRIBE_ALL: Final = "DELETE FROM push_subscriptions WHERE room = :room"
CALLED: Final = """
UPDATE push_subscriptions SET called = :number WHERE room = :room AND guest = :guest AND called < :number
"""
UNCALLED: Final = """
UPDATE push_subscriptions SET called = called - 1 WHERE room = :room AND guest = :guest AND called = :number
"""
WARNED: Final = """
UPDATE push_subscriptions SET warned = :number WHERE room = :room AND guest = :guest AND warned < :number
"""
UNWARNED: Final = """
UPDATE push_subscriptions SET warned = warned - 1 WHERE room = :room AND guest = :guest AND warned = :number
"""
CALL_ANEW: Final = "UPDATE push_subscriptions SET called = 0 WHERE room = :room"
TEAM: Final = "INSERT INTO team_scores (setting, score, room, seq, at) VALUES (:setting, :score, :room, :seq, :at)"
