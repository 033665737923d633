"""Orders to run a script at each step, where other sentences name it: `That's what bin/forbid is for. Run it before you
commit.` The rule says which script it is.
"""

from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences

_STEP: Final = (
    r"(?:commit|push|merge|release|tag|deploy|open (?:a|the) (?:pr|pull request|mr)|send (?:a|the) patch|pr"
    r"|pull request|change"
    r"|hand (?:it|anything) over)"
)
_RUNS: Final = Pattern(
    r"(?:^|[,;:–—-] |\b(?:and|so|but|then) )(?P<order>(?:please |always |just |also |you )*(?:re-?)?(?:run|call|execute"
    r"|use) (?:it|that(?: script| one)?"
    r"|this(?: script| one)?|the script)(?: again| once| locally| yourself)* (?:before|after|on|with|for) (?:(?:you|we"
    r"|each|every|any|a|your|the next)\s)+"
    rf"(?:single |new )?{_STEP}(?:s|ing)?(?: anything| something| again)?)\b(?! (?:it|this|that|these|the)\b)"
)
"""`run it before you commit`."""
_SCRIPT: Final = Pattern(
    r"`(?P<quoted>[^`\s]*/[^`\s]+|(?:make|just|npm run|yarn|pnpm|cargo|rake|bundle exec|uv run|tox|nox"
    r"|poetry run) [^`\n]{2,60})`"
    r"|(?<![\w/.:@`-])(?P<path>(?:\./)?(?:[\w-]+/)*(?:bin|scripts?|tools?|dev|hack|ci|script|etc|build"
    r"|util\w*)/[\w.-]*\w|\./[\w./-]*\w|[\w-]+\.(?:sh|bash|ps1))"
)
_RUNNABLE: Final = Pattern(
    r"(?:\./)?(?:[\w-]+/)*(?:bin|scripts?|tools?|dev|hack|ci|etc|build|util\w*)/[\w.-]+$|\./[\w./-]+$|[\w./-]+\.(?:sh"
    r"|bash|ps1)$|[a-z]+ \S"
)
SURE: Final = 0.93
"""Confidence of such a rule: `before you commit` means every commit."""


def find_script_rules(prompt: str, answer: str, asked: str) -> list[Candidate]:
    """The rules of a prompt that say when a script is run; `answer` and `asked` are the words before it."""
    sentences = read_sentences(prompt, person=True)
    rules: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        runs = None if sentence.is_question or is_passing(sentence.plain) else _RUNS.search(sentence.plain)
        script = _find_script(sentences, place, runs.start("order"), answer, asked) if runs else ""
        if runs and script:
            text = sentence.text[runs.start("order") :].rstrip(" .!")
            why = sentences[place - 1].text if place and sentences[place - 1].paragraph == sentence.paragraph else ""
            rules.append(Candidate("rule", f"{script}: {text}", why, quote=sentence.text, role="user", confidence=SURE))
    return rules


def _find_script(sentences: list[Sentence], place: int, end: int, answer: str, asked: str) -> str:
    """The script that `it` means: the last one before it in the prompt, or the one that the words before are about."""
    own = " ".join(one.text for one in sentences[max(0, place - _BACK) : place])
    named = _list_scripts(f"{own} {sentences[place].text[:end]}")
    if named:
        return named[-1]
    before, replied = _list_scripts(asked), _list_scripts(answer)
    if before:
        return next((one for one in reversed(before) if one in replied), before[-1])
    return replied[-1] if len(set(replied)) == 1 else ""


_BACK: Final = 3
"""Sentences before an order in which a script is looked for."""


def _list_scripts(text: str) -> list[str]:
    scripts = ((match["quoted"] or match["path"]).rstrip(".") for match in _SCRIPT.finditer(text))
    return [one for one in scripts if _RUNNABLE.match(one)]
