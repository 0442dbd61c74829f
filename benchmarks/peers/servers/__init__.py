"""Minimal servers that can deliver moves: no rules, no log, no cookies."""
