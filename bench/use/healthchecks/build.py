"""Flapping checks in healthchecks/healthchecks: two days, Django, Gemini CLI; the person is terse and decides by letters.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from gemini import GeminiSession
from material import make_bundle, make_filler
from talk import COMMIT, tell_aside, tell_first_day, tell_second_day

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("healthchecks-flapping", "healthchecks/healthchecks", "main", "Hc3")
GeminiSession.prepare(S)
S.fill()
S.switch("flapping", create=True)
tell_first_day(S, clone)
S.shell("git switch -q main")
S.switch("fix/cron-help", create=True)
tell_aside(S)
S.switch("flapping")
tell_second_day(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle", 40)
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md")
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
