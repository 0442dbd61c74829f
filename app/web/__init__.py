"""HTTP and the door of the WebSocket: pages, the API, downloads."""
