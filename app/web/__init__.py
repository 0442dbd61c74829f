"""HTTP and WebSocket endpoints: pages, the API, downloads."""
