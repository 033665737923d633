"""Compressed siblings of static files in encode/starlette: three days, Python.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import COMMIT, tell_aside, tell_friday, tell_thursday, tell_wednesday

KEPT = ("starlette", "tests", "scripts", "README.md", "pyproject.toml", "requirements.txt")
DOCS = ("docs/staticfiles.md", "docs/middleware.md", "docs/release-notes.md", "docs/contributing.md")

clone = Clone(Path(sys.argv[1]), COMMIT)
S = Scenario("siblings", "encode/starlette", "main", "Pe7")
S.fill()
S.switch("static-precompressed", create=True)
S.at(1, 9)
tell_wednesday(S, clone)
S.shell("git switch -q main")
S.switch("docs-gzip-note", create=True)
S.at(1, 15)
tell_aside(S)
S.switch("static-precompressed")
S.at(2, 9)
tell_thursday(S)
S.at(3, 10)
tell_friday(S)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, Path(sys.argv[2]), changelog="docs/release-notes.md", paths=KEPT + DOCS, depth=60)
print(len(NOTES) // 4, "tokens of notes")
