"""The sittings of the scenario `timelimit`: three days of a systems engineer and Codex."""

from pathlib import Path

from conversation import CodexSession, Scenario
from files import (
    ARG,
    BENCH,
    BREAK,
    CALL,
    CALL_NEW,
    CLI,
    DOG,
    DOG_ONE,
    DOG_TWO,
    ERROR,
    EXEC,
    EXIT_FIELD,
    FLAG_FIELD,
    GROUP,
    MIN_TIME,
    OPTIONS,
    PARSE,
    PIPE_TEST,
    PLAIN_WAIT,
    POLLING,
    RESULT,
    SIGNATURE,
    SIGNATURE_NEW,
    SPAWN,
    STOP,
    STYLE_ARG,
    SWEEP_TEST,
    TEST_FILE,
    TESTS,
    TIMEOUT_FIELD,
    TIMER,
    TIMING,
    UNIT_DEFAULT,
    UNIT_FIELD,
)
from material import find_line, read_lines

COMMIT = "327d5f4"


def show(session: CodexSession, clone: Path, path: str, start: str, count: int, title: str = "") -> None:
    first = find_line(clone, COMMIT, path, start)
    text = read_lines(clone, COMMIT, path, first, first + count - 1)
    session.bash(f"sed -n '{first},{first + count - 1}p' {path}", text, title=title)


def green(time: str, *names: str) -> str:
    lines = "\n".join(f"test {name} ... ok" for name in names)
    return f"running {len(names)} tests\n{lines}\n\ntest result: ok. {len(names)} passed; 0 failed; finished in {time}s"


ALL_GREEN = """\
     Running unittests src/main.rs (target/debug/deps/hyperfine-8a4c1f5b0c6f2d1e)
test result: ok. 50 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.06s
     Running tests/execution_order_tests.rs (target/debug/deps/execution_order_tests-5be0f7d19f3a0c44)
test result: ok. 18 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9.71s
     Running tests/integration_tests.rs (target/debug/deps/integration_tests-c1d7a4e2b9930f6a)
test result: ok. 39 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 4.12s
     Running tests/timeout_tests.rs (target/debug/deps/timeout_tests-0f9d1e6f6ab2c781)
test result: ok. {n} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in {time}s"""


def commit(session: CodexSession, paths: str, subject: str, body: str) -> None:
    session.bash(
        f"git add {paths} && git commit -q -m '{subject}' -m '{body}' && git log -1 --format=%s",
        subject,
        run=True,
    )


