"""Batching of browser logs in pinojs/pino: three days, JavaScript, Claude Code.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import tell_aside, tell_monday, tell_tuesday, tell_wednesday

clone, folder = Clone(Path(sys.argv[1]), "b394c2c16ac6a8919cd33d7f5684a01baca1096f"), Path(sys.argv[2])

S = Scenario("batches", "pinojs/pino", "main", "Lt7")
S.fill()
S.at(1, 9)
S.switch("browser-batch", create=True)
tell_monday(S, clone)
S.at(1, 15)
S.shell("git switch -q main")
S.switch("docs/transmit-wording", create=True)
tell_aside(S, clone)
S.at(2, 9)
S.switch("browser-batch")
tell_tuesday(S, clone)
S.at(3, 10)
tell_wednesday(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
print(len(NOTES) // 4, "tokens of notes")
clone.save(S, folder, depth=40)
