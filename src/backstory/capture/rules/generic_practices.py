"""Rules that say in the present tense how work is done, as if it were so: `Every bug fix arrives together with a test`,
`Third-party packages are added only after the platform team has agreed`.

What makes them rules is that they speak of things of the work in general, and not of `the` one at hand. The same is
said of what is built (`every uploaded file is scanned`): there the subject is no thing of the work.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern

_KINDS: Final = (
    r"(?:(?:unit|integration|end-to-end|flaky|bug|security|hot|small|short|new|test|regression|merge|pull|commit|review"
    r"|design|breaking|feature|topic|release|database|schema|large|long|lock|golden|code|temporary) ){0,2}"
)
"""Words before such a thing."""
_OWN: Final = (
    r"(?:public|private|exported|internal|shared|helper|third-party|external|new|generated|vendored|deprecated|old)"
)
"""Words that make a thing of code one of the project's own, and not one that the product reads or writes."""
_THING: Final = (
    rf"(?:{_KINDS}(?:spec|test|test name|fixture|mock|docstring|commit|commit message|branch|pr|pull request"
    rf"|merge request"
    r"|patch|refactoring|migration|changelog entry|release|hotfix|fix|bug fix|bugfix|revert|rebase|review|benchmark"
    r"|lint rule|design decision|decision record|adr|version bump|code comment|feature flag)"
    rf"|todo(?: comment)?|fixme(?: comment)?|(?:python )?type annotation|{_OWN} (?:module|package|library|class|method"
    r"|function|dependency|import|endpoint|service|exception|interface|api)|boolean variable)"
)
_THINGS: Final = (
    rf"(?:{_KINDS}(?:specs|tests|test names|fixtures|snapshots|mocks|docstrings|commits|commit messages"
    rf"|commit subjects|branches"
    r"|branch names|prs|pull requests|merge requests|patches|refactorings|migrations|changelog entries|releases"
    r"|hotfixes|fixes|bug fixes|bugfixes|reverts|rebases|reviews|benchmarks|lint rules|design decisions"
    r"|decision records"
    r"|version bumps|code comments|feature flags|merges|lock files|lockfiles)"
    rf"|todos|todo comments|(?:python )?type annotations|(?:compiler|linter) warnings|shell scripts|{_OWN} (?:modules"
    r"|packages|libraries|classes|methods|functions|dependencies|imports|endpoints|services|exceptions|interfaces|apis"
    r"|code)|boolean variables|helper functions|configuration values)"
)
_PLACE: Final = (
    r"(?: (?:in|under|below|of|for|on|to|from) (?:the |our |this |all )?[\w/·.-]+(?: (?!(?:is|are|go|get|stay|carry)\b)"
    r"[\w-]+)?| (?:that|which|who) [^,.;]{3,60}?)?"
)
"""Where such a thing is, or which ones are meant."""
_DOES: Final = (
    r"(?:goes|gets|stays|carries|belongs|comes|lives|starts|begins|ends|uses|needs|has|names|reads like|says"
    r"|travels|arrives|ships"
    r"|remains|follows|keeps|counts|includes|lands|describes|builds|explains|refers|links|contains|covers|touches"
    r"|requires|mirrors|takes (?:an?|the|its)|is (?!\w+ing\b|(?:the|a|an|not|now|still|red|green|broken|missing|slow"
    r"|flaky|there"
    r"|ready|done|fine|ok|in|on|too|very|more|less|gone|wrong|unclear|stuck|open|caused|due)\b)\w+)"
)
_DO: Final = (
    r"(?:go (?!(?:out|live) (?:on|every|each)\b)|get|stay|carry|belong|come|live|start|begin|end|use|need"
    r"|have|name|say|travel|arrive|ship|remain"
    r"|follow|keep"
    r"|count|include|land|describe|explain|refer|link|contain|cover|require|read like|mirror|are (?!\w+ing\b"
    r"|(?:the|a|an|not"
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
    # Every bug fix should come with a regression test. Migrations need to be reversible.
    rf"|{_OPENS}(?:every|each|all|any|a|an)? ?(?:{_THING}|{_THINGS}){_PLACE} (?:should|must|has to|have to"
    rf"|needs to|ought to"
    r"|is to|are to) (?:always |only |also )?(?:come|carry|have|name|say|go|get|be (?:reviewed|written|named"
    r"|signed|squashed"
    r"|approved|documented|kept|added|merged|covered|listed|small|reversible|deterministic))\b"
    # Generated code is not edited by hand. Coverage can't drop below 90.
    r"|^[\w/·. -]{3,40} (?:is|are) not (?:edited|changed|touched|modified|formatted|committed) (?:by hand"
    r"|directly|manually)"
    r"|^(?:the )?coverage (?:can't|cannot|must not|may not|mustn't|should not|shouldn't|has to|must) (?:drop"
    r"|fall|go|sink"
    r"|stay|remain)\b"
    r"|^(?:mocks|stubs|fakes|snapshots|sleeps|globals|macros|singletons|inheritance|abbreviations"
    r"|comments) (?:is|are) (?:a"
    r" |the |our )?(?:last resort|taboo|off limits|banned|frowned upon|a no-go|not welcome|not wanted)\b"
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
    r"|^it is (?:our|the team's|a) (?:habit|practice|policy|convention|custom) (?:to|that|here)\b"
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
    r"|^(?:if|when|once|whenever|as soon as) (?:a|an|any) (?:function|method|class|module|file|commit|pr"
    r"|pull request|diff"
    r"|test) (?:takes|has|grows|gets|exceeds|needs|becomes|runs) (?:more than|past|over|beyond|longer|too"
    r"|bigger|larger|\d)"
    r"[^,;]{0,40}, (?:please )?(?!(?:the (?:user|app|server|client|caller|program)|it|we get|an error|return"
    r"|throw|raise)\b)\w+"
    r"|^where (?:the standard library|an existing \w+|the framework|a built-in) [^,;]{3,60}, (?:please |we )?\w+"
    r"|^(?:please )?run [^,;.]{3,60} before you (?:say|tell|call|report|commit|push|claim|open|ask|hand|finish)\b"
    r"|^(?:please )?(?:say|tell|list|show|mention|name|write|give)\b[^,;.]{3,80} (?:when|whenever|each time"
    r"|every time) you"
    r" (?:report|answer|finish|commit|push|hand|are done|change|touch)\b"
    r"|^should you (?:find|come across|notice|see|stumble)\b[^,]*, (?:please )?\w+"
    r"|^(?:please )?use [\w·./-]+(?: [\w·./-]+)? here(?:, |: | -)(?!please|and )\w+"
    r"|^(?:please )?keep (?:functions|methods|classes|modules|commits|prs|tests|files) (?:under|below|short"
    r"|small|focused)\b"
    rf"|^(?:pin|bump|document|name|mark|sign|tag|quarantine|review|squash) (?:every|each"
    rf"|all) {_KINDS}(?:\w+)\b.*\b(?:each|"
    r"every) time\b"
)
"""What is to be done in every case of a kind."""
_OWNERS: Final = Pattern(
    r"^ownership of [^,.;]{2,50} (?:sits|lies|rests|stays|is) with\b"
    r"|\b(?:is|are) (?:[\w-]+'s|the linter's|the formatter's|ci's) job\b|^(?:the )?[\w/·. -]{2,30} (?:is"
    r"|are) hands off\b"
    r"|^only the [\w -]{3,30} (?:may|is allowed to|should) (?:change|edit|touch|write|bump|tag|push|publish|update)\b"
    r"|^for (?:anything|everything|all|any \w+|every \w+) (?:touching|in|under|that touches"
    r"|around) [^,;]{2,40}, (?:ask|i'd like"
    r"|i would like|please ask|let|get|check with)\b"
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
