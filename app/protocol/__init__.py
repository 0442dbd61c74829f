"""Messages between a page and the server, and what their fields may contain. Knows nothing of rooms."""
