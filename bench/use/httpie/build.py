"""Downloads that are taken up again in httpie/cli: two days, Python; the person writes German and English.

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

S = Scenario("httpie-rejoin", "httpie/cli", "main", "Hz4")
S.fill()
S.switch("feature/rejoin", create=True)
tell_monday(S, clone)
S.shell("git switch -q main")
S.switch("fix/xml-bom", create=True)
tell_afternoon(S)
S.switch("feature/rejoin")
tell_tuesday(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
