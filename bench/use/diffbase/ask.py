"""Questions, prompts and notes of the conversation about bat."""

from conversation import STALE_MARK, Scenario

MARK = STALE_MARK.replace("|revis|", r"|revised|scrap|wrong|")  # "revision" is a word of this scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    return rf"(?m)^(?![^\n]*({MARK}))[^\n]*{expression}"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What is next, and in which order?",
        "First the red test (resolve_base: without a merge base take the revision itself), then regenerate the help with UPDATE_EXPECT=1, completions at the very end with Ismael.",
        every=[
            r"resolve_base|falls_back_without|red test|red one",
            r"UPDATE_EXPECT",
            r"completions?\b[^\n]{0,160}(last|very end|Ismael|Thursday|finally)|(last|Ismael|Thursday|finally|4\.)[^\n]{0,80}completions?",
        ],
        never=[r"(?m)^\s*(\d\.|[-*]) *follow renames"],
        wrong=[
            "1. completions\n2. follow renames\n3. option\n4. help",
            "Make resolve_base right, then the completions.",
            "1. resolve_base\n2. follow renames\n3. UPDATE_EXPECT=1\n4. completions",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        "diff_base_falls_back_without_merge_base in tests/integration_tests.rs: resolve_base reports every error of merge_base as unknown revision.",
        every=[
            r"diff_base_falls_back_without_merge_base",
            r"unknown[ -]revision",
            r"resolve_base|(every|any|all|each) (error|failure)|common ancestor|apart",
        ],
        wrong=[
            "long_help",
            "diff_base_falls_back_without_merge_base fails.",
            "diff_base_unknown_revision_fails: unknown revision",
        ],
    )
    s.ask(
        "What are changes counted from, and why?",
        "From the merge base of REV and HEAD: with the tip of the target branch, what others have merged in the meantime would look removed by this person.",
        every=[
            r"merge[- ]base|three dots",
            r"\bothers\b|other people|meantime|moves on|moved on|target branch|colleagues|removed it",
        ],
        never=[stale(r"compares with the given revision itself")],
        wrong=[
            "From the merge base.",
            "It compares with the given revision itself.",
            "It compares with the given revision itself; merge base because others moved on",
        ],
    )
    s.ask(
        "What happens with a revision that does not exist, and why?",
        "An unknown revision is an error with exit code 1, because a typo (mian) in magpie's staging config went unnoticed for a week: everything looked clean.",
        every=[
            r"(unknown|not exist|n't exist|missing|invalid|misspel\w+|bad) ?(revision|rev)?[^\n]{0,90}(error|exit|fail)|(error|exit|fail)[^\n]{0,60}(unknown|not exist|n't exist|invalid)",
            r"exit(s|ed)?( code| status| with)*:? ?1\b|code 1\b|hard error|no fall",
            r"mian|typo|looked clean|approved|unnoticed|misspel",
        ],
        never=[
            stale(
                r"(unknown|not exist|n't exist)[^\n]{0,90}(prints?[^\n]{0,12}warning|falls back to the index|index is used)"
            )
        ],
        wrong=[
            "It prints a warning and falls back to the index.",
            "An unknown revision prints a warning; error exit code 1 after a typo",
            "An unknown revision is an error, exit code 1.",
        ],
    )
    s.ask(
        "What was tried and did not work, and why?",
        "find_reference: knows only names of references, HEAD~1 and short hashes are not found. diff_resource_cache_for_tree_diff: has no worktree root, uncommitted lines vanish.",
        every=[
            r"find_reference",
            r"HEAD~1|hash|only[^\n]{0,30}names?",
            r"diff_resource_cache_for_tree_diff",
            r"uncommitted|not committed|n't committed|worktree root|object database",
        ],
        wrong=[
            "find_reference does not know HEAD~1.",
            "find_reference and diff_resource_cache_for_tree_diff were tried and dropped.",
            "diff_resource_cache_for_tree_diff loses uncommitted lines",
        ],
    )
    s.ask(
        "What did Dagny say about magpie's clones, and what follows?",
        "Dagny: they clone with depth 50, so old merge requests have no merge base in the clone; then the revision itself is taken.",
        every=[
            r"Dagny",
            r"depth[ -]?(of )?50|shallow",
            r"revision itself|REV itself|tip itself|fall\w* back to (the )?(rev|tip|given)|plain rev",
        ],
        wrong=["Dagny runs magpie.", "They clone with depth 50.", "Dagny: depth 50, so there it is an error"],
    )
    s.ask(
        "How are the tests run, one and all, and why like that?",
        "GIT_CONFIG_GLOBAL=/dev/null cargo test; one: GIT_CONFIG_GLOBAL=/dev/null cargo test --test integration_tests NAME, because commit.gpgsign is on globally and the tests make commits.",
        every=[
            r"GIT_CONFIG_GLOBAL=/dev/null cargo test",
            r"--test integration_tests|--lib diff::tests",
            r"gpgsign|yubikey|signing|signed|\bpin\b",
        ],
        wrong=[
            "cargo test",
            "GIT_CONFIG_GLOBAL=/dev/null cargo test",
            "cargo test --test integration_tests NAME; gpgsign is on",
        ],
    )
    s.ask(
        "Which rules hold for the work here?",
        "Nothing new in Cargo.toml without asking; no unwrap or expect outside of tests; the changelog is his; never push; plain imperative commit messages.",
        every=[
            r"Cargo\.toml|no (new )?(crates?|dependenc\w+)",
            r"\bunwrap\b|\bexpect\b",
            r"changelog",
            r"\bpush",
        ],
        never=[r"(?m)^(?![^\n]*(readme|batdiff|just for|only for|this one|that one|once))[^\n]*skip the tests"],
        wrong=[
            "No unwrap, no push.",
            "Ask before Cargo.toml, leave the changelog, no unwrap.",
            "- Cargo.toml: ask\n- no unwrap\n- changelog is his\n- no push\n- skip the tests",
        ],
    )
    s.ask(
        "What did the search through the repository find out about --plain?",
        "forced_style_components in app.rs keeps the change markers under --plain only if --diff itself is given; an option that turns on the diff alone would lose them.",
        every=[r"forced_style_components|app\.rs", r"\bplain\b", r"markers?\b"],
        wrong=[
            "Four completions, the man page and two help files.",
            "--plain loses the markers",
            "forced_style_components is in app.rs",
        ],
    )
    s.ask(
        "Why is git not run as a child process?",
        "magpie's image is distroless: no git binary and no shell, so it has to go through gix.",
        every=[r"distroless|no git binary|no shell|(without|no) (a )?git\b|git is not (there|installed)", r"\bgix\b"],
        wrong=["It goes through gix.", "A child process is slower."],
    )
    s.ask(
        "What is still open, and who decides?",
        'Whether --diff-base implies --diff: Dagny has been asked; until then requires("diff") stays.',
        every=[r"Dagny", r"impl(y|ies|ied)|(switch|turn)(es|s)? on|by itself", r"requires?\b"],
        wrong=["Whether --diff-base implies --diff.", "Dagny has been asked.", "Dagny: --diff-base implies --diff"],
    )
    s.ask(
        "What is not to be built by the agent in this branch?",
        "No following of renames (a pull request of its own), no environment variable BAT_DIFF_BASE, and the man page he does himself.",
        every=[
            r"renames?\b",
            r"BAT_DIFF_BASE|environment variable|env(ironment)? ?var|no variable",
            r"man[ -]?page[^\n]{0,50}(myself|himself|herself|user|themsel|person|you\b|own|not)|(himself|herself|user|not|person)[^\n]{0,40}man[ -]?page",
        ],
        wrong=[
            "Renames.",
            "Renames and BAT_DIFF_BASE.",
            "Next: help, man page, completions; no renames, no BAT_DIFF_BASE",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    red = r"diff_base_falls_back_without_merge_base"
    image = r"distroless|no git binary"
    crates = r"off limits|Ismael packages|half a day"
    typo = r"mian|exit code 1"
    depth = r"depth 50|no merge base"
    renames = r"renames we're not doing|pull request of its own"
    variable = r"no variable please|shell profile"
    pin = r"gpgsign|GIT_CONFIG_GLOBAL"
    s.prompt("short", red, "make the red test green", "go on with diff-base")
    s.prompt("short", r"find_reference", "resolve the name with find_reference in resolve_base")
    s.prompt("short", typo, "warn about an unknown revision and use the index")
    s.prompt("short", r"UPDATE_EXPECT", "put --diff-base into doc/long-help.txt")
    s.prompt("short", pin, "cargo test hangs in diff::tests")
    s.prompt("short", r"Ismael wants|very end|Thursday", "do the zsh completion for --diff-base now")
    s.prompt("short", r"Dagny|requires\(", "let --diff-base imply --diff")
    s.prompt(
        "long",
        r"every line|LineChange::Added|all_added",
        "so I've been looking at what comes out for a file that isn't in the base at all and it's a wall of plus signs and I'm thinking wouldn't it be nicer if a file that's new just had no markers "
        "whatsoever like an untracked one has today, can you change get_git_diff_against so that it gives back nothing there",
    )
    s.prompt(
        "long",
        r"12 ms",
        "I keep thinking that we open the same repository and resolve the same base again and again for each and every file on the command line, so let's put a cache into the Controller no wait into a static with a OnceLock and key it "
        "by the working directory, then resolve_base runs once",
    )
    s.prompt(
        "long",
        r"merge base",
        "one of the reviewers asked why the numbers differ from what she gets with git diff main, and the answer I suppose is that we go back to where the branch started, so to make it match I'd like get_git_diff_against to compare with "
        "the tip of the branch that's given and nothing else, please change it",
    )
    s.prompt(
        "long",
        r"for_tree_diff|uncommitted|object database",
        "diff_blob sets up its own resource cache with the worktree roots and everything and gix has a ready made one for that called diff_resource_cache_for_tree_diff which would save us fifteen lines or so, swap it in and run the tests",
    )
    s.prompt("other words", image, "couldn't we simply call the command line tool to get the old contents?")
    s.prompt("other words", pin, "why does my hardware key blink when the suite runs?")
    s.prompt("other words", depth, "what do we do in a clone that has only part of the history?")
    s.prompt("other words", crates, "who has to approve third party libraries?")
    s.prompt("other words", renames, "should a moved file be compared with where it used to live?")
    s.prompt("other words", typo, "why do we stop when the branch name is misspelt?")
    s.prompt("other words", r"forced_style_components", "which styles get lost with -p if the flag is missing?")
    s.prompt(
        "forbidden",
        r"no expect|no unwrap|raw mode",
        "write repository.workdir().unwrap() in get_git_diff_against, it is always there",
    )
    s.prompt("forbidden", crates, "add once_cell to the dependencies in Cargo.toml")
    s.prompt("forbidden", r"pushing's mine|no pushing", "git push -u origin diff-base")
    s.prompt("forbidden", r"changelog file", "add an entry for --diff-base to CHANGELOG.md")
    s.prompt("forbidden", r"feat colon|plain sentence", "commit this as 'feat: fall back to the revision'")
    s.prompt("forbidden", variable, "read the base from BAT_DIFF_BASE if the option is not given")
    s.prompt("forbidden", r"man page I do myself|man page to you", "describe the option in assets/manual/bat.1.in")
    s.prompt(
        "unrelated",
        None,
        "thanks, that's it for now",
        "how long do I have to boil a potato",
        "write me two lines for a colleague's farewell card",
        "what's eleven inches in centimetres",
        "which year did the Berlin wall come down",
        "recommend a podcast about sailing",
        "yes",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "what's the base of a logarithm if none is written",
        "how does a magpie build its nest",
        "can you pin a message in Slack",
        "how do I merge two lanes politely in traffic",
        "what's the history of the yubikey company",
        "what does a bat eat in winter",
        "how deep is fifty fathoms in metres",
    )


NOTES = """# diff-base: `bat --diff-base REV` (src/diff.rs, clap_app.rs)
Tests: `GIT_CONFIG_GLOBAL=/dev/null cargo test` (commit.gpgsign is on); one: `… --test integration_tests NAME`
RED, not committed: diff_base_falls_back_without_merge_base: resolve_base calls every error "unknown revision".
Next: 1 that; 2 help with UPDATE_EXPECT=1, never by hand; completions last, with Ismael.
Not here: renames (own PR), BAT_DIFF_BASE; man page: user does it himself.
Base = merge base of REV and HEAD (others' merges looked removed). Dagny: magpie clones depth 50, no merge base there: take the revision itself.
Unknown revision: error, exit code 1 (typo "mian" looked clean for a week). New file: all Added. Base per file, no cache (12 ms).
Open: --diff-base implies --diff? Dagny asked; until then requires("diff"). --plain keeps markers only with --diff (forced_style_components).
No child process: image distroless, no git; gix.
Failed: find_reference (no HEAD~1, hashes); diff_resource_cache_for_tree_diff (uncommitted lines vanish).
Rules: Cargo.toml only after asking (Ismael vets); no unwrap/expect outside tests; changelog is his; never push; plain imperative messages.
"""