def first_morning(s: Scenario, clone: Path) -> None:
    a = CodexSession(s, "019e3a10-52c7-7f04-9a61-0b7c2f9e4d01", 18, 8)
    a.user(
        "A benchmark that hangs takes the whole sweep down with it, and our nightly job only ends when the scheduler kills the machine. "
        "I want `--timeout SECONDS`: a run that exceeds it is terminated and counts as failed. Before you write anything, read "
        "execute_and_measure and tell me what sits between the start and the stop of the wall clock, because whatever we put there is "
        "billed to the user's command."
    )
    show(a, clone, TIMER, "/// Execute the given command and return", 42, "I'll read the timer first, then its caller.")
    show(a, clone, EXEC, "fn run_command_and_measure_common(", 28)
    a.answer(
        "Between `WallClockTimer::start()` and `.stop()` there are exactly three things:\n\n"
        "1. `command.spawn()`, i.e. fork/exec (or posix_spawn)\n"
        "2. with `CommandOutputPolicy::Pipe` only, `discard(output)`, which reads the child's stdout until EOF\n"
        "3. `child.wait()`, a plain blocking `waitpid`\n\n"
        "`CPUTimer` starts before the wall clock and stops after it; it uses `getrusage(RUSAGE_CHILDREN)`, so CPU time of our own threads "
        "doesn't show up there."
    )
    a.user(
        "Correct. That gives a constraint that outlives this feature: inside that window nothing of ours polls, allocates or takes a lock; "
        "such work is done before the start or after the stop. With that in mind, list the candidates with their cost. No code."
    )
    a.answer(
        "Four candidates:\n\n"
        "- **`try_wait` loop** with a short sleep. Ten lines, portable. Quantises the measured time to the interval.\n"
        "- **`wait-timeout` crate**. Well tested, but installs a process-wide SIGCHLD handler on Unix.\n"
        "- **`pidfd_open` + `poll`**. One syscall more, no thread, no signal handler. Linux only.\n"
        "- **Watchdog thread** that sleeps and sends a signal, while the main thread stays in `waitpid`. Portable across Unix.\n\n"
        "I would take `wait-timeout`: least code to maintain, and the SIGCHLD handler doesn't get in anyone's way here."
    )
    a.user(
        "wait-timeout is out. Debian and two other distributions build us from a frozen vendor set, so Cargo.toml gets no new dependency and "
        "Cargo.lock doesn't move, here or anywhere else. As for the loop, I'd rather see numbers than argue: try_wait at 5 ms against "
        "`sleep 0.012`. It's throwaway, so for the experiment an eprintln in execute_and_measure is fine as long as it's gone afterwards."
    )
    a.patch(TIMER, PLAIN_WAIT, POLLING)
    a.bash(
        "cargo build --release --locked 2>&1 | tail -1 && for b in /tmp/hf-main target/release/hyperfine; do $b -N --runs 300 --style basic 'sleep 0.012' 2>/dev/null; done",
        "    Finished `release` profile [optimized] target(s) in 41.02s\n"
        "Benchmark 1: sleep 0.012\n  Time (mean ± σ):      13.1 ms ±   0.2 ms    [User: 0.6 ms, System: 0.5 ms]\n"
        "  Range (min … max):    12.7 ms …  13.9 ms    300 runs\n \n"
        "Benchmark 1: sleep 0.012\n  Time (mean ± σ):      15.6 ms ±   0.9 ms    [User: 0.7 ms, System: 0.6 ms]\n"
        "  Range (min … max):    15.2 ms …  20.4 ms    300 runs\n ",
        title="The loop is in; the same binary of main beside it for comparison.",
    )
    a.answer(
        "The loop reports 15.6 ms ± 0.9 where main reports 13.1 ms ± 0.2. Everything between 10 and 15 ms ends up at the next multiple of the "
        "interval. At 1 ms the bias shrinks to about 0.5 ms, but the loop then wakes a thousand times a second next to the benchmarked command."
    )
    a.user(
        "As expected: 2.5 ms that depend on where in the interval the child happens to exit can't even be calibrated away. Take it out again. "
        "Next the pidfd, on paper the cleanest of the lot."
    )
    a.patch(TIMER, POLLING, PLAIN_WAIT)
    a.bash(
        "git diff --stat; uname -r; python3 -c 'import os; print(os.pidfd_open(os.getpid()))'",
        "6.8.0-45-generic\n3",
        title="Reverted. A quick probe whether the syscall is available here.",
    )
    a.answer(
        "The loop is out, the tree is clean. `pidfd_open` works on this box (6.8). It exists since Linux 5.3; macOS and the BSDs would need "
        "`kqueue` with `EVFILT_PROC` instead. Which kernels do you have to support?"
    )
    a.user(
        "That one:\n\n```\nlab-07 ~ $ uname -r; python3 -c 'import os; print(os.pidfd_open(os.getpid()))'\n4.18.0-553.16.1.el8_10.x86_64\n"
        'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nOSError: [Errno 38] Function not implemented\n```\n\n'
        "All eleven hosts of the perf lab are RHEL 8 and stay on 4.18 until the hardware is retired. So no pidfd, and I won't carry two "
        "implementations. Watchdog thread, main thread stays in the blocking wait."
    )
    a.patch(DOG, "", DOG_ONE)
    a.patch(TIMER, "mod wall_clock_timer;\n", "mod wall_clock_timer;\n\n#[cfg(not(windows))]\nmod watchdog;\n")
    a.patch(TIMER, SIGNATURE, SIGNATURE_NEW)
    a.patch(
        TIMER,
        "use std::process::{ChildStdout, Command, ExitStatus};\n",
        "use std::process::{ChildStdout, Command, ExitStatus};\nuse std::time::Duration;\n",
    )
    a.patch(
        TIMER, SPAWN, SPAWN + "    let watchdog = timeout.map(|limit| watchdog::Watchdog::start(child.id(), limit));\n"
    )
    a.patch(TIMER, STOP, "    let timed_out = watchdog.map_or(false, watchdog::Watchdog::stop);\n" + STOP)
    a.patch(
        TIMER,
        "        memory_usage_byte,\n        status,\n",
        "        memory_usage_byte,\n        timed_out,\n        status,\n",
    )
    a.patch(
        TIMER,
        "    /// The exit status of the process\n",
        "    /// Whether the process exceeded the time limit\n    pub timed_out: bool,\n    /// The exit status of the process\n",
    )
    a.answer(
        "`src/timer/watchdog.rs` has a `Watchdog` that is started after `spawn`, sleeps in `recv_timeout(limit)`, and sends SIGTERM, then "
        "SIGKILL two seconds later. `TimerResult` carries `timed_out`. `child.wait()` is unchanged. Not wired to the command line yet."
    )
    a.user(
        "And grandchildren? Under the default shell, killing `sh` leaves a `make -j8` running, which then competes with the next benchmark; "
        "that would be worse than the hang."
    )
    a.patch(
        TIMER,
        "    let wallclock_timer = WallClockTimer::start();\n",
        GROUP + "    let wallclock_timer = WallClockTimer::start();\n",
    )
    a.answer(
        "The child now leads a process group of its own (`process_group(0)`), and the watchdog signals the group (`kill(-pid)`). One consequence "
        "you should know: a terminal's Ctrl-C goes to the foreground group only, so it reaches hyperfine but no longer the benchmarked command."
    )
    a.user(
        "Then the group is created only if --timeout was given; without the flag, behaviour stays as it is today, Ctrl-C included. You have "
        "that condition already, good, keep it. Second: let someone check who else comes through run_command_and_measure_common. I suspect "
        "calibration and --prepare do, and neither should be killed by accident."
    )
    a.delegate(
        "hyperfine: which code paths reach run_command_and_measure_common in src/benchmark/executor.rs, and with which BenchmarkIteration? Read and report, change nothing.",
        "Five paths besides the timing runs. `Benchmark::run_intermediate_command` (src/benchmark/mod.rs) serves --setup, --prepare, --conclude "
        "and --cleanup, always with `BenchmarkIteration::NonBenchmarkRun`. `ShellExecutor::calibrate` runs the empty command 50 times, also as "
        "`NonBenchmarkRun`. Warmups use `Warmup(i)`, timing runs `Benchmark(i)`. `MockExecutor` (--debug-mode) never gets there, so no "
        "test with --debug-mode can exercise a timeout.",
    )
    a.answer(
        "Your suspicion holds. --setup, --prepare, --conclude, --cleanup and the 50 calibration runs of `ShellExecutor` all pass through it, every "
        "one as `NonBenchmarkRun`; warmups are `Warmup(i)`. Also: `--debug-mode` uses `MockExecutor`, which never gets there, so tests of the "
        "timeout have to run real commands."
    )
    a.user(
        "NonBenchmarkRun is exempt: a prepare that rebuilds or drops caches may legitimately take minutes. Warmups are covered, since a hang shows "
        "up there first. Wire it up, f64 seconds like min-benchmarking-time."
    )
    a.patch(CLI, STYLE_ARG, ARG + STYLE_ARG)
    a.patch(OPTIONS, "use std::{cmp, env, fmt, io};\n", "use std::time::Duration;\nuse std::{cmp, env, fmt, io};\n")
    a.patch(OPTIONS, UNIT_FIELD, UNIT_FIELD[:-2] + TIMEOUT_FIELD)
    a.patch(OPTIONS, UNIT_DEFAULT, UNIT_DEFAULT + "            timeout: None,\n")
    a.patch(OPTIONS, MIN_TIME, PARSE + MIN_TIME)
    a.patch(EXEC, CALL, CALL_NEW)
    a.patch(
        EXEC,
        "    command_name: &str,\n) -> Result<TimerResult> {",
        "    command_name: &str,\n    timeout: Option<Duration>,\n) -> Result<TimerResult> {",
    )
    a.patch(
        EXEC,
        "            &command.get_command_line(),\n        )?;\n\n        Ok((",
        "            &command.get_command_line(),\n            self.options.timeout,\n        )?;\n\n        Ok((",
    )
    a.patch(
        EXEC,
        "            &command.get_command_line(),\n        )?;\n\n        // Subtract",
        "            &command.get_command_line(),\n            self.options.timeout,\n        )?;\n\n        // Subtract",
    )
    a.patch(EXEC, "use std::process::ExitStatus;\n", "use std::process::ExitStatus;\nuse std::time::Duration;\n")
    a.patch(TESTS, "", TEST_FILE)
    a.bash(
        "cargo test --locked 2>&1 | tail -30",
        "test timeout_spares_preparation_commands ... ok\ntest timeout_stops_a_hanging_command ... FAILED\n\nfailures:\n\n"
        "---- timeout_stops_a_hanging_command stdout ----\n\nthread 'timeout_stops_a_hanging_command' panicked at tests/timeout_tests.rs:12:10:\n"
        'Unexpected success\ncommand=`cd "tests/" && "/home/dev/hyperfine/target/debug/hyperfine" "--runs=1" "--timeout=0.5" "sleep 30"`\n\n'
        "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 31.44s",
        title="All tests.",
        code=101,
    )
    a.text(
        "31 s, so the limit never reached `execute_and_measure`. The binary under test looks like a stale incremental build; rebuilding."
    )
    a.bash(
        "touch src/main.rs && cargo test --locked 2>&1 | grep -E 'Running|test result'",
        ALL_GREEN.format(n=2, time="1.83"),
        title="Again, from a fresh build.",
    )
    a.answer(
        "All green; the failure was a stale incremental build. `timeout_stops_a_hanging_command` takes 0.6 s, `timeout_spares_preparation_commands` 1.1 s."
    )
    a.user(
        "Commit. Subjects are imperative and capitalised, without a prefix and without an issue number; the body says why, and one commit carries one "
        "concern. CHANGELOG.md stays untouched, I write the entry when I open the pull request. And nothing is pushed from your side."
    )
    commit(
        a,
        f"{DOG} {TIMER} {EXEC} {CLI} {OPTIONS} {TESTS}",
        "Terminate runs that exceed a time limit",
        "A command that hangs used to block the whole session.",
    )
    a.answer(
        'Committed on `run-timeout` as "Terminate runs that exceed a time limit". CHANGELOG.md untouched, nothing pushed.'
    )
    a.user("While it's fresh: why is OUTLIER_THRESHOLD 1.4826 * 10 when Iglewicz and Hoaglin recommend 3.5?")
    show(a, clone, "src/outlier_detection.rs", "/// Minimum modified Z-score", 4)
    a.answer(
        "The 3.5 of the book is for scores scaled by 0.6745, which makes the MAD comparable to a standard deviation. Here the scores are unscaled, and "
        "the factor is ten standard deviations instead of roughly five, i.e. deliberately insensitive: run times are skewed to the right, and a warning "
        "on every second benchmark would be ignored soon."
    )
    a.user("Fair, leave it.")
    a.answer(
        "Left as it is. Open on the timeout:\n\n- JSON: tell that a run was terminated\n- grace period as an option\n- doc/hyperfine.1\n- zsh/bash completions\n- Windows"
    )
    a.end()


