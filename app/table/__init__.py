"""A room as its log tells it: events, their fold, and decisions. Pure: no I/O, no clock, no chance but the deal."""
