"""Background work around live rooms: bots, hints, clocks, absent hosts, snapshots, housekeeping, sessions."""
