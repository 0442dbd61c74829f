"""The process: uvicorn with limits and timeouts, metrics on a port of their own."""
