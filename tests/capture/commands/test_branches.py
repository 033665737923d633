"""A session that changes its branch: what was said and done on which one."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.model.session import BranchSpan, Prompt, Session
from backstory.model.session_parts import _is_before, _Turns, find_branch, split_by_branch

NEW = "Switched to a new branch '{}'"
OLD = "Switched to branch '{}'"


def talk(*lines: str, stated: str = "rows") -> Session:
    """A session of lines such as `> asked`, `< answered`, `$ command => output`, `! file`.

    `stated`: whether each row of the transcript names its branch, all of them the first one, or none.
    """
    return extend_session(Session(id="s", agent="a"), _read(lines, stated), roots=("/r",))


def _read(lines: tuple[str, ...], stated: str) -> Iterator[Turn]:
    branch = "main"
    for number, text in enumerate(lines, 1):
        mark, words, line = text[0], text[2:], number * 10
        name = "" if stated == "none" else "main" if stated == "first" else branch
        common = {"line": line, "branch": name, "time": f"2026-11-20T10:{number:02d}:00Z"}
        if mark == ">":
            yield Turn("user", words, **common)  # type: ignore[arg-type]
        elif mark == "<":
            yield Turn("assistant", words, **common)  # type: ignore[arg-type]
        elif mark == "!":
            yield Turn("tool", "", action="edit", edits=(words,), cwd="/r", call=f"c{line}", **common)  # type: ignore[arg-type]
        else:
            command, _, output = words.partition(" => ")
            yield Turn("tool", "", action="command", command=command, call=f"c{line}", **common)  # type: ignore[arg-type]
            if "branch '" in output or "Branch '" in output:
                branch = output.split("'")[-2] if stated == "rows" else branch
            common |= {"line": line + 1, "branch": branch if stated == "rows" else name}
            yield Turn("result", output, call=f"c{line}", exit_code=0, **common)  # type: ignore[arg-type]


def said_on(session: Session, branch: str) -> list[str]:
    """What a brief on a branch has as its own."""
    parts = [part for part in split_by_branch(session, branch) if part.branch in ("", branch)]
    return [one.text for part in parts for one in sorted((*part.prompts, *part.answers), key=lambda one: one.line)]


CREATED = (
    "> Add retries on a branch of their own",
    f"$ git switch -c feat/retry => {NEW.format('feat/retry')}",
    "! src/pool.py",
    "$ pytest -q => 3 passed in 0.1s",
    "$ git commit -qam 'Add retries' => [feat/retry 1234567] Add retries",
    "< Retries are in. Next: write the docs",
)
STATED = ["rows", "first", "none"]


@pytest.mark.parametrize("stated", STATED)
def test_work_on_a_branch_that_is_left_stays_there(stated: str) -> None:
    session = talk(
        "> Fix the typo in the readme", "! README.md", "< Fixed.", *CREATED,
        "> Now the version on main", f"$ git switch main => {OLD.format('main')}", "! version.py", "< Bumped.",
        stated=stated,
    )  # fmt: skip
    main = ["Fix the typo in the readme", "Fixed.", "Now the version on main", "Bumped."]
    retries = [CREATED[0][2:], CREATED[-1][2:]]
    if stated == "none":  # what came before the first switch may be of any branch
        main, before = main[2:], main[:2]
        assert said_on(session, "main") == [*main, *before]
    else:
        assert said_on(session, "main") == main
        assert said_on(session, "feat/retry") == ["Fix the typo in the readme", "Fixed.", *retries]
    part = next(one for one in split_by_branch(session, "main") if one.branch == "feat/retry")
    assert (part.edited, part.next, part.commit) == (("src/pool.py",), ("write the docs",), "1234567")
    assert [run.kind for run in part.commands if run.kind == "test"] == ["test"]


@pytest.mark.parametrize("stated", ["rows", "first"])
@pytest.mark.parametrize(
    "merge",
    [
        ("$ git switch main && git merge feat/retry => " + OLD.format("main") + " Fast-forward",),
        (f"$ git checkout main => {OLD.format('main')}", "$ git merge --no-ff -m 'Merge it' feat/retry => Merge made"),
        (f"$ git checkout -q main && git merge --squash feat/retry => {OLD.format('main')}",),
        ("$ gh pr merge 12 --squash => Merged", f"$ git switch main && git pull => {OLD.format('main')}"),
        (f"$ git switch main => {OLD.format('main')}", "$ git pull origin feat/retry => Updating"),
    ],
)  # fmt: skip
def test_what_was_merged_is_told_where_it_was_merged(merge: tuple[str, ...], stated: str) -> None:
    session = talk(*CREATED, "> Looks good, merge it", *merge, "< Merged.", stated=stated)
    assert said_on(session, "main") == [CREATED[0][2:], CREATED[-1][2:], "Looks good, merge it", "Merged."]
    assert session.branch == "main"
    own = split_by_branch(session, "main")[0]
    prompt = own.prompts[0]
    assert find_branch(own, prompt.line, prompt.made) == "feat/retry", "and its own branch is known"
    assert said_on(session, "feat/retry") == [CREATED[0][2:], CREATED[-1][2:]]


@pytest.mark.parametrize("stated", ["rows", "first"])
def test_two_branches_of_one_session_do_not_mix(stated: str) -> None:
    session = talk(
        *CREATED, "> Another thing: drop Python 3.9", f"$ git switch main => {OLD.format('main')}",
        f"$ git switch -c drop-39 => {NEW.format('drop-39')}", "! pyproject.toml", "< Dropped. Next: the changelog",
        stated=stated,
    )  # fmt: skip
    assert said_on(session, "drop-39") == ["Another thing: drop Python 3.9", "Dropped. Next: the changelog"]
    assert said_on(session, "feat/retry") == [CREATED[0][2:], CREATED[-1][2:]]
    assert said_on(session, "main") == []
    parts = {part.branch: part for part in split_by_branch(session, "drop-39")}
    assert parts["drop-39"].next == ("the changelog",) and parts["feat/retry"].next == ("write the docs",)


def test_a_branch_from_another_start_has_nothing_of_the_one_before() -> None:
    session = talk(
        *CREATED, "> And drop Python 3.9", f"$ git checkout -b drop-39 main => {NEW.format('drop-39')}",
        "! pyproject.toml", "< Dropped.",
    )  # fmt: skip
    assert said_on(session, "drop-39") == ["And drop Python 3.9", "Dropped."]


@pytest.mark.parametrize(
    "command",
    [
        "git switch -qc fix", "git switch -q -c fix", "git checkout -qb fix", "git checkout -bfix",
        "git switch --create=fix", "git switch -fqC fix main", "git checkout -tB fix origin/main",
    ],
)  # fmt: skip
def test_options_in_one_word_create_a_branch_too(command: str) -> None:
    session = talk(
        "> Count in microseconds", "! count.py", "< Done.", "> Commit", f"$ {command} => ", "< Committed.",
        stated="first",
    )  # fmt: skip
    assert said_on(session, "fix") == ["Count in microseconds", "Done.", "Commit", "Committed."]


def test_a_branch_on_a_branch_has_what_was_before_it() -> None:
    session = talk(
        *CREATED, "> Try it with jitter, on top", f"$ git switch -c feat/jitter => {NEW.format('feat/jitter')}",
        "! src/pool.py", "< Jitter is in.",
    )  # fmt: skip
    assert said_on(session, "feat/jitter")[0] == CREATED[0][2:]
    assert "Jitter is in." not in said_on(session, "feat/retry")


@pytest.mark.parametrize("stated", ["rows", "first"])
def test_a_prompt_before_a_switch_counts_where_the_work_goes_on_as_well(stated: str) -> None:
    leaving = (
        "> Commit that, then back to retries: pool.py is free again",
        "$ git commit -qam 'Bump it' => [main 7654321] Bump",
        f"$ git switch feat/retry => {OLD.format('feat/retry')}", "< Committed, and back.",
    )  # fmt: skip
    bumped = ("> Bump the version on main", f"$ git switch main => {OLD.format('main')}", "! version.py", "< Bumped.")
    session = talk(*CREATED, *bumped, *leaving, stated=stated)
    told = [leaving[0][2:], leaving[-1][2:]]
    assert said_on(session, "main")[-2:] == told
    assert said_on(session, "feat/retry") == [CREATED[0][2:], CREATED[-1][2:], *told]


@pytest.mark.parametrize("stated", ["rows", "first", "none"])
@pytest.mark.parametrize("command", ["git branch -m u/me/pay", "git branch -M feat/pay u/me/pay && git push"])
def test_a_branch_that_is_renamed_takes_its_work_along(command: str, stated: str) -> None:
    session = talk(
        "> begin a branch", "$ git switch -c feat/pay => " + NEW.format("feat/pay"), "! pay.py", "< Done.",
        "> branches start with u/me/, rename it", f"$ {command} => ", "< Renamed.",
        "> go on", "! cart.py", "< Done, too.",
        stated=stated,
    )  # fmt: skip
    parts = split_by_branch(session, "u/me/pay")
    assert "feat/pay" not in [part.branch for part in parts]
    assert parts[0].branch == "u/me/pay"
    assert parts[0].edited == ("pay.py", "cart.py")


@pytest.mark.parametrize(
    "command", ["git branch -m other elsewhere", "git branch -v", "git branch new", "git branch -d old"]
)
def test_another_use_of_git_branch_moves_nothing(command: str) -> None:
    session = talk("> look", f"$ {command} => ", "! pay.py", "< Done.")
    assert {part.branch for part in split_by_branch(session, "main")} == {"main"}


def test_an_errand_on_another_branch_is_told_there_alone() -> None:
    session = talk(
        *CREATED, "> Fix the badge on main, then go on here", f"$ git switch main => {OLD.format('main')}",
        "! README.md", "$ git commit -qam 'Fix the badge' => [main 7654321] Fix the badge",
        f"$ git switch feat/retry => {OLD.format('feat/retry')}", "< The badge is right.",
    )  # fmt: skip
    assert said_on(session, "feat/retry") == [CREATED[0][2:], CREATED[-1][2:]]
    assert said_on(session, "main") == ["Fix the badge on main, then go on here", "The badge is right."]


def test_a_change_of_branch_without_a_command_is_taken_from_the_rows() -> None:
    turns = [
        Turn("user", "Add retries", line=1, branch="feat/retry"),
        Turn("assistant", "Done.", line=2, branch="feat/retry"),
        Turn("user", "Release notes, please", line=3, branch="main"),
        Turn("assistant", "Written.", line=4, branch="main"),
    ]
    session = extend_session(Session(id="s", agent="a"), turns)
    assert said_on(session, "main") == ["Release notes, please", "Written."]
    assert said_on(session, "feat/retry") == ["Add retries", "Done."]


@pytest.mark.parametrize(
    "command",
    [
        "$ git checkout src/pool.py => Updated 1 path from the index",
        "$ git -C ../other switch main => Switched to branch 'main'",
        "$ git checkout HEAD~1 => HEAD is now at 1234567",
        "$ git switch nowhere => fatal: invalid reference: nowhere",
        "$ git log feat/x => commit",
    ],
)
def test_a_command_that_switches_nothing_changes_nothing(command: str) -> None:
    turns = [one._replace(exit_code=128 if "fatal" in one.text else one.exit_code) for one in _read((command,), "none")]
    assert not extend_session(Session(id="s", agent="a", branch="work"), turns).branches


def test_a_german_git_is_understood() -> None:
    session = talk("> Los", "$ git checkout feature => Zu Branch 'feature' gewechselt", "< Da.", stated="first")
    assert session.branch == "feature"


def test_the_branch_of_a_sub_agent_is_its_own() -> None:
    turns = [
        Turn("user", "Go", line=1, branch="main"),
        Turn("assistant", "Found.", line=2, branch="worktree-1", sidechain=True, subagent="x"),
        Turn("assistant", "Done.", line=3, branch="main"),
    ]
    assert not extend_session(Session(id="s", agent="a"), turns).branches


_LINES = st.lists(
    st.sampled_from(
        [
            "> Do it",
            "< Done. Next: more",
            "! a.py",
            "$ git switch main => Switched to branch 'main'",
            "$ git switch -c x => Switched to a new branch 'x'",
            "$ git merge x => Merge made",
            "$ pytest -q => 1 passed in 0.1s",
        ]
    ),
    max_size=14,
)


@given(_LINES, st.sampled_from(STATED), st.integers(0, 20))
def test_parts_lose_nothing_and_a_cut_changes_nothing(lines: list[str], stated: str, cut: int) -> None:
    turns = list(_read(tuple(lines), stated))
    whole = extend_session(Session(id="s", agent="a"), turns, roots=("/r",))
    pieces = Session(id="s", agent="a")
    for piece in (turns[:cut], turns[cut:]):
        pieces = extend_session(pieces, piece, roots=("/r",))
    assert pieces == whole
    for branch in ("main", "x", ""):
        parts = split_by_branch(whole, branch)
        told = {one.line for part in parts for one in (*part.prompts, *part.answers, *part.commands)}
        assert told == {one.line for one in (*whole.prompts, *whole.answers, *whole.commands)}
        assert {path for part in parts for path in part.edited} == set(whole.edited)


PLACES = st.tuples(st.integers(0, 4), st.sampled_from(["", *(f"2026-11-20T10:0{minute}:00Z" for minute in range(5))]))
"""Line and time of something: some transcripts have no lines, others no times, and in neither need the order hold."""


@given(st.lists(PLACES, max_size=6), PLACES)
def test_a_turn_begins_with_the_last_prompt_that_is_not_later(
    prompts: list[tuple[int, str]], place: tuple[int, str]
) -> None:
    turns = _Turns([Prompt("p", made=made, line=line) for line, made in prompts])
    later = [one for one in prompts if _is_before(*place, BranchSpan("", *one))]
    assert turns.find(*place) == len(prompts) - len(later) - 1
