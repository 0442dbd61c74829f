"""Fits the figures by which bots tell a position's worth to what became of such positions."""
