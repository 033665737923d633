"""Retries of recipes in casey/just: two days, Rust, Codex; a lead passes on what others decided.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import CodexSession, Scenario
from material import make_bundle, make_filler
from talk import COMMIT, tell_aside, tell_monday, tell_tuesday

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("just-retry", "casey/just", "main", "Ju8")
CodexSession.prepare(S)
S.fill()
S.switch("retry", create=True)
tell_monday(S, clone)
S.shell("git switch -q main")
S.switch("docs/time-flag", create=True)
tell_aside(S)
S.switch("retry")
tell_tuesday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
