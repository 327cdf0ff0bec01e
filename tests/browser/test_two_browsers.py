"""Two people, each with a browser, in one game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.tables import Table
from tests.browser.visitors import Visitor


def proposals(visitor: Visitor) -> None:
    visitor.button(re.compile("^Players and game")).click()
    visitor.page.get_by_role("tab", name=re.compile("^Proposals")).click()


def test_a_game_with_a_friend(visit: Visit) -> None:
    host, guest = visit(), visit()

    # The host sets the game up for two and sends the link.
    host.go("/new")
    host.button("With a friend").click()
    host.button("Start the game").click()
    expect(host.page.get_by_role("heading", name="The game is ready")).to_be_visible()
    link = host.page.get_by_label("Invitation", exact=True).input_value()
    assert "/join#" in link
    host.page.get_by_role("link", name="Go to the game").click()
    waiting = host.page.get_by_role("heading", name="Waiting for players")
    expect(waiting).to_be_visible()
    game = host.page.url.rpartition("/")[2]
    at_host = Table(host, game)
    at_host.ready()

    # The guest sits down under a name, without an account.
    guest.go(link)
    guest.page.get_by_label("Your name").fill("Ada of Test")
    guest.button("Play the Allies").click()
    at_guest = Table(guest, game)
    at_guest.ready()
    expect(waiting).to_have_count(0)
    expect(at_host.bar).to_contain_text("Waiting for Ada of Test (Soviet Union)")

    # What one does, the other sees. Nobody is asked for the other's power.
    expect(at_host.button(re.compile("^Buy"))).to_have_count(0)
    at_guest.buy(infantry=2)
    expect(at_host.phase).to_have_text("Combat Move")
    expect(at_host.button(re.compile("^End"))).to_have_count(0)
    at_guest.end_phase()
    expect(at_host.phase).to_have_text("Noncombat Move")
    at_guest.move("archangel", "karelia", "Move")
    expect(at_host.space("archangel")).to_have_accessible_name(
        at_guest.space("archangel").get_attribute("aria-label") or ""
    )
    refused = host.context.request.post(
        f"/api/games/{game}/decide",
        data={
            "power": "soviet-union",
            "version": host.seat.view(game)["version"],
            "answers": [{"type": "end"}],
        },
        headers={"Origin": host.address},
    )
    assert refused.status == 403
    at_guest.end_phase()
    at_guest.mobilize()

    # Going back further than one's own last orders needs the other side's word.
    expect(at_host.button("Buy nothing")).to_be_visible()
    proposals(guest)
    guest.button("Propose to go back").click()
    host.button("Vote").click()
    host.button("Agree").click()
    expect(at_guest.phase).not_to_have_text("Purchase Units")
    host.button("Done").click()
    expect(at_host.turn).to_contain_text("Soviet Union")

    # The guest gives up for all Allies.
    guest.button("Concede").click()
    guest.button("Concede for the Allies").click()
    for table in (at_host, at_guest):
        expect(table.title("Axis win")).to_have_count(1)
    expect(host.page.get_by_text("Axis win by concession")).to_be_visible()


def test_a_spectator_sees_and_does_nothing(visit: Visit) -> None:
    host, spectator = visit(), visit()
    game = host.seat.new_game(others="computer")
    played = Table(host, game).open()
    watched = Table(spectator, game).open()
    expect(watched.bar).to_contain_text(re.compile("Waiting for .*Soviet Union"))
    expect(watched.button(re.compile("^(Buy|Play Soviet)"))).to_have_count(0)
    played.button("Play Soviet Union").click()
    played.buy(infantry=2)
    expect(watched.phase).to_have_text("Combat Move")
    spectator.button(re.compile("^Players and game")).click()
    expect(spectator.page.get_by_role("tab", name="Players")).to_be_visible()
    expect(spectator.page.get_by_role("tab", name="Proposals")).to_have_count(0)
    expect(spectator.page.get_by_role("tab", name="Invite")).to_have_count(0)


def test_a_private_game_is_not_there_for_strangers(visit: Visit) -> None:
    host, stranger = visit(), visit()
    game = host.seat.new_game(visibility="private")
    stranger.allow("404")
    stranger.go(f"/games/{game}")
    expect(stranger.page.get_by_role("heading", level=1)).to_be_visible()
    expect(stranger.page.locator("[data-space]")).to_have_count(0)
    assert stranger.context.request.get(f"/api/games/{game}").status == 404
