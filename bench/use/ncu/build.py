"""Notes of upgrades in raineorshine/npm-check-updates: two days, TypeScript, an application; the person chats and mistypes.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import make_bundle, make_filler
from talk import COMMIT, tell_thursday, tell_wednesday

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("ncu-notes", "raineorshine/npm-check-updates", "main", "Nc6")
S.fill()
S.switch("feat/notes", create=True)
S.at(1, 10)
tell_wednesday(S, clone)
S.at(2, 9)
tell_thursday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
