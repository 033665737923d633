"""A limit for the length of strings in google/gson: three days, Java; a Polish team lead.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).absolute().parents[1])]

from ask import NOTES, ask_prompts, ask_questions
from conversation import Scenario
from material import Clone
from talk import COMMIT, tell_docs, tell_first_afternoon, tell_first_morning, tell_second, tell_third

clone, folder = Clone(Path(sys.argv[1]), COMMIT), Path(sys.argv[2])

# Without the archive of Maven that an early commit of these holds: it is absent from the mirror.
KEPT = (
    "gson",
    "extras",
    "proto",
    "test-jpms",
    "test-shrinker",
    "pom.xml",
    ".github",
    "metrics/pom.xml",
    "metrics/src/main/java",
    "LICENSE",
)
DOCS = ("README.md", "CHANGELOG.md", "UserGuide.md", "Troubleshooting.md", "GsonDesignDocument.md", "ReleaseProcess.md")

S = Scenario("stringlimit", "google/gson", "main", "Ts7")
S.fill()
S.switch("string-limit", create=True)
S.at(1, 9)
tell_first_morning(S, clone)
S.at(1, 13)
tell_first_afternoon(S, clone)
S.shell("git switch -q main")
S.switch("docs/malformed-wording", create=True)
S.at(1, 16)
tell_docs(S)
S.switch("string-limit")
S.at(2, 8)
tell_second(S, clone)
S.at(3, 8)
tell_third(S, clone)
ask_questions(S)
ask_prompts(S)
S.notes = NOTES
clone.save(S, folder, paths=KEPT + DOCS)
print(len(S.notes) // 4, "tokens of notes")
