"""Entry points that cannot be loaded, in pytest-dev/pluggy: two days, Python, Claude Code.

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
clone = Clone(root, "e382e72")
S = Scenario("pluggy-on-error", "pytest-dev/pluggy", "main", "Sp4")
S.fill()
S.switch("entrypoint-errors", create=True)
S.at(1, 9)
tell_first(S, clone)
S.at(1, 16)
tell_spike(S, clone)
S.at(2, 8)
tell_second(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, folder, changelog="CHANGELOG.rst", depth=60)
