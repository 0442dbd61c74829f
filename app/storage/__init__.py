"""All SQL: the log of every room and the tables beside it, on SQLite or PostgreSQL, through one writer."""
