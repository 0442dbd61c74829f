"""Calls: players who are away are told that it is their turn, or before something of theirs passes to others, by Web
Push and webhooks."""