def man_page(s: Scenario, clone: Path) -> None:
    b = CodexSession(s, "019e3b92-0a44-7c18-8d2f-6e1d5a3b8c02", 18, 15)
    b.user(
        "Unrelated, ten minutes, branch man-iteration off main is checked out. A user was surprised by $HYPERFINE_ITERATION during warmups. Mail below. "
        "Add to the man page that it is `warmup-N` there. Text only, so skip tests and clippy for this one, and you may amend as you like on that branch.\n\n"
        "```\n> In our Makefile every target must never be run with a numeric suffix.\n> We always set ITER=$HYPERFINE_ITERATION and then do not\n"
        '> expect "warmup-0" in there. Please use -1 instead.\n```'
    )
    b.bash("sed -n '292,300p' doc/hyperfine.1", read_lines(clone, COMMIT, "doc/hyperfine.1", 292, 300))
    b.patch(
        "doc/hyperfine.1",
        "environment variable: 'my-command > output-${HYPERFINE_ITERATION}.log'\n",
        "environment variable: 'my-command > output-${HYPERFINE_ITERATION}.log'\nDuring warmups its value is 'warmup-N'.\n",
    )
    b.bash(
        "git commit -qam 'Document HYPERFINE_ITERATION during warmups' && git log -1 --format=%s",
        "Document HYPERFINE_ITERATION during warmups",
        run=True,
    )
    b.answer(
        "Done and committed on man-iteration. I didn't touch the value itself; -1 would break whoever uses it in file names."
    )
    b.user("Say that N counts from 0, as the numbers of the timing runs do.")
    b.patch(
        "doc/hyperfine.1",
        "During warmups its value is 'warmup-N'.\n",
        "It counts from 0. During warmups its value is 'warmup-N', which counts from 0 as well.\n",
    )
    b.bash("git commit -q --amend --no-edit -a", run=True)
    b.answer("Amended.")
    b.user("thanks")
    b.answer("You're welcome.")
    b.end()


