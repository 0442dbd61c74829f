"""Live rooms, one actor each: they decide, write and show, one thing at a time."""
