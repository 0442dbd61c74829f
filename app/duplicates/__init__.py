"""Deals that are played more than once: again at the same table, or at several tables of an evening. Pure."""
