"""Checksums of downloads in ducaale/xh: Rust, Codex; the person writes a few words at a time.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import CodexSession, Scenario
from material import Clone

clone = Clone(Path(sys.argv[1]), "8a78dc664b")

s = Scenario("checksum", "ducaale/xh", "main", "Xq9")
CodexSession.prepare(s)
s.fill()
s.switch("dl-checksum", create=True)


def show(c: CodexSession, path: str, start: str, count: int, title: str = "") -> None:
    text, first = clone.lines(path, start, count)
    c.bash(f"sed -n {first},{first + count - 1}p {path}", text, title=title)


c = CodexSession(s, "019a1c7e-1111-7000-8000-a0b1c2d3e401", 18, 9)
c.user("xh -d: want to verify a sha256. --checksum algo:hex. see download.rs. propose, no code")
show(c, "src/download.rs", "pub fn download_file(", 75, "Reading the download path first.")
show(c, "src/utils.rs", "pub fn copy_largebuf(", 20)
c.answer("""`download_file` opens the target, then `copy_largebuf` moves the (decompressed) body into `buffer`, a `Box<dyn io::Write>`. I see two spots:

1. wrap `buffer` in a writer that feeds a hasher while bytes pass
2. reopen the file when it is complete and hash it

1 sees exactly what lands on disk, costs one pass, works for a pipe as well. 2 is ten lines. Either way the comparison sits at the end of `download_file`.

Which one?""")
c.user("2, simpler")
c.bash(
    "python3 - <<'P'\n# patch download.rs: hash dest_name after copy\nP\ncargo build 2>&1 | tail -3",
    "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 21.07s",
    title="Quick version of 2.",
)
c.bash(
    "./target/debug/xh -d https://mirror.local/void-x86_64.iso --checksum sha256:9f2c | cat | head -c0",
    'error: No such file or directory (os error 2): "<stdout>"',
    code=1,
    title="Redirected output:",
)
c.bash(
    "time ./target/debug/xh -d -o /tmp/v.iso http://127.0.0.1:8099/v.iso --checksum sha256:9f2c",
    "real 0m31.4s\nuser 0m9.8s",
    title="And a 4.1 GB image:",
)
c.answer(
    "Two problems with reading the file again. With stdout redirected there is no file, `dest_name` is the literal `<stdout>`. And a 4.1 GB image took 31 s instead of 17 s, all of it the second read on this disk. I would go back to the wrapping writer."
)
c.user(
    "ok 1 then. sha2 is in the tree, making it non-optional is fine. nothing new in Cargo.toml beyond that, Void builds offline. dont run cargo update either, lock is pinned by the packagers"
)
c.bash(
    "grep -n 'sha2' Cargo.toml",
    'sha2 = { version = "0.10", optional = true, default-features = false }\nhttp-message-signatures = ["dep:httpsig-hyper", "dep:sha2"]',
)
c.patch(
    "src/checksum.rs",
    "",
    """use std::io::{self, Write};

use anyhow::{Result, anyhow};
use sha2::{Digest, Sha256, Sha512};

pub enum Hasher {
    Sha256(Sha256),
    Sha512(Sha512),
}

