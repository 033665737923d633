"""Rules of a few words: without a verb, with a word behind the full stop, or with a name that stands elsewhere."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.prompts import read_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE


def rules_of(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule" and one.confidence >= MIN_CONFIDENCE]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("commit. present tense, no ticket numbers. i merge.", "i merge"),
        ("commit. present tense, no ticket numbers. i merge.", "present tense, no ticket numbers"),
        ("no. that file is broken on purpose. testdata/ stays unsorted.", "testdata/ stays unsorted"),
        (
            "fixtures/bad.json stays invalid, the parser test needs it.",
            "fixtures/bad.json stays invalid, the parser test needs it",
        ),
        (
            "no. openapi.yaml is theirs, nothing goes in there without them.",
            "openapi.yaml is theirs, nothing goes in there without them",
        ),
        (
            "ugh 30 files. undo. never --fix, and eslint only on what we changed",
            "never --fix, and eslint only on what we changed",
        ),
        (
            "ok A. and keep it go 1.19 please, the distro has that one",
            "keep it go 1.19 please, the distro has that one",
        ),
        ("dont push, i push to the mirror (remote gl) myself", "dont push, i push to the mirror (remote gl) myself"),
        ("known warning about the locale: just ignore it", "known warning about the locale: just ignore it"),
        ("just ignore the exit code 3 of the old linter", "ignore the exit code 3 of the old linter"),
        ("no println!, dbg! or unwrap() anywhere.", "no println!, dbg! or unwrap() anywhere"),
        ("no type ignores. ever. fix the stub.", "no type ignores. ever"),
    ],
)
def test_a_rule_needs_no_verb(prompt: str, rule: str) -> None:
    assert rule in rules_of(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "let's see. i push a fix now and you rebase.",
        "the old value stays undefined until the first tick.",
        "ignore the error for now, we look at it tomorrow",
        "old bug isnt ours, leave it",
        "keep it at 10 items per page",
        "don't use --no-git in those tests",
        "the list stays empty when i reload",
        "it works. always nice to see.",
        "no worries. ever.",
        "no more. ever.",
        "i deploy. then it crashes. why?",
        "ignore the failing test, it is unrelated",
        "use the blue one from monday on, the red one is for weekends",
        "from tomorrow on we ship to Canada",
        "from today on our coffee is free",
        "the office is closed from monday on",
        "src/cache.rs stays unchanged by your patch, right?",
        "short title, no subtitle on the landing page",
    ],
)
def test_what_is_said_of_the_task_is_no_rule(prompt: str) -> None:
    assert rules_of(prompt) == []


TAGGING = (
    "leave tagging to me, also in the future, because a tag starts the release pipeline that we share with three other "
    "teams and I want to be there when it runs"
)
FORMATTER = "Run the formatter only over the files you changed, from now on as well, otherwise the diff is unreadable"


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        (f"Commit it. And {TAGGING}.", TAGGING),
        (f"{FORMATTER}.", FORMATTER),
    ],
)
def test_what_says_how_long_a_rule_holds_does_not_cut_it(prompt: str, rule: str) -> None:
    assert rules_of(prompt) == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "For this one leave the tests out and don't touch the changelog, because it goes straight into a hotfix.",
        "In this case change nothing but the constant and don't reformat the file, it is applied by hand.",
        "On this ticket write no docs and don't add a test, Carla does both tomorrow.",
        "This time don't run the whole suite, and never touch the fixtures, we only want the number.",
    ],
)
def test_a_bound_at_the_beginning_holds_for_all_clauses(prompt: str) -> None:
    assert rules_of(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Run `npx vitest run src/core` from today on, the rest is for CI.",
        "only run `go test ./parser/...` from now",
        "`make check` is a watch task and never ends. `cargo test -p core`. always that one.",
        "`npm test` hangs in this container. it's `npm run test:ci`, every time.",
    ],
)
def test_the_command_to_use_henceforth_is_a_rule(prompt: str) -> None:
    (rule,) = rules_of(prompt)
    assert "make check" not in rule


def test_a_script_that_is_run_at_each_step_is_named() -> None:
    turns = [
        Turn("user", "ci: scripts/lint-names fails on reader.go.", line=1),
        Turn("assistant", "`scripts/lint-names` rejects names with an underscore. I renamed both.", line=2),
        Turn("user", "that's what it is for. run it before you commit.", line=3),
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    assert [one.text for one in found if one.kind == "rule"] == ["scripts/lint-names: run it before you commit"]


def test_what_is_run_once_or_has_no_name_is_no_rule() -> None:
    for prompt in ("what is in it? run it before you answer.", "run it before you commit this", "run it again."):
        assert rules_of(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        (
            "Everything in docs/api is generated. Never touch that folder on a branch.",
            "docs/api: Never touch that folder",
        ),
        ("`vendor/` is synced by a bot. keep out of that folder.", "vendor/: keep out of that folder"),
        (
            "You changed locale/de.po by hand. It comes from the translators. Please don't edit that file again.",
            "locale/de.po: don't edit that file again",
        ),
    ],
)
def test_a_ban_on_that_folder_names_it(prompt: str, start: str) -> None:
    assert any(rule.startswith(start) for rule in rules_of(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "The schema lives in db/migrate. Could you look into that folder and tell me which one is the last?",
        "Look at src/io and src/net. Delete that folder.",
        "I have opened src/app.ts. Don't change that file, only tell me what it does.",
        "I moved tests/data to a new place. Don't touch that folder until I am done.",
        "Don't touch that folder.",
    ],
)
def test_without_a_name_or_for_the_moment_it_says_nothing_of_a_folder(prompt: str) -> None:
    assert not any(": " in rule for rule in rules_of(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "For your commit messages: the first line begins with the module, so `net: ` and then what changed.",
        "In your messages the subject starts with the issue number, like `#412 `, because the bot links them.",
        "For your PRs: the title starts with the component in brackets, the release notes are sorted by that.",
    ],
)
def test_what_messages_have_to_look_like_is_a_rule(prompt: str) -> None:
    assert len(rules_of(prompt)) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "Inside of a group nothing changes, SortKeys decides.",
        "Anybody who registers the same name twice has a bug in their code, so we panic there.",
        "From now on a skipped test is reported as skipped and not as passed.",
        "From now on an empty line is printed as an empty line.",
        "He decides that one, it is his module that reads it.",
    ],
)
def test_what_the_product_does_is_no_rule(prompt: str) -> None:
    assert rules_of(prompt) == []


def test_who_decides_and_what_is_done_to_code_stays_a_rule() -> None:
    for prompt in ("Releases: Marek decides what goes in.", "From now on every bug fix is committed with its test."):
        assert len(rules_of(prompt)) == 1


def test_whose_a_file_is_stands_before_the_rule() -> None:
    prompt = "no. ulla's veto: no numbers in the schema. schema.sql is hers, nothing changes there without her."
    assert "ulla: schema.sql is hers, nothing changes there without her" in rules_of(prompt)
