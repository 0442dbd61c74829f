"""Fits the parameters with which bots evaluate positions to the outcomes of such positions."""
