"""The pages for whoever runs a server leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.server.observing.metrics import collectors
from sandtable.server.settings import Settings

DOCS = Path(__file__).parents[3] / "docs"


def test_every_setting_is_explained() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `SANDTABLE_(\w+)` \|", text, re.MULTILINE)
    assert sorted(name.lower() for name in told) == sorted(Settings.model_fields)


def test_every_metric_is_explained() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(sandtable_\w+)`", text, re.MULTILINE))
    kept = {
        metric.name + ("_total" if metric.type == "counter" else "")
        for metric in collectors.collect()
    }
    assert told == kept


def test_all_guards_are_in_the_page_on_security() -> None:
    text = (DOCS / "security.md").read_text(encoding="utf-8")
    for guard in ("origins", "bodies", "limits", "headers", "proxies"):
        assert f"`{guard}.py`" in text
