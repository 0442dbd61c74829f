"""Periodic work on live rooms: bots, clocks, snapshots, housekeeping."""
