"""Secrets from files (`DB_PASSWORD_FILE`) in spf13/viper: three days, Go, Claude Code.

python build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone, make_bundle, make_filler
from talk import COMMIT, tell_first, tell_second, tell_third, tell_typo

root, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
clone = Clone(root, COMMIT)

S = Scenario("viper-env-file", "spf13/viper", "main", "Qy7")
S.fill()
S.switch("feat/env-file", create=True)
S.at(1, 9)
tell_first(S, clone)
S.shell("git switch -q main")
S.switch("docs/its-typo", create=True)
S.at(1, 15)
tell_typo(S, clone)
S.switch("feat/env-file")
S.at(2, 9)
tell_second(S, clone)
S.at(3, 10)
tell_third(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(root, COMMIT, folder / "repo.bundle")
records = make_filler(root, COMMIT, folder / "filler.jsonl", least=200)
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
