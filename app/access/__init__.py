"""Who may come in, and how often: guest cookies, origins, passwords, rate limits."""
