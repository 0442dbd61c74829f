"""Work beside live rooms: bots, clocks, snapshots, housekeeping, open sessions, garbage, event-loop lag."""
