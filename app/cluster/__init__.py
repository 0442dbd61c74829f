"""Other nodes on the same database: hints by PostgreSQL, following their events, who is where."""