def second_morning(s: Scenario, clone: Path) -> None:
    c = CodexSession(s, "019e3f38-6d1b-7e52-b4a9-92c07f15de03", 19, 8)
    c.user("Morning. Timeout again. Is the tree clean?")
    c.bash(
        "git status -sb -uno; git log --oneline -1 | cut -c9-",
        "## run-timeout\nTerminate runs that exceed a time limit",
        title="Checking.",
    )
    c.answer("Clean, on `run-timeout`, one commit ahead of main.")
    c.user(
        "Two things. First, I measured on lab-07, performance governor, 2000 runs each:\n\n```\nhyperfine -N true\n  main                     481 µs ± 9\n"
        "  run-timeout, no flag     481 µs ± 9\n  run-timeout, --timeout 10    524 µs ± 22\n```\n\nThe 43 µs are the thread you start after child.spawn(), "
        "which is inside the window I asked you to keep free, and it more than doubles σ. Second, Oksana from the perf lab read the draft, but let's fix the first one before that."
    )
    c.text(
        "You're right, `Watchdog::start` sits between spawn and wait: a clone(2), a stack mapping and a channel per run."
    )
    c.patch(DOG, DOG_ONE, DOG_TWO)
    c.patch(
        TIMER,
        "    let watchdog = timeout.map(|limit| watchdog::Watchdog::start(child.id(), limit));\n",
        "    if timeout.is_some() {\n        watchdog::watch(child.id());\n    }\n",
    )
    c.patch(
        TIMER,
        "    let timed_out = watchdog.map_or(false, watchdog::Watchdog::stop);\n",
        "    let timed_out = timeout.is_some() && watchdog::disarm();\n",
    )
    c.patch(
        TIMER,
        "        command.process_group(0);\n    }\n",
        "        command.process_group(0);\n    }\n    if let Some(limit) = timeout {\n        watchdog::arm(limit);\n    }\n",
    )
    c.bash("cargo test --locked 2>&1 | grep -E 'Running|test result'", ALL_GREEN.format(n=2, time="1.79"))
    c.answer(
        "Rewritten: one watchdog thread for the whole process, started once. `arm(limit)` before the clock starts, `watch(pid)` inside the window is a "
        "single relaxed atomic store, `disarm()` after the stop. Tests pass. My numbers here (6.8, noisy): 502 µs without, 503 µs with the flag."
    )
    c.user(
        "Relaxed is wrong, the other thread reads the pid on a different core and acts upon it. Release, to pair with the Acquire you already have."
    )
    c.patch(
        DOG, "    CHILD.store(pid as i32, Ordering::Relaxed);\n", "    CHILD.store(pid as i32, Ordering::Release);\n"
    )
    c.answer("`Release` now. On x86 it's the same instruction, on aarch64 an `stlr`.")
    c.user("482 µs ± 9 on lab-07 with the flag. That's settled, commit.")
    commit(
        c,
        f"{DOG} {TIMER}",
        "Keep one watchdog thread for all runs",
        "Starting one per run cost 43 µs inside of the measured time.",
    )
    c.answer('Committed: "Keep one watchdog thread for all runs".')
    c.user(
        "Now Oksana. Her sweep has 400 values and runs for six hours; an error that stops hyperfine at value 137 is for her the problem and not the cure. She "
        'wants the sweep to go on with the next value. I had said "counts as failed", and she has a point. What are the choices?'
    )
    c.answer(
        "Three:\n\n(a) treat it like any failure and require `-i`: the run stays in `times` with a value close to the limit\n(b) end only that benchmark, keep the "
        "runs before, flag the result, go on with the next command\n(c) retry the run once before giving up\n\nI'd combine (b) and (c): a single retry hides sporadic hangs."
    )
    c.user(
        "(b), without (c). A hang that disappears at the second attempt is precisely what Oksana wants to hear about. And not (a): a truncated time pulls mean and max "
        "towards the limit, and no reader of the JSON can tell. So the run that was killed is in neither times nor exit_codes, and the result gets `timed_out: true`."
    )
    c.patch(RESULT, EXIT_FIELD, FLAG_FIELD + EXIT_FIELD)
    c.bash(
        "sed -i 's/^\\( *\\)memory_usage_byte: None,$/&\\n\\1timed_out: false,/' src/export/csv.rs src/export/tests.rs src/benchmark/relative_speed.rs && "
        "sed -i 's/^\\( *\\)memory_usage_byte: result.memory_usage_byte,$/&\\n\\1timed_out: result.timed_out,/; s/^\\( *\\)memory_usage_byte: 0,$/&\\n\\1timed_out: false,/' src/benchmark/executor.rs",
        title="The literals in the tests need the field too.",
        run=True,
    )
    c.patch(RESULT, '    #[serde(skip_serializing_if = "std::ops::Not::not")]\n', "")
    c.patch(
        TIMING,
        "    pub memory_usage_byte: u64,\n}",
        "    pub memory_usage_byte: u64,\n\n    /// Whether the time limit was exceeded\n    pub timed_out: bool,\n}",
    )
    c.patch(
        BENCH,
        "        let mut all_succeeded = true;\n",
        "        let mut all_succeeded = true;\n        let mut timed_out = false;\n",
    )
    c.patch(
        BENCH,
        "            let success = status.success();\n\n            times_real.push",
        "            let success = status.success();\n" + BREAK + "\n            times_real.push",
    )
    c.patch(
        BENCH,
        "            memory_usage_byte: Some(memory_usage_byte),\n",
        "            memory_usage_byte: Some(memory_usage_byte),\n            timed_out,\n",
    )
    c.bash(
        "cargo test --locked 2>&1 | tail -40",
        "---- benchmark::scheduler::scheduler_basic stdout ----\n━━━━━━━━━━━━━━ Snapshot Summary ━━━━━━━━━━━━━━\nSnapshot: scheduler_basic\n"
        "   12    12 │     - 0\n         13 │+  timed_out: false\n   13    14 │   exit_codes:\n\n"
        "To update snapshots run `cargo insta review`\n\ntest result: FAILED. 49 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.07s",
        code=101,
    )
    c.answer(
        "One snapshot differs, `scheduler_basic`, because of the new field. I can run `cargo insta accept` to bring it up to date; otherwise everything passes."
    )
    c.user(
        "No, and never accept snapshots wholesale. That snapshot tells you the output changed for everybody who doesn't use the flag. Our dashboards deserialise with "
        "deny_unknown_fields, so exported JSON without --timeout mustn't change by a single byte. Leave the field out unless it is true."
    )
    c.patch(
        RESULT,
        "    pub timed_out: bool,\n",
        '    #[serde(skip_serializing_if = "std::ops::Not::not")]\n    pub timed_out: bool,\n',
    )
    c.patch(TESTS, "}\n\n#[test]\nfn timeout_spares", "}\n" + SWEEP_TEST + "\n#[test]\nfn timeout_spares")
    c.bash("cargo test --locked 2>&1 | grep -E 'Running|test result'", ALL_GREEN.format(n=3, time="2.94"))
    c.answer(
        "`skip_serializing_if` on the field, snapshot unchanged, all tests pass. Two gaps I noticed:\n\n- if the very first run times out there are no times, and `mean` isn't an Option\n"
        "- which status should hyperfine itself exit with at the end? I'd suggest 124, as timeout(1) does"
    )
    c.user(
        "First gap: no entry in the export then, only a warning on stderr, because consumers take mean for a number. Second: 1, not 124. The nightly job runs "
        "`timeout 6h hyperfine ...`, and there 124 already means the outer limit."
    )
    c.bash(
        "backstory -q remember decision 'A benchmark whose first run times out has no entry in the export, only a warning on stderr: consumers take mean for a number' "
        "--at src/benchmark/scheduler.rs --tag timeout",
        title="I keep the first one on record.",
        run=True,
    )
    commit(
        c,
        f"{RESULT} {TIMING} {BENCH} {EXEC} {TESTS} src/export src/benchmark/relative_speed.rs",
        "Go on with the next command after a timeout",
        "An error would throw away the rest of a sweep.",
    )
    c.answer(
        "Committed. The exit status is 1 if anything timed out. Next, in this order:\n\n1. man page entry for --timeout\n2. shell completions for zsh and bash\n3. `--timeout-grace` for the two seconds\n"
        "4. Windows\n5. `--output=pipe`, which I haven't tested with a timeout at all"
    )
    c.end()


