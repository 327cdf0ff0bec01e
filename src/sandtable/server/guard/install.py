"""Puts the guards around an app, in their order."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from sandtable.server.guard.bodies import Bodies
from sandtable.server.guard.headers import SecurityHeaders
from sandtable.server.guard.limits import RateLimits
from sandtable.server.guard.origins import Origins
from sandtable.server.guard.proxies import TrustedProxies
from sandtable.server.observing.requests import Observed
from sandtable.server.people.cookies import Cookies
from sandtable.server.settings import Settings

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def install(app: FastAPI, settings: Settings) -> None:
    """What is added last is passed first."""
    app.add_middleware(Cookies, public_url=settings.public_url)
    app.add_middleware(Bodies, largest=settings.max_body)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            allow_credentials=True,
        )
    app.add_middleware(
        Origins,
        public_url=settings.public_url,
        origins=settings.origins,
        any_host=settings.host not in LOOPBACK,
    )
    app.add_middleware(RateLimits, per_minute=settings.rate_per_minute)
    app.add_middleware(Observed)
    app.add_middleware(SecurityHeaders, public_url=settings.public_url)
    app.add_middleware(TrustedProxies, proxies=settings.trusted_proxies)
