"""All SQL: the log of every room and what is kept beside it, on SQLite or PostgreSQL, through one writer."""
