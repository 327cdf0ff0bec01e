"""Who I am: guests, accounts, sessions of browsers, tokens of programs."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sandtable.server.context import TheServer
from sandtable.server.people.caller import Caller
from sandtable.server.people.moving import finish_merging, forget, merge_guest
from sandtable.server.people.names import key
from sandtable.server.people.people import CallerHere, PeopleHere
from sandtable.server.people.sessions import Session
from sandtable.server.problems import NotAllowed, ProblemError
from sandtable.server.schemas.people import (
    ChangeAccount,
    ChangePassword,
    DeleteAccount,
    MyAccount,
    NewToken,
    SessionView,
    SignIn,
    SignUp,
    TokenView,
)

router = APIRouter(prefix="/api/me", tags=["me"])


@router.get("")
async def me(people: PeopleHere, caller: CallerHere) -> MyAccount:
    """Who the caller is. Nobody is made a guest by looking."""
    return people.account(caller.person)


@router.post("/sign-up")
async def sign_up(
    body: SignUp, request: Request, people: PeopleHere, caller: CallerHere, server: TheServer
) -> MyAccount:
    """Make an account. A guest's identity becomes it and keeps its games."""
    if not people.settings.sign_up:
        raise NotAllowed("Accounts are not given out here.")
    if caller.person is not None and not caller.at_the_browser().guest:
        raise NotAllowed("You have an account already. Sign out first.")
    person = await people.accounts.sign_up(
        caller.person, body.name, body.password.get_secret_value(), body.email
    )
    if caller.person is not None:
        await people.sessions.end_all(person.id)
        _dismiss(server, person.id)
    await people.sign_in(request, person)
    await server.hub.person_changed(person.id)
    return people.account(person)


@router.post("/sign-in")
async def sign_in(
    body: SignIn, request: Request, people: PeopleHere, caller: CallerHere, server: TheServer
) -> MyAccount:
    """Sign in. What a guest of this browser has becomes the account's."""
    if caller.how == "token":
        raise NotAllowed("A token cannot sign in.")
    attempts = key(body.name)
    people.sign_ins.take(attempts)
    person = await people.accounts.sign_in(body.name, body.password.get_secret_value())
    people.sign_ins.give_back(attempts)
    before = caller.person
    if before is not None and caller.session is not None and not before.guest:
        await people.sessions.end(before, caller.session)
        server.publisher.dismiss(SIGNED_OUT, session=caller.session)
    await people.sign_in(request, person)
    if before is not None and before.guest:
        await merge_guest(people, server.hub, before, person)
        _dismiss(server, before.id)
    else:
        await finish_merging(people, server.hub, person)
    return people.account(person)


@router.post("/sign-out", status_code=204)
async def sign_out(
    request: Request, people: PeopleHere, caller: CallerHere, server: TheServer
) -> Response:
    """End this browser's session. A guest who signs out cannot come back."""
    if caller.how == "token":
        raise NotAllowed("A token is revoked, not signed out.")
    await people.sign_out(request, caller)
    if caller.session is not None:
        server.publisher.dismiss(SIGNED_OUT, session=caller.session)
    return Response(status_code=204)


@router.patch("")
async def change(
    body: ChangeAccount,
    request: Request,
    people: PeopleHere,
    caller: CallerHere,
    server: TheServer,
) -> MyAccount:
    """Change one's name, address or reminders."""
    if caller.how == "token":
        caller.at_the_browser()
    person = await people.somebody(request, caller)
    changed = await people.accounts.change(person, body)
    if changed.name != person.name:
        await server.hub.person_changed(person.id)
    return people.account(changed)


@router.post("/password")
async def change_password(
    body: ChangePassword, people: PeopleHere, caller: CallerHere, server: TheServer
) -> MyAccount:
    """Change the password. Everything else that was signed in is signed out, tokens too."""
    person = caller.at_the_browser()
    if person.guest:
        raise NotAllowed("A guest has no password. Sign up to get one.")
    await people.accounts.change_password(
        person, body.old.get_secret_value(), body.new.get_secret_value()
    )
    await people.sessions.end_all(person.id, but=caller.session)
    _dismiss(server, person.id)
    return people.account(person)


@router.delete("", status_code=204)
async def delete_me(
    request: Request,
    people: PeopleHere,
    caller: CallerHere,
    server: TheServer,
    body: DeleteAccount | None = None,
) -> Response:
    """Leave for good: seats become open and the name is forgotten."""
    person = caller.at_the_browser()
    if not person.guest:
        if body is None or body.password is None:
            raise NotAllowed("Say your password, too.")
        await people.accounts.check_password(person, body.password.get_secret_value())
    await forget(people, server.hub, person)
    await people.sign_out(request, Caller())
    _dismiss(server, person.id)
    return Response(status_code=204)


@router.get("/tokens")
async def tokens(people: PeopleHere, caller: CallerHere) -> list[TokenView]:
    """Tokens for programs; never the tokens themselves."""
    found = await people.sessions.list(caller.at_the_browser(), "token")
    return [token_view(session) for session in found]


@router.post("/tokens")
async def new_token(
    body: NewToken, request: Request, people: PeopleHere, caller: CallerHere
) -> TokenView:
    """A token for a program that plays for the caller. It is shown this once."""
    if caller.how == "token":
        caller.at_the_browser()
    person = await people.somebody(request, caller)
    return token_view(await people.sessions.start(person, "token", body.name, body.days))


@router.delete("/tokens/{token}", status_code=204)
async def drop_token(
    token: str, people: PeopleHere, caller: CallerHere, server: TheServer
) -> Response:
    """Revoke a token; what it has open is closed."""
    await people.sessions.end(caller.at_the_browser(), token, "token")
    server.publisher.dismiss(SIGNED_OUT, session=token)
    return Response(status_code=204)


@router.get("/sessions")
async def sessions(people: PeopleHere, caller: CallerHere) -> list[SessionView]:
    """Everything that is signed in as the caller."""
    found = await people.sessions.list(caller.at_the_browser())
    return [
        SessionView(
            id=session.id,
            kind=session.kind,
            created=session.created,
            expires=session.expires,
            this=session.id == caller.session,
        )
        for session in found
    ]


@router.delete("/sessions", status_code=204)
async def sign_out_elsewhere(people: PeopleHere, caller: CallerHere, server: TheServer) -> Response:
    """Sign out everywhere but here."""
    person = caller.at_the_browser()
    await people.sessions.end_all(person.id, but=caller.session)
    _dismiss(server, person.id)
    return Response(status_code=204)


@router.delete("/sessions/{session}", status_code=204)
async def end_session(
    session: str, people: PeopleHere, caller: CallerHere, server: TheServer
) -> Response:
    """Sign out another browser, or revoke a token."""
    await people.sessions.end(caller.at_the_browser(), session)
    server.publisher.dismiss(SIGNED_OUT, session=session)
    return Response(status_code=204)


SIGNED_OUT = ProblemError("not-signed-in", "You were signed out here.").problem


def _dismiss(server: TheServer, person: str) -> None:
    """Connections of somebody whose sessions changed open again with what is valid now."""
    server.publisher.dismiss(SIGNED_OUT, person=person)


def token_view(session: Session) -> TokenView:
    return TokenView(
        id=session.id,
        name=session.name,
        created=session.created,
        expires=session.expires,
        token=session.secret,
    )
