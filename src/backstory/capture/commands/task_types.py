"""The type of a task: what is said, else what its words say, else what its files say, else unknown."""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.model.run import TASK_TYPES, TaskType

_WORDS: Final[tuple[tuple[TaskType, str], ...]] = (
    ("review", "review|audit"),
    ("fix", r"fix(?:es|ed|ing)?|bugs?|broken|crash(?:es|ed)?|regression|repair|hotfix|fails?|failing|failure|wrong|doesn'?t work|does not work|errors?|exception|stack ?trace|traceback"),
    ("dependency", r"upgrade|bump|dependenc(?:y|ies)|pin (?:the )?version|migrate to"),
    ("performance", r"performance|faster|slow(?:er)?|speed(?: up)?|optimi[sz]e|latency|memory (?:use|leak)|profil(?:e|ing)"),
    ("refactor", r"refactor(?:ing)?|clean ?up|rename|restructure|simplif(?:y|ies)|extract|split|deduplicate|reorgani[sz]e|move"),
    ("docs", r"docs?|documentation|readme|changelog|docstrings?|comments?|tutorial"),
    ("test", r"(?:write|add|more|missing|unit|integration|new) (?:\w+ )?tests?|test coverage|coverage|test suite"),
    ("build", r"build|ci|pipeline|workflow|docker(?:file)?|packag(?:e|ing)|release|deploy(?:ment)?|lint(?:er)?|makefile"),
    ("feature", r"add|implement|support|create|introduce|feature|new|allow|enable|extend|build (?:a|an|the)|write (?:a|an|the)"),
    ("investigate", r"why|how|what|where|explain|investigate|understand|find out|look (?:at|into)|debug|analy[sz]e|compare|check"),
)  # fmt: skip
_SHAPES: Final = [(name, Pattern(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for name, words in _WORDS]
_FILES: Final[tuple[tuple[TaskType, Pattern], ...]] = (
    ("docs", Pattern(r"\.(?:md|rst|adoc|txt)$|(?:^|/)docs?/", re.IGNORECASE)),
    ("test", Pattern(r"(?:^|/)tests?/|(?:^|/)test_[^/]*$|[._]test\.|\.spec\.|_spec\.", re.IGNORECASE)),
    ("dependency", Pattern(r"(?:^|/)(?:requirements[^/]*\.txt|package(?:-lock)?\.json|[^/]*\.lock|go\.(?:mod|sum)|Cargo\.toml)$")),
    ("build", Pattern(r"(?:^|/)(?:\.github/|Dockerfile|Makefile|\.gitlab-ci\.yml|CMakeLists\.txt|tox\.ini)")),
)  # fmt: skip
MAX_GOAL: Final = 400
"""Characters of a goal that are looked at: what is asked comes first."""


def find_task_type(goal: str, files: Sequence[str] = (), stated_type: str = "") -> TaskType:
    """The type of a task. Words count as whole words: `add` is not in `address`."""
    if stated_type in TASK_TYPES and stated_type != "unknown":
        return stated_type
    first = min(
        (
            (match.start(), place, name)
            for place, (name, shape) in enumerate(_SHAPES)
            if (match := shape.search(goal[:MAX_GOAL]))
        ),
        key=lambda row: (row[2] == "investigate", row[0] // 40, row[1]),
        default=None,
    )
    if first:
        return first[2]
    for name, shape in _FILES:
        if files and all(shape.search(path) for path in files):
            return name
    return "unknown"
