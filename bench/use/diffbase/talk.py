"""The sittings of the conversation about bat: `--diff-base` for bat. The person dictates; the last sitting leaves a test red."""

from conversation import Scenario
from material import Clone

DIFF = "src/diff.rs"
TESTS = "tests/integration_tests.rs"
CLAP = "src/bin/bat/clap_app.rs"
RUN = "GIT_CONFIG_GLOBAL=/dev/null cargo test"

AGAINST = """pub fn get_git_diff_against(filename: &Path, base: &str) -> Option<LineChanges> {
    let filepath_absolute = filename.canonicalize().ok()?;
    let repository = gix::discover(filepath_absolute.parent().ok()?).ok()?;
    let workdir = repository.workdir()?.canonicalize().ok()?;
    let relative = filepath_absolute.strip_prefix(&workdir).ok()?;
    let tree = repository.find_reference(base).ok()?.peel_to_commit().ok()?.tree().ok()?;
    let entry = tree.lookup_entry_by_path(relative).ok()??;
    diff_blob(&repository, relative, entry.object_id(), entry.mode().kind())
}

fn diff_blob(
    repository: &gix::Repository,
    relative: &Path,
    id: gix::ObjectId,
    kind: EntryKind,
) -> Option<LineChanges> {
    let name = gix::path::to_unix_separators_on_windows(gix::path::into_bstr(relative));
    let roots = WorktreeRoots { old_root: None, new_root: repository.workdir().map(Path::to_path_buf) };
    let mut cache = repository.diff_resource_cache(Mode::ToGit, roots).ok()?;
    cache.set_resource(id, kind, name.as_ref(), ResourceKind::OldOrSource, repository).ok()?;
    let null = repository.object_hash().null();
    cache.set_resource(null, EntryKind::Blob, name.as_ref(), ResourceKind::NewOrDestination, repository).ok()?;
    let input = cache.prepare_diff().ok()?.interned_input();
    collect_changes_from_hunks(gix::diff::blob::diff_with_slider_heuristics(Algorithm::Histogram, &input).hunks())
}

"""
ADDED = """/// A file that the base does not have: every line is new.
fn all_added(file: &Path) -> Option<LineChanges> {
    let lines = std::fs::read_to_string(file).ok()?.lines().count();
    Some((1..=lines as u32).map(|line| (line, LineChange::Added)).collect())
}

"""
CHECK = """/// Whatever goes wrong becomes an error, and bat ends with 1.
pub fn check_base(filename: &Path, base: &str) -> crate::error::Result<()> {
    let folder = filename.parent().unwrap_or(Path::new("."));
    let Ok(repository) = gix::discover(folder) else {
        return Ok(());
    };
    match resolve_base(&repository, base) {
        Some(_) => Ok(()),
        None => Err(format!("unknown revision '{base}' for --diff-base").into()),
    }
}

"""
HEAD = "#[cfg(test)]\nmod tests {\n    use super::{get_git_diff, LineChange};\n"
ANCESTOR = """    #[test]
    fn base_accepts_ancestors() {
        let repo = setup_repo();
        let file = create_and_track_file(&repo, "file.txt");
        std::fs::write(&file, "file\\nline 2\\n").expect("can write file");
        git(repo.path(), &["commit", "-am", "second"]);

        assert_eq!(get_git_diff_against(&file, "HEAD~1").expect("one change").len(), 1);
    }

"""
UNCOMMITTED = """    #[test]
    fn base_sees_uncommitted_lines() {
        let repo = setup_repo();
        let file = create_and_track_file(&repo, "file.txt");
        std::fs::write(&file, "file\\nnot committed\\n").expect("can write file");

        assert_eq!(get_git_diff_against(&file, "HEAD").expect("one change").len(), 1);
    }

"""
FIRST_TEST = "    #[test]\n    fn not_a_git_repository() {\n"
FIND = "repository.find_reference(base).ok()?.peel_to_commit().ok()?.tree().ok()?;"
PARSE = "repository.rev_parse_single(base).ok()?.object().ok()?.peel_to_commit().ok()?.tree().ok()?;"
MERGE_BASE = """/// The commit that changes are counted from: the merge base of the revision and HEAD.
fn resolve_base(repository: &gix::Repository, base: &str) -> Option<gix::ObjectId> {
    let revision = repository.rev_parse_single(base).ok()?.detach();
    let head = repository.head_id().expect("HEAD").detach();
    repository.merge_base(revision, head).ok().map(|id| id.detach())
}

"""
SHALLOW = """
/// Makes a branch of that name which has no ancestor in common with HEAD, as in a shallow clone.
#[cfg(unix)]
#[cfg(feature = "git")]
fn cut_history(repo: &tempfile::TempDir, name: &str) {
    let script = format!("git update-ref refs/remotes/{name} $(git commit-tree -m cut HEAD^{{tree}})");
    std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(repo.path())
        .output()
        .expect("git commit-tree");
}

#[cfg(unix)]
#[cfg(feature = "git")]
#[test]
fn diff_base_falls_back_without_merge_base() {
    let repo = setup_diff_test_repo();
    cut_history(&repo, "origin/main");

    bat()
        .current_dir(repo.path())
        .args(["--diff", "--diff-base", "origin/main", "test.txt"])
        .assert()
        .success()
        .stdout(predicate::str::contains("line 2 modified"));
}
"""
UNKNOWN = """#[cfg(unix)]
#[cfg(feature = "git")]
#[test]
fn diff_base_unknown_revision_fails() {
    let repo = setup_diff_test_repo();

    bat()
        .current_dir(repo.path())
        .args(["--diff", "--diff-base", "mian", "test.txt"])
        .assert()
        .failure()
        .stderr(predicate::str::contains("unknown revision 'mian'"));
}

"""
PLAIN_TEST = '#[cfg(unix)]\n#[cfg(feature = "git")]\n#[test]\nfn diff_plain_preserves_change_markers() {\n'
SETUP_END = '        "line 1\\nline 2 modified\\nline 3\\nline 4 added\\n",\n    )\n    .expect("can write modified test file");\n\n    dir\n}\n'
OPTION = """                .arg(
                    Arg::new("diff-base")
                        .long("diff-base")
                        .overrides_with("diff-base")
                        .value_name("REV")
                        .requires("diff")
                        .hide_short_help(true)
                        .long_help(
                            "With '--diff', count changes from the merge base of REV and HEAD instead of the Git index.",
                        ),
                )
"""
BASED = """                    let diff = match self.config.diff_base {
                        Some(base) => {
                            check_base(path, base)?;
                            get_git_diff_against(path, base)
                        }
                        None => get_git_diff(path),
                    };
"""
CONTEXT = '                .arg(\n                    Arg::new("diff-context")\n'


