"""Who sent a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.server.people.accounts import Person
from sandtable.server.problems import ProblemError


@dataclass(frozen=True, slots=True)
class Caller:
    """A person with the session that says so, or nobody. A token may do everything at a table,
    but nothing about the account itself."""

    person: Person | None = None
    how: Literal["nobody", "browser", "token"] = "nobody"
    session: str | None = None

    @property
    def id(self) -> str | None:
        return None if self.person is None else self.person.id

    def required(self) -> Person:
        """The person; raises if there is none."""
        if self.person is None:
            raise ProblemError("not-signed-in", "Sign in first.")
        return self.person

    def at_the_browser(self) -> Person:
        """As `required`, and not by a token."""
        person = self.required()
        if self.how == "token":
            raise ProblemError("not-allowed", "A token cannot do that. Sign in with a browser.")
        return person


NOBODY = Caller()
