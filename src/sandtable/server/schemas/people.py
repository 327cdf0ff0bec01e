"""People, their sessions and what is theirs alone."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, SecretStr

from sandtable.server.schemas.base import Message, Request

Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[SecretStr, Field(min_length=10, max_length=200)]


class PersonView(Message):
    """Somebody as others see them."""

    id: str
    name: str
    guest: bool


class MyAccount(Message):
    """Who the caller is. A browser is given a guest's identity with its first request that
    needs one; signing up keeps the guest's games."""

    person: PersonView | None
    email: str | None
    webhook: str | None
    webhook_secret: str | None
    """What web hooks are signed with, so that their receiver knows them to be ours."""
    reminders: bool
    guests_allowed: bool
    sign_up_allowed: bool


class SignUp(Request):
    name: Name
    password: Password
    email: Annotated[str, Field(max_length=200)] | None = None


class SignIn(Request):
    name: Name
    password: Password


class ChangeAccount(Request):
    """What is left out stays as it is; an empty e-mail address or web hook takes it out."""

    name: Name | None = None
    email: Annotated[str, Field(max_length=200)] | None = None
    webhook: Annotated[str, Field(max_length=500)] | None = None
    reminders: bool | None = None


class ChangePassword(Request):
    old: Password
    new: Password


class DeleteAccount(Request):
    """Leave for good: seats become open, the name is forgotten. Guests have no password."""

    password: Password | None = None


class TokenView(Message):
    """A token for a program; `token` is shown once, when it is made."""

    id: str
    name: str
    created: datetime
    expires: datetime
    token: str | None


class NewToken(Request):
    name: Name
    days: Annotated[int, Field(ge=1, le=366)] = 90


class SessionView(Message):
    """A browser that is signed in."""

    id: str
    kind: Literal["browser", "token"]
    created: datetime
    expires: datetime
    this: bool
