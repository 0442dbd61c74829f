"""Background work around live rooms: bots, hints, clocks, snapshots, housekeeping, sessions, garbage, loop lag."""
