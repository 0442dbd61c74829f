"""Other nodes on the same PostgreSQL database: hints, following their events, presence."""
