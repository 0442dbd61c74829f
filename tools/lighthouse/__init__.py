"""Lighthouse, pinned: measures the pages against their bars."""