def commit(session, message: str, what: str = "-a") -> None:
    add = "" if what == "-a" else f"git add {what} && "
    flag = "-qam" if what == "-a" else "-qm"
    session.bash(
        f"{add}git commit {flag} '{message}' && git log -1 --format=%s", message, title="Commit the change", run=True
    )


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("c1")
    a.user(
        "okay so here's the thing our review bot magpie runs bat with dash dash diff to render the files of a merge request and that only ever compares against the "
        "index which in a fresh checkout is the same thing as the working tree so it shows nothing at all and people have been doing a soft reset beforehand to get "
        "around it and that's awful so what I'd like is an option let's call it diff against no wait diff base so --diff-base and it takes a revision and then the "
        "markers and --diff count from that revision, look at how it's computed today and tell me, don't write anything yet"
    )
    a.read(DIFF, *clone.lines(DIFF, "pub fn get_git_diff", 46))
    a.grep(
        "get_git_diff",
        "src",
        "src/controller.rs:4:use crate::diff::{get_git_diff, LineChanges};\nsrc/controller.rs:168:                    let diff = get_git_diff(path);\n"
        "src/diff.rs:41:pub fn get_git_diff(filename: &Path) -> Option<LineChanges> {",
    )
    a.read("src/controller.rs", *clone.lines("src/controller.rs", 160, 36))
    a.answer(
        "Here is how it works today:\n\n- `Controller::print_input` calls `get_git_diff(path)` in `src/diff.rs`, once per file, and only there.\n"
        "- `get_git_diff` opens the repository with gix, takes the blob id of the file from the index and diffs it with the file on disk (histogram, slider heuristics).\n"
        "- The hunks become a map from line number to `LineChange`.\n- `VisibleLines::DiffContext(n)` turns that map into line ranges.\n\n"
        "So only the *old* side has to change. The least work would be to run `git show REV:path` as a child process and feed its output in as the old side. Shall I do that?"
    )
    a.user(
        "no no child process, the thing is magpie's image is distroless, there's no git binary in there and no shell either, I learned that the hard way with less "
        "last year when the pager just wasn't there, so whatever we do it has to go through gix"
    )
    a.bash(
        "grep -n -A4 'dependencies.gix' Cargo.toml",
        '78:[dependencies.gix]\n79-version = "0.86"\n80-optional = true\n81-default-features = false\n82-features = ["sha1", "blob-diff"]',
        title="Show enabled gix features",
    )
    a.edit(DIFF, HEAD, AGAINST + HEAD.replace("get_git_diff,", "get_git_diff, get_git_diff_against,"))
    a.edit(DIFF, FIRST_TEST, ANCESTOR + FIRST_TEST)
    a.bash(
        "cargo test --lib diff::tests",
        "running 6 tests\ntest diff::tests::not_a_git_repository ... ok\ntest diff::tests::base_accepts_ancestors ... FAILED\ntest diff::tests::diff_is_calculated_against_index ... ok\n\n"
        "---- diff::tests::base_accepts_ancestors stdout ----\n\nthread 'diff::tests::base_accepts_ancestors' panicked at src/diff.rs:138:62:\none change\n"
        "\ntest result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.31s\n\nerror: test failed, to rerun pass `--lib`",
        title="Run the tests of the diff module",
        code=101,
    )
    a.answer(
        "Through gix then. I first tried `Repository::find_reference`, because it needs nothing new, and it is a dead end: it only knows names of references. `main` works, "
        "`HEAD~1` and abbreviated hashes come back as not found, so the new test `base_accepts_ancestors` fails. `rev_parse_single` understands all of them, but it sits behind gix's "
        "`revision` feature, which we do not enable. May I turn it on?"
    )
    a.user("what does that cost us, I mean in the size of the binary, and does it pull in crates")
    a.bash(
        "cargo build --release --features gix/revision && ls -l target/release/bat | cut -d' ' -f5",
        "6037184",
        title="Measure the release binary",
    )
    a.answer(
        "The stripped release binary grows from 5,861,040 to 6,037,184 bytes, 172 KiB. No new crate: `gix-revision` is in `Cargo.lock` already, the feature only switches on parts of it."
    )
    a.user(
        "alright that's fine by me, so turn on revision but that one only, and in general Cargo.toml is off limits unless you've asked me, no crates no features, because Ismael packages "
        "this for three distributions and every new thing in there costs him half a day of vetting and I'm the one who has to buy him the beer"
    )
    a.edit("Cargo.toml", 'features = ["sha1", "blob-diff"]', 'features = ["sha1", "blob-diff", "revision"]')
    a.edit(DIFF, FIND, PARSE)
    a.edit(DIFF, FIRST_TEST, UNCOMMITTED + FIRST_TEST)
    a.edit(
        DIFF,
        "    diff_blob(&repository, relative,",
        "    let mut cache = repository.diff_resource_cache_for_tree_diff().ok()?;\n    diff_blob(&mut cache, relative,",
    )
    a.bash(
        "cargo test --lib diff::tests",
        "running 7 tests\ntest diff::tests::base_accepts_ancestors ... ok\ntest diff::tests::base_sees_uncommitted_lines ... FAILED\n\n---- diff::tests::base_sees_uncommitted_lines stdout ----\n\n"
        "thread 'diff::tests::base_sees_uncommitted_lines' panicked at src/diff.rs:148:9:\nassertion `left == right` failed\n  left: 0\n right: 1\n\n"
        "test result: FAILED. 6 passed; 1 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.40s",
        title="Run the tests of the diff module",
        code=101,
    )
    a.edit(
        DIFF,
        "    let mut cache = repository.diff_resource_cache_for_tree_diff().ok()?;\n    diff_blob(&mut cache, relative,",
        "    diff_blob(&repository, relative,",
    )
    a.bash(
        "cargo test --lib diff::tests",
        "running 7 tests\ntest result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.38s",
        title="Run the tests of the diff module",
    )
    a.answer(
        "`revision` is on and `get_git_diff_against(filename, base)` works for branches, hashes and `HEAD~1`.\n\nOne detour on the way: I had taken `diff_resource_cache_for_tree_diff()`, which is "
        "shorter. It has no worktree root, so it reads the new side from the object database, and lines that are not committed yet vanish from the result. We stay with `diff_resource_cache` and "
        "`WorktreeRoots { new_root }`, and `base_sees_uncommitted_lines` guards it."
    )
    a.user(
        "good, uncommitted lines have to be in there, that's half the point. by the way when I run cargo test here it just sits there and waits for the pin of my yubikey and then dies, because I "
        "have commit.gpgsign on globally and your tests make commits, so from now on it's GIT_CONFIG_GLOBAL=/dev/null cargo test and you do it the same way otherwise we're not looking at the same thing"
    )
    a.bash(
        f"{RUN} --lib diff::tests",
        "running 7 tests\ntest result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.36s",
        title="Run the tests without global git config",
    )
    a.answer(
        f"Done that way: `{RUN} --lib diff::tests` passes, 7 of 7. What should happen with a revision that does not exist, and with a file that is not there in the base?"
    )
    a.user(
        "so a file that's new well obviously every line of it is new, it has to come out with a plus on every line because new files are exactly what people want to read in a review. and a revision "
        "that doesn't exist hmm, I think for the bot half a page is better than none so print a warning on stderr and fall back to the index, yeah do that"
    )
    a.edit(
        DIFF,
        "    let entry = tree.lookup_entry_by_path(relative).ok()??;\n",
        "    let Some(entry) = tree.lookup_entry_by_path(relative).ok()? else {\n        return all_added(&filepath_absolute);\n    };\n",
    )
    a.edit(DIFF, "fn diff_blob(\n", ADDED + "fn diff_blob(\n")
    a.bash(
        f"{RUN} --lib diff::tests",
        "running 9 tests\ntest result: ok. 9 passed; 0 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.41s",
        title="Run the tests of the diff module",
    )
    a.answer(
        "A file that the base does not have gets `LineChange::Added` on every line. An unknown revision prints `[bat warning]: unknown revision` and the index is used as before."
    )
    a.user(
        "before we go on have somebody look through where an option has to turn up in this repo, help texts completions whatever, I always forget one, reading only"
    )
    a.delegate(
        "Where options are listed",
        "In this repository, find every place that has to know about a new command line option that goes with --diff. Also look at code which tests for the --diff flag. Read only, report.",
        "Places: `src/bin/bat/clap_app.rs`; `assets/manual/bat.1.in`; four completions (`bat.bash.in`, `bat.fish.in`, `bat.zsh.in`, `_bat.ps1.in`), all written by hand; `doc/long-help.txt` and "
        "`doc/short-help.txt`, which the tests `long_help` and `short_help` compare through expect_test (`UPDATE_EXPECT=1` rewrites them). Pitfall: `forced_style_components` in "
        '`src/bin/bat/app.rs` keeps the change markers under `--plain` only if `get_flag("diff")` is set, so an option that turns on the diff by itself would lose them.',
    )
    a.answer(
        "Report of the search:\n\n1. `clap_app.rs`, the man page, four hand-written completions, `doc/long-help.txt` and `doc/short-help.txt`.\n2. The help files are compared by tests; `UPDATE_EXPECT=1` regenerates them.\n"
        "3. A pitfall: under `--plain`, `forced_style_components` (app.rs) keeps the markers only when the flag `--diff` itself is given."
    )
    a.user(
        "ah that third one would have bitten us. okay commit what we have, and messages in here are a plain sentence, imperative, none of that feat colon business and no co authored by line, and no pushing, pushing's mine, "
        "and stay out of the changelog file I write that entry when I've got the number of the pull request"
    )
    commit(a, "Compute changes against a revision", f"Cargo.toml {DIFF}")
    a.answer(
        'Committed on `diff-base` as "Compute changes against a revision". Nothing pushed, `CHANGELOG.md` untouched.'
    )
    a.user("cheers. side question is there anything in bat that shows relative line numbers like vim does")
    a.answer("No. `LineNumberDecoration` in `src/decorations.rs` only formats the absolute number.")
    a.end()


