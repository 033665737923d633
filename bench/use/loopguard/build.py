"""A guard against circles in the paging of sindresorhus/got: two days, TypeScript, Claude Code.

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
clone = Clone(root, "d00d845a")
S = Scenario("got-loop-guard", "sindresorhus/got", "main", "Gt3")
S.fill()
S.switch("feature/loop-guard", create=True)
S.at(1, 10)
tell_first(S, clone)
S.at(1, 18)
tell_spike(S, clone)
S.at(2, 9)
tell_second(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, folder, depth=60)
