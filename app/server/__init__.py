"""The process: uvicorn with limits and timeouts, draining, metrics on a port of their own."""
