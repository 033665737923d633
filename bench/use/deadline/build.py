"""A deadline that callers name, in go-chi/chi: two days, Go, Claude Code.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import tell_first, tell_second, tell_spike

root, folder = Path(sys.argv[1]), Path(sys.argv[2])
clone = Clone(root, "735ae2b")
S = Scenario("chi-deadline", "go-chi/chi", "main", "Wq5")
S.fill()
S.switch("caller-deadline", create=True)
S.at(1, 9)
tell_first(S, clone)
S.at(1, 16)
tell_spike(S, clone)
S.at(2, 8)
tell_second(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, folder, changelog="CHANGELOG.md", depth=60)
