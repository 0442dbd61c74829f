"""Tertulia compared with its peers, driven by one cheap client: see docs/performance.md."""
