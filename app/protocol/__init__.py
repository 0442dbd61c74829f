"""Messages between a page and the server, and the values their fields may have. Knows nothing of rooms."""
