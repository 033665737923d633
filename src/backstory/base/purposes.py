"""Finds out what a prompt wants to run: the tests, the linter, a build or the program itself.

`make sure that nothing broke` asks for the test command and shares no word with it. The phrases are common in every
project. A prompt counts only if it also asks or checks something. The module uses no regular expressions, because the
hook process does not load them.
"""

from backstory.base.phrase_texts import PhraseTexts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_WORDS = 16
"""Most words of a prompt that asks for a command. A longer prompt reports something."""
_PHRASES = {
    "test": """
nothing broke; nothing is broken; nothing breaks; nothing got broken; broke something; broke anything; break anything
breaks anything; broken anything; broken something; anything is broken; anything broke; still works; still work
everything works; all works; still good; is green; it s green; still green; still passes; still pass; everything passes
everything is fine; everything is ok; all checks; the checks; full check; usual check; usual checks; sanity check
smoke test; before i commit; before committing; before we commit; before i push; before pushing; before we push
before i open; before opening; before i merge; before merging; before i submit; before sending a; regression tests
regression suite; for regressions; unit tests; test suite; whole suite
prior to pushing; prior to committing; prior to merging; prior to a commit; nothing regressed; something regressed
still ok; still okay; still fine; is safe; safe to push; safe to merge; safe to commit; good to go
nichts kaputt; noch alles; vor dem commit; vor dem push; bevor ich committe; bevor ich pushe
rien de cassé; rien n est cassé; tout marche encore; avant de commiter; avant de pousser
nada roto; no rompí nada; no he roto; todo sigue funcionando; antes de subir; antes del commit
""",
    "lint": """
code style; coding style; style check; style checks; style checker; static analysis; static checks; the linter; linter
linters; linting; lint; code is formatted; code formatted; format the code; formatted properly; formatted correctly
the formatter; formatting rules
""",
    "types": """
type check; type checks; type checker; type checking; typecheck; typechecks; check the types; types check
""",
    "launch": """
get it running; get this running; get that running; get it going; get this going; get this thing going; get going
get started; up and running; bring it up; spin it up; fire it up; start it; run it locally; run this locally
run the project; start the project; just cloned; fresh clone; fresh checkout; new laptop; new machine; new computer
set up the project; set the project up; set it up; dev environment; development environment; local environment
install the dependencies; start the app; start the server; start the bot; start the program; start the service
run the app; run the server; run the bot; run the program; run the service; launch the app; launch the server
dev server; development server; zum laufen; lokal starten; en local; lancer le projet; arrancar el proyecto
""",
    "deploy": """
cut a release; make a release; do a release; cut a version; cut a new; new version onto; latest version onto
new build onto; latest build onto; fresh build onto; onto my phone; onto my handset; onto the handset; onto my device
onto my tablet; on my device; on my handset; on the handset; on my phone; on my tablet; onto the emulator
on the emulator
""",
}
_ASKING = """
make sure check verify ensure confirm prove see whether test run rerun execute perform do what which how is are did does
set setup need help give command try get put install start launch bring spin fire cut ship show just cloned tell
prüfe prüf wie was welcher vérifie comment quelle verifica cómo qué
"""
_CHECKS = frozenset(_ASKING.split())
"""Words near the beginning of a prompt that asks for something to be run, or how."""
NEAR = 8
_BUILD = frozenset(("build", "compile", "assemble", "package", "bundle", "rebuild", "recompile", "baue", "kompiliere"))
_OBJECTS = """
project app apk aab ipa binary binaries it library lib wheel image package bundle code executable jar everything crate
artifact artifacts distribution installer build program site docs release snapshot gem target projekt
"""
_BUILT = frozenset(_OBJECTS.split())
"""What is built."""
BEHIND = 3
"""Words after the verb that may name the object."""
_WHICH = frozenset(("which", "what", "welcher", "welche", "welches", "quel", "quelle", "cuál", "cual"))
_WORDS_FOR_COMMANDS = """
command commands script scripts target targets task tasks step steps way tool tools program invocation line flags flag
options is are was s do does did has have should can could must the a we i you to would will else exactly
befehl skript schritte weg commande étapes comando pasos
"""
_COMMANDS = frozenset(_WORDS_FOR_COMMANDS.split())
"""Words after `which` and `what` that still ask for a command, or name nothing."""
_FEW = 5
"""First words of a prompt that may hold such a verb: `how do I build ...`."""
_NAMED = {
    " get going ": (" get going with ",),
    " get started ": (" get started with ",),
    " before committing ": (" before committing to ",),
}
"""Phrase -> words that must not follow it."""


PHRASES = PhraseTexts(_PHRASES)
"""Purpose -> phrases that ask for its command."""
PURPOSES = frozenset((*_PHRASES, "build")) - {"deploy"}
"""What a prompt asks to have run, beside a deployment."""
OF_WORK = PURPOSES | {
    "resume", "next", "failed", "run", "start", "green", "again", "deploy", "task", "rules", "tried",
}  # fmt: skip
"""Kinds of questions that the last sessions answer."""


OF_PURPOSE = {
    "launch": "localhost uvicorn serve wsgi venv install",
    "lint": "eslint ruff prettier clippy golangci",
    "types": "mypy pyright tsc",
}
"""Purpose -> words of its commands. The search needs them because some sessions only mention a command."""


def find_purposes(words: "Sequence[str]") -> "frozenset[str]":
    """The purposes of the commands that these words ask for; often none."""
    if not 1 < len(words) <= MAX_WORDS:
        return frozenset()
    out: set[str] = set()
    if not _CHECKS.isdisjoint(words[:NEAR]):
        line = f" {' '.join(words)} "
        out = {
            purpose
            for purpose, phrases in PHRASES.find(line).items()
            if not all(_goes_on(line, f" {phrase} ") for phrase in phrases)
        }
    if "launch" in out and words[0] in _WHICH and words[1] not in _COMMANDS:
        out.remove("launch")  # `which port does the dev server use`
    if _builds(words):
        out.add("build")
    return frozenset(out)


def is_stated_for_command(word: str) -> bool:
    """Whether a word is one of those by which people ask for a command, and not what they ask about."""
    return word in _CHECKS or PHRASES.has_word(word)


def _goes_on(line: str, phrase: str) -> bool:
    return any(longer in line for longer in _NAMED.get(phrase, ()))


def _builds(words: "Sequence[str]") -> bool:
    """Whether something of the project is to be built: `compile the binary`, `how do I build it?`.

    `how does the package build plurals` asks what the code does.
    """
    return "does" not in words[:2] and any(
        word in _BUILD and not _BUILT.isdisjoint(words[at + 1 : at + 1 + BEHIND])
        for at, word in enumerate(words[:_FEW])
    )


def list_command_words(kinds: "frozenset[str]") -> "list[str]":
    """Words of the commands for some kinds of answers. A session may only mention these commands."""
    return [word for purpose in sorted(PURPOSES & kinds) for word in OF_PURPOSE.get(purpose, "").split()]
