"""The server: games over HTTP and WebSocket, for browsers, programs and friends far away."""
