"""For whoever keeps the server: daily copies, what commands tell running servers, people who are to be forgotten."""
