"""Questions, prompts and notes of the scenario `timelimit`."""

from conversation import STALE_MARK, Scenario, stale


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Which test is red, and why?",
        "timeout_kills_grandchildren_holding_the_pipe: a grandchild that called setsid keeps the pipe open, discard() waits for EOF.",
        every=[
            r"grandchildren_holding_the_pipe|holding_the_pipe",
            r"setsid|own session|session of its own|new session|left the group|outside (of )?the (process )?group|isn't in (it|the group)",
            r"discard|EOF|splice",
        ],
        wrong=[
            "timeout_kills_grandchildren_holding_the_pipe is red.",
            "sweep_goes_on_after_a_timeout is red, two cores are not enough.",
            "timeout_kills_grandchildren_holding_the_pipe fails because SIGKILL comes too late.",
        ],
    )
    s.ask(
        "What has to be done next, and what after it?",
        "A self-pipe with poll in discard(), only with --timeout, measured with `yes | head -c 1G`; then the man page.",
        every=[r"self.?pipe|eventfd", r"head -c ?1G|1 ?G(i?B)? (through|of|over)", r"man ?page|hyperfine\.1"],
        never=[stale(r"(completions for (zsh|bash)|(zsh|bash)\S* completions|`?--timeout-grace`? for)")],
        wrong=[
            "Man page, then completions.",
            "Prototype the self-pipe, then the man page.",
            "1. self-pipe, `yes | head -c 1G`\n2. man page\n3. shell completions for zsh and bash",
        ],
    )
    s.ask(
        "How does the watchdog work now, and why not as it was at first?",
        "One watchdog thread for the whole process; a thread per run cost 43 µs inside of the measured window.",
        every=[
            r"watchdog",
            r"\b(one|single|same|a shared)\b[^\n]{0,24}\bthread|thread[^\n]{0,40}(whole process|all runs|started once|once per process)|Keep one watchdog",
            r"43 ?(µs|μs|us|microsec)",
        ],
        wrong=[
            "One watchdog thread for all runs.",
            "A watchdog is started after spawn and sends SIGTERM.",
            "The thread per run costs 43 µs.",
        ],
    )
    s.ask(
        "Why is the child not watched with try_wait or with a pidfd?",
        "try_wait at 5 ms reports 15.6 ms instead of 13.1; pidfd_open is missing on the lab's RHEL 8 hosts (kernel 4.18).",
        every=[
            r"try_wait|polling|5 ms loop",
            r"15\.6|2\.5 ms|13\.1|quanti[sz]|multiple of the interval|calibrated away",
            r"pidfd",
            r"4\.18|RHEL ?8|el8|ENOSYS|not implemented",
        ],
        wrong=[
            "try_wait and pidfd were rejected.",
            "pidfd_open does not exist on 4.18.",
            "try_wait gives 15.6 ms; pidfd is Linux only.",
        ],
    )
    s.ask(
        "How long is the grace period, and why?",
        "300 ms: the programs of the lab exit within 60 ms of SIGTERM or not at all; two seconds were 13 minutes of waiting in a sweep.",
        every=[
            r"300 ?ms|0\.3 ?s|from_millis\(300\)",
            r"\b60 ?ms|13\s+min|thirteen min",
        ],
        never=[
            rf"(?m)^(?![^\n]*(300|{STALE_MARK}))[^\n]*(grace( period)?|GRACE) (is|of|=|:) ?(now )?(two|2) ?s",
            rf"(?m)^(?![^\n]*(300|{STALE_MARK}))[^\n]*SIGKILL (two|2) ?s",
            rf"(?m)^(?![^\n]*(300|{STALE_MARK}))[^\n]*\b(two|2) ?s(econds)? grace is fine",
        ],
        wrong=[
            "The grace is 2 s.",
            "300 ms.",
            "- The grace is 2 s\n- 300 ms, everything exits within 60 ms",
        ],
    )
    s.ask(
        "What happens to the sweep if a command times out, and who wanted it so?",
        "Oksana (perf lab): the benchmark ends with timed_out: true and the sweep goes on with the next command.",
        every=[
            r"Oksana",
            r"(go(es)?|going|carr(y|ies)|continu\w+|mov(e|es)|proceeds?)( on)?( on)?( (with|to))?( the)? next|sweep (continues|goes on|has to go on|must go on)|rest of (a|the) sweep",
            r"timed_out",
        ],
        never=[stale(r"timeout (aborts|stops) (hyperfine|the (whole )?sweep)")],
        wrong=[
            "The sweep goes on with the next command, timed_out: true.",
            "Oksana wants the sweep to stop at the first timeout; timed_out is set.",
            "Oksana asked for a retry.",
        ],
    )
    s.ask(
        "May an insta snapshot that changed be accepted, and what must hold for the JSON?",
        "Never accept snapshots wholesale; JSON without --timeout must not change by a byte (dashboards with deny_unknown_fields).",
        every=[
            r"snapshot|insta accept|insta",
            r"deny_unknown_fields|dashboard|(single|one|a) byte|byte.for.byte",
            r"\bnever\b|\bno\b|\bnot\b|mustn't|don't",
        ],
        wrong=[
            "Run cargo insta accept if a snapshot changes.",
            "Snapshots may not be accepted.",
            "The dashboards read JSON.",
        ],
    )
    s.ask(
        "Which rules hold for dependencies, for the measured time, and for tests?",
        "No new dependency (frozen vendor set); nothing of ours polls, allocates or locks inside of the measured window; tests have no upper bound below one second.",
        every=[
            r"(no|new|never|any)( \w+)? dependenc|vendor|Cargo\.lock",
            r"(polls?|allocat\w+)[^\n]{0,50}locks?\b|(measured|measurement|timing) window|(inside|within|in) (of )?(that|the) window",
            r"(below|under|less than|shorter than|>=|≥|at least) ?(one|1|a) ?s(ec(ond)?)?\b|700 ms",
        ],
        wrong=[
            "No new dependency; upper bounds of tests are at least one second.",
            "Nothing polls inside of the window.",
            "No new dependency, nothing in the measured window, tests run with one thread.",
        ],
    )
    s.ask(
        "How does he want commits?",
        "Subject imperative, without prefix or issue number; CHANGELOG.md is his; nothing is pushed.",
        every=[
            r"imperative",
            r"prefix|issue number",
            r"CHANGELOG",
            r"push",
        ],
        wrong=[
            "Imperative, no prefix, do not push.",
            "One commit for everything, amend freely, CHANGELOG too, push.",
        ],
    )
    s.ask(
        "How is one test of the timeout run, and how are all tests?",
        "`cargo test --locked --test timeout_tests NAME -- --test-threads=1`; all: `cargo test --locked`.",
        every=[
            r"cargo test --locked --test timeout_tests[^\n]*--test-threads=1",
            r"cargo test --locked(?! --test)",
        ],
        wrong=[
            "cargo test --locked",
            "cargo test --locked --test timeout_tests",
            "cargo test --locked --test timeout_tests -- --test-threads=1",
        ],
    )
    s.ask(
        "Who are we waiting for, and with what?",
        "David has to say whether SIGINT (Ctrl-C) is forwarded to the group; Tobias does Windows with job objects.",
        every=[r"David", r"SIGINT|Ctrl.?C", r"Tobias", r"Windows|job objects?"],
        wrong=[
            "David decides about Ctrl-C.",
            "Tobias has to answer about SIGINT, on Windows too.",
        ],
    )
    s.ask(
        "Which runs have no time limit, and which have?",
        "NonBenchmarkRun (calibration, --prepare, --setup, --conclude, --cleanup) is exempt; warmups and timing runs are limited.",
        every=[
            r"NonBenchmarkRun|--?prepare|calibrat",
            r"exempt|spare|no (time )?limit|not? appl|unlimited|legitimately|without (a )?limit|not limited|=> None",
            r"warm-?ups?",
        ],
        wrong=[
            "Every run is limited, --prepare and warmups as well.",
            "NonBenchmarkRun is exempt.",
            "Warmups are covered.",
        ],
    )


