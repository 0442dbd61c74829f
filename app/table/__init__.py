"""The state of a room: events, their fold, and decisions. Pure: no I/O, no clock, no randomness but deals, ids and the
order of seats."""
