"""A time limit for benchmarked commands in sharkdp/hyperfine: three days, Rust, Codex.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import CodexSession, Scenario
from material import make_bundle, make_filler
from talk import COMMIT, first_morning, man_page, second_afternoon, second_morning, third_morning

clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("timelimit", "sharkdp/hyperfine", "main", "Hw5")
CodexSession.prepare(S)
S.fill()
S.switch("run-timeout", create=True)
first_morning(S, clone)
S.shell("git switch -q main")
S.switch("man-iteration", create=True)
man_page(S, clone)
S.switch("run-timeout")
second_morning(S, clone)
second_afternoon(S, clone)
third_morning(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
records = make_filler(clone, COMMIT, folder / "filler.jsonl", "CHANGELOG.md", 200)
print(len(S.steps), "steps,", records, "records,", len(S.prompts), "prompts,", len(S.notes) // 4, "tokens of notes")
