"""Live rooms, one actor each: they decide commands, write events and show them, one thing at a time."""
