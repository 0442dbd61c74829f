"""The least servers that could deliver a move: no rules, no log, no cookies."""