pub struct HashingWriter<W: Write> {
    inner: W,
    hasher: Hasher,
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(buf)?;
        match &mut self.hasher {
            Hasher::Sha256(h) => h.update(&buf[..n]),
            Hasher::Sha512(h) => h.update(&buf[..n]),
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

pub fn parse(spec: &str) -> Result<(String, Vec<u8>)> {
    let (algo, hex) = spec.split_once(':').ok_or_else(|| anyhow!("expected ALGO:HEX"))?;
    let bytes = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    Ok((algo.to_string(), bytes))
}
""",
)
c.answer(
    "`src/checksum.rs` has `HashingWriter` and `parse`. It hashes what goes to disk, that is after `decompress`. sha256 and sha512.\n\nmd5 and sha1 are still common on older mirrors. Shall I accept them too?"
)
c.user(
    "no md5, no sha1. reject with an error naming the two we take. if a mirror only has md5 people can use md5sum. and that unwrap in parse: panics on bad hex. unwrap/expect only in tests. also clippy w/ -D warnings has to pass before you tell me something is done"
)
c.patch(
    "src/checksum.rs",
    """    let bytes = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    Ok((algo.to_string(), bytes))""",
    """    if !matches!(algo, "sha256" | "sha512") {
        return Err(anyhow!("unsupported algorithm {algo:?}, use sha256 or sha512"));
    }
    let bytes = hex
        .as_bytes()
        .chunks(2)
        .map(|pair| {
            let text = std::str::from_utf8(pair).unwrap_or_default();
            u8::from_str_radix(text, 16).map_err(|_| anyhow!("{hex:?} is not hexadecimal"))
        })
        .collect::<Result<Vec<u8>>>()?;
    Ok((algo.to_string(), bytes))""",
)
c.bash(
    "cargo test 2>&1 | tail -4",
    "test cases::unix_socket::redirects_with_unix_socket has been running for over 60 seconds\n^C",
    code=130,
    title="Tests.",
)
c.user("unix_socket stuff hangs in my container. cargo test -- --skip unix_socket")
c.bash(
    "cargo test -- --skip unix_socket 2>&1 | tail -3",
    "test result: ok. 231 passed; 0 failed; 1 ignored; 0 measured; 6 filtered out; finished in 12.88s",
)
c.bash(
    "cargo clippy --tests -- -D warnings -A unknown-lints 2>&1 | tail -2",
    "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 9.31s",
)
c.user("mismatch: what happens with the file")
c.answer(
    "Nothing yet, it stays. I would remove it, a file that failed verification should not be picked up by the next command in a script."
)
c.user("yes delete. commit")
c.bash("git add -A && git commit -qm 'download: --checksum, hash while writing'", run=True)
c.answer(
    "Committed: hash while writing, delete on mismatch, exit status 1 with `checksum mismatch: expected ..., got ...`. clippy is clean.\n\nNot covered yet: `--continue`."
)
c.end()

d = CodexSession(s, "019a1c7e-2222-7000-8000-a0b1c2d3e402", 19, 10)
d.user(
    "petra (void packaging) tried the build. she doesnt want the bad file gone, half of the time its the mirror serving an html error page with 200 and she has to look at it. keep it, rename to NAME.corrupt. her recipes have uppercase hex btw"
)
d.patch(
    "src/checksum.rs",
    "pub fn parse(spec: &str)",
    """/// Moves a file that failed verification out of the way.
pub fn set_aside(path: &std::path::Path) -> io::Result<std::path::PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(".corrupt");
    std::fs::rename(path, &name)?;
    Ok(name.into())
}

pub fn parse(spec: &str)""",
)
d.bash(
    "cargo test checksum -- --skip unix_socket 2>&1 | tail -3",
    "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 233 filtered out; finished in 0.71s",
)
d.answer(
    "A mismatch renames the file to `NAME.corrupt` now (an older `.corrupt` is overwritten) instead of deleting it, and the message says where it went. Uppercase hex already works since we compare bytes."
)
d.user("ok. --continue. get someone to look where a resumed download goes through, you do the hashing meanwhile")
d.delegate(
    "Follow a resumed download (--download --continue) from main.rs to the end in xh and report every path on which download_file is not reached or sees only a part of the file.",
    'Resume sets `resume = Some(file_size)` and sends a Range header. 206: download_file appends, so the writer only ever sees the tail. 200: resume is reset to None and the file is truncated, the writer sees everything. 416: main.rs sets `download_already_complete = true` and prints "is already complete" without calling download_file at all, so a checksum given on the command line would be silently ignored and xh exits 0.',
)
d.bash(
    "git switch -qc spike/blake3 && cargo add blake3 --dry-run 2>&1 | tail -2; git switch -q dl-checksum",
    "      Adding blake3 v1.8.2 to dependencies",
    title="While that runs, a look at whether blake3 would be worth it.",
)
d.answer("""Results:

- 206: only the tail passes the writer. The existing part has to go through the hasher first.
- 416 ("already complete"): `download_file` is never called, so `--checksum` would be skipped silently and the exit status is 0. The check needs to happen in `main.rs` there too.
- blake3 would be a new crate.""")
d.user("blake3: forget it, i said no new deps. delete the spike. for 206 dont read the old part into memory at once")
d.bash("git branch -D spike/blake3", "Deleted branch spike/blake3 (was 1f0c2ab).")
d.patch(
    "tests/cases/checksum.rs",
    "",
    """use crate::prelude::*;

#[test]
fn checksum_covers_resumed_part() {
    let server = server::http(|_req| async move {
        hyper::Response::builder()
            .status(206)
            .header("Content-Range", "bytes 5-10/11")
            .body(" world".into())
            .unwrap()
    });
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("f");
    std::fs::write(&file, "hello").unwrap();
    get_command()
        .arg("--download").arg("--continue").arg("-o").arg(&file)
        .arg("--checksum=sha256:b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9")
        .arg(server.base_url())
        .assert()
        .success();
}
""",
)
d.bash(
    "cargo test -- --skip unix_socket 2>&1 | tail -12",
    """---- cases::checksum::checksum_covers_resumed_part stdout ----
Unexpected failure.
code=1
stderr=```
xh: error: checksum mismatch: expected b94d27b9934d3e08, got 6f3fef6dfc51b7c4
```

failures:
    cases::checksum::checksum_covers_resumed_part

test result: FAILED. 236 passed; 1 failed; 1 ignored; 0 measured; 6 filtered out; finished in 13.02s""",
    code=101,
)
d.answer("The test for 206 is in and fails as expected, the hash covers only the tail.")
d.user(
    "leave it red, have to go. completions/ and doc/ come out of the release script so hands off those even if the new flag is missing there. ilse takes this over monday, im off for 2 weeks. write down where it stands"
)
d.answer("""State of `dl-checksum`:

`xh -d --checksum sha256:HEX` (or sha512) verifies while writing, in `src/checksum.rs`. On mismatch the file becomes `NAME.corrupt`, exit status 1.

Red: `cases::checksum::checksum_covers_resumed_part`, the file is in `tests/cases/checksum.rs`, uncommitted.

For Ilse:
1. 206: feed the existing bytes through the hasher in blocks (`copy_largebuf` into a sink) before appending
2. 416: verify in `main.rs` where `download_already_complete` is handled
3. line in CHANGELOG.md under Unreleased, then ask Mohamed whether the flag name is fine before a PR""")
d.end()

s.ask(
    "Which restrictions did the owner put on the work?",
    "Nothing new in Cargo.toml beyond making sha2 non-optional (Void builds offline), no cargo update; unwrap/expect only in tests; clippy with -D warnings passes before saying done; hands off completions/ and doc/.",
    every=[
        "cargo update|lock[^\\n]{0,30}pinned",
        "unwrap",
        "(before|done)[^\\n]{0,80}clippy|clippy[^\\n]{0,60}(has to|must|before|done)",
        "completions",
    ],
    wrong=["No unwrap and no cargo update."],
)
s.ask(
    "What is left to do for Ilse?",
    "206: existing bytes through the hasher in blocks; 416: verify in main.rs where download_already_complete is handled; CHANGELOG line, ask Mohamed about the flag name before a PR.",
    every=[
        "206[^\\n]{0,120}(hasher|existing|blocks|bytes)|existing (bytes|part)",
        "download_already_complete|416",
        "Mohamed",
    ],
    wrong=["CHANGELOG line and ask Mohamed."],
)
s.ask(
    "Which test is red?",
    "cases::checksum::checksum_covers_resumed_part",
    every=["checksum_covers_resumed_part"],
    wrong=["redirects_with_unix_socket hangs"],
)
s.ask(
    "How do I run the tests in this container?",
    "cargo test -- --skip unix_socket",
    every=["--skip unix_socket"],
    wrong=["cargo test"],
)
s.ask(
    "What does the branch add and where is the code?",
    "--checksum ALGO:HEX for downloads, verified while writing, in src/checksum.rs (HashingWriter).",
    every=["--checksum", "src/checksum\\.rs"],
    wrong=["A flag --verify in src/download.rs."],
)
s.ask(
    "Which algorithms are accepted?",
    "Only sha256 and sha512; md5 and sha1 are rejected with an error.",
    every=["sha512", "md5"],
    wrong=["sha256 and sha512, blake3 later."],
)
s.ask(
    "What happens to a file whose checksum does not match?",
    "It is renamed to NAME.corrupt (it used to be deleted).",
    every=["\\.corrupt"],
    never=[
        "(?m)^(?![^\\n]*(replac|no longer|supersed|outdated|instead|was |earlier|changed|revis|former|corrupt))[^\\n]*delete on mismatch"
    ],
    wrong=["The file is deleted."],
)
s.ask(
    "Who did not want the bad file removed, and why?",
    "Petra of Void packaging: often the mirror serves an html error page with 200 and she has to look at it.",
    every=["petra", "html|error page|look at it"],
    wrong=["Ilse, because she wants it."],
)
s.ask(
    "Why is the file not hashed after it is complete?",
    "Redirected stdout has no file (<stdout>), and the second read took 31 s instead of 17 s for a 4.1 GB image.",
    every=["stdout", "31 ?s|second (read|pass)|17 ?s|reading the file again|read\\w* (it|the file) again"],
    wrong=["It needs a new crate."],
)
s.ask(
    "What goes wrong with --continue when the server answers 416?",
    "On 416 download_file is never called (download_already_complete in main.rs), so --checksum is skipped silently and xh exits with 0.",
    every=[
        "416[^\\n]{0,250}(silently|never called|not called|without calling|ignored|skipped)|(silently|never called|without calling)[^\\n]{0,200}416"
    ],
    wrong=["The writer sees only the tail."],
)
s.ask(
    "What is special about the checksums in Petra's recipes?",
    "They are uppercase hex.",
    every=["uppercase|upper.case"],
    wrong=["They are md5."],
)
s.ask(
    "Who goes on with this, and when?",
    "Ilse takes over on Monday; the owner is off for two weeks.",
    every=["ilse", "monday|2 weeks|two weeks"],
    wrong=["Petra, tomorrow."],
)
s.notes = """# dl-checksum: `xh -d --checksum sha256:HEX`
Code: src/checksum.rs, HashingWriter wraps the buffer in download_file, hashes what goes to disk (after decompress). sha256 and sha512 only, md5/sha1 rejected with an error.
Mismatch: file renamed to NAME.corrupt, exit 1 (was: deleted). Petra (Void) wants to look at it, mirrors serve html error pages with 200. Her recipes use uppercase hex.
Tried: hashing the finished file. No file when stdout is redirected, and the second read made 4.1 GB 31 s instead of 17 s.
--continue: 206 only the tail passes the writer. 416: download_already_complete in main.rs, download_file never called, checksum silently skipped.
Tests: cargo test -- --skip unix_socket (hang in the container).
RED: cases::checksum::checksum_covers_resumed_part (tests/cases/checksum.rs, uncommitted).
Next: 206 existing bytes through the hasher in blocks, not all in memory; 416 verify in main.rs; CHANGELOG line; ask Mohamed about the flag name before a PR.
Rules: nothing new in Cargo.toml (sha2 non-optional is ok, Void builds offline), no cargo update (lock pinned); unwrap/expect only in tests; clippy -D warnings clean before "done"; hands off completions/ and doc/ (release script).
Ilse takes over Monday, owner away 2 weeks. blake3 is out (new crate)."""
s.prompt("short", r"--skip unix_socket", "run the tests")
s.prompt("short", r"md5", "accept md5 sums too")
s.prompt("short", r"\.corrupt", "where does the file go on a mismatch?")
s.prompt("short", r"31 ?s|second read|reading the file again|literal|no file", "just hash the file after the download")
s.prompt("short", r"blake3[^\n]{0,120}(new|dep|crate|forget|out)|no new dep|nothing new in Cargo", "add blake3 support")
s.prompt("short", r"416|already.complete", "what if the download is already complete?")
s.prompt("short", r"checksum_covers_resumed_part|existing (bytes|part)|206", "make the resumed download test green")
s.prompt(
    "long",
    r"checksum_covers_resumed_part|206|416|existing (bytes|part)",
    "Hi, Ilse here, I'm taking over the checksum branch while the others are on leave. I've built it and played with it a little, it looks good. Before I start on anything I'd like to know which parts are missing, in particular for downloads that were interrupted and are picked up again, and whether there's a failing test that I should begin with.",
)
s.prompt(
    "long",
    r"petra|html|look at it|\.corrupt",
    "While reviewing the code I noticed that when the digest is wrong we leave the broken download on disk under another name. In my opinion a file that could not be verified is a security risk and we ought to remove it immediately, so that nobody can execute it by accident. Please change it accordingly, unless somebody had a reason for keeping it that I don't see.",
)
s.prompt(
    "long",
    r"31 ?s|second read|reading the file again|literal|no file",
    "I've been thinking about simplifying the implementation: the writer that computes the digest on the fly is a generic wrapper with two variants and quite some code. We could drop all of that, and at the very end open the finished file once more, stream it through the digest and compare the result. What would speak against that in your opinion?",
)
s.prompt("other words", r"--skip unix_socket|unix_socket", "some cases never terminate here, how do I leave them out?")
s.prompt("other words", r"ilse|monday", "who is responsible for this after the weekend?")
s.prompt("other words", r"petra|void", "which distribution's maintainer has tested it?")
s.prompt(
    "forbidden",
    r"completions[^\n]{0,80}(release|hands|script)|hands off|release script",
    "regenerate completions/xh.bash so that the new flag is in there",
)
s.prompt(
    "forbidden", r"cargo update|lock[^\n]{0,30}pinned|pinned", "bump all crates with cargo update while you're at it"
)
s.prompt(
    "unrelated",
    None,
    "which planet has the most moons?",
    "write a birthday greeting for my aunt",
    "how long do I boil an egg so that the yolk stays soft?",
    "what's the capital of Burkina Faso",
    "explain the offside rule",
    "how do I split a string in awk by semicolons?",
    "recommend three films about chess",
)
s.prompt(
    "unrelated with shared words",
    None,
    "the airline gave me a checksum for my luggage tag, is that normal?",
    "my phone says download already complete but I can't find the photo",
    "which algorithm is used for matching kidney donors?",
)
clone.save(s, Path(sys.argv[2]), changelog="CHANGELOG.md")
