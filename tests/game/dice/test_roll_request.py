"""The size of a request."""

from sandtable.rules.roll import RollRequest, Shot


def test_size_counts_the_dice_of_all_shots() -> None:
    shots = (Shot("infantry", 1, 3, "other"), Shot("fighter", 3, 2, "air"))
    assert RollRequest("attack", "russia", "ukraine", shots).size == 5


def test_a_request_without_shots_has_no_dice() -> None:
    assert RollRequest("attack", "russia", "ukraine", ()).size == 0
