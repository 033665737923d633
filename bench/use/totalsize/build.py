"""A cap on the sum of all files of a request for expressjs/multer: three days, JavaScript, Codex.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import CodexSession, Scenario
from files import COMMIT
from material import make_bundle, make_filler
from talk import tell_aside, tell_first, tell_second, tell_third

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("multer-total-file-size", "expressjs/multer", "main", "Dr5")
CodexSession.prepare(S)
S.fill()
S.switch("upl-412-total-file-size", create=True)
tell_first(S, clone)
S.shell("git switch -q main")
S.switch("docs/remove-file-note", create=True)
tell_aside(S, clone)
S.switch("upl-412-total-file-size")
tell_second(S, clone)
tell_third(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md", 200)
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
