"""Precompressed static files in sinatra/sinatra: three days, Ruby; the person is a chatty hobby maintainer.

python build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import make_bundle, make_filler
from talk import COMMIT, tell_aside, tell_friday, tell_saturday, tell_sunday

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("sinatra-encodings", "sinatra/sinatra", "main", "Fj7")
S.fill()
S.switch("precompressed-static", create=True)
S.at(1, 18)
tell_friday(S, clone)
S.shell("git switch -q main")
S.switch("credit-static-headers", create=True)
S.at(1, 21)
tell_aside(S)
S.switch("precompressed-static")
S.at(2, 10)
tell_saturday(S, clone)
S.at(3, 16)
tell_sunday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle", 40)
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md", 200)
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
