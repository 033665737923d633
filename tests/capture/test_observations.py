"""What a person sees, pastes or asks decides nothing; what they want done about it does."""

import pytest

from backstory.capture.observations import observes
from backstory.capture.selection import select_prompt

SEEN = (
    "docker compose pull is doing this instead of fetching the image",
    "What is the right way to sign requests so that we pass a token instead of the id",
    "This could allow unauthenticated users to call it because nothing checks the flag",
    "At line 576, the manager is created but never used since the refactoring",
    "Consider using a table of cases that covers more, since each one is short",
    "currently the names in the tooltip are in the order of the legend, not of the table",
    "ah, so when i deselect the week, the team button also gets deselected",
    "the compact flag does not have any influence anymore, only the width",
    "there are two teams with 74 points, the one with more pins should be first, which is not the case",
    "our build isn't editing the file in the mods folder when we build it, only the copy",
)
PASSING = (
    "I have included the files and notes on layers, and an external file that is simpler",
    "the plan for the end-to-end viewer looks good enough",
    "I don't really have hosting preferences, people say some are good",
)
WANTED = (
    "when a user deselects the week, the team button must stay selected",
    "currently we log to a file, let's log to stderr instead because of the container",
    "what we want: the token goes in the header instead of the query",
    "This should never allow unauthenticated users, because the flag is public",
    "the build takes thumb.png from the assets folder instead of the root, please keep it so",
)


@pytest.mark.parametrize("sentence", [*SEEN, *PASSING])
def test_what_somebody_observes_is_no_decision(sentence: str) -> None:
    assert observes(sentence.lower())
    assert [one for one in select_prompt(sentence) if one.kind == "decision"] == []


@pytest.mark.parametrize("sentence", WANTED)
def test_a_wish_is_no_observation(sentence: str) -> None:
    assert not observes(sentence.lower())
