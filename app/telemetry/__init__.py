"""Metrics and JSON logs, with nothing secret in them."""
