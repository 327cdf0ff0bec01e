"""What stands between the network and the routes: plain ASGI middlewares, put on by `install`."""

from sandtable.server.guard.install import install

__all__ = ["install"]