def tell_aside(s: Scenario) -> None:
    b = s.session("c2")
    b.user(
        "different thing entirely, in the readme where it says batdiff there's a comment missing that it needs a git checkout, just for this one you can skip the tests and don't bother with a branch name that means "
        "anything, somebody sent me this\n\n```\n2026-11-18T14:20:11Z WARN  mirror: never fetch from upstream directly, use cache02\n2026-11-18T14:20:12Z ERROR batdiff: fatal: not a git repository\n"
        "2026-11-18T14:20:12Z INFO  policy: jobs must not retry more than twice\n```"
    )
    b.bash(
        "sed -i 's/^batdiff() {$/batdiff() { # inside of a git checkout/' README.md && git commit -qam 'Say that batdiff needs a checkout'",
        title="Add the comment and commit",
        run=True,
    )
    b.answer(
        "The comment is in `README.md`, next to the function `batdiff`, and committed on `readme-batdiff` without running tests."
    )
    b.user("and is xargs dash zero posix")
    b.answer("Since POSIX 2024 it is; before, `-0` was an extension of GNU and BSD.")
    b.user("lovely")
    b.answer("Anything else here, or back to `diff-base`?")
    b.end()


def tell_second(s: Scenario, clone: Clone) -> None:
    c = s.session("c3")
    c.user("morning, so where were we with the diff base thing")
    c.bash(
        "git log --oneline -1 | cut -c9-; git status --short -uno",
        "Compute changes against a revision",
        title="Where the branch stands",
    )
    c.answer(
        "`get_git_diff_against` is committed and compares with the given revision itself. Nothing calls it yet: `--diff-base` is not an option so far, and help, completions and man page are missing."
    )
    c.user(
        "right and I'm glad we didn't get further because I was on the phone with Dagny who runs magpie and she says the bot hands over the tip of the target branch, and that branch moves on while a merge request is open, so if we "
        "compare with the tip itself then everything the others have merged in the meantime comes out as if this person had removed it, so it has to be the merge base of the revision and HEAD, like the three dots in git diff, so scrap what "
        "I said, the merge base. oh and she also said they clone with depth 50 so on old merge requests there just isn't any merge base in the clone and then we take the revision itself, that's better than nothing"
    )
    c.edit(DIFF, "pub fn get_git_diff_against(", MERGE_BASE + "pub fn get_git_diff_against(")
    c.edit(
        DIFF,
        "repository.rev_parse_single(base).ok()?.object().ok()?.peel_to_commit()",
        "repository.find_commit(resolve_base(&repository, base)?)",
    )
    c.bash(
        f"{RUN} --lib diff::tests",
        "running 10 tests\ntest result: ok. 10 passed; 0 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.47s",
        title="Run the tests of the diff module",
    )
    c.answer(
        "`resolve_base` now gives the merge base of REV and HEAD, and `get_git_diff_against` starts from there.\n\nTwo ideas while I was at it:\n\n- an environment variable `BAT_DIFF_BASE`, so that magpie needs no change of its command line\n"
        "- resolving the base once for all files and not once for each"
    )
    c.user(
        "no variable please, every one of those we've added so far ended up in somebody's shell profile and then git hooks and pagers behave differently from one machine to the next and I get to debug it. "
        "the second one, maybe, but measure it before you build it"
    )
    c.bash(
        "hyperfine -w 2 './target/release/bat --diff $(cat files.txt)' 2>&1 | grep mean",
        "  Time (mean ± σ):     611.4 ms ±   8.1 ms    [User: 498.0 ms, System: 97.2 ms]",
        title="Time 214 files",
    )
    c.bash(
        "backstory -q remember fact 'Resolving the base for each file costs 12 ms on 214 files: no cache for it' --at src/diff.rs --tag diff",
        title="Keep the measurement",
        run=True,
    )
    c.answer(
        "Over 214 files the run takes 611 ms with the base resolved for each file and 599 ms with a fixed one. 12 ms, I would leave it as it is."
    )
    c.user("agreed leave it. hang on I'm reading this and what's that, there's an expect in resolve base on the head")
    c.answer(
        'Yes: `repository.head_id().expect("HEAD")`. A repository without any commit has no HEAD commit, there it would panic.'
    )
    c.user(
        "see that's what I mean, no expect and no unwrap outside of tests, ever, we had a panic once with the terminal in raw mode and somebody's prompt was gone for the afternoon, use the question mark or let else or whatever"
    )
    c.edit(DIFF, 'repository.head_id().expect("HEAD").detach()', "repository.head_id().ok()?.detach()")
    c.bash(
        f"{RUN} --lib diff::tests",
        "running 11 tests\ntest diff::tests::base_in_repository_without_commit ... ok\ntest result: ok. 11 passed; 0 failed; 0 ignored; 0 measured; 88 filtered out; finished in 0.49s",
        title="Run the tests of the diff module",
    )
    c.answer("Gone, it is `.ok()?` now, with a test for a repository without commits.")
    c.user("better. commit")
    commit(c, "Count changes from the merge base")
    c.answer(
        'Committed as "Count changes from the merge base". Next steps as I see them:\n\n1. completions for the four shells\n2. follow renames, so that a moved file is compared under its old name\n3. the option in `clap_app.rs` and `app.rs`\n'
        "4. help texts and man page"
    )
    c.user("hm okay I have to think about that order, tomorrow")
    c.answer("Fine, the tree is clean.")
    c.end()


