"""Tells of a command that failed whether the person has turned it down since: `no. not make check, cargo clippy`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backstory.model.session import CommandRun, Session
from backstory.patterns.pattern import Pattern
from backstory.recall.past.red_tests import find_program
from backstory.recall.text.substance import split_sentences

_LONGEST: Final = 300
"""Characters of a sentence that is looked at."""
_MOST_WORDS: Final = 4
"""Words at the beginning of a command by which a person names it."""
_SHARED_NAMES: Final = (
    "make just go npm pnpm yarn bun npx cargo git python python3 uv poetry docker mvn gradle dotnet mix bundle rake "
    "task sh bash node deno php composer swift"
)
_SHARED: Final = frozenset(_SHARED_NAMES.split())
"""Programs that do many things: who turns down `make check` has nothing against `make`."""
_REFUSES: Final = (
    r"(?:not|never|no|don'?t|do not|instead of|rather than|no more|nicht|keine?n?|statt|nie|pas(?: de)?|au lieu de"
    r"|jamais|en (?:vez|lugar) de|nunca"
    r"|(?<!not )(?<!n't )(?<!dont )(?<!never )(?<!to )(?:stop|forget|drop|skip|leave out|lass|oublie|olvida))"
)
_FILLS: Final = (
    r"(?:(?:use|using|run|running|call|calling|try|trying|execute|do|with|plain|the|a|any|your|mit|die|das|der|den|le|la"
    r"|el|los|usar|utiliser|lancer|ejecutar|corras|uses)\s+)*"
)
_GONE: Final = (
    r"\s+(?:\w+\s+)?(?:(?:does|do|did)(?: not|n'?t) exist"
    r"|(?:is|are)(?: not|n'?t) (?:there|ours|used|a thing|for (?:us|this|you))"
    r"|(?:is|are) (?:gone|dead|obsolete|deprecated|wrong|forbidden|off[- ]limits|no longer)|gibt es (?:hier )?nicht"
    r"|n'existe pas|no existe)\b"
)
_OPENS: Final = Pattern(
    r"^\W*(?:no|nope|nah|wrong|stop|wait|nein|nee|falsch|non|faux|não|mal)\b(?=\s*(?:[,.!:;–—-]|$))"
)
"""How a prompt begins that turns down what was just done."""


def drop_refused(runs: Iterable[CommandRun], sessions: Sequence[Session]) -> list[CommandRun]:
    """The runs whose command the person has not turned down in a prompt of these sessions after it failed."""
    return [run for run in runs if not (run.failed and is_refused(run, sessions))]


def is_refused(run: CommandRun, sessions: Sequence[Session]) -> bool:
    """Whether a prompt of these sessions that followed a run turns its command down, or names another in its place."""
    names = list(_list_names(run.command))
    if not names or not run.made:
        return False
    refusal = re.compile(_compose(names))
    return any(
        _refuses(refusal, prompt.text) for one in sessions for prompt in one.prompts if prompt.made > run.made
    ) or any(_replaces(run, session) for session in sessions)


def _list_names(command: str) -> Iterator[str]:
    """The words by which a person names a command, the longest first."""
    program = find_program(command)
    start = command.find(program) if program else -1
    words = (
        re.split(r"\s(?:&&|\|\|?|;|2?>)|[;|]", command[start:], maxsplit=1)[0].split()[:_MOST_WORDS]
        if start >= 0
        else []
    )
    for count in range(len(words), 0, -1):
        if count > 1 or program not in _SHARED or len(words) == 1:
            yield " ".join(words[:count]).lower()


def _compose(names: Sequence[str]) -> str:
    """The pattern of sentences that turn down a command with these names."""
    named = "`?(?:" + "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names) + r")`?(?![\w/-])"
    return rf"\b{_REFUSES}\s+{_FILLS}{named}|{named}{_GONE}|\bthere(?: is|'s) no {named}"


def _refuses(refusal: "re.Pattern[str]", text: str) -> bool:
    for sentence in split_sentences(text):
        plain = sentence.lower().replace("’", "'").strip()
        if len(plain) <= _LONGEST and not plain.endswith(("?", "？")) and refusal.search(plain):
            return True
    return False


def _replaces(run: CommandRun, session: Session) -> bool:
    """Whether the prompt that followed a run begins with `no` and names the command that was run in its place."""
    prompt = next((one for one in session.prompts if one.made > run.made), None)
    if prompt is None or not any(one.made == run.made and one.command == run.command for one in session.commands):
        return False
    text = " ".join(prompt.text.lower().split())
    if not _OPENS.match(text):
        return False
    own = set(_list_names(run.command))
    later = (one for one in session.commands if one.made > prompt.made and one.kind == run.kind)
    names = (name for one in later for name in list(_list_names(one.command))[-1:] if name not in own)
    return any(re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", text) for name in names)
