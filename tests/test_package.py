"""The package says the same of itself everywhere."""

from importlib.metadata import version

import sandtable


def test_version_matches_the_package_metadata() -> None:
    assert sandtable.__version__ == version("sandtable")