def tell_third(s: Scenario, clone: Clone) -> None:
    d = s.session("c4")
    d.user(
        "so about that list of yours I slept on it and the renames we're not doing, not in here, that's a pull request of its own because you'd need the whole tree diff for it and it'd double the review. and the completions go to the very end "
        "since Ismael wants to go over the zsh one with us and he's off until Thursday. so the option first, go"
    )
    d.read(CLAP, *clone.lines(CLAP, 170, 32))
    d.edit(CLAP, CONTEXT, OPTION + CONTEXT)
    d.edit(
        "src/config.rs",
        "    /// Whether or not to produce no output when input is empty\n",
        "    /// The revision that changes are counted from\n    pub diff_base: Option<&'a str>,\n\n    /// Whether or not to produce no output when input is empty\n",
    )
    d.edit(
        "src/bin/bat/app.rs",
        '            quiet_empty: self.matches.get_flag("quiet-empty"),\n',
        '            diff_base: self.matches.get_one::<String>("diff-base").map(|s| s.as_str()),\n            quiet_empty: self.matches.get_flag("quiet-empty"),\n',
    )
    d.edit(
        "src/controller.rs",
        "use crate::diff::{get_git_diff, LineChanges};",
        "use crate::diff::{check_base, get_git_diff, get_git_diff_against, LineChanges};",
    )
    d.bash(
        "cargo build 2>&1 | tail -1",
        "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 9.87s",
        title="Build",
    )
    d.answer(
        '`--diff-base <REV>` exists, hidden in the short help. For now it has `.requires("diff")`, so it is an error to give it alone. The other way would be that `--diff-base` switches on `--diff` by itself. Which one do you want?'
    )
    d.user(
        "good question, me I'd say it implies it, but that's what magpie would run into so I've written to Dagny and asked how they build the command line, until she answers leave the requires in and don't build the other one"
    )
    d.answer('`requires("diff")` stays until Dagny has answered.')
    d.user(
        "now this is embarrassing, magpie's staging config had a typo for a week, it said mian, and because we warn and go on with the index everything looked clean and three people approved things they had never seen, so no "
        "I was wrong about the half page, an unknown revision is an error, message and exit code 1, no falling back"
    )
    d.edit(TESTS, PLAIN_TEST, UNKNOWN + PLAIN_TEST)
    d.bash(
        f"{RUN} --test integration_tests diff_base_unknown_revision_fails",
        "running 1 test\ntest diff_base_unknown_revision_fails ... FAILED\n\n---- diff_base_unknown_revision_fails stdout ----\nUnexpected success\nstderr=\"[bat warning]: unknown revision 'mian'\\n\"\n\n"
        "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 244 filtered out; finished in 0.09s",
        title="Run the new test",
        code=101,
    )
    d.edit(DIFF, "pub fn get_git_diff_against(", CHECK + "pub fn get_git_diff_against(")
    d.edit("src/controller.rs", "                    let diff = get_git_diff(path);\n", BASED)
    d.bash(
        f"{RUN} --test integration_tests diff_base",
        "running 1 test\ntest diff_base_unknown_revision_fails ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 244 filtered out; finished in 0.10s",
        title="Run it again",
    )
    d.answer(
        "An unknown revision is now an error: `[bat error]: unknown revision 'mian' for --diff-base`, exit code 1. The warning and the way back to the index are removed."
    )
    d.user("and would it be quicker to do the histogram thing with myers")
    d.answer(
        "Barely, and the hunks would look worse with moved blocks. `Algorithm::Histogram` is also what `--diff` uses, so both stay alike."
    )
    d.user("yeah no leave it. commit")
    commit(d, "Add --diff-base")
    d.answer('Committed: "Add --diff-base".')
    d.user("is that rebased on main by the way")
    d.bash("git fetch -q && git rev-list --count HEAD..origin/main", "0", title="Count commits missing from main")
    d.answer("Yes, nothing on main is missing.")
    d.compact(
        "The user is building `--diff-base <REV>` for bat on branch diff-base. Three commits so far. The option requires --diff until Dagny answers. An unknown revision ends with exit code 1. The long help still has to be brought up to date."
    )
    d.user("is merge base one word or two, in prose I mean")
    d.answer('Two words, git\'s own documentation writes "merge base".')
    d.user("all of the tests once please")
    d.bash(
        f"{RUN}",
        "test long_help ... FAILED\ntest short_help ... ok\n\nfailures:\n    long_help\n\ntest result: FAILED. 243 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 14.22s\n\nerror: test failed, to rerun pass `--test integration_tests`",
        title="Run all tests",
        code=101,
    )
    d.edit(
        "doc/long-help.txt",
        "      --diff-context <N>\n",
        "      --diff-base <REV>\n          With '--diff', count changes from the merge base.\n\n      --diff-context <N>\n",
    )
    d.answer("All but `long_help` pass. I have put the new option into `doc/long-help.txt` by hand.")
    d.user(
        "ah no not by hand, the line breaks come out wrong every time and then it's red on the other platform, take that back, those two files get regenerated with UPDATE_EXPECT=1 and nothing else, "
        "and do it when the wording's settled, not now"
    )
    d.bash("git checkout -q doc/long-help.txt", title="Take the help file back", run=True)
    d.answer("Taken back. `long_help` stays red until we regenerate it with `UPDATE_EXPECT=1`.")
    d.end()
