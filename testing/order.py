"""In which order workers take the tests: what takes longest comes first, for a run ends when its last test does."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

LONGEST = (
    "recall/quotes/test_quotes.py::test_a_budget_is_filled_where_there_is_material",
    "real_agents/test_moments.py::test_the_brief_is_there_at_every_moment[opencode]",
    "acceptance/test_documents.py::test_every_command_line_of_the_documents_does_what_it_says",
    "real_agents/test_moments.py::test_the_brief_is_there_at_every_moment[cline]",
    "cli/test_json.py::test_commands_that_are_not_listed_here_keep_to_it_as_well",
    "acceptance/test_week.py::test_a_week_of_two_people_and_their_agents_goes_as_the_tutorial_prints_it",
    "real_agents/test_moments.py::test_the_brief_is_there_at_every_moment[kimi]",
    "e2e/test_git_programs.py::test_no_program_of_a_repository_is_started[in_config]",
    "cli/test_briefs.py::test_the_budget_holds_over_the_whole_output",
    "recall/quotes/test_landmarks.py::test_the_newest_part_of_a_long_session_is_quoted_first",
    "e2e/test_agents_at_once.py::test_nothing_is_lost_and_nothing_is_mixed",
    "redact/test_screening.py::test_nor_one_with_a_disguise",
    "e2e/test_planted_files.py::test_transcripts_of_every_agent",
    "memory/test_visibility_fuzz.py::test_what_is_shown_is_what_the_rules_say",
    "e2e/test_bad_input.py::test_a_full_file_system",
    "e2e/test_main_job.py::test_from_init_to_a_session_that_knows_and_back_out_again",
    "e2e/test_errors.py::test_remembering",
    "cli/test_json.py::test_quiet_says_nothing_but_data",
    "cli/test_json.py::test_stdout_is_data_and_stderr_is_talk",
    "store/test_crashes.py::test_a_hundred_kills",
)
"""Tests that take 20 seconds and more on two busy processors, as far as they were measured, the longest first."""


def count_shares(tests: int, workers: int) -> list[int]:
    """How many tests each worker is given at first by pytest-xdist (`worksteal`)."""
    shares: list[int] = []
    for worker in range(workers):
        shares.append((tests - sum(shares)) // (workers - worker))
    return shares


def begin_with_longest(items: "Sequence[pytest.Item]", workers: int) -> "list[pytest.Item]":
    """The same tests, where the share of each worker begins with some of the longest; all others keep their order."""
    places = {name: place for place, name in enumerate(LONGEST)}
    first = [item for item in items if _name(item) in places]
    first.sort(key=lambda item: places[_name(item)])
    others = iter([item for item in items if _name(item) not in places])
    out: list[pytest.Item] = []
    for worker, share in enumerate(count_shares(len(items), workers)):
        own = first[worker::workers]
        if len(own) > share:  # few tests for many workers
            return [*first, *(item for item in items if _name(item) not in places)]
        out += own
        out += [next(others) for _ in range(share - len(own))]
    return out


def _name(item: "pytest.Item") -> str:
    return item.nodeid.removeprefix("tests/")
