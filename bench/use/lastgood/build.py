"""Last good copies of remote markdown for charmbracelet/glow: three days, Go, Codex.

python build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import CodexSession, Scenario
from material import Clone, make_bundle, make_filler
from talk import COMMIT, tell_first, tell_second, tell_side, tell_third

root, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
clone = Clone(root, COMMIT)

S = Scenario("glow-last-good", "charmbracelet/glow", "main", "Al3")
CodexSession.prepare(S)
S.fill()
S.switch("feat/last-good", create=True)
tell_first(S, clone)
S.shell("git switch -q main")
S.switch("fix/log-perms", create=True)
tell_side(S, clone)
S.switch("feat/last-good")
tell_second(S, clone)
tell_third(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(root, COMMIT, folder / "repo.bundle", 40)
records = make_filler(root, COMMIT, folder / "filler.jsonl", least=200)
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
