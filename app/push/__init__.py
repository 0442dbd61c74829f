"""Web Push: players who are away are notified that it is their turn, or before something of theirs passes to others."""
