"""The command as a process: exit statuses, pipes and sudden ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "sandtable.cli.main"]
PLAY = [*COMMAND, "play", "a.sav", "--edition", "1941", "--seed", "1", "--me", "soviet-union"]


def sandtable(*words: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*COMMAND, *map(str, words)], cwd=cwd, capture_output=True, text=True, input="", timeout=60
    )
    assert "Traceback" not in done.stderr
    return done


def test_exit_statuses(tmp_path: Path) -> None:
    assert sandtable("new", "a", "--seed", 1, cwd=tmp_path).returncode == 0
    assert sandtable("show", "a", cwd=tmp_path).returncode == 0
    assert sandtable("show", "b", cwd=tmp_path).returncode == 2
    assert sandtable("decide", "a", "buy 9 tanks", cwd=tmp_path).returncode == 2
    assert sandtable("nonsense", cwd=tmp_path).returncode == 2
    assert sandtable(cwd=tmp_path).returncode == 2
    assert sandtable("--help", cwd=tmp_path).returncode == 0
    assert sandtable("validate", ".", cwd=tmp_path).returncode == 1


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    sandtable("new", "a", "--seed", 1, cwd=tmp_path)
    for words in (["show", "a"], ["legal", "a"], ["show", "a", "--json"], ["decide", "a", "end"]):
        with subprocess.Popen(
            [*COMMAND, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            said = process.stderr.read().decode()
        assert said == ""
        assert process.returncode == 141
    # The decision was saved before anything was printed.
    assert "Combat Move" in sandtable("show", "a", cwd=tmp_path).stdout


def test_streams_that_cannot_be_used(tmp_path: Path) -> None:
    sandtable("new", "a", "--seed", 1, cwd=tmp_path)
    shell = " ".join([*COMMAND, "show", "a"])
    for redirected, status in ((">&-", 0), ("<&-", 0), ("> /dev/full", 2)):
        if "full" in redirected and not Path("/dev/full").exists():
            continue
        done = subprocess.run(
            ["sh", "-c", f"{shell} {redirected}"], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == status
        assert done.stderr.count("\n") == (1 if status else 0), done.stderr


def test_a_killed_game_loses_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        PLAY,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("buy 2 infantry\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith("Soviet Union buys"):
            break
    process.kill()
    process.communicate()
    done = sandtable("replay", "a.sav", cwd=tmp_path)
    assert "soviet-union: buy 2 infantry" in done.stdout
    assert "Combat Move" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["a.sav"]


def test_interrupting_leaves_with_the_file_name(tmp_path: Path) -> None:
    process = subprocess.Popen(
        PLAY,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Type a number"):
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Go on with: python -m sandtable play a.sav" in out
    assert err == ""


def test_two_programs_at_the_same_moment(tmp_path: Path) -> None:
    """Whatever was said to be done is in the file, however many write to it."""
    lines = [f"move 1 {unit}: caucasus > {to}" for unit, to in MOVES]
    for number in range(6):
        name = f"{number}.sav"
        sandtable("new", name, "--seed", 1, cwd=tmp_path)
        sandtable("decide", name, "buy nothing", cwd=tmp_path)
        running = [
            subprocess.Popen(
                [*COMMAND, "decide", name, line],
                cwd=tmp_path,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for line in lines
        ]
        said = [line for line, done in zip(lines, running, strict=True) if done.wait(60) == 0]
        record = (tmp_path / name).read_text()
        assert said
        assert [line for line in said if line not in record] == []


MOVES = [("infantry", "ukraine"), ("infantry", "west-russia"), ("tank", "ukraine")]
