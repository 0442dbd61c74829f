"""Metrics and JSON logs, without secrets or personal data."""
