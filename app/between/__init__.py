"""How the people of a room have done against one another, counted from its finished games."""
