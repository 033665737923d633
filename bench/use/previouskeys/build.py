"""Previous keys of session cookies in encode/starlette: two days, Python; a careful senior developer.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import BRANCH, tell_first_day, tell_main, tell_second_day, tell_spike

clone = Clone(Path(sys.argv[1]), "cb8f84f5")
S = Scenario("starlette-previous-keys", "encode/starlette", "main", "By3")
S.fill()
S.at(1, 9)
S.switch(BRANCH, create=True)
tell_first_day(S, clone)
S.at(1, 16)
S.shell("git switch -q main")
S.switch("spike/cookie-key-id", create=True)
tell_spike(S, clone)
S.at(2, 8)
tell_main(S)
S.switch(BRANCH)
tell_second_day(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, Path(sys.argv[2]), changelog="docs/release-notes.md")
