"""Tertulia and its peers side by side, driven by one client that costs little: see docs/performance.md."""
