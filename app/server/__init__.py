"""The server process: uvicorn with limits and timeouts, and metrics on a port of their own."""
