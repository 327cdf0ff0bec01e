"""The client's files, the maps and the art: what is kept how long, and what is never served."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from sandtable.server.routes import pages
from tests.server.core.conftest import Play


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as the build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sandtable</title>")
    (folder / "assets" / "index-Ab12.js").write_text("export {};")
    (folder / "sw.js").write_text("// worker")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(pages, "static_folder", lambda: folder)
    return folder


@pytest.mark.parametrize(
    "path", ["/", "/new", "/games/xyz", "/games/xyz/replay", "/join", "/account", "/help"]
)
def test_every_page_is_the_client(play: Play, client: Path, path: str) -> None:
    answer = play.browser.get(path)
    assert answer.status_code == 200
    assert "<title>Sandtable" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")


def test_hashed_files_are_kept(play: Play, client: Path) -> None:
    answer = play.browser.get("/assets/index-Ab12.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" not in play.browser.get("/sw.js").headers["cache-control"]
    assert play.browser.get("/assets/gone.js").status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_else_is_served(play: Play, client: Path, path: str) -> None:
    assert "secret" not in play.browser.get(path).text
    assert "root:" not in play.browser.get(path).text


@pytest.mark.parametrize("name", ["%00", "a" * 300, "a" * 5000])
def test_names_that_no_file_can_have(play: Play, client: Path, name: str) -> None:
    assert play.browser.get(f"/assets/{name}").status_code == 404
    assert "<title>Sandtable" in play.browser.get(f"/{name}").text


def test_without_a_client(play: Play, client: Path) -> None:
    (client / "index.html").unlink()
    answer = play.browser.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_unknown_addresses_of_the_interface(play: Play, client: Path) -> None:
    answer = play.browser.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_maps(play: Play) -> None:
    for edition in play.browser.get("/api/editions").json():
        view = play.browser.get(f"/api/editions/{edition['id']}").json()
        found = play.browser.get(view["map_url"])
        assert "immutable" in found.headers["cache-control"]
        assert found.headers["content-encoding"] == "gzip"
        spaces = {space["id"] for space in view["spaces"]}
        assert json.loads(found.text)["type"] == "Topology"
        assert len(gzip.compress(found.content)) < 500_000
        assert spaces
        stale = play.browser.get(view["map_url"].replace(".json", "0.json"))
        assert stale.status_code == 404
    assert play.browser.get("/api/editions/global1940").status_code == 404


@pytest.mark.parametrize(
    "path", ["/api/editions", "/api/palette", "/api/art/units.svg", "/api/editions/1941/rules"]
)
def test_what_one_has_is_not_sent_again(play: Play, path: str) -> None:
    first = play.browser.get(path)
    assert first.status_code == 200
    again = play.browser.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
