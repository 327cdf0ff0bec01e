"""The server's addresses. Each is thin: it reads the request, asks, and answers."""
