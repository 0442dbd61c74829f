"""Who may come in, and how often: guests and their cookies, origins, passwords, rate limits."""
