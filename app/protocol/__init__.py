"""The messages between a page and the server, and what their words may be. Nothing here knows a room."""
