"""Steps end when the person turns down what they are about, or when what they ask for was written or run."""

import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.work.ended_steps import find_ended, find_touched

GUIDE = "document it in site/content/user_guide.md"
RAISE = "raise MinimumNArgs to 2"
CODE = "exit code 1 when the count is 0"
BENCH = "add a benchmark BenchmarkTraverseDeep"
HELP = "check whether ActiveHelp suffers"


def session(*prompts: str, answer: str = "It is as you wanted.", before: str = "", **given: object) -> Session:
    answers = (Answer(answer, "2026-11-19T10:00:00Z", line=90),)
    answers = (Answer(before, "2026-11-19T08:00:00Z", line=1), *answers) if before else answers
    asked = tuple(Prompt(text, "2026-11-19T09:00:00Z", line=5 + n) for n, text in enumerate(prompts))
    fields = {"agent": "claude-code", "ended": "2026-11-19T10:00:00Z", "prompts": asked, "answers": answers, **given}
    return Session(id="s2", **fields)


def ended(*steps: str, by: Session) -> list[str]:
    return [step for step in steps if step in find_ended(steps, [by])]


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (RAISE, "no, MinimumNArgs stays at 1, Eve needs it. just write the docs"),
        (RAISE, "keep MinimumNArgs at 1"),
        ("rename `parse_args` to `read_args`", "please don't rename parse_args"),
        (CODE, "change of plan on the exit code: no, exit 0 even if nothing matched"),
        (BENCH, "skip the benchmark, please"),
        ("delete the old bucket", "keep the old bucket, audit wants it for another year"),
        ("remove the staging keys", "no, leave the staging keys. go on"),
        ("port the async transport", "forget about the async transport"),
        ("port the async transport", "and the async transport isn't needed any more"),
        ("port the async transport", "Good. The async transport is off the table."),
        ("port the async transport", "we won't do the async transport, Lea has another way"),
        ("port the async transport", "der async transport fällt weg"),
        ("Let `max_rejections` be a callable, like `concurrency`", "The callable is struck off; nobody asked for it."),
        (BENCH, "The benchmark is dropped; an array of integers proves nothing."),
    ],
)
def test_a_step_ends_when_the_person_turns_down_what_it_is_about(step: str, text: str) -> None:
    assert ended(step, "mend the Windows build", by=session(text)) == [step]


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("document MinimumNArgs in README.md", "no, MinimumNArgs stays at 1"),
        (RAISE, "if MinimumNArgs stays at 1, Eve is happy"),
        (RAISE, "does MinimumNArgs stay at 1?"),
        (RAISE, "MaximumNArgs stays at 1"),
        (BENCH, "do not forget the benchmark"),
        (BENCH, "skip the benchmark of the parser"),
        (CODE, "we don't need the exit handler"),
        (HELP, "leave that one alone"),
        (BENCH, "the benchmark is out of scope until the parser is done"),
        (BENCH, "the new benchmark of the lexer is off the table"),
        (BENCH, "the benchmark is dropped into bench/ by CI"),
    ],
)
def test_a_step_stays_open_when_something_else_is_turned_down(step: str, text: str) -> None:
    assert ended(step, "mend the Windows build", by=session(text)) == []


def test_leave_it_alone_means_what_the_agent_spoke_of_last() -> None:
    spoke = "The walk is faster now. ActiveHelp might get slower, shall I look?"
    assert ended(HELP, BENCH, by=session("we leave that one alone", before=spoke)) == [HELP]
    both = "ActiveHelp and BenchmarkTraverseDeep are left, shall I?"
    assert ended(HELP, BENCH, by=session("we leave that one alone", before=both)) == []
    assert ended(HELP, BENCH, by=session("we leave that one alone", before="Shall I bump the version?")) == []


def test_a_document_that_was_edited_and_told_of_is_written() -> None:
    told = "The user guide has a paragraph about it now. MinimumNArgs stays at 1."
    work = session("just write the docs", answer=told, edited=("site/content/user_guide.md",))
    assert ended(GUIDE, RAISE, by=work) == [GUIDE]


@pytest.mark.parametrize(
    ("answer", "edited"),
    [
        ("The user guide has a paragraph about it now.", ()),
        ("The typo is gone.", ("site/content/user_guide.md",)),
        ("The user guide still lacks the paragraph.", ("site/content/user_guide.md",)),
        ("The user guide has no dead links. The paragraph in site/content/user_guide.md is left to document.",
         ("site/content/user_guide.md",)),
    ],
)  # fmt: skip
def test_a_document_stays_to_be_written_otherwise(answer: str, edited: tuple[str, ...]) -> None:
    assert ended(GUIDE, by=session("go on", answer=answer, edited=edited)) == []


def test_code_that_was_edited_is_only_a_hint() -> None:
    step, work = "mend the retry loop in client.py", session("log it", answer="client.py logs.", edited=("client.py",))
    assert ended(step, by=work) == []
    assert find_touched(step, [work]) == "client.py"
    assert find_touched("mend client.py and server.py", [work]) == ""


def run(command: str, kind: str = "test", *, failed: bool = False) -> Session:
    ran = CommandRun(command, kind, "2026-11-19T09:30:00Z", 1 if failed else 0, failed)  # type: ignore[arg-type]
    return session("go on", edited=("traverse_test.go",), commands=(ran,))


def test_what_a_step_adds_is_there_once_it_ran() -> None:
    assert ended(BENCH, by=run("go test -bench=TraverseDeep ./...")) == [BENCH]
    assert ended(BENCH, by=run("go test -bench BenchmarkTraverseDeep", failed=True)) == []
    assert ended(BENCH, by=run("rg BenchmarkTraverseDeep", "other")) == []
    assert ended(BENCH, by=run("go test -bench BenchmarkTraverse$ ./...")) == []


def test_a_step_that_is_a_command_ends_with_the_command() -> None:
    assert ended("push", "then rebase", by=run("git push origin HEAD", "git")) == ["push"]
    assert ended("push", by=run("git push --dry-run", "git")) == []
    assert ended("push", by=run("git push", "git", failed=True)) == []
    assert ended("push the image to the registry", by=run("git push", "git")) == []


@pytest.mark.parametrize(
    "answer", ["That also covers the RSS feeds, since they use the query.", "This handles RSS feeds."]
)
def test_what_an_agent_did_along_with_something_else_is_done(answer: str) -> None:
    steps = ("leave trashed rows out of the RSS feeds", "leave trashed rows out of the export")
    assert ended(*steps, by=session("go on", answer=answer, edited=("queries.py",))) == [steps[0]]
    assert ended(*steps, by=session("go on", answer=answer)) == []
    assert ended(*steps, by=session("go on", answer="That would cover the RSS feeds.", edited=("queries.py",))) == []


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("delete the old bucket", "keep the logs of the old bucket in mind"),
        ("delete the old bucket", "keep the old name of the bucket in the docs"),
        ("delete the old bucket", "keep the new bucket"),
    ],
)
def test_what_stays_is_something_else(step: str, text: str) -> None:
    assert ended(step, by=session(text)) == []
