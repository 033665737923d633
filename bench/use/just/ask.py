"""Questions, prompts and notes of the just scenario."""

from conversation import Scenario

STALE = r"(?m)^(?![^\n]*(Wendeline|replaced|stale|supersed|no longer|outdated|retract|instead|earlier:|was:|changed since|revised|longer, so|gone|dropped|twenty minutes))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Where does the work stand?",
        "retry: attribute and loop are committed behind set unstable; under way is Ctrl-C, whose test is red.",
        every=[r"retry", r"attempt|loop|again", r"interrupt|Ctrl-C|caught"],
        wrong=["README says where --time prints.", "retry attribute committed, all green"],
    )
    s.ask(
        "Why is the loop not in run_recipe?",
        "run_recipe goes through dependencies again while it holds its job permit; with --jobs 1 it hangs.",
        every=[r"run_recipe", r"permit|--jobs 1|jobs_limit|hangs"],
        wrong=["I would loop in run_recipe.", "The permit is taken once."],
    )
    s.ask(
        "What was tried before, and why was it given up?",
        "just-again, a wrapper script (every exit code became 1); the loop in run_recipe (second permit, hangs with --jobs 1).",
        every=[r"just-again|wrapper", r"exit codes?", r"run_recipe", r"permit|--jobs 1|hangs"],
        wrong=["The wrapper lost exit codes.", "A wrapper and a loop in run_recipe."],
    )
    s.ask(
        "Which files belong to it?",
        "src/attribute.rs, src/recipe.rs, tests/retry.rs",
        every=[r"\battribute\.rs|\{[^}\n]*attribute\.rs", r"recipe\.rs", r"retry\.rs"],
        wrong=["README.md", "recipe.rs and retry.rs"],
    )
    s.ask(
        "What has to be done next, in order?",
        "Loop checks SignalHandler caught; README section; GRAMMAR.md, Priyanka reads it; completion in etc.",
        every=[r"\bcaught\b", r"README", r"GRAMMAR", r"complet"],
        wrong=["caught, README, GRAMMAR.md", "completion and README"],
    )
    s.ask(
        "Which test fails right now?",
        "retry::stops_after_interrupt",
        every=[r"stops_after_interrupt"],
        wrong=["parallel::jobs_limit", "retry::runs_again_after_failure"],
    )
    s.ask(
        "Which rules do I have to keep?",
        "Behind set unstable until Casimir lifts it; errors are variants of Error, unwrap in tests only; CHANGELOG.md left alone; the lead pushes.",
        every=[r"unstable", r"unwrap|variant", r"changelog", r"push"],
        wrong=["unstable, no unwrap, no push", "changelog and push are taboo"],
    )
    s.ask(
        "How long is the pause between attempts?",
        "None: Wendeline (the farm's budget) wants no pause at all, a sleep in the recipe does it.",
        every=[
            r"Wendeline|no (pause|wait)|at once|without (a )?pause",
            r"no (pause|wait)|at once|without (a )?pause|none\b",
        ],
        never=[STALE + r"(wait a second, doubled|200 ms between|wants 200 ms|200 ms, (fixed|the same))"],
        wrong=["200 ms, fixed", "a second, doubled", "- 200 ms between attempts, fixed.\n- No waiting any more"],
    )
    s.ask(
        "What does the number in [retry(3)] mean, and who said so?",
        "Priyanka: attempts, not extra tries; at most three runs.",
        every=[
            r"Priyanka",
            r"counts? (the )?attempts|not extra|three times at most|at most three|attempts,? (and )?not",
        ],
        wrong=["Three attempts.", "Priyanka reads GRAMMAR.md; attempt 2 of 3 failed"],
    )
    s.ask(
        "How do I run the tests for this?",
        "cargo test --test integration retry::",
        every=[r"cargo test --test integration retry::"],
        never=[
            r"(?m)^(?![^\n]*(not|instead|no longer|was|earlier|supersed|stale|changed since|exit|fail|nine min|541|538))[^\n]*\b(run|test|tests|all|verify)\b[^\n]{0,14}: *`?cargo test( --all)?(`|$)"
        ],
        wrong=[
            "cargo test --all",
            "cargo test retry",
            "- all tests: `cargo test`\n- cargo test --test integration retry::",
        ],
    )
    s.ask(
        "Does Ctrl-C end the retries?",
        "Not with [continue(sigint)]: the signal is dropped, the loop has to look at caught itself.",
        every=[r"continue\(sigint\)", r"dropped|start over|start the recipe again|\bcaught\b|itself"],
        wrong=["Ctrl-C needs nothing.", "Yes, by Error::Interrupted."],
    )
    s.ask(
        "How are integration tests written in this repository?",
        "With Test::new(), never by spawning the binary by hand.",
        every=[r"Test::new", r"by hand|spawn|integration tests are|clean"],
        wrong=["With Command::new(JUST).", "cargo test --test integration"],
    )


