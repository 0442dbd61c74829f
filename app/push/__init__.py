"""Web Push: players who are away are notified that it is their turn."""
