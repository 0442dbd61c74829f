"""The skeleton of a new game, and the tool that writes it."""
