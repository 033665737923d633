"""A limit for previews in junegunn/fzf: two days, Go; the person is in a hurry.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import make_bundle, make_filler
from talk import COMMIT, tell_afternoon, tell_monday, tell_tuesday

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("fzf-preview-timeout", "junegunn/fzf", "main", "Fw2")
S.fill()
S.switch("feature/preview-timeout", create=True)
tell_monday(S, clone)
S.shell("git switch -q main")
S.switch("hotfix/fifo-dir", create=True)
tell_afternoon(S)
S.switch("feature/preview-timeout")
tell_tuesday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