def ask_prompts(s: Scenario) -> None:
    polling = r"15\.6|2\.5 ms|calibrated away"
    pidfd = r"4\.18|RHEL 8"
    vendor = r"vendor|Cargo\.lock doesn't"
    grace = r"300 ms|60 ms"
    red = r"holding_the_pipe"
    reaper = r"RUSAGE_CHILDREN|subreaper"
    thread = r"43 µs|one watchdog|inside that window|polls, allocates"
    sweep = r"Oksana|without \(c\)|timed_out"
    shots = r"wholesale|deny_unknown_fields"
    command = r"test-threads=1"
    status = r"outer limit|1, not 124|not 124"
    exempt = r"NonBenchmarkRun"
    s.prompt(
        "short",
        red,
        "get timeout_kills_grandchildren_holding_the_pipe green",
        "continue with --timeout and output=pipe",
    )
    s.prompt("short", polling, "replace child.wait() in execute_and_measure by a try_wait loop")
    s.prompt("short", pidfd, "use pidfd_open instead of the watchdog thread")
    s.prompt("short", grace, "make the grace period between SIGTERM and SIGKILL 2 s")
    s.prompt("short", command, "run the tests in tests/timeout_tests.rs")
    s.prompt("short", sweep, "retry a run once if it timed out")
    s.prompt("short", exempt, "apply --timeout to --prepare and --setup too")
    s.prompt(
        "long",
        thread,
        "I think src/timer/watchdog.rs has become more complicated than it needs to be: two atomics, a OnceLock and a channel of orders, only to stop a child. A local thread that is "
        "spawned in execute_and_measure right after the child, and joined after the wait, would be half as long and would have no global state. Please rewrite it that way.",
        "For debugging hangs I'd like execute_and_measure to collect a few samples of /proc/<pid>/stat while the child runs, say every 20 ms into a Vec, and to attach them to TimerResult. "
        "Put the loop between the start of the wall clock and its stop, where we have the pid anyway, guarded by a mutex so that the progress bar can read it.",
    )
    s.prompt(
        "long",
        shots,
        "After my last change in BenchmarkResult eleven snapshots of insta differ, all in the same way, because the new key appears in each result. Going through them one at a time is tedious "
        "and they are all obviously fine. Run cargo insta accept, check that the suite passes, and give me the diffstat.",
    )
    s.prompt(
        "long",
        reaper,
        "For grandchildren that daemonise themselves, what about making hyperfine a child subreaper at start-up: everything that loses its parent is then reparented to us, and after a timeout we "
        "walk over our children and kill whatever is left. It should be fifteen lines with prctl. Put it behind the flag.",
    )
    s.prompt("other words", pidfd, "how old is the operating system on the machines where the benchmarks are run?")
    s.prompt("other words", exempt, "can the shell calibration be cut off by the limit?")
    s.prompt("other words", sweep, "one of 400 values hangs, do the remaining ones still get measured?")
    s.prompt("other words", status, "what does hyperfine itself return to the caller when something was cut off?")
    s.prompt("other words", r"Tobias|job objects", "does the time limit work on Microsoft's system?")
    s.prompt(
        "other words",
        r"David|SIGINT",
        "an interrupt from the terminal no longer gets through to the benchmarked program",
    )
    s.prompt(
        "other words",
        vendor,
        "is there a crate that waits for a child with a deadline, so that we can drop our own code?",
    )
    s.prompt("forbidden", vendor, "cargo add wait-timeout", "add the crate signal-hook to Cargo.toml")
    s.prompt("forbidden", r"CHANGELOG", "add an entry for --timeout to CHANGELOG.md")
    s.prompt("forbidden", r"pushed|push", "git push -u origin run-timeout")
    s.prompt("forbidden", r"700 ms|below one second", "assert in timeout_tests.rs that the run is over within 600 ms")
    s.prompt("forbidden", r"No units|seconds as a float", "let --timeout accept 500ms and 2m")
    s.prompt("forbidden", r"without a prefix|imperative", "commit as 'feat(timer): poll the pipe (#841)'")
    s.prompt(
        "unrelated",
        None,
        "what's a good recipe for lentil soup?",
        "thanks, have a nice weekend",
        "translate 'good morning' into Finnish",
        "how far is Jupiter from the sun?",
        "write a limerick about a cat that can't swim",
        "who wrote The Leopard?",
        "what is 17% of 4,300?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how long is a timeout in basketball?",
        "how long does a warmup before a marathon take?",
        "which organ pipe makes the lowest sound?",
        "how many grandchildren did Queen Victoria have?",
        "is there a grace period for a late tax return in Denmark?",
        "how do I train a watchdog puppy not to bark?",
        "sweep the floor or vacuum first?",
    )


NOTES = """# run-timeout (--timeout SECONDS)
RED, uncommitted, no #[ignore]: timeout_kills_grandchildren_holding_the_pipe: setsid grandchild keeps the pipe, discard() waits for EOF.
Next: self-pipe+poll in discard(), only with --timeout, measure `yes | head -c 1G` first; man page; first-run warning.
Waiting: David on Ctrl-C. Tobias does Windows (refused till then).
One: `cargo test --locked --test timeout_tests NAME -- --test-threads=1`; all: `cargo test --locked`
One watchdog thread for all runs (one per run: +43 µs). Grace 300 ms (exit within 60 ms or never). NonBenchmarkRun exempt, warmups limited.
Oksana: sweep goes on with the next command, no retry, timed_out: true. First run: no entry. Exit 1, not 124.
Rejected: try_wait (15.6 for 13.1 ms); pidfd (lab has 4.18); wait-timeout; subreaper (orphans in RUSAGE_CHILDREN).
Rules: no new dependency (frozen vendor set); nothing polls, allocates or locks in the measured window; never accept snapshots, JSON without the flag stays (dashboards deny_unknown_fields); test bounds at least 1 s; subjects imperative, no prefix/issue number; CHANGELOG is his; no push.
"""
