"""Questions, prompts and notes of the toml scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = (
        r"changed|since\b|\bstale|supersed|no longer|replaced|outdated|instead|revis|any ?more|\bwas\b|\bwere\b|earlier"
        r"|\bold\b|retract|took back|taken back|take back|~~|dropped|\bgone\b|deleted|removed|yesterday|first day|day 1|until|history|used to"
    )
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


ARRAY = (
    r"ArrayOfPrimitives|array[^\n]{0,60}(Primitive|plugin|table)|(Primitive|plugin)s?[^\n]{0,60}\barray|\[\[plugin|\[\]Primitive"
    r"|\b(own|its|that one)\b[^\n]{0,40}(table|keys|value|undecoded)|primValue\.undecoded|(second|other|next) (plugin|element)"
)
PREFIX = r"Florian|(subject|commit|message)s?[^\n]{0,120}(decode:|\barea\b|prefix)|(decode:|\barea\b|prefix)[^\n]{0,100}(subject|commit|message)"
MARIT = r"parse\.go[^\n]{0,140}(Marit|touch|alone|hands|keep (out|off)|stay (out|away)|off.limits|don.t|do not|not be|must not|never)|(Marit|touch|alone|hands|keep (out|off)|stay (out|away)|off.limits|don.t|do not|must not|never|leave)[^\n]{0,140}parse\.go"
VALUES = (
    r"(no|never|not|without|don.t)\b[^\n]{0,50}\bvalues?\b|\bvalues?\b[^\n]{0,60}(never|must not|don.t|stay out|out of)[^\n]{0,40}|passwords?"
    r"|(only|just)( the)? (unknown )?keys?\b[^\n]{0,50}(error|message)|keys only|(error|message)s?[^\n]{0,60}(only|just)( the)?( names? of( the)?)? keys?"
)
NODEP = r"dependenc|go\.mod|third.party"
OFF = r"off (unless|by default)|default[^\n]{0,16}(off|false)|Undecoded(\(\))?`?[^\n]{0,80}(same|today|unchanged|always did|as it is|as before|not (change|affect)|exactly|keep)|(same|unchanged|exactly|keep|not (change|affect))[^\n]{0,60}Undecoded"
UNIFY = (
    r"unifyStruct[^\n]{0,320}(random|order|range|iterat|differ|another|arbitrar|varies|non.?determin)"
    r"|(random|\border\b|iterat\w*|non.?determin\w*|map)[^\n]{0,240}unifyStruct"
)
MARK = (
    r"(markDecodedRecursive|mark(ed|ing|s)?\b[^\n]{0,80}decoded|unifyAnything)[^\n]{0,320}Undecoded"
    r"|Undecoded[^\n]{0,280}(markDecodedRecursive|mark(ed|ing|s)?\b[^\n]{0,80}decoded|unifyAnything)"
)


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "Decoder.KnownKeysOnly(true): keys without a place in the destination are an error. Committed for Decode and PrimitiveDecode, all keys listed, anything goes below an interface. Under way: arrays of Primitives ([[plugin]] with different plugins); test written and red, code missing.",
        every=[r"KnownKeysOnly|unknown keys", ARRAY],
        wrong=[
            "Suggestions for unknown keys, on spike/did-you-mean.",
            "KnownKeysOnly: unknown keys are an error, everything is committed and green.",
        ],
    )
    s.ask(
        "Why are keys behind a Primitive not left unchecked any more?",
        "Anselm's review: the typo timout that hung the mail relay for a night was in a plugin section, behind a Primitive. So PrimitiveDecode refuses unknown keys like Decode.",
        every=[r"Primitive|plugin", r"timout|typo|relay|Anselm|slip"],
        wrong=[
            "Because Solveig's customers wait ten minutes for a restart.",
            "Because keys behind a Primitive count as undecoded.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Failing in unifyStruct: it ranges over a Go map, random order, so the message named another key each time. Marking the keys below an interface with markDecodedRecursive in unifyAnything: they vanished from Undecoded() for everybody. (Primitives were refused at first.)",
        every=[UNIFY, MARK],
        wrong=[
            "Failing in unifyStruct: a map has a random order.",
            "markDecodedRecursive in unifyAnything emptied Undecoded(); a dependency for the distance.",
            "unifyStruct and markDecodedRecursive were tried and taken back.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "decode.go, meta.go and known_test.go; README.md is to come.",
        every=[r"\bdecode\.go", r"\bmeta\.go", r"known_test\.go"],
        wrong=["decode.go, parse.go and known_test.go", "decode.go and meta.go"],
    )
    s.ask(
        "What is the next step?",
        "Let PrimitiveDecode look only at the keys that occur in its own primValue.undecoded, so that TestKnownKeysOnlyArrayOfPrimitives passes; then the README section, whose text Imke sees before it goes in.",
        every=[ARRAY, r"README", r"Imke"],
        never=[r"\bnext\b.{0,60}ask Anselm"],
        wrong=[
            "Next: ask Anselm for a review, then map[string]any, then the README.",
            "The README section, Imke sees the text.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "TestKnownKeysOnlyArrayOfPrimitives in known_test.go.",
        every=[r"ArrayOfPrimitives"],
        wrong=["TestKnownKeysOnlyPrimitiveDecode", "TestUndecodedBelowAny"],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Off unless called, Undecoded() answers as today; no dependency; subject lines begin with the area (decode: ...), Florian's release notes; leave parse.go alone (Marit); only keys in error messages, never values (passwords).",
        every=[PREFIX, MARIT, VALUES],
        some=[NODEP, OFF],
        wrong=[
            "No dependency, subject lines with the area, off unless called.",
            "Leave parse.go alone (Marit), never a value in an error, Undecoded stays the same.",
            "You may pull in a dependency, and the subject line can be anything.",
        ],
    )
    s.ask(
        "Who wanted all unknown keys in one error, and why?",
        "Solveig from support: a customer's appliance takes ten minutes to restart, five typos cost an hour.",
        every=[r"Solveig", r"restart|ten minutes|10 min|hour|appliance|reboot"],
        wrong=["Anselm, because of the mail relay.", "Solveig asked for it in her review."],
    )
    s.ask(
        "Is it still true that the error names only the first unknown key?",
        "No: since the second day it lists all unknown keys, in the order of the file.",
        every=[
            r"\b(all|every|each)\b( of)?( the)?( \w+)? keys?\b|\blists? (them )?all\b|\ball of them\b|names (them )?all\b|joins all|prot, usr"
        ],
        never=[stale(r"names only the first unknown key"), stale(r"enough to name the first one")],
        wrong=[
            "Yes, only the first one, in the order of the file.",
            "The error of KnownKeysOnly names only the first unknown key; all keys are in Undecoded().",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't touch parse.go (Marit), no dependency, never a value in an error message, don't change what Undecoded() answers, no subject line without the area.",
        every=[MARIT, rf"{NODEP}|{VALUES}|{OFF}|{PREFIX}"],
        wrong=[
            "No dependency, no values in errors.",
            "parse.go knows nothing of the destination; Undecoded() must keep its answer.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "sh check.sh (vets and tests, keeps away from the noexec /tmp); only these tests: GOTMPDIR=$PWD/.gotmp go test -count=1 -run Known .",
        every=[r"check\.sh"],
        never=[stale(r"always (run|use) (it |them )?(with )?`?GOTMPDIR=\$HOME")],
        wrong=[
            "go test ./...",
            "GOTMPDIR=$HOME/gotmp go test -count=1 ./...",
            "Always run with GOTMPDIR=$HOME/gotmp here; check.sh is Bastiaan's.",
        ],
    )
    s.ask(
        "Where is the check for unknown keys, and who calls it?",
        "MetaData.refuseUnknown in meta.go, called by Decoder.Decode and by PrimitiveDecode.",
        every=[r"refuseUnknown", r"PrimitiveDecode"],
        never=[stale(r"Decoder\.Decode is the only place")],
        wrong=[
            "Decoder.Decode is the only place that refuses unknown keys.",
            "In unifyStruct, called for each struct; PrimitiveDecode doesn't check.",
        ],
    )


CHECK = r"check\.sh"
NEXT = r"ArrayOfPrimitives|primValue\.undecoded|own table only|Keys carry no index|keys of the second"
ORDER = r"order is random|ranges over a Go map|gives another message|four runs"
MARKING = r"vanished from .?Undecoded|BelowAny|Not marked as decoded|takes? it back|took it back"
PRIM = r"timout|PrimitiveDecode (checks|has to|too)|refuse unknown keys in PrimitiveDecode|called by .?Decoder\.Decode"
REFUSED = r"count(s)? as undecoded|refused every plugin|plugin\.name|kept in .?md\.open|MetaData\.open"
ALL = r"lists all unknown keys|list all unknown keys|all of them in one error|ten minutes|joins all keys"
ANYTHING = r"below an interface|anything goes|interface or a map|extra\.proxy"
CASE = r"case-insensitive|HOST"
HINT = r"For 2\.0|11 of 40|11 wrong|one in four|Spike: did you mean"
NOEXEC = r"noexec"
IMKE = r"Imke"
VAL = r"never a value|no values|Keys only|only keys in the message|full of passwords"
DEP = r"no dependency|go\.mod stays"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", CHECK, "which command runs the whole suite on this host?")
    s.prompt("short", NEXT, "finish KnownKeysOnly for arrays of plugin sections")
    s.prompt("short", r"refuseUnknown|md\.open|unknown\(\)", "where does KnownKeysOnly decide that a key is unknown?")
    s.prompt("short", ORDER, "return the unknown key error straight from unifyStruct")
    s.prompt("short", MARKING, "call markDecodedRecursive in unifyAnything")
    s.prompt("short", PRIM, "skip the check for unknown keys in PrimitiveDecode")
    s.prompt("short", ALL, "stop at the first unknown key, that's faster")
    s.prompt("short", ANYTHING, "does KnownKeysOnly complain about keys inside a map[string]any?")
    s.prompt("short", CASE, "is HOST an unknown key when the field is called Host?")
    s.prompt("short", HINT, "add a did-you-mean suggestion to the unknown key error")
    s.prompt("short", NOEXEC, "why does plain go test say permission denied in here?")
    s.prompt("short", IMKE, "write the README section about KnownKeysOnly")
    s.prompt(
        "long",
        PRIM,
        "For a talk I want to explain how the new switch treats parts of a file that are decoded later. I had it in mind like this: whatever sits behind a toml.Primitive is not our business, nobody looks at it, and the caller can consult Undecoded on his own. Please check whether that's how it works these days and correct me where it isn't.",
    )
    s.prompt(
        "long",
        ORDER,
        "I'd like the decoder to give up as early as it can. At the moment we fill the whole struct first and compare afterwards, which seems wasteful for large files. unifyStruct already knows when a key has no field, so let it return the error on the spot, and drop the comparison at the end. Are there any objections from what we know?",
    )
    s.prompt(
        "long",
        MARKING,
        "There is some duplication that bugs me: for types with their own UnmarshalTOML we mark everything underneath as decoded, while for an empty interface we keep a set of open places and skip them later on. I want one mechanism. Please use the marking for interfaces as well and see if the set can go away entirely.",
    )
    s.prompt(
        "long",
        NEXT,
        "My parents have left, so where were we? There was this thing with Anselm's relay and the plugins that come as a list, somebody had found a hole there, and we wrote a test for it that was bound to fail. Please make it pass the way we had agreed on, without changing anything else, and tell me when it's done.",
    )
    s.prompt(
        "long",
        ALL,
        "I need two or three lines for the changelog of the appliance. Describe what the administrators see when there are several misspelt keys in their configuration, whether they get them one after the other or together, and which complaint made us do it this way. I remember it came from support, but neither by whom nor what the numbers were.",
    )
    s.prompt(
        "long",
        HINT,
        "Users would be grateful if the message not only said which key is wrong but also which one was probably meant, compilers do that all the time. The field names are at hand, a small edit distance would be enough. Didn't we measure how well this works on real typos at some point? If it's good, build it into the error right now.",
    )
    s.prompt(
        "other words", r"KnownKeysOnly", "how can a program find out that somebody mistyped an option in its settings?"
    )
    s.prompt("other words", CHECK, "I edited something, what do I start to see if all is still fine?")
    s.prompt("other words", r"Anselm", "whose approval was held back because of a night-long mail breakdown?")
    s.prompt(
        "other words",
        NEXT,
        "two extensions of different make configured one after the other, does loading the former choke on the latter?",
    )
    s.prompt("forbidden", r"Marit", "improve the error positions in parse.go while you are in there")
    s.prompt("forbidden", VAL, "print the offending value next to each key in the message")
    s.prompt("forbidden", DEP, "use github.com/google/go-cmp in known_test.go")
    s.prompt(
        "forbidden",
        r"off unless|linters|no difference|Undecoded\(\) (keeps|answers)",
        "switch KnownKeysOnly on for everybody in NewDecoder",
    )
    s.prompt(
        "unrelated",
        None,
        "what should I cook with leeks and potatoes?",
        "perfect, bye for now",
        "how far away is the moon?",
        "who wrote The Master and Margarita?",
        "how do I say 'cheers' in Hungarian?",
        "what's 15 percent of 240?",
        "give me a css gradient from teal to navy",
        "how do I detach from a screen session?",
        "suggest a name for a sailing boat",
        "how many strings does a cello have?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "I lost the key to my bike lock, how do I open it?",
        "which plugin gives vim a file tree?",
        "is the number of unknown planets in our solar system zero?",
        "how do I reset the table of contents in a word document?",
    )


NOTES = """# Decoder.KnownKeysOnly(true), branch known-keys
Goal: misspelt keys become an error. Off unless called; Undecoded() answers as always.
Code: MetaData.refuseUnknown (meta.go), called by Decoder.Decode and PrimitiveDecode (decode.go). md.open: Primitives not yet decoded, interfaces, map[string]any; below those everything passes.
Primitives are checked since Anselm's review: typo timout in a plugin section hung the mail relay.
Error lists all keys in file order (Solveig: restart takes ten minutes).
Tests: known_test.go. Run: `sh check.sh` (/tmp is noexec)
Failed: error in unifyStruct (random map order); markDecodedRecursive in unifyAnything (keys vanish from Undecoded()).
RED: TestKnownKeysOnlyArrayOfPrimitives (uncommitted).
Next: PrimitiveDecode looks only at keys in its own primValue.undecoded; then README section, Imke sees the text first.
Rules: subject lines begin with the area, decode: (Florian); leave parse.go alone (Marit); only keys in errors, never values; no dependency.
spike/did-you-mean: suggestions are for 2.0."""
