"""The Rust of the scenario `timelimit`: what the agent writes, by file."""

TIMER = "src/timer/mod.rs"
DOG = "src/timer/watchdog.rs"
EXEC = "src/benchmark/executor.rs"
BENCH = "src/benchmark/mod.rs"
RESULT = "src/benchmark/benchmark_result.rs"
TIMING = "src/benchmark/timing_result.rs"
TESTS = "tests/timeout_tests.rs"
CLI = "src/cli.rs"
OPTIONS = "src/options.rs"
ERROR = "src/error.rs"

PLAIN_WAIT = "    let status = child.wait()?;\n\n    let time_real = wallclock_timer.stop();\n"

POLLING = """    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    eprintln!("polled");

    let time_real = wallclock_timer.stop();
"""

DOG_ONE = """//! Terminates the process group of a command that exceeds its time limit.

use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time between SIGTERM and SIGKILL
const GRACE: Duration = Duration::from_secs(2);

pub struct Watchdog {
    done: Sender<()>,
    thread: JoinHandle<bool>,
}

impl Watchdog {
    pub fn start(pid: u32, limit: Duration) -> Self {
        let (done, finished) = channel::<()>();
        let thread = thread::spawn(move || {
            if finished.recv_timeout(limit) != Err(RecvTimeoutError::Timeout) {
                return false;
            }
            signal_group(pid, libc::SIGTERM);
            if finished.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                signal_group(pid, libc::SIGKILL);
            }
            true
        });
        Watchdog { done, thread }
    }

    /// Stop watching. Tells whether the limit was exceeded.
    pub fn stop(self) -> bool {
        drop(self.done);
        self.thread.join().unwrap_or(false)
    }
}

fn signal_group(pid: u32, signal: i32) {
    // SAFETY: `kill` touches no memory of ours.
    unsafe { libc::kill(-(pid as libc::pid_t), signal) };
}
"""

DOG_TWO = """//! Terminates the process group of a command that exceeds its time limit.
//!
//! There is one thread for the whole process. It is armed before the wall clock starts, so that the
//! only thing that happens inside of the measured window is one atomic store of the child's pid.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

/// Time between SIGTERM and SIGKILL
const GRACE: Duration = Duration::from_secs(2);

static CHILD: AtomicI32 = AtomicI32::new(0);
static FIRED: AtomicBool = AtomicBool::new(false);
static ORDERS: OnceLock<Sender<Order>> = OnceLock::new();

enum Order {
    Arm(Duration),
    Disarm,
}

/// Before the clock starts.
pub fn arm(limit: Duration) {
    CHILD.store(0, Ordering::Release);
    FIRED.store(false, Ordering::Release);
    let orders = ORDERS.get_or_init(|| {
        let (orders, inbox) = channel();
        thread::spawn(move || keep_watch(&inbox));
        orders
    });
    let _ = orders.send(Order::Arm(limit));
}

/// Inside of the measured window: nothing but a store.
pub fn watch(pid: u32) {
    CHILD.store(pid as i32, Ordering::Relaxed);
}

/// After the clock has stopped. Tells whether the limit was exceeded.
pub fn disarm() -> bool {
    if let Some(orders) = ORDERS.get() {
        let _ = orders.send(Order::Disarm);
    }
    FIRED.load(Ordering::Acquire)
}

fn keep_watch(inbox: &Receiver<Order>) {
    while let Ok(order) = inbox.recv() {
        let Order::Arm(limit) = order else { continue };
        if inbox.recv_timeout(limit) != Err(RecvTimeoutError::Timeout) {
            continue;
        }
        FIRED.store(true, Ordering::Release);
        signal_group(libc::SIGTERM);
        if let Err(RecvTimeoutError::Timeout) = inbox.recv_timeout(GRACE) {
            signal_group(libc::SIGKILL);
        }
    }
}

fn signal_group(signal: i32) {
    let pid = CHILD.load(Ordering::Acquire);
    if pid > 0 {
        // SAFETY: `kill` touches no memory of ours.
        unsafe { libc::kill(-pid, signal) };
    }
}
"""

SPAWN = "    let mut child = command.spawn()?;\n"
STOP = "    let (time_user, time_system, memory_usage_byte) = cpu_timer.stop();\n"
SIGNATURE = "pub fn execute_and_measure(mut command: Command) -> Result<TimerResult> {\n"
SIGNATURE_NEW = """pub fn execute_and_measure(
    mut command: Command,
    timeout: Option<Duration>,
) -> Result<TimerResult> {
"""
GROUP = """    #[cfg(unix)]
    if timeout.is_some() {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }

"""

ARG = """        .arg(
            Arg::new("timeout")
                .long("timeout")
                .action(ArgAction::Set)
                .value_name("SECONDS")
                .help("Terminate a warmup or timing run that takes longer than SECONDS."),
        )
"""
STYLE_ARG = '        .arg(\n            Arg::new("style")\n'

UNIT_FIELD = "    pub time_unit: Option<Unit>,\n}\n"
TIMEOUT_FIELD = "\n    /// Time limit of a single warmup or timing run\n    pub timeout: Option<Duration>,\n}\n"
UNIT_DEFAULT = "            time_unit: None,\n"
MIN_TIME = '        if let Some(time) = matches.get_one::<String>("min-benchmarking-time") {\n'
PARSE = """        if let Some(seconds) = matches.get_one::<String>("timeout") {
            options.timeout = Some(Duration::from_secs_f64(
                seconds
                    .parse::<f64>()
                    .map_err(|e| OptionsError::FloatParsingError("timeout", e))?,
            ));
        }

"""

CALL = "    let result = execute_and_measure(command)\n"
CALL_NEW = """    let limit = match iteration {
        BenchmarkIteration::NonBenchmarkRun => None,
        BenchmarkIteration::Warmup(_) | BenchmarkIteration::Benchmark(_) => timeout,
    };

    let result = execute_and_measure(command, limit)
"""

TEST_FILE = """use std::time::{Duration, Instant};

mod common;
use common::hyperfine;

#[test]
fn timeout_stops_a_hanging_command() {
    let start = Instant::now();
    hyperfine()
        .args(["--runs=1", "--timeout=0.5", "sleep 30"])
        .assert()
        .failure();
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn timeout_spares_preparation_commands() {
    hyperfine()
        .args(["--runs=1", "--timeout=0.5", "--prepare=sleep 1", "true"])
        .assert()
        .success();
}
"""

SWEEP_TEST = """
#[test]
fn sweep_goes_on_after_a_timeout() {
    hyperfine()
        .args(["--runs=1", "--timeout=0.5", "-L", "n", "0,30,0.1", "sleep {n}"])
        .assert()
        .failure()
        .stdout(predicates::str::contains("Benchmark 3"));
}
"""

PIPE_TEST = """
#[test]
fn timeout_kills_grandchildren_holding_the_pipe() {
    let start = Instant::now();
    hyperfine()
        .args(["--runs=1", "--timeout=0.5", "--output=pipe"])
        .arg("setsid sleep 20 & sleep 20")
        .assert()
        .failure();
    assert!(start.elapsed() < Duration::from_secs(5));
}
"""

EXIT_FIELD = "    /// Exit codes of all command invocations\n"
FLAG_FIELD = """    /// Whether a run exceeded the time limit, which ended the benchmark
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub timed_out: bool,

"""
BREAK = "\n            if res.timed_out {\n                timed_out = true;\n                break;\n            }\n"
