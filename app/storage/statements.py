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
# The same date again changes nothing: whoever was called is not called twice.
SET_EVENING: Final = """
UPDATE rooms SET evening = :evening, call_due = :call_due
WHERE room = :room AND COALESCE(evening, 0) <> COALESCE(CAST(:evening AS bigint), 0)
"""
HELD: Final = "UPDATE rooms SET evening = NULL, call_due = NULL WHERE room = :room AND evening <= :until"
CLAIM_EVENING: Final = "UPDATE rooms SET call_due = :until WHERE room = :room AND call_due = :call_due"
CALLED_TO_EVENING: Final = "UPDATE rooms SET call_due = NULL WHERE room = :room AND call_due = :call_due"
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
# Inserts a new guest, records today's visit of a known one, and restores one whose time had come a moment ago; but none
# who was to be forgotten.
GUEST: Final = """
INSERT INTO guests (id, token_hash, name, made_at, seen) SELECT CAST(:id AS text), :token_hash, :name, :now, :today
WHERE NOT EXISTS (SELECT 1 FROM keepers_words WHERE kind = 'forgotten' AND said = CAST(:id AS text))
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen WHERE guests.seen < excluded.seen
"""
FORGET_GUEST: Final = """
DELETE FROM guests
WHERE id = :id AND seen < :before AND NOT EXISTS (SELECT 1 FROM guests_of_rooms WHERE guest = :id)
AND NOT EXISTS (SELECT 1 FROM devices WHERE device = :id)
"""
FORGET_DEVICES: Final = "DELETE FROM devices WHERE guest = :id AND NOT EXISTS (SELECT 1 FROM guests WHERE id = :id)"
DEVICE_LINK: Final = "INSERT INTO device_links (code_hash, guest, until) VALUES (:code_hash, :guest, :until)"
DROP_DEVICE_LINKS: Final = "DELETE FROM device_links WHERE guest = :guest OR until <= :now"
USE_DEVICE_LINK: Final = "DELETE FROM device_links WHERE code_hash = :code_hash AND guest = :guest AND until > :now"
# Never a device of a device.
LINK_DEVICE: Final = """
INSERT INTO devices (device, guest, called, at) SELECT CAST(:device AS text), CAST(:guest AS text), :called, :now
WHERE NOT EXISTS (SELECT 1 FROM devices WHERE guest = CAST(:device AS text) OR device = CAST(:guest AS text))
ON CONFLICT DO NOTHING
"""
UNLINK_DEVICE: Final = "DELETE FROM devices WHERE device = :device AND guest = :guest"
KNOW: Final = "INSERT INTO guests_of_rooms (guest, room) VALUES (:guest, :room) ON CONFLICT DO NOTHING"
PUT_AWAY: Final = "UPDATE guests_of_rooms SET put_away = :away WHERE guest = :guest AND room = :room"
BRING_BACK: Final = "UPDATE guests_of_rooms SET put_away = 0 WHERE room = :room AND put_away = 1"
SUBSCRIBE: Final = """
INSERT INTO push_subscriptions (room, guest, device, endpoint, p256dh, auth, page, language, endpoint_hash, at)
VALUES (:room, :guest, :device, :endpoint, :p256dh, :auth, :page, :language, :endpoint_hash, :now)
ON CONFLICT (room, guest, device) DO UPDATE
SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, page = excluded.page,
    language = excluded.language, endpoint_hash = excluded.endpoint_hash, at = excluded.at
"""
# A browser has one subscription: an older one, which it has given up, would reach nobody from its other rooms.
SUBSCRIBE_ELSEWHERE: Final = """
UPDATE push_subscriptions
SET endpoint = :endpoint, p256dh = :p256dh, auth = :auth, language = :language, endpoint_hash = :endpoint_hash
WHERE guest = :guest AND device = :device AND room IN (SELECT room FROM guests_of_rooms WHERE guest = :guest)
AND endpoint_hash <> :endpoint_hash
"""
UNSUBSCRIBE: Final = "DELETE FROM push_subscriptions WHERE room = :room AND guest = :guest AND device = :device"
UNSUBSCRIBE_GUEST: Final = "DELETE FROM push_subscriptions WHERE room = :room AND guest = :guest"
UNSUBSCRIBE_DEVICE: Final = "DELETE FROM push_subscriptions WHERE guest = :guest AND device = :device"
UNSUBSCRIBE_ALL: Final = "DELETE FROM push_subscriptions WHERE room = :room"
CLAIM_CALL: Final = """
INSERT INTO calls (room, guest, about, receiver, number) VALUES (:room, :guest, :about, :receiver, :number)
ON CONFLICT (room, guest, about, receiver) DO UPDATE SET number = excluded.number WHERE calls.number < excluded.number
"""
RELEASE_CALL: Final = """
UPDATE calls SET number = number - 1
WHERE room = :room AND guest = :guest AND about = :about AND receiver = :receiver AND number = :number
"""
CALL_ANEW: Final = "DELETE FROM calls WHERE room = :room AND about = 'question'"
PUT_CALL_OFF: Final = """
INSERT INTO calls_put_off (room, guest, about, number, until) VALUES (:room, :guest, :about, :number, :until)
ON CONFLICT (room, guest, about) DO UPDATE SET number = excluded.number, until = excluded.until
"""
CALL_IS_NOT_PUT_OFF: Final = """
DELETE FROM calls_put_off WHERE room = :room AND guest = :guest AND about = :about AND number <= :number
"""
HASTEN_CALLS: Final = "UPDATE calls_put_off SET until = 0 WHERE guest = :guest"
WEBHOOK: Final = """
INSERT INTO webhooks (guest, kind, address, origin, language) VALUES (:guest, :kind, :address, :origin, :language)
ON CONFLICT (guest) DO UPDATE
SET kind = excluded.kind, address = excluded.address, origin = excluded.origin, language = excluded.language,
    gone = NULL
"""
WEBHOOK_IS_GONE: Final = "UPDATE webhooks SET gone = :gone WHERE guest = :guest AND address = :address"
DROP_WEBHOOK: Final = "DELETE FROM webhooks WHERE guest = :guest"
QUIET_HOURS: Final = """
INSERT INTO quiet_hours (guest, begins, ends, zone) VALUES (:guest, :begins, :ends, :zone)
ON CONFLICT (guest) DO UPDATE SET begins = excluded.begins, ends = excluded.ends, zone = excluded.zone
"""
DROP_QUIET_HOURS: Final = "DELETE FROM quiet_hours WHERE guest = :guest"
FORGET_WEBHOOK: Final = "DELETE FROM webhooks WHERE guest = :id AND NOT EXISTS (SELECT 1 FROM guests WHERE id = :id)"
FORGET_QUIET_HOURS: Final = """
DELETE FROM quiet_hours WHERE guest = :id AND NOT EXISTS (SELECT 1 FROM guests WHERE id = :id)
"""
KEEP_BEFOREHAND: Final = """
INSERT INTO answers_beforehand (room, seat, guest, game, offer, basis, id)
SELECT :room, :seat, :guest, :game, :offer, :basis, :id FROM rooms WHERE room = :room
ON CONFLICT (room, seat) DO UPDATE
SET guest = excluded.guest, game = excluded.game, offer = excluded.offer, basis = excluded.basis, id = excluded.id
"""
DROP_BEFOREHAND: Final = "DELETE FROM answers_beforehand WHERE room = :room AND id = :id"
DROP_SEATS_BEFOREHAND: Final = "DELETE FROM answers_beforehand WHERE room = :room AND seat = :seat"
TEAM: Final = "INSERT INTO team_scores (setting, score, room, seq, at) VALUES (:setting, :score, :room, :seq, :at)"
