"""Rules in the form of a wish or a taste: `I'd sleep better if base.rb didn't grow`, `my eyes bleed when I see a
default export`, `emoji are where I draw the line`, `no weights in git, pretty please`.

Nobody says those of one moment where they are about how the work is done. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.rules.work_words import HOUSEWORK, PATH, WORK, WORKS
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_GLAD: Final = (
    r"(?:i|we)(?:'d| would)(?: all| really)* (?:sleep (?:a lot |much |so much )?better|(?:be|feel) (?:so |very "
    r"|really |a"
    r" lot |much |ever so |quite )*(?:happy|happier|glad|grateful|relieved|delighted|better|safer|calmer|thankful)"
    r"|rest easier|breathe easier|love it|appreciate it|like it)"
)
_NO_POINTER: Final = r"(?!(?:it|this|that|these|those|they|there|he|she|i)\b)"
_STAYS: Final = (
    r"(?:didn't|did not|don't|doesn't|does not|wouldn't|never|no longer|stayed|stays|kept|remained|were kept"
    r"|always)\b"
)
_WISH: Final = Pattern(
    rf"{_GLAD} if (?:{_NO_POINTER}(?:the |our |all )?(?:[\w{MASK}./'-]+ ){{1,5}}?{_STAYS}"
    rf"|(?:the |our |all |all our )?{WORKS} (?:\w+ed|were|was|went|came|had|got|lived|ran|said)\b"
    r"|you (?:could |would )?(?:always|never|kept|keep|stopped|stop|avoided|avoid|left out|leave out|stayed|stay"
    r"|didn't|did not|don't|not)\b)"
)
_SUFFERS: Final = (
    r"(?:my (?:eyes|brain|heart|stomach|soul|head|toes|fingers) (?:\w+ ){1,4}?|i (?:\w+ ){0,2}?(?:cringe|wince|cry"
    r"|shudder"
    r"|die a little|twitch|see red|faint|break out in hives|get (?:hives|grumpy|nervous|itchy|a rash)) "
    r"|(?:it )?(?:makes|gives) me (?:\w+ ){1,3}?|a kitten dies |kittens die )"
)
_MEETS: Final = (
    r"(?:when(?:ever)?|if|every time|each time|at the sight of|at|from)"
    r"(?: (?:i|they|we|somebody|someone) (?:see|meet|read|find|spot|hit|encounter|stumble (?:over|on|upon)"
    r"|come across|meets?|have to read))?"
)
_ANY: Final = rf"(?:(?:a|an|another|one more|yet another|any) (?:[\w{MASK}-]+)|{MASK}{{3,}}|[\w-]+s\b)"
_PAIN: Final = Pattern(rf"{_SUFFERS}{_MEETS} (?!(?:this|that|the|it|these|those|your|is|was)\b){_ANY}")
_COLD: Final = Pattern(
    r"(?:i'm |i am )?not (?:so |really |too |exactly )?(?:sure (?:i'm|i am|i|about)|a"
    r"|the|keen|big|fond|wild)\b(?: (?:a |the )?(?:big |biggest |great )?(?:fan|friend)| keen| big| fond| wild"
    r"| love| like| enjoy| care for)? ?(?:of |on |about )?(?:all )?(?:of )?"
    rf"(?:the|those|these|all the|all those)? ?{WORKS}\b"
)
"""`not sure I love the capitals`"""
_LINE: Final = Pattern(
    rf"(?!(?:that|this|it|here)\b)[\w{MASK}-]+(?: [\w{MASK}-]+){{0,5}}? (?:is|are) where i draw the line\b"
)
_NO_PLACE: Final = Pattern(
    rf"(?!(?:that|this|it|they|he|she|i|you|we)\b)(?:the "
    rf"|our )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,4}}? (?:(?:has|have)"
    r" no (?:business|place)(?: being)? (?:in|outside|here|there|within|under|anywhere)\b"
    r"|(?:is|are) (?:not welcome|unwelcome|banned|not at home) (?:here|in|from|anywhere|under|outside)\b)"
    rf"|{PATH} (?:is|are)(?: a)? (?:no-?fly zone|no-?go(?: area| zone)?|sacred|holy|sacrosanct|untouchable"
    rf"|hallowed ground"
    r"|read-?only|not up for grabs|forbidden territory|lava|museum)\b"
    rf"|(?:one|the one|the only) (?:type|thing|{WORK}) that (?:is|are) not welcome\b"
)
_KIND_NOW: Final = (
    r"tests?|new tests?|code|docs|documentation|changes|commits|data|state|files|new files|lines|flags|tickets"
    r"|types|releases"
    r"|messages|classes|functions|methods|branches"
)
"""What is also refused for the moment: `no tests please`."""
_RATHER: Final = Pattern(
    r"(?:i|we)(?:'d| would) rather (?:[\w'-]+ ){1,6}?than (?:see|read|have|meet|find|debug|merge|review) (?:one more"
    r"|another|any|a|an|yet another)\b"
)
_NONE: Final = Pattern(
    rf"(?:so )?no (?:more )?(?:(?:{WORKS}|{HOUSEWORK}|[\w{MASK}-]+(?: [\w-]+)?) (?:in|into|under|inside"
    rf"|to) (?:here|there|git"
    rf"|(?:the|this) repo\w*|tests?|specs?|commits?|main|master|(?:error |log )?messages"
    rf"|logs?|(?:any |the )?log lines?|stacks?|stack traces|urls?|{PATH})(?!\w)"
    rf"|(?:(?:force )?(?:pushing|pushes|merging|squashing|amending|rebasing|tagging|bumping)"
    rf"|(?!(?:{_KIND_NOW})\b){WORKS})"
    r",? (?:pretty please|please|pls|while i'm alive|ever\b))"
    rf"|(?:so )?nothing new (?:under|in|into|for) (?:the )?(?:dependencies|deps|{PATH})"
)
"""`no squashing please`, `so no binaries in there`"""
_HOUSE: Final = Pattern(
    r"(?:in (?:here|this (?:house|shop|repo\w*|code ?base|project|team)|our (?:house|shop|team|code ?base"
    r"|company)),? we"
    r"|we (?=[^,;:]{3,60} (?:here|in (?:here|this (?:house|repo\w*|code ?base|project))"
    r"|(?:a)?round here)(?=[\s.,;:!]|$)))"
    r" ?(?!(?:have|had|see|saw|need|want|got|get|are (?:now|still)|were|could|should|can|know|found|do have"
    r"|use to)\b)\w+"
)
"""`in this house we write words out`"""
_PROGRAM: Final = (
    r"(?:poetry|npm|npx|pnpm|yarn|bun|cargo|go|make|just|mvn|gradle|pytest|tox|nox|uv|bundle|rake|dotnet|composer"
    r"|bazel|task"
    r"|docker|python3?|node|mix|sbt|swift|flutter|ctest|cmake)"
)
_RUNS: Final = Pattern(
    rf"{MASK}{{4,}} is (?:what|how|the way) (?:one|i|we|you|everybody|people) (?:always |only )?(?:runs?|uses?|does"
    r"|do|tests?|builds?)\b"
    rf"|(?:so )?(?:it's|it is|that's|you (?:run|use)) (?:always |only )?(?=(?:{MASK}{{4,}}|{_PROGRAM}\b"
    rf"|\w+=)[^,;]{{0,60}}?"
    r" (?:and|,) (?:not|never) )"
    rf"|(?:so )?(?:it's|it is) always (?:{MASK}{{4,}}|{_PROGRAM}\b)"
)
"""`it's always make check`"""
_BOUND: Final = Pattern(
    r"(?:say|write|put|state|mention) (?:what|why|how|the (?:ticket|number|reason|scope|module|area|issue"
    r"|class))\b[^,;:]{0,50} in"
    r" (?:the|a|your) (?:subject|commit messages?|title|body)\b"
    rf"|(?:{WORKS}|{WORK})[,:]? (?:max(?:imum)?|at most|no more than|up to|no longer than) \d+ (?:chars?"
    rf"|characters|lines"
    r"|words|columns)\b"
)
_THEIRS: Final = Pattern(
    r"(?!(?:i|we|you|it|that|this|there|nobody|everybody|everyone|who|what|one|if|when)\b)"
    r"(?:(?:my|our|the) [\w-]+(?: [\w-]+)?|[\w-]+)(?: (?:also|really|just|always))?"
    r" (?:doesn't like|does not like|don't like|do not like|can't stand|cannot stand|dislikes?|hates?|loathes?|detests?"
    r"|is (?:allergic to|no fan of|not a fan of)|prefers?)"
    r" (?!(?:the|this|that|these|those|his|her|my|our|it|how|when|them)\b)"
    rf"(?:[\w-]+ ){{0,2}}?(?:{WORKS}|{WORK})\b(?! (?:in|of|on|with|for|from) (?:this|that|these|those)\b)(?: (?:per"
    rf"|for each|for every|of|in|with|without|over|from"
    rf"|by) [^,;:]{{2,40}})?"
)
"""What a colleague likes and what not, of things of the work in general: `she hates helper classes in tests`."""
_WISHES: Final = (_WISH, _PAIN, _COLD, _LINE, _NO_PLACE, _RATHER, _NONE, _HOUSE, _RUNS, _BOUND)


def is_dislike(plain: str, start: int) -> bool:
    """Whether a clause only says what the person does not like: what they want instead stands beside it."""
    return _PAIN.match(plain, start) is not None or _COLD.match(plain, start) is not None


def match_their_taste(plain: str, start: int) -> int:
    """The end of a clause from `start` on that tells the taste of a colleague; -1 for any other."""
    match = _THEIRS.match(plain, start)
    return match.end() if match else -1


def match_taste(plain: str, start: int) -> int:
    """The end of a clause from `start` on that tells a wish or a taste about how the work is done; -1 for any other."""
    match = next(filter(None, (one.match(plain, start) for one in _WISHES)), None)
    return match.end() if match else -1