def ask_prompts(s: Scenario) -> None:
    permit = r"permit|run_recipe. hangs"
    wrapper = r"just-again|exit code 1"
    pause = r"Wendeline|no pause|at once"
    number = r"counts attempts|three times at most"
    red = r"stops_after_interrupt|caught"
    sigint = r"continue\(sigint\)|start over"
    s.prompt(
        "short",
        permit,
        "move the retry loop up into run_recipe",
        "wrap Justfile::run_recipe so that dependencies are retried too",
    )
    s.prompt(
        "short", pause, "add exponential backoff between attempts", "sleep 200 ms before the next attempt in recipe.rs"
    )
    s.prompt("short", number, "make [retry(3)] mean three retries after the first run")
    s.prompt("short", red, "continue with the retry attribute")
    s.prompt("short", r"verbose", "print a line on stderr for each failed attempt")
    s.prompt("short", r"integration retry::", "run the retry tests")
    s.prompt(
        "long",
        r"Test::new",
        "I'd like one more end-to-end check of the attribute that doesn't depend on our own test scaffolding, since that has its own opinions on the environment. Please start the built "
        "binary with std::process::Command in a temporary directory, feed it a justfile through stdin, and look at the exit code and at how many lines the recipe wrote to a file.",
    )
    s.prompt(
        "long",
        r"tempdir|temporary directory|half-written",
        "Profiling shows that for script recipes most of the time of a second attempt goes into creating the directory and writing the script there again. The text can't have changed in "
        "between, so let's create it once, outside of the loop, and run the same file for all of the attempts. That should bring a retried recipe close to the time of a plain one.",
    )
    s.prompt("other words", wrapper, "couldn't a small shell tool around just do the repeating?")
    s.prompt("other words", pause, "whose call was it that we don't wait?")
    s.prompt("other words", sigint, "does interrupting from the keyboard stop the repetition?")
    s.prompt("other words", permit, "warum läuft die Schleife erst hinter der Semaphore?")
    s.prompt("forbidden", r"[Uu]nstable", "let the retry attribute work without set unstable")
    s.prompt("forbidden", r"CHANGELOG|changelog", "add a line about retry to CHANGELOG.md")
    s.prompt("forbidden", r"[Pp]ush", "git push -u origin retry")
    s.prompt("forbidden", r"unwrap|variants? of", "just .unwrap() the status in Recipe::run, it can't fail")
    s.prompt(
        "unrelated",
        None,
        "What rhymes with orange?",
        "thanks, see you on Thursday",
        "how many grams in an ounce",
        "write a haiku about autumn rain",
        "Which planet has the most moons?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "what's a good recipe for banana bread?",
        "how many attempts at Everest failed in 1996?",
        "how long should I pause between sets of push-ups?",
        "does a solar farm need planning permission in Spain?",
    )


NOTES = """# retry (branch retry)
[retry(3)] runs a failed recipe again: src/attribute.rs, loop in src/recipe.rs (Recipe::run), tests/retry.rs.
Test: `cargo test --test integration retry::`
RED, uncommitted: retry::stops_after_interrupt. With [continue(sigint)] the signal is dropped and the recipe starts over after Ctrl-C; the loop must look at `caught` itself.
Next: check SignalHandler caught; README section; GRAMMAR.md (Priyanka reads it); completion in etc.
Priyanka: the number counts attempts, not extra tries. Wendeline: no pause at all between attempts (earlier ideas dropped).
Failed attempts are printed with --verbose only. Script recipes: fresh tempdir per attempt.
Given up: just-again wrapper (every exit code became 1); loop in run_recipe (second job permit, hangs with --jobs 1).
Rules: behind set unstable until Casimir lifts it; errors are variants of Error, no unwrap outside tests; CHANGELOG.md is generated, leave it; integration tests with Test::new(), no spawning by hand; only the lead pushes.
"""
