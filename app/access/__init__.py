"""Access control: guest cookies, origins, passwords, rate limits."""
