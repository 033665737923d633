"""`--diff-base` for sharkdp/bat: three days, Rust; the person dictates.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import RUN, SETUP_END, SHALLOW, TESTS, tell_aside, tell_first, tell_second, tell_third


def tell_last(s: Scenario) -> None:
    e = s.session("c5")
    e.user("back again, quick one, anything lying around uncommitted")
    e.bash("git status --short -uno", title="Check the working tree")
    e.answer("Nothing, the tree is clean.")
    e.user(
        "last thing for today, Dagny's depth 50 thing, we said if there's no merge base in the clone then we take the revision itself, I don't think we ever tested that, write me the test first, in the integration tests with the others"
    )
    e.edit(TESTS, SETUP_END, SETUP_END + SHALLOW)
    e.bash(
        f"{RUN} --test integration_tests diff_base_falls_back_without_merge_base",
        "running 1 test\ntest diff_base_falls_back_without_merge_base ... FAILED\n\nfailures:\n\n---- diff_base_falls_back_without_merge_base stdout ----\n\n"
        "thread 'diff_base_falls_back_without_merge_base' panicked at tests/integration_tests.rs:4312:10:\nUnexpected failure.\ncode=1\nstderr=\"[bat error]: unknown revision 'origin/main' for --diff-base\\n\"\n\n"
        "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 245 filtered out; finished in 0.12s\n\nerror: test failed, to rerun pass `--test integration_tests`",
        title="Run the new test",
        code=101,
    )
    e.answer(
        'The test is there and it is red, rightly: `resolve_base` turns every error of `merge_base` into "unknown revision", so a clone without a common ancestor ends with 1 although `origin/main` exists. It has to tell the two apart.\n\n'
        "Next:\n\n1. `resolve_base`: only a failing `rev_parse_single` is an unknown revision; without a merge base return the revision itself\n2. regenerate the help with `UPDATE_EXPECT=1`\n3. man page\n4. completions"
    )
    e.user(
        "yep that's it exactly, but no, leave it red, I've got to run. start with that tomorrow, and the man page I do myself I've got half of it lying around here"
    )
    e.answer("Left red and not committed: `diff_base_falls_back_without_merge_base`. I leave the man page to you.")
    e.end()


clone = Clone(Path(sys.argv[1]), "2ba8db9c")
S = Scenario("bat-diff-base", "sharkdp/bat", "main", "Cb7")
S.fill()
S.switch("diff-base", create=True)
S.at(1, 9)
tell_first(S, clone)
S.shell("git switch -q main")
S.switch("readme-batdiff", create=True)
S.at(1, 15)
tell_aside(S)
S.switch("diff-base")
S.at(2, 8)
tell_second(S, clone)
S.at(3, 9)
tell_third(S, clone)
S.at(3, 16)
tell_last(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(
    S,
    Path(sys.argv[2]),
    paths=(
        "src",
        "tests/integration_tests.rs",
        "Cargo.toml",
        "doc",
        "assets/completions",
        "assets/manual",
        "CHANGELOG.md",
        "README.md",
    ),
)
print(sum("UserPromptSubmit" in str(x) for x in S.steps), "prompts of the person,", len(NOTES) // 4, "tokens of notes")
