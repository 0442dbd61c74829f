"""Work beside live rooms: bots, hints, clocks, snapshots, housekeeping, open sessions, garbage, event-loop lag."""
