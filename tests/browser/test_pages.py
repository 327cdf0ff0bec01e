"""The pages around the game."""

from __future__ import annotations

import re
import uuid

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.seats import Seat, at_random
from tests.browser.tables import Table
from tests.browser.visitors import Visitor

AXIS = ["germany", "japan"]


def played(seat: Seat, answers: int = 12) -> str:
    """A game of one's own that is under way."""
    game = seat.new_game(title="Under way")
    start = seat.view(game)["version"]
    seat.play_on(game, at_random(7), lambda view: view["version"] >= start + answers)
    return game


def test_lobby(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    expect(page.get_by_text("You have no games yet.")).to_be_visible()
    visitor.button("Play 1941 now").click()
    page.wait_for_url("**/games/*")
    Table(visitor, "").ready()
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("1941")).first).to_be_visible()


def test_public_games_are_listed(visit: Visit) -> None:
    title = f"For all to see {uuid.uuid4().hex[:6]}"
    visit().seat.new_game(visibility="public", title=title)
    stranger = visit()
    stranger.go("/")
    expect(stranger.page.get_by_text(title)).to_be_visible()


def test_new_game_with_options(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/new")
    page.get_by_text("Revised", exact=True).click()
    visitor.button("Around one screen").click()
    page.get_by_text("Options, dice, clock, who may watch").click()
    page.get_by_label("Title").fill("Options of mine")
    page.get_by_role("radio", name="Low luck", exact=True).check()
    visitor.button("Start the game").click()
    page.wait_for_url("**/games/*")
    view = visitor.seat.view(page.url.rpartition("/")[2])
    assert (view["edition"], view["title"]) == ("revised", "Options of mine")
    assert view["dice"]["kind"] == "low-luck"


def test_replay(visitor: Visitor) -> None:
    page = visitor.page
    game = played(visitor.seat)
    visitor.go(f"/games/{game}/replay")
    slider = page.get_by_role("slider", name="Moment of the game")
    last = slider.get_attribute("max")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(page.get_by_text("The beginning of the game")).to_be_visible()
    visitor.button("Step on").click()
    expect(slider).to_have_value("1")
    slider.fill("8")
    expect(page.get_by_text(re.compile("^8 / "))).to_be_visible()
    slider.press("End")
    expect(slider).to_have_value(last or "")
    visitor.button("Turn before").click()
    expect(slider).not_to_have_value(last or "")


def test_a_position_is_shared_and_played_on(visit: Visit) -> None:
    host, friend = visit(), visit()
    game = played(host.seat)
    Table(host, game).open()
    host.button(re.compile("^Players and game")).click()
    host.page.get_by_role("tab", name="Share and dice").click()
    link = host.page.get_by_label("This position", exact=True).input_value()
    friend.go(link)
    expect(friend.page.get_by_role("heading", name=re.compile("1941, round 1"))).to_be_visible()
    Table(friend, "").ready()
    friend.page.get_by_role("link", name=re.compile("Play from here", re.I)).click()
    expect(friend.page.get_by_text("The game begins from a position")).to_be_visible()
    friend.button("Start the game").click()
    friend.page.wait_for_url("**/games/*")
    begun = friend.seat.view(friend.page.url.rpartition("/")[2])
    assert begun["round"] == 1


def test_a_record_is_saved_and_imported(visitor: Visitor) -> None:
    page = visitor.page
    game = played(visitor.seat)
    Table(visitor, game).open()
    visitor.button(re.compile("^Players and game")).click()
    page.get_by_role("tab", name="Share and dice").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    record = download.value.path()

    visitor.go("/")
    visitor.button("Import a game").click()
    page.locator("input[type=file]").set_input_files(record)
    expect(page.get_by_label("Record")).not_to_have_value("")
    page.get_by_label("Title").fill("Taken along")
    visitor.button("Import").click()
    page.wait_for_url("**/games/*")
    imported = page.url.rpartition("/")[2]
    assert imported != game
    Table(visitor, imported).ready()
    before, after = visitor.seat.view(game), visitor.seat.view(imported)
    assert after["spaces"] == before["spaces"]
    assert after["title"] == "Taken along"


def test_a_broken_record_is_refused_with_its_line(visitor: Visitor) -> None:
    visitor.allow("400|422")
    visitor.go("/")
    visitor.button("Import a game").click()
    visitor.page.get_by_label("Record").fill("this is no record")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_text("Line 1: a record begins with")).to_be_visible()


