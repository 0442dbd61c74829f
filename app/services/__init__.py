"""Work beside live rooms: bots, clocks, snapshots, housekeeping, open sessions, event-loop lag."""
