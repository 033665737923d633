"""Display width of table cells in rails/thor: two days, Ruby; the person writes German.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import make_bundle, make_filler
from talk import COMMIT, tell_aside, tell_monday, tell_tuesday

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("thor-display-width", "rails/thor", "main", "Th4")
S.fill()
S.switch("breite-zeichen", create=True)
S.at(1, 9)
tell_monday(S, clone)
S.shell("git switch -q main")
S.switch("fix/runner-hinweis", create=True)
S.at(1, 16)
tell_aside(S)
S.switch("breite-zeichen")
S.at(2, 8)
tell_tuesday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