def test_the_dice_of_a_finished_game_are_checked(visitor: Visitor) -> None:
    game = played(visitor.seat, 40)
    visitor.go(f"/games/{game}/dice")
    expect(visitor.page.get_by_label("Commitment", exact=True)).to_be_visible()
    expect(visitor.page.get_by_label("Secret", exact=True)).to_have_count(0)
    visitor.seat.post(f"/api/games/{game}/proposals", {"kind": "concede", "power": "germany"})
    assert visitor.seat.view(game)["status"] == "finished"
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name="The dice were fair")).to_be_visible()
    expect(visitor.page.get_by_text("This browser had noted the commitment")).to_be_visible()


def test_account(visitor: Visitor) -> None:
    page = visitor.page
    visitor.allow("401|403")
    name, password = f"Ada {uuid.uuid4().hex[:8]}", "correct horse battery"
    visitor.go("/account")
    page.get_by_role("radio", name="Sign up", exact=True).check()
    page.get_by_label("Name", exact=True).last.fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    visitor.button("Make an account").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    visitor.button("Sign out here").click()
    expect(page.get_by_text("You can play without an account.")).to_be_visible()

    page.get_by_label("Name", exact=True).last.fill(name)
    page.get_by_label("Password", exact=True).fill("something else")
    page.locator("form").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("form").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def test_settings_persist(visitor: Visitor) -> None:
    page, root = visitor.page, visitor.page.locator("html")
    visitor.go("/")
    expect(root).to_have_attribute("data-theme", "dark")
    visitor.button("Settings").click()
    page.get_by_role("radio", name="Light", exact=True).check()
    page.get_by_role("radio", name="High contrast", exact=True).check()
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    expect(root).to_have_attribute("data-palette", "contrast")


def test_the_tour_can_be_skipped(visit: Visit) -> None:
    visitor = visit(settings={"speed": "instant"})
    visitor.go("/")
    visitor.button("Play 1941 now").click()
    tour = visitor.page.get_by_label("First game")
    expect(tour).to_contain_text("This is your table")
    tour.get_by_role("button", name="Next").click()
    expect(tour).not_to_contain_text("This is your table")
    visitor.page.reload()
    expect(tour).to_be_visible()
    visitor.button("Skip the tour").click()
    expect(tour).to_have_count(0)
    visitor.page.reload()
    Table(visitor, "").ready()
    expect(tour).to_have_count(0)


def test_installable(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    visitor.go("/")
    link = visitor.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = visitor.seat.get(link or "")
    assert manifest["display"] in {"standalone", "fullscreen"}
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        assert visitor.context.request.get(icon["src"]).ok
    scope = visitor.page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)")
    assert scope == f"{visitor.address}/"


def test_a_page_that_is_not_there(visitor: Visitor) -> None:
    visitor.go("/nowhere")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Sandtable")).to_be_visible()


def test_first_paint_is_reported(visitor: Visitor) -> None:
    """How long a stranger waits for the board. A figure to look at: machines differ."""
    game = visitor.seat.new_game(mine=AXIS, others="computer")
    Table(visitor, game).open()
    took = visitor.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    print(f"first contentful paint after {took:.0f} ms")


def test_a_power_keeps_a_friend_out(visitor: Visitor) -> None:
    game = visitor.seat.new_game()
    Table(visitor, game).open()
    visitor.page.get_by_role("tab", name="Powers").click()
    visitor.page.get_by_text("Shares with its friends").nth(1).click()
    group = visitor.page.get_by_role("group", name=re.compile("^United Kingdom shares"))
    group.get_by_label("United States").uncheck()
    expect(group.get_by_label("United States")).not_to_be_checked()
    expect(group.get_by_label("United States")).to_be_enabled()
    view = visitor.seat.view(game)
    assert view["powers"]["united-kingdom"]["keeps_out"] == ["united-states"]


def test_the_log_and_what_happened_before_do_not_cover_each_other(visitor: Visitor) -> None:
    page = visitor.page
    game = visitor.seat.new_game(mine=AXIS, others="computer")
    table = Table(visitor, game).open()
    expect(table.button("Buy nothing")).to_be_visible(timeout=60_000)
    card = page.get_by_role("region", name="Before your first turn")
    expect(card).to_be_visible()
    log = page.get_by_role("tab", name="Log")
    log.click()
    expect(page.get_by_text("Soviet Union buys").first).to_be_visible()
    expect(card).to_have_count(0)
    log.click()
    expect(card).to_be_visible()
