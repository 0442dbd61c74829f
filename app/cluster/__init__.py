"""Other nodes on the same PostgreSQL database: notices between them, following their events, presence."""
