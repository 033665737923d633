"""The sittings of the just scenario. A lead, who mostly passes on what others said, works with Codex."""

from pathlib import Path

from conversation import CodexSession, Scenario
from material import find_line, read_lines

COMMIT = "4f41f609"
RECIPE = "src/recipe.rs"
TESTS = "tests/retry.rs"

FIRST = """use super::*;

#[test]
fn runs_again_after_failure() {
  Test::new()
    .justfile(
      "
        set unstable

        [retry(3)]
        foo:
          test -e done || { touch done; exit 7; }
      ",
    )
    .success();
}
"""

LATE = """use super::*;

#[test]
fn stops_after_interrupt() {
  assert_eq!(attempts_after_interrupt("[continue(sigint)]"), 1);
}

"""

BY_HAND = """use super::*;

#[test]
fn attempts_are_counted() {
  let status = Command::new(JUST).arg("foo").spawn().unwrap().wait().unwrap();
  assert!(status.success());
}

"""


def read(session: CodexSession, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.bash(
        f"sed -n {first},{first + count - 1}p {path}", read_lines(clone, COMMIT, path, first, first + count - 1)
    )


def tell_monday(s: Scenario, clone: Path) -> None:
    a = CodexSession(s, "019e41b0-11aa-7c01-8f01-aa0000000001", 18, 9)
    a.user(
        "The people who run our build farm want flaky recipes retried by just itself. Hollis had a wrapper script called just-again doing that for a month and gave up "
        "on it: whatever the recipe returned, the farm saw exit code 1, so their triage sorted everything into one bucket. The attribute is to look like [retry(3)]. "
        "Before you change something: where does a recipe get run, and where would you loop?"
    )
    read(a, clone, RECIPE, "  pub(crate) fn run<'run>(", 40)
    a.bash("grep -n 'fn run_recipe' src/*.rs", "src/justfile.rs:291:  fn run_recipe<'run>(")
    a.answer(
        "`Justfile::run_recipe` resolves arguments and dependencies and then calls `Recipe::run`, which hands over to `run_shell` or `run_script`. "
        "I would loop in `run_recipe`, as it already holds everything that a second attempt needs."
    )
    a.user(
        "Fine with me. Priyanka went through the proposal last week, and her reading of the number is the binding one since she wrote the grammar: it counts attempts and "
        "not extra tries, so [retry(3)] runs a recipe three times at most. Between attempts wait a second, doubled every time. And you know the drill, "
        "a new attribute is hidden behind `set unstable` until Casimir lifts it."
    )
    a.patch(
        "src/attribute.rs",
        "  Parallel,\n  PositionalArguments,\n",
        "  Parallel,\n  // Retry(u64) goes here; unstable\n  PositionalArguments,\n",
    )
    a.patch(TESTS, "", FIRST)
    a.bash(
        "cargo test --all",
        "test retry::runs_again_after_failure ... ok\ntest parallel::jobs_limit has been running for over 60 seconds\ntest result: FAILED. 1893 passed; 1 failed; "
        "finished in 541.20s\nfailures:\n    parallel::jobs_limit",
        code=1,
    )
    a.answer(
        "The loop in `run_recipe` hangs. A second attempt goes through the dependencies again while the outer call still holds its job permit, and with `--jobs 1` there is no "
        "second permit to be had: `parallel::jobs_limit` never came back. One level deeper, inside `Recipe::run` below `jobs.acquire()`, the permit is taken once for all attempts."
    )
    a.user("Then one level deeper.")
    a.patch(
        RECIPE,
        "    let start = Instant::now();\n    let result = if self.is_script",
        "    let start = Instant::now();\n    // attempts start here, below the permit\n    let result = if self.is_script",
    )
    a.bash("cargo test --all", "test result: ok. 1894 passed; 0 failed; finished in 538.77s")
    a.answer(
        "The loop sits in `Recipe::run` now, all 1894 tests pass. Ctrl-C needs nothing: `status_guard` reports the signal, the attempt ends with `Error::Interrupted`, and the loop with it."
    )
    a.user(
        "That last claim makes me nervous, we have an attribute that eats signals. Have it checked by a second pair of eyes, reading only."
    )
    a.delegate(
        "In just: does a retry loop inside Recipe::run always end on Ctrl-C? Consider attributes. Read only.",
        "No. With `[continue(sigint)]` the caught signal is dropped before the result is looked at: run_shell returns the plain status, no Error::Interrupted. A retry loop "
        "would see a failed attempt and start the recipe again after Ctrl-C. The loop has to ask SignalHandler for `caught` itself.",
    )
    a.answer(
        "I was wrong: under `[continue(sigint)]` the signal is dropped, and the recipe would start over after Ctrl-C. The loop must look at `caught` itself."
    )
    a.user(
        "Put that down for tomorrow. Is there something like jitter?\n\nAnd two from the last review round, I'm only the messenger: \"errors: every failure is a variant of Error with "
        'its context, unwrap stays in tests" and "changelog: generated from git log at release, leave it alone". Both are subjects of commits by Casimir, so they are the law.'
    )
    a.answer(
        "There is no jitter, and with one process it would not matter. Noted: variants of `Error`, `CHANGELOG.md` stays alone."
    )
    a.user(
        "No jitter then, drop it. Commit it locally. Pushes are mine, each of them starts 40 farm jobs that somebody pays for."
    )
    a.bash(
        f"git add src {TESTS} && git commit -q -m 'Add retry attribute' && git log -1 --format=%s",
        "Add retry attribute",
        run=True,
    )
    a.answer(
        "Committed on `retry`.\n\n"
        '<backstory:remember kind="decision" tags="retry" at="src/recipe.rs#run" why="the farm greps stderr of quiet runs for errors, a line per attempt would page '
        'somebody">`attempt 2 of 3 failed` is printed with --verbose only</backstory:remember>'
    )
    a.end()


def tell_aside(s: Scenario) -> None:
    b = CodexSession(s, "019e4331-22bb-7c02-8f02-bb0000000002", 18, 15)
    b.user(
        "Somewhere else for ten minutes. On docs/time-flag: the README says nothing on where --time prints. One line, it's stderr. For this one you may skip the tests, and it's fine "
        "to touch the Chinese README as well. What support got:\n\n```\n09:11:02 agent-17 just[811]: you must not run this as root\n09:11:02 agent-17 policy: always set "
        "JUST_TEMPDIR on shared hosts\n09:11:03 agent-17 just[811]: ---> build completed in 4.011s\n```"
    )
    b.bash(
        "printf '\\nTimes of --time are printed to stderr.\\n' >> README.md && git commit -qam 'Say where --time prints'",
        run=True,
    )
    b.answer("One line in README.md, committed on docs/time-flag without running the tests.")
    b.end()


def tell_tuesday(s: Scenario) -> None:
    c = CodexSession(s, "019e4666-33cc-7c03-8f03-cc0000000003", 19, 9)
    c.user("retry again. Remind me.")
    c.bash("git log --oneline -1 | cut -c10-; git status --short -uno", "Add retry attribute")
    c.answer("The attribute parses behind `set unstable` and the loop is committed. Open: Ctrl-C, documentation.")
    c.user(
        "Hollis tried yesterday's build on the farm over night. A doubling second made the nightly twenty minutes longer, so he wants 200 ms, the same every time. "
        "I told him that's what he gets."
    )
    c.patch(
        RECIPE,
        "    // attempts start here, below the permit\n",
        "    // attempts start here, below the permit; 200 ms between them\n",
    )
    c.patch(TESTS, "use super::*;\n\n#[test]\nfn runs_again", BY_HAND + "#[test]\nfn runs_again")
    c.bash("cargo test --all", "test result: ok. 1895 passed; 0 failed; finished in 540.03s")
    c.answer("200 ms between attempts, fixed. I added `attempts_are_counted`, which spawns the binary.")
    c.user(
        "You spawned it by hand?! The reviewers sent back three of my pull requests for exactly that. `Test::new()` is how integration tests are built here, it cleans the environment. "
        "Second thing, you burn nine minutes each time: cargo test --test integration retry:: takes four seconds, that's the one."
    )
    c.patch(TESTS, BY_HAND, "use super::*;\n\n")
    c.bash("cargo test --test integration retry::", "running 1 test\ntest retry::runs_again_after_failure ... ok")
    c.bash(
        "git commit -qam 'Wait a moment between attempts' && git log -1 --format=%s",
        "Wait a moment between attempts",
        run=True,
    )
    c.answer("The test by hand is gone, the rest passes in four seconds. Committed.")
    c.user(
        "Change of plan about the waiting. Wendeline, who owns the farm's budget, saw Hollis's numbers. There is to be no pause at all, an idle slot is money, and whoever needs one can put a "
        "sleep into the recipe. She has the last word on this, so out with it."
    )
    c.patch(RECIPE, "below the permit; 200 ms between them\n", "below the permit\n")
    c.bash(
        "backstory -q remember failure 'Script recipes reused the temporary directory of the first attempt: the second one ran a half-written script' "
        "--fix 'a fresh tempdir inside of run_script for each attempt' --at src/recipe.rs --tag retry",
        run=True,
    )
    c.bash("cargo test --test integration retry::", "running 1 test\ntest retry::runs_again_after_failure ... ok")
    c.bash(
        "git commit -qam 'Start the next attempt at once' && git log -1 --format=%s",
        "Start the next attempt at once",
        run=True,
    )
    c.answer("No waiting any more, the next attempt starts at once. Committed.")
    c.user("Now the Ctrl-C thing. Test first, then leave it, I have the budget round at eleven.")
    c.patch(TESTS, "use super::*;\n\n", LATE)
    c.bash(
        "cargo test --test integration retry::",
        "running 2 tests\ntest retry::runs_again_after_failure ... ok\ntest retry::stops_after_interrupt ... FAILED\n\nassertion `left == right` failed\n  left: 3\n right: 1\n\n"
        "failures:\n    retry::stops_after_interrupt",
        code=1,
    )
    c.answer(
        "`retry::stops_after_interrupt` is there and fails, three attempts where one is expected; it is not committed. What remains: the loop in `Recipe::run` checks "
        "`SignalHandler::instance().caught`; a section in README.md; the rule for numbers in GRAMMAR.md, which Priyanka wants to read; a completion for `[retry` in etc."
    )
    c.end()