def second_afternoon(s: Scenario, clone: Path) -> None:
    d = CodexSession(s, "019e40b1-93fe-7a67-8c05-4d8e21b6fa04", 19, 15)
    d.user(
        "Three points.\n\n1. Grace: I traced the 38 programs of the lab. All but one are gone within 60 ms of SIGTERM, and that one ignores it. With 400 hung values two seconds add up to 13 "
        "minutes of waiting for nothing. Make it 300 ms and a constant; no option.\n2. Windows: there are no process groups. Tobias does it with job objects in windows_timer.rs in a PR of his "
        "own, so on Windows --timeout is refused with an OptionsError for now.\n3. Completions: build.rs generates them from cli.rs. Strike them from your list."
    )
    d.patch(
        DOG, "const GRACE: Duration = Duration::from_secs(2);", "const GRACE: Duration = Duration::from_millis(300);"
    )
    d.patch(
        ERROR,
        '    #[error("Unknown output policy',
        '    #[error("\'--timeout\' is not supported on Windows yet")]\n    TimeoutUnsupported,\n    #[error("Unknown output policy',
    )
    d.patch(
        OPTIONS,
        '        if let Some(seconds) = matches.get_one::<String>("timeout") {\n',
        '        if let Some(seconds) = matches.get_one::<String>("timeout") {\n            if cfg!(windows) {\n                return Err(OptionsError::TimeoutUnsupported);\n            }\n',
    )
    d.bash(
        "cargo clippy --locked --all-targets 2>&1 | tail -1",
        "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 6.31s",
    )
    d.answer(
        "1. `GRACE` is 300 ms, a constant.\n2. `OptionsError::TimeoutUnsupported` on Windows.\n3. Struck.\n\nWhile I was in the parser: should `--timeout` accept units, `500ms` or `2m`? It would be a small helper."
    )
    d.user(
        "No units. Every duration of ours on the command line is seconds as a float, and one exception is worse than a long number."
    )
    d.answer("Understood, plain seconds.")
    d.user(
        "On my laptop:\n\n```\n$ cargo test --locked --test timeout_tests\ntest timeout_stops_a_hanging_command ... ok\ntest timeout_spares_preparation_commands ... FAILED\ntest sweep_goes_on_after_a_timeout ... FAILED\n"
        "  The process has been terminated by a signal in the first benchmark run\n```\n\nTwo cores, and each test calibrates a shell 50 times in parallel, so `true` itself runs into 0.5 s. What do you make of it?"
    )
    d.answer(
        "Contention, as you say: with `-- --test-threads=1` each has the machine to itself. Alternatively the limits in the tests go up to 5 s, which would make the suite slower by half a minute."
    )
    d.user(
        "One thread, then: `cargo test --locked --test timeout_tests -- --test-threads=1`, plus the name of a test if only one is meant. The limits stay."
    )
    d.bash(
        "cargo test --locked --test timeout_tests -- --test-threads=1",
        green(
            "2.61",
            "sweep_goes_on_after_a_timeout",
            "timeout_spares_preparation_commands",
            "timeout_stops_a_hanging_command",
        ),
    )
    d.answer("Three passed, 2.6 s.")
    d.user(
        "Something else about tests before you write more of them: no upper bound below one second, ever. The macOS runners in CI stall for up to 700 ms at random, and I've spent a week on flakes like that."
    )
    d.bash(
        "backstory -q remember fact 'macOS runners in CI stall up to 700 ms: tests never assert an upper bound below one second' --at tests/timeout_tests.rs --tag tests",
        run=True,
    )
    d.answer("Noted. The existing ones assert ten seconds.")
    d.user("Commit both, separately.")
    commit(d, DOG, "Shorten the grace period to 300 ms", "Programs exit within 60 ms of SIGTERM or not at all.")
    commit(d, f"{ERROR} {OPTIONS}", "Refuse --timeout on Windows", "Process groups do not exist there.")
    d.answer("Two commits. Left on the list: man page, `--output=pipe`.")
    d.end()


