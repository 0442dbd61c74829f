"""Lighthouse, pinned: what it says of the pages, against the bars they are held to."""
