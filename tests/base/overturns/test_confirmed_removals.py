"""What was ordered and done, and later taken out."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, Turn, find


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ((1, "add a minimap to the level editor", "The level editor has a minimap."),
         (2, "minimap is useless on small levels, remove", "Removed.")),
        ((1, "Please send a monthly digest to the partners.", "On the first of a month a digest goes to the partners."),
         (2, "The partners asked us to stop the digest.", "The monthly mail is switched off.")),
        ((1, "sign every upload with the device key", "`sign.c` signs every upload."),
         (2, "the lawyers said no. signing out", "`sign.c` is removed.")),
    ],
)  # fmt: skip
def test_prompt_and_answer_together_take_it_out(first: Turn, later: Turn) -> None:
    """Neither has to name the thing as it was ordered: `Removed.`, `signing out`."""
    assert first[1] in find(first, BETWEEN, later)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        # at another place
        ((1, "add a spinner to the import dialog", "The import dialog has a spinner."),
         (2, "remove the spinner from the login page", "The spinner on the login page is removed.")),
        # only the place is named
        ((1, "add a dark theme to the control panel", "The control panel has a dark theme."),
         (2, "remove the link from the control panel", "The link is removed.")),
        # a part of what the order is about, and what it is done to
        ((1, "encrypt the backups", "Backups are encrypted with age."),
         (2, "delete the backups of march, the disk is full", "The backups of March are deleted.")),
        ((1, "encrypt the backups", "Backups are encrypted with age."),
         (2, "delete the old backups", "The old backups are deleted.")),
        # nothing went
        ((1, "add a minimap to the level editor", "The level editor has a minimap."),
         (2, "would you remove the minimap?", "I'd keep it, it costs nothing.")),
    ],
)  # fmt: skip
def test_what_is_not_meant_stands(first: Turn, later: Turn) -> None:
    assert first[1] not in find(first, BETWEEN, later)
