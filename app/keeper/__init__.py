"""For whoever keeps the server: what their commands tell running servers, and people who are to be forgotten."""
