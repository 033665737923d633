"""Questions, prompts and notes of the node-semver scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = r"changed|since\b|\bstale|supersed|no longer|replaced|outdated|revis|not any ?more|\bwas\b|earlier|\bold\b|retract|~~|dropped|\bgone\b|\bgoes\b|history|\buntil\b"
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


BETA = r"prerelease|\bbetas?\b"
RAISE = (
    r"\b(rais|lift)\w*\b[^\n]{0,80}bound|bound[^\n]{0,80}\b(rais|lift)"
    r"|>=1\.2\.0-beta\.1[^\n]{0,60}(becomes?|to|->|→|into|as)\b[^\n]{0,12}>=1\.2\.0(?!-)"
    r"|>=1\.2\.0-beta\.1[^\n]{0,6}(->|→)[^\n]{0,6}>=1\.2\.0(?!-)"
)
LOG = r"changelog[^\n]{0,120}(release-please|by hand|hands? off|nobody|never|don.t|leave|not|untouched)|(release-please|never|don.t|\bnot?\b|nobody|hands? off|leave)[^\n]{0,80}changelog"
DAGNY = r"range\.js[^\n]{0,120}(dagny|stay out|keep out|touch|off.limits|leave|alone)|(dagny|stay out|keep out|touch|edit|off.limits|leave)[^\n]{0,120}range\.js"
IST = r"(never|\bnot?\b|don.t|without|nobody|forbid\w*|ban\w*)[^\n]{0,60}istanbul|istanbul[^\n]{0,60}(never|forbidden|banned|not allowed|taboo)"
NODE = r"\bnode ?(\.?js )?v?10\b|flatMap|optional chaining"
RANDOM = r"(never|\bnot?\b|don.t|without)[^\n]{0,30}random|fixed cases"
LINT = r"commitlint|conventional commit|\bfeat\b[^\n]{0,40}(docs|deps|chore)"
JOIN = (
    r"(join|blank|space|concat|texts?\b|strings?\b|behind each other)[^\n]{0,250}(binds|last part|hyphen|invalid comparator|precedence|last alternative)"
    r"|(binds|last part|hyphen|invalid comparator|precedence)[^\n]{0,200}(join|blank|space|concat|texts?\b|strings?\b)"
    r"|(blank|space|concat\w*|texts|strings)[^\n]{0,120}(break|broke|wrong|fail|out\b|ignor|only)[^\n]{0,60}\|\|"
    r"|\|\|[^\n]{0,80}(break|broke|wrong|fail|ignor)[^\n]{0,60}(blank|space|concat|texts|strings)"
)
MINV = (
    r"minVersion[^\n]{0,300}(1\.2\.4|narrow|alpha|prerelease|too high|unreliab|throw away|though|even if|miss(es|ed)?\b)"
    r"|(1\.2\.4|narrow|alpha|prerelease|unreliab)[^\n]{0,200}minVersion"
)
CRASH = r"TypeError|\btrim\b|throw|threw|\bdie[sd]?\b|crash|boom|broke|blew|blow|\b3 (of|in|out)\b|three (of|in|out)\b"
FOLD = r"wilma|\bfold|reduce"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "semver.intersection(r1, r2, options), the range two ranges share; works, exported, committed. Under way: a prerelease needs both sides, the test is written, code missing.",
        every=[r"\bintersection\b", BETA],
        wrong=[
            "Ranges in caret form, committed on spike/caret-output.",
            "semver.intersection, finished and committed.",
        ],
    )
    s.ask(
        "Why does intersection not give null any more?",
        "wilma folds peer ranges with reduce; in 3 of 40 packages a null in the middle made the next call throw a TypeError (reading trim).",
        every=[
            r"\bnull\b|nothing in common|disjoint|empty range|peers? disagree",
            rf"({FOLD})[^\n]{{0,250}}({CRASH})|({CRASH})[^\n]{{0,200}}({FOLD}|next (round|call))",
        ],
        wrong=[
            "Because minVersion answers null for narrow ranges.",
            "Folding multiplied the sets to 6561.",
            "null was what minVersion and maxSatisfying do.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Joining the texts with a blank: it binds tighter than ||, hyphen ranges throw Invalid comparator. minVersion as a test for emptiness: null for >1.2.3 <1.2.4-beta though 1.2.4-alpha matches.",
        every=[JOIN, MINV],
        wrong=[
            "Joining the texts with a blank: hyphen ranges throw.",
            "minVersion: null for >1.2.3 <1.2.4-beta; caret output broke 76 assertions.",
            "Joining the texts and minVersion were both given up.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "ranges/intersection.js, test/ranges/intersection.js and index.js; README.md and benchmarks/bench-intersection.js are to come.",
        every=[
            r"(?<!test/)\branges/intersection\.js",
            r"test/ranges/intersection\.js|\b(its|a|the) tests?\b[^\n]{0,60}(same name|test/)",
        ],
        wrong=["ranges/intersection.js and classes/range.js", "test/ranges/intersection.js and index.js"],
    )
    s.ask(
        "What is the next step?",
        "In intersection, before tighten, raise a bound like >=1.2.0-beta.1 to >=1.2.0 when the other set has no prerelease on that version; then the README line beside intersects; then benchmarks/bench-intersection.js.",
        every=[RAISE, r"README", r"bench"],
        never=[r"\bnext\b.{0,60}let wilma fold"],
        wrong=[
            "Let wilma fold her peer ranges, then the README line.",
            "The README line and the benchmark.",
            "Raise the bound of prereleases in intersection, then the README line.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "a prerelease needs both sides, in test/ranges/intersection.js (only the first range admits the beta); the code isn't there.",
        every=[r"a prerelease needs both sides|only the first range admits the beta"],
        wrong=["no room between two bounds", "template-oss-check can't pass here."],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Node 10: no flatMap, no optional chaining; CHANGELOG.md is release-please's; commitlint prefixes feat, fix, docs, deps, chore; never an istanbul ignore; stay out of classes/range.js (dagny); no random versions in tests.",
        every=[LOG, DAGNY, IST],
        some=[NODE, RANDOM, LINT],
        wrong=[
            "CHANGELOG.md by release-please; stay out of classes/range.js (dagny); node 10.",
            "classes/range.js is dagny's; never an istanbul ignore; no random versions.",
            "CHANGELOG.md: release-please. range.js: dagny. No istanbul ignore.",
        ],
    )
    s.ask(
        "Who found out that null breaks callers, and how?",
        "wilma: she let the branch fold the peers of her monorepo overnight, 3 of 40 packages died with a TypeError (reading trim).",
        every=[
            r"wilma",
            r"\b3 (of|in|out)\b|three (of|in|out|packages)|\b40\b|monorepo|TypeError|\btrim\b|\bnight|overnight",
        ],
        wrong=["dagny, while rebuilding the parse cache.", "wilma asked for a benchmark.", "bruno, 3 of 40 packages."],
    )
    s.ask(
        "Is it still true that intersection returns null when the two ranges have nothing in common?",
        "No: since the second day it always returns a Range, <0.0.0-0 when nothing is in common.",
        every=[r"<0\.0\.0-0"],
        some=[r"always", r"match(es)? nothing", r"a Range\b", r"empty range", r"instead", r"nothing (is )?in common"],
        never=[
            stale(r"returns null when"),
            stale(r"null, same as minVersion"),
        ],
        wrong=[
            "Yes, null, as minVersion does.",
            "intersection returns null when the two ranges have no version in common; <0.0.0-0 is how the parser writes a range that matches nothing.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Stay out of classes/range.js (dagny rebuilds the parse cache), don't edit CHANGELOG.md, no istanbul ignore, no random versions in tests, nothing node 10 lacks.",
        every=[DAGNY, rf"{LOG}|{IST}|{RANDOM}|{NODE}"],
        wrong=[
            "Don't edit CHANGELOG.md, no istanbul ignore.",
            "range.js prints the bounds; CHANGELOG.md is release-please's.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "npm run test:mirror (npm test can't pass, template-oss-check sees the mirror); the new file alone: npx tap -R terse --no-coverage-report --no-check-coverage test/ranges/intersection.js.",
        every=[r"test:mirror"],
        never=[stale(r"always run plain npx tap")],
        wrong=[
            "npx tap followed by npx eslint .",
            "always run plain npx tap followed by npx eslint . instead of npm test; bruno's script test:mirror is on main",
            "npm test, template-oss-check stays red",
        ],
    )
    s.ask(
        "Where are needless bounds and equal sets dropped, and why is that needed?",
        "tighten in ranges/intersection.js, with a Set of the results: folding eight ranges of three parts gave 6561 sets.",
        every=[
            r"\btighten\b",
            r"intersection\.js",
            r"6[,. ]?561|multipl|\bblow|\bexplo|power of|3\^8|exponential|grow",
        ],
        wrong=[
            "tighten in ranges/intersection.js, so that the output looks nice.",
            "In the range getter of classes/range.js; 6561 sets.",
        ],
    )


RUN = r"test:mirror"
NEXT = r"a prerelease needs both sides|raise (a|the) bound|only the first range admits|admits a prerelease|accepts a prerelease"
NONE = r"<0\.0\.0-0|always returns? a Range|always a Range"
NOJOIN = r"binds tighter|hyphen range|Invalid comparator|joining the texts is out"
NOMIN = (
    r"minVersion is wrong|narrow ranges|1\.2\.4-alpha|gap stays|left as it is|counts up to 1\.2\.4|no function we have"
)
MANY = r"6561|multiplies their sets|power of 8|highest lower"
OWN = r"not a method of Range|no method on Range|files of their own"
CARET = r"semver 8|caret form|76 assertions|76 failed"
README = r"README line beside|line in README"
MIRROR = r"template-oss looks at|our mirror|template-oss-check (can.t|cannot) pass|clones like ours"
BENCH = r"bench-intersection"
THROWS = r"garbage in|invalid range still throws|still throws"
WILMA = r"3 of 40|3 died|null goes|null in the middle|wilma folded"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do i run everything in this clone?")
    s.prompt("short", NEXT, "go on with the prerelease handling of intersection")
    s.prompt("short", NONE, "what does intersection give for ^1.0.0 and ^2.0.0?")
    s.prompt("short", NOJOIN, "can't intersection just join the two range strings?")
    s.prompt("short", NOMIN, "drop results of intersection that have no minVersion")
    s.prompt("short", MANY, "remove tighten and push the comparators of both sets")
    s.prompt("short", OWN, "make intersection a method of the Range class")
    s.prompt("short", CARET, "print the intersection as ^1.4.0 when it is a caret range")
    s.prompt("short", README, "write the README entry for intersection")
    s.prompt("short", MIRROR, "why is template-oss-check red on this machine?")
    s.prompt("short", BENCH, "do we owe anybody a benchmark for intersection?")
    s.prompt("short", THROWS, "should intersection swallow an invalid range?")
    s.prompt(
        "long",
        NONE,
        "i'm writing the types for our new range function in definitely typed and got stuck on the return value. as far as i remember it is a Range or null, like the neighbours that look for the best version. please check what intersection really returns when two ranges share nothing, so that i declare it properly.",
    )
    s.prompt(
        "long",
        NOJOIN,
        "the code in ranges/intersection.js seems a lot of machinery for a small thing. a space between two comparators already means that both have to hold, so one could take the raw texts of both ranges, put a space between them and let the parser do all the rest. please replace the loops by that, it should be a one-liner.",
    )
    s.prompt(
        "long",
        NOMIN,
        "a user will ask why we return something like >1.0.0 <1.0.1 when no version can ever be in there. before the release i'd like to have these cases answered with the empty range. we have a function that computes the lowest version of a range, so when it finds none we know that nothing is left. build that in, please.",
    )
    s.prompt(
        "long",
        NEXT,
        "back from my call, and the rest of yesterday is a blur. we had written one test for the case where a beta is allowed by one package only, and i told you to leave the code for later. please do that code now, keep it as small as you can, and tell me what you did before you go on to the documentation.",
    )
    s.prompt(
        "long",
        WILMA,
        "for the pull request i need two or three sentences on the return value of the new function: who complained about the first version, what she had done with it, how many of her packages were hit and by which error. i deleted her mail already, so take it from wherever you have it, and please don't invent numbers.",
    )
    s.prompt(
        "long",
        MANY,
        "somebody asked me whether we really need the part that sorts the bounds and keeps only two of them, since the result would match the same versions without it. i remember that there was a reason which had to do with long lists of peer dependencies, and a rather large number. what happens to a fold when we take tighten out?",
    )
    s.prompt("other words", r"\bintersection\b", "how can a tool find the versions that suit every package at once?")
    s.prompt("other words", RUN, "what do i type to see that nothing is broken?")
    s.prompt("other words", r"wilma", "who tried the branch on real projects, and what happened?")
    s.prompt(
        "other words", NEXT, "an rc slips through after merging two constraints although one of them refuses it, why?"
    )
    s.prompt("forbidden", r"release-please|by hand", "add the new function to CHANGELOG.md under 7.9.0")
    s.prompt("forbidden", r"dagny|stay out of", "teach testSet in classes/range.js where a comparator came from")
    s.prompt("forbidden", r"istanbul", "put an istanbul ignore over the branch that coverage complains about")
    s.prompt("forbidden", r"node 10|flatMap", "rewrite the two loops in ranges/intersection.js with flatMap and ?.")
    s.prompt(
        "unrelated",
        None,
        "good night, thanks for the help",
        "what's the difference between jam and marmalade?",
        "name three rivers in Portugal",
        "how do i centre a div?",
        "write a limerick about a lazy cat",
        "which camera settings suit the northern lights?",
        "how many grams is a cup of flour?",
        "say 'where is the station' in Polish",
        "how do i undo the last change in nano?",
        "recommend a board game for five people",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how does traffic light timing work at a busy intersection?",
        "which mountain range lies between France and Spain?",
        "my washing machine stops in the middle, does it need a new door bound or gasket?",
        "is a null hypothesis ever proven?",
    )


NOTES = """# semver.intersection(r1, r2, options), branch range-intersection
Goal: wilma folds the peer ranges of many packages into one.
Code: ranges/intersection.js (not a method of Range), exported in index.js. Pairs of sets; tighten keeps two bounds per pair, a Set drops doubles (a fold of 8 gave 6561 sets).
Always returns a Range, nothing in common is <0.0.0-0. null made wilma's reduce throw (trim) in 3 of 40 packages. Invalid range throws.
Tests: test/ranges/intersection.js. Run: `npm run test:mirror` (npm test fails, template-oss sees the mirror)
Failed: joining texts with a blank (binds tighter than ||; hyphen ranges throw). minVersion for emptiness (null for >1.2.3 <1.2.4-beta, 1.2.4-alpha matches); gap stays.
RED: a prerelease needs both sides (uncommitted).
Next: before tighten raise bound >=1.2.0-beta.1 to >=1.2.0 if the other set has no prerelease there; README line beside intersects; benchmarks/bench-intersection.js.
Rules: CHANGELOG.md by release-please only; stay out of classes/range.js (dagny); never an istanbul ignore; node 10 (no flatMap, ?.); commitlint prefixes; no random versions in tests.
Spike caret output: semver 8 only."""
