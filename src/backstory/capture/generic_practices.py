"""Rules that say in the present tense how work is done, as if it were so: `Every bug fix arrives together with a test`,
`Third-party packages are added only after the platform team has agreed`.

What makes them rules is that they speak of things of the work in general, and not of `the` one at hand. The same is
said of what is built (`every uploaded file is scanned`): there the subject is no thing of the work.
"""

from typing import Final

from backstory.capture.duration_cues import is_passing
from backstory.capture.patterns import Pattern

_KINDS: Final = (
    r"(?:(?:database|schema|unit|integration|end-to-end|flaky|bug|hot|small|short|new|public|private|exported|internal"
    r"|shared|third-party|external|feature|topic|release|merge|pull|commit|test|type|code|review|todo|fixme|design"
    r"|architecture|breaking|boolean|shell|python|helper|log|error|dead|generated|vendored|deprecated|compiler|linter"
    r"|old|temporary|large|long|doc|utility|build|lock|golden) ){0,2}"
)
"""Words before such a thing."""
_THING: Final = (
    rf"{_KINDS}(?:spec|test|fixture|snapshot|mock|module|package|library|class|method|function|docstring|commit|branch"
    r"|pr|pull request|merge request|patch|refactoring|migration|dependency|import|changelog|changelog entry|release"
    r"|hotfix|fix|bug fix|bugfix|revert|rebase|todo|todo comment|fixme|annotation|abstraction|interface|struct|trait"
    r"|exception|endpoint|api|design decision|decision record|adr|review|benchmark|linter|formatter|lint rule|warning"
    r"|lock file|lockfile|merge|tag|version bump|code comment|new service|test name|commit message|type parameter"
    r"|error code|feature flag|helper)"
)
_THINGS: Final = (
    rf"{_KINDS}(?:specs|tests|fixtures|snapshots|mocks|modules|packages|libraries|classes|methods|functions|docstrings"
    r"|commits|branches|prs|pull requests|merge requests|patches|refactorings|migrations|dependencies|imports"
    r"|changelogs|changelog entries|releases|hotfixes|fixes|bug fixes|bugfixes|reverts|rebases|todos|todo comments"
    r"|annotations|abstractions|interfaces|structs|traits|exceptions|endpoints|apis|design decisions|decision records"
    r"|reviews|benchmarks|linters|lint rules|warnings|lock files|lockfiles|merges|version bumps|code comments"
    r"|test names"
    r"|commit messages|commit subjects|branch names|shell scripts|error codes|feature flags|helpers"
    r"|configuration values"
    r"|environment variables)"
)
_PLACE: Final = (
    r"(?: (?:in|under|below|of|for|on|to|from) (?:the |our |this |all )?[\w/·.-]+(?: (?!(?:is|are|go|get|stay|carry)\b)"
    r"[\w-]+)?| (?:that|which|who) [^,.;]{3,60}?)?"
)
"""Where such a thing is, or which ones are meant."""
_DOES: Final = (
    r"(?:goes|gets|stays|carries|belongs|comes|lives|starts|begins|ends|uses|needs|has|names|says|travels|arrives|ships"
    r"|remains|follows|keeps|counts|includes|lands|describes|builds|explains|refers|links|contains|covers|touches"
    r"|requires|takes (?:an?|the|its)|is (?!\w+ing\b|(?:the|a|an|not|now|still|red|green|broken|missing|slow"
    r"|flaky|there"
    r"|ready|done|fine|ok|in|on|too|very|more|less|gone|wrong|unclear|stuck|open|caused|due)\b)\w+)"
)
_DO: Final = (
    r"(?:go|get|stay|carry|belong|come|live|start|begin|end|use|need|have|name|say|travel|arrive|ship|remain"
    r"|follow|keep"
    r"|count|include|land|describe|explain|refer|link|contain|cover|require|are (?!\w+ing\b|(?:the|a|an|not"
    r"|now|still|red"
    r"|green|broken|missing|slow|flaky|there|ready|done|fine|ok|in|on|too|very|more|less|gone|wrong|unclear|stuck|open"
    r"|caused|due|all|also)\b)\w+)"
)
_OPENS: Final = (
    r"^(?:(?:in (?:this|our) (?:project|repository|repo|code ?base|team)|here|with us|as a (?:matter of course|general"
    r" rule|principle|rule)|in general|by convention|by default|(?:because|since|as|given that"
    r"|for the sake of|to (?:keep"
    r"|make|help|spare)) [^,;]{4,90}), )?(?:[^,;.]{8,90}, so )?"
)
"""What may stand before: where it holds, or the reason."""
_PRACTICES: Final = Pattern(
    # Every bug fix arrives together with a test. Migrations are reviewed by two people.
    rf"{_OPENS}(?:every|each|no|any|an? (?!.{{3,40}} that )) ?{_THING}{_PLACE} (?:only |also )?{_DOES}\b"
    rf"|{_OPENS}(?:all |our )?{_THINGS}{_PLACE} (?:only |also )?{_DO}\b"
    # Releases go out on Tuesdays only. Logging goes through our own wrapper.
    rf"|^(?:logging|error handling|configuration|tracing|naming|versioning|formatting|caching|validation) (?:goes|lives"
    r"|happens|belongs|is done|is handled|stays)\b"
    # The core module stays free of imports from the web layer.
    r"|^(?:the |our )(?:[\w/·-]+ ){1,3}(?:stays?|remains?|is kept|are kept) (?:\w+ )?(?:free (?:of|from)|clear of|pure"
    r"|independent|stable|private|minimal|without|below|under)\b"
)
"""How things of the work are, in general."""
_EXPECTS: Final = Pattern(
    rf"(?:^|[,;] )(?:it is expected that|we expect|i expect) (?:(?:all|every|each|any|the|our) )?(?:{_THINGS}|{_THING})"
    rf"\b(?! (?:tomorrow|today|soon|to (?:pass|fail|take|work)))"
    rf"|^(?:all |our )?{_THINGS}{_PLACE} (?:is|are) expected to (?!(?:pass|fail|take|arrive|come)\b)\w"
    r"|^it helps (?:us|me|the reviewers|everyone|everybody)(?: \w+)? (?:when|if) (?:each|every|a|all)\b"
    rf"|^i(?: would|'d) rather (?:see|have|get|read) [^.;]*\b(?:{_THINGS}|{_THING}|ones?)\b[^.;]* than\b"
    r"|^our (?:habit|practice|policy|convention|custom|rule of thumb|agreement) (?:is|here is)\b"
    # We name boolean variables with an is or has prefix.
    rf"|(?:^|, )(?:here )?we (?:name|vendor|squash|rebase|review|quarantine|pin|treat|prefer|annotate|document|inline"
    rf"|deprecate|mock) (?:all |our |every |each |any )?(?:boolean variables|{_THINGS}|{_THING})\b"
    # Please treat compiler warnings as errors.
    rf"|^please treat (?:all |every |any )?{_THINGS}{_PLACE} as\b"
)
"""What somebody expects of things of the work."""
_CASES: Final = Pattern(
    # If a function takes more than four parameters, bundle them into a struct.
    rf"^(?:if|when|whenever|where|once|as soon as) (?:a|an|any) {_THING}{_PLACE} (?!(?:is|was"
    rf"|has been) (?:missing|unknown"
    r"|empty|null|invalid|thrown|raised)\b|fails\b|throws\b|returns\b"
    r"|raises\b)[^,;]{4,60}, (?:please )?(?!(?:the (?:user|app"
    r"|application|server|client|page|caller|program)|it|we get|i get|you get|they|nothing|an error|return|throw|raise"
    r"|print|log)\b)\w+"
    r"|^(?:should you|if you|whenever you|when you) (?:find|come across|see|notice|touch|add|write|introduce"
    r"|remove|need)"
    rf" (?:a |an |any |some )?(?:dead code|duplicated code|{_THING}|{_THINGS})\b(?!.*\b(?:in|on) (?:this|that"
    rf"|the (?:next"
    r"|second|last|first)) )[^,;]*, (?:please )?\w+"
    r"|^where (?:the standard library|an existing \w+|the framework|a built-in) [^,;]{3,60}, (?:please |we )?\w+"
    rf"|^(?:pin|bump|document|name|mark|sign|tag|quarantine|review|squash) (?:every|each"
    rf"|all) {_KINDS}(?:\w+)\b.*\b(?:each|"
    r"every) time\b"
)
"""What is to be done in every case of a kind."""
_OWNERS: Final = Pattern(
    r"^ownership of [^,.;]{2,50} (?:sits|lies|rests|stays|is) with\b"
    r"|\bis the responsibility of (?:whoever|the person|anybody who|anyone who|[a-z]+)\b"
    r"|^(?:the person who|whoever|anybody who|anyone who) (?:breaks|adds|removes|touches|changes|merges"
    r"|introduces|writes"
    r"|deletes)\b[^.;]* (?:is the one who|repairs|fixes|updates|writes|documents|tells|asks|also|has to|should)\b"
)
"""Whose work something is."""
_AT_HAND: Final = Pattern(
    r"\b(?:now|today|yesterday|tomorrow|yet|still|currently|again|this (?:one|time|morning|week)"
    r"|last (?:night|week|month)"
    r"|next (?:week|month|quarter)|apparently|probably|i (?:think|guess|noticed|saw|find)|it seems|maybe|perhaps|seems?"
    r"|looks like|at the moment|on (?:my|that|this) machine|for (?:two|three|four|five|\d+) (?:days|weeks"
    r"|hours)|because of"
    r" (?:me|you)|was|were|did|had|used to|would be|going to|plan to|hope to|says the|user|users|customer|customers"
    r"|visitors?|readers?|administrators?)\b|\?"
)
"""What speaks of this moment, of what happened, or of those who use what is built."""
STATED: Final = 0.82
"""How sure a practice is that is stated as if it were so."""


def measure_practice(plain: str) -> float:
    """How sure it is that a sentence states how work is done in general; 0 if nothing says so."""
    if _AT_HAND.search(plain) or is_passing(plain):
        return 0.0
    fits = any(pattern.search(plain) for pattern in (_PRACTICES, _EXPECTS, _CASES, _OWNERS))
    return STATED if fits else 0.0