def third_morning(s: Scenario, clone: Path) -> None:
    e = CodexSession(s, "019e446f-1c80-7b93-a7d1-305be94c6205", 20, 8)
    e.user(
        "Pipe before man page, I don't want to document something that may not hold. My worry is discard(): it reads to EOF before we ever get to wait."
    )
    show(e, clone, TIMER, "/// Discard the output of a child process.", 31)
    e.patch(TESTS, "\n#[test]\nfn timeout_spares", PIPE_TEST + "\n#[test]\nfn timeout_spares")
    e.bash(
        "cargo test --locked --test timeout_tests timeout_kills_grandchildren_holding_the_pipe -- --test-threads=1",
        "running 1 test\ntest timeout_kills_grandchildren_holding_the_pipe ... FAILED\n\nfailures:\n\n---- timeout_kills_grandchildren_holding_the_pipe stdout ----\n\n"
        "thread 'timeout_kills_grandchildren_holding_the_pipe' panicked at tests/timeout_tests.rs:33:5:\nassertion failed: start.elapsed() < Duration::from_secs(5)\n\n"
        "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 20.34s",
        title="A test with a grandchild that left the group.",
        code=101,
    )
    e.answer(
        "Your worry is justified. The group is gone after 0.5 s, but a grandchild that called `setsid` isn't in it, and it still holds the write end of the pipe. `discard()` sits in "
        "`splice` until EOF, 20 s later. I could make hyperfine a subreaper (`prctl(PR_SET_CHILD_SUBREAPER)`) and kill whatever gets reparented to us."
    )
    e.user(
        "No subreaper. It's Linux only, and every orphan we reap ends up in RUSAGE_CHILDREN, i.e. in the user and system time of whichever command runs next. I'd rather have wrong behaviour than wrong numbers."
    )
    e.answer(
        "Two others:\n\n- the watchdog closes our read end once it has fired, so that `splice` returns with EBADF. Racy: the descriptor number could be reused\n- `poll` on the pipe plus an `eventfd`/self-pipe that the watchdog "
        "writes to. Correct, but one `poll` more per chunk, inside of the measured window"
    )
    e.user(
        "The first is a bug waiting for a victim. The second violates the window, unless it is only used when --timeout is given and we can show that it costs nothing. Measure it on `yes | head -c 1G` before you decide; "
        "I need that number, not an opinion. Not now, I have to leave at ten."
    )
    e.answer(
        "Will do: self-pipe with `poll` in `discard()`, only with --timeout, measured against the present state with `yes | head -c 1G`."
    )
    e.user(
        "And Ctrl-C: I asked David in the issue whether hyperfine should forward SIGINT to the group or whether losing it under --timeout is acceptable. It's his call as the maintainer. Don't build anything there until he has answered."
    )
    e.answer("I leave it alone until David has answered.")
    e.user("Does the lock file of indicatif still pin =0.17.4, by the way?")
    e.bash("grep -n indicatif Cargo.toml", 'indicatif = "=0.17.4"')
    e.answer("Yes, `=0.17.4` in Cargo.toml.")
    e.user("ok. Leave the red test in the tree, uncommitted, and no #[ignore] on it. Summary please, then I'm off.")
    e.bash("git status -s -uno", f" M {TESTS}")
    e.answer(
        "**State of `run-timeout`**: five commits, everything green except the uncommitted test `timeout_kills_grandchildren_holding_the_pipe`: a grandchild in its own session keeps the pipe open, and `discard()` waits for EOF.\n\n"
        "**Next**\n\n1. Prototype the self-pipe with `poll` in `discard()`, only with --timeout, and measure `yes | head -c 1G` with and without\n2. Decide with that number; then make the test green\n"
        "3. Man page entry for --timeout in doc/hyperfine.1\n4. The warning if the first run times out, in src/benchmark/scheduler.rs\n\n**Waiting**: David on SIGINT, Tobias on Windows."
    )
    e.end()
