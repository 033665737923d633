"""The three sittings of the node-semver scenario."""

from conversation import Scenario, Session
from material import Clone

CODE, TEST, RANGE = "ranges/intersection.js", "test/ranges/intersection.js", "classes/range.js"
RUN = f"npx tap -R terse --no-coverage-report --no-check-coverage {TEST}"
SPOT = "test('nothing in common', (t) => {\n"

JOINED = """'use strict'

const Range = require('../classes/range')

const intersection = (r1, r2, options) =>
  new Range(`${new Range(r1, options).raw} ${new Range(r2, options).raw}`, options)

module.exports = intersection
"""
CROSSED = """'use strict'

const Range = require('../classes/range')

const intersection = (r1, r2, options) => {
  const sets = []

  for (const one of new Range(r1, options).set) {
    for (const two of new Range(r2, options).set) {
      const [a, b] = [one, two].map(set => new Range(set.join(' '), options))
      if (a.intersects(b, options)) {
        sets.push([...one, ...two].join(' '))
      }
    }
  }

  return sets.length ? new Range(sets.join('||'), options) : null
}

module.exports = intersection
"""
TIGHTEN = """const PAST = ['>', '<=']

// of two bounds at one version, > and <= lie further right
const byBound = (a, b) => a.semver.compare(b.semver) ||
  PAST.includes(a.operator) - PAST.includes(b.operator)

// keeps the highest lower bound and the lowest upper bound
const tighten = (comparators) => {
  const exact = comparators.find(comp => !comp.operator && comp.value)
  if (exact) {
    return exact.value
  }

  const low = comparators.filter(comp => comp.operator[0] === '>').sort(byBound).pop()
  const high = comparators.filter(comp => comp.operator[0] === '<').sort(byBound)[0]
  return [low, high].filter(Boolean).join(' ')
}

"""
FIRST_TEST = """'use strict'

const { test } = require('tap')
const Range = require('../../classes/range')
const intersection = require('../../ranges/intersection')

test('what both ranges match', (t) => {
  const cases = [
    ['^1.2.0', '^1.4.0', '1.5.0', '1.3.0'],
    ['^1.0.0 || ^2.0.0', '>=1.5.0', '2.1.0', '1.0.0'],
    ['1.0.0 - 2.0.0', '>=1.5.0', '2.0.0', '1.4.0'],
  ]

  for (const [r1, r2, inside, outside] of cases) {
    const both = intersection(r1, r2)
    t.ok(both instanceof Range, `${r1} and ${r2} give a Range`)
    t.ok(both.test(inside), `${inside} is in ${both}`)
    t.notOk(both.test(outside), `${outside} is not in ${both}`)
  }
  t.end()
})

test('nothing in common', (t) => {
  t.equal(intersection('^1.2.0', '^2.0.0'), null, 'no version is in both')
  t.end()
})
"""
FOLD = """test('a long fold stays small', (t) => {
  const peers = Array(8).fill('>=1.0.0 || >=2.0.0 || >=3.0.0')
  const all = peers.reduce((a, b) => intersection(a, b))

  t.equal(all.set.length, 3, 'no set occurs twice')
  t.end()
})

"""
EXACT = """test('an exact version', (t) => {
  t.equal(intersection('1.2.3', '^1.0.0').range, '1.2.3', 'is all that is left')
  t.end()
})

"""
EMPTY = """test('nothing in common', (t) => {
  const none = intersection('^1.2.0', '^2.0.0')

  t.equal(none.range, '<0.0.0-0', 'a range that matches nothing')
  t.equal(intersection(none, '^2.1.0').range, '<0.0.0-0', 'goes on in a fold')
  t.throws(() => intersection('not a range', '*'), TypeError)
  t.end()
})
"""
OLD_EMPTY = FIRST_TEST[FIRST_TEST.index(SPOT) :]
GAP = """test('no room between two bounds', (t) => {
  t.equal(intersection('>1.0.0', '<1.0.1').range, '<0.0.0-0', 'patches are neighbours')
  t.ok(intersection('>1.2.3', '<1.2.4-beta').test('1.2.4-alpha'), 'a prerelease has room')
  t.end()
})

"""
BETA = """test('a prerelease needs both sides', (t) => {
  const both = intersection('>=1.2.0-beta.1 <2.0.0', '>=1.0.0 <1.5.0')

  t.ok(both.test('1.2.0'), 'the release is in both')
  t.notOk(both.test('1.2.0-beta.2'), 'only the first range admits the beta')
  t.end()
})

"""
PUSH = "        sets.push([...one, ...two].join(' '))\n"
ADD = "        sets.add(tighten([...one, ...two]))\n"
NULL = "  return sets.size ? new Range([...sets].join('||'), options) : null\n"
NONE = "  return new Range(sets.size ? [...sets].join('||') : '<0.0.0-0', options)\n"
ASKED = """  const found = [...sets].filter(set => minVersion(set, options))
  return new Range(found.length ? found.join('||') : '<0.0.0-0', options)
"""
INDEX = "const intersects = require('./ranges/intersects')\n"
CARET = """const isCaret = ([low, high, ...more]) => !more.length && high &&
  low.operator === '>=' && low.semver.major > 0 &&
  high.value === `<${low.semver.major + 1}.0.0-0`
"""


def tap(good: int, bad: list[str] | None = None, why: str = "", spent: str = "") -> str:
    """What tap's terse reporter leaves on the screen for the test file."""
    if not bad:
        return f"Suites:   1 passed, 1 of 1 completed\nAsserts:  {good} passed, of {good}"
    total = good + len(bad)
    marks = "\n".join(f" ✖ {x}" for x in bad)
    return (
        f"{why} FAIL  {TEST} {len(bad)} failed of {total} {spent}ms\n{marks}\n\n"
        f"Suites:   1 failed, 1 of 1 completed\nAsserts:  {len(bad)} failed, {good} passed, of {total}"
    )


def run(a: Session, good: int, bad: list[str] | None = None, why: str = "", spent: str = "") -> None:
    a.bash(RUN, tap(good, bad, why, spent), title="Run the intersection tests", code=1 if bad else 0)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add index.js ranges test && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("d1")
    a.user(
        "wilma's workspace tool collects what fourteen packages want of react and then guesses whether one version fits all. "
        "semver can only say yes or no there (intersects), she needs the range that is left. "
        "i'd like semver.intersection(r1, r2, options). read what we have around ranges and give me the ways to do it, don't write anything yet"
    )
    a.read("ranges/intersects.js", *clone.lines("ranges/intersects.js", 1, 9))
    a.grep(
        "isSatisfiable|intersects \\(|testSet = |isNullSet = ",
        "classes",
        "classes/comparator.js:79:  intersects (comp, options) {\nclasses/range.js:173:  intersects (range, options) {\nclasses/range.js:180:        isSatisfiable(thisComparators, options) &&\nclasses/range.js:183:            isSatisfiable(rangeComparators, options) &&\nclasses/range.js:240:const isNullSet = c => c.value === '<0.0.0-0'\nclasses/range.js:245:const isSatisfiable = (comparators, options) => {\nclasses/range.js:543:const testSet = (set, version, options) => {",
    )
    a.read(RANGE, *clone.lines(RANGE, 173, 21))
    a.read(RANGE, *clone.lines(RANGE, "const isSatisfiable", 15))
    a.bash(
        "git log --oneline -4 -- ranges",
        "5f3ca13 fix: handle prerelease bounds in subset (#867)\n1d28d5e docs: fix typos and update -n CLI option documentation (#836)\nfcafb61 fix: add missing `'use strict'` directives (#780)\n940723d fix: intersects with v0.0.0 and v0.0.0-0 (#538)",
        title="History of the range functions",
    )
    a.answer(
        "A `Range` is a list of sets (the parts between `||`), each a list of comparators that all have to hold. `Range.intersects` walks over pairs of sets and only reports whether one pair can be met. Ways to get the range itself:\n\n"
        "1. put both texts behind each other with a blank, since a blank means and\n"
        "2. pair every set of one range with every set of the other, keep the pairs that can be met, join them with `||`\n"
        "3. the same as a method on `Range`\n\n"
        "1 is three lines, 2 maybe thirty."
    )
    a.user(
        "three lines sounds good, start with 1. in its own file under ranges/ like all the others, no method on Range. "
        "what else counts here: package.json promises node 10, so no flatMap and no ?. anywhere. "
        "the changelog is written by release-please, nobody edits CHANGELOG.md by hand. "
        "and commitlint lets only feat, fix, docs, deps and chore through as a prefix"
    )
    a.write(TEST, FIRST_TEST)
    a.write(CODE, JOINED)
    run(
        a,
        5,
        [
            "1.0.0 is not in >=1.0.0 <2.0.0-0||>=2.0.0 <3.0.0-0 >=1.5.0",
            "Invalid comparator: -",
            "no version is in both",
        ],
        "",
        "81.523",
    )
    a.answer(
        "Joining the texts is out, for two reasons. The blank binds tighter than `||`: `^1.0.0 || ^2.0.0 >=1.5.0` applies the second range to the last part only, and 1.0.0 gets through. "
        "And a hyphen range has to stand alone in its part, `1.0.0 - 2.0.0 >=1.5.0` throws `Invalid comparator: -`.\n\n"
        "Pairing the parsed sets has neither problem. What should come back when the two have nothing in common, null or an error?"
    )
    a.user("null, same as minVersion and maxSatisfying do. go ahead with the pairs")
    a.write(CODE, CROSSED)
    run(a, 10)
    a.answer(
        "The pairs work: each set is turned into a small Range and `intersects` says whether the pair can be met; the ten assertions pass.\n\n"
        '<backstory:remember kind="decision" tags="ranges,intersection" at="ranges/intersection.js" why="the other range functions are files of their own that people require singly, and Range stays as it is">intersection lives in ranges/intersection.js and is not a method of Range</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="ranges,intersection" at="ranges/intersection.js" why="minVersion and maxSatisfying answer null as well">intersection returns null when the two ranges have no version in common</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="ranges,intersection" at="ranges/intersection.js">intersection pairs every set of the one range with every set of the other and keeps the pairs that intersect</backstory:remember>'
    )
    a.user("wilma will fold a whole list with reduce. does it stay handy when they all have || in them?")
    a.edit(TEST, SPOT, FOLD + SPOT)
    run(
        a,
        10,
        ["no set occurs twice"],
        "  --- expected\n  +++ actual\n  @@ -1,1 +1,1 @@\n  -3\n  +6561\n\n  test: test/ranges/intersection.js a long fold stays small\n\n",
        "221.586",
    )
    a.text(
        "No: 3 to the power of 8 sets, nearly all saying the same. A pair needs only its highest lower and its lowest upper bound, and then equal sets fall together."
    )
    a.edit(CODE, "const intersection =", TIGHTEN + "const intersection =")
    a.edit(CODE, "  const sets = []\n", "  const sets = new Set()\n")
    a.edit(CODE, PUSH, ADD)
    a.edit(CODE, "  return sets.length ? new Range(sets.join('||'), options) : null\n", NULL)
    run(a, 11)
    a.bash(
        'backstory -q remember failure "Folding ranges that contain || multiplies their sets: eight times >=1.0.0 || >=2.0.0 || >=3.0.0 gave 6561" --fix "tighten every pair to its two bounds and collect the results in a Set" --tag ranges --tag intersection --at ranges/intersection.js#tighten',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "It didn't: eight ranges of three parts gave 6561 sets. `tighten` now cuts every pair down to its two bounds and a `Set` drops the doubles, so the fold ends with 3. As a side effect `^1.2.0` and `^1.4.0` print `>=1.4.0 <2.0.0-0`. I put the blow-up into the memory as a failure."
    )
    a.user("does the cli want an option for it?")
    a.answer(
        "I don't think so. `bin/semver.js` takes `-r` more than once and filters by each in turn, which is the intersection already; it never has to print a range."
    )
    a.user("right, leave it. export it, commit, then npm test")
    a.edit("index.js", INDEX, "const intersection = require('./ranges/intersection')\n" + INDEX)
    a.edit("index.js", "  intersects,\n", "  intersection,\n  intersects,\n")
    commit(
        a,
        "feat: add intersection of two ranges",
        "intersects only tells whether two ranges overlap. Callers that merge peer dependencies need the range that is left.",
    )
    a.bash(
        "npm test 2>&1 | grep -v '100 |      100' | tail -15",
        """ok 52 - test/ranges/intersection.js # time=33.478ms

1..52
# time=52188.227ms
ERROR: Coverage for lines (99.92%) does not meet global threshold (100%)
ERROR: Coverage for branches (99.77%) does not meet global threshold (100%)
ERROR: Coverage for statements (99.92%) does not meet global threshold (100%)
--------------------|---------|----------|---------|---------|-------------------
File                | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
--------------------|---------|----------|---------|---------|-------------------
All files           |   99.92 |    99.77 |     100 |   99.92 |
 ranges             |   99.67 |    99.24 |     100 |   99.65 |
  intersection.js   |   95.83 |       80 |     100 |   94.73 | 15
--------------------|---------|----------|---------|---------|-------------------""",
        title="Whole suite",
    )
    a.text("Everything passes but coverage: the branch for an exact version in `tighten` is never taken.")
    a.edit(TEST, SPOT, EXACT + SPOT)
    a.bash(
        "npm test 2>&1 | tail -18",
        """> semver@7.8.5 postlint
> template-oss-check


Some problems were detected:

-------------------------------------------------------------------

The module file package.json needs to be updated:

  package.json
  ========================================
  "repository" is {
    "type": "git",
    "url": "git+https://github.com/npm/node-semver.git"
  }, expected to be removed

To correct it: npx template-oss-apply --force""",
        title="Whole suite again",
    )
    a.bash(
        "git stash -q && git switch -q main && npm run lint 2>&1 | grep -A3 '\"repository\"'; git switch -q range-intersection && git stash pop -q",
        '  "repository" is {\n    "type": "git",\n    "url": "git+https://github.com/npm/node-semver.git"\n  }, expected to be removed',
        title="Same on main",
    )
    commit(a, "chore: cover exact versions in intersection", "The threshold for coverage is 100 percent.")
    a.answer(
        "Committed in two steps. Coverage stood below 100 at first, an exact version was never tried, so I wrote a test for it. tap is green now, 52 suites. What stays red is `template-oss-check` after the linter: it wants `repository` out of package.json. main shows the same, it isn't ours."
    )
    a.user(
        "a test is the right cure, never put an istanbul ignore into this repo. and template-oss looks at the git remote, which is our mirror here, so it can't pass on this machine. "
        "always run plain npx tap followed by npx eslint . instead of npm test. i'm off, write down where we stand"
    )
    a.bash(
        'backstory -q checkpoint "intersection: the range that two ranges share" --goal "wilma can fold the peer ranges of fourteen packages into one" --state "ranges/intersection.js, export and tests committed; tap green, only template-oss-check red" --next-steps "let wilma fold her peer ranges with the branch;; look at bounds with no version between them;; line in README.md"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "It's noted.\n\nDone: `semver.intersection` pairs the sets, tightens them, is exported and committed on range-intersection.\nRed: nothing in tap; template-oss-check can't pass here.\nNext: wilma folds her peer ranges with the branch, then bounds without a version between them, then the README line."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/caret-output", create=True)
    b = s.session("d2")
    b.user(
        "something else, on a throwaway branch: ikram from the docs site finds >=1.2.0 <2.0.0-0 unreadable and asks why ranges don't print as ^1.2.0. "
        "patch Range as you like here, no tests needed, i only want to hear how much falls over"
    )
    b.read(RANGE, *clone.lines(RANGE, "  get range ()", 18))
    b.edit(
        RANGE,
        "        const comps = this.set[i]\n",
        "        const comps = this.set[i]\n        if (isCaret(comps)) {\n          this.formatted += `^${comps[0].semver}`\n          continue\n        }\n",
    )
    b.edit(RANGE, "const isNullSet =", CARET + "const isNullSet =")
    b.bash(
        "npx tap -R terse --no-coverage-report --no-check-coverage 2>&1 | grep -E 'FAIL.*ms|Asserts' | tail -3",
        " FAIL  test/classes/range.js 38 failed of 605 3s\n FAIL  test/ranges/valid.js 38 failed of 133 271.113ms\nAsserts:  76 failed, 9106 passed, of 9182",
        title="What falls over",
    )
    b.answer(
        "Seven lines in the `range` getter, and this many assertions fail:\n\n"
        "```\ntest/classes/range.js   38 of 605\ntest/ranges/valid.js    38 of 133\n```\n\n"
        "They all compare printed text. So would anybody who keeps `validRange` output in a lockfile: the same range under another text."
    )
    b.user("then it's semver 8 or never. note that down as decided, commit here, and back to work")
    b.bash(
        'backstory -q remember decision "For semver 8: ranges print in caret form, ^1.2.0 in place of >=1.2.0 <2.0.0-0" --why "76 assertions compare the printed text, and lockfiles hold the output of validRange" --tag ranges --tag spike --at classes/range.js',
        title="Note the decision",
        run=True,
    )
    b.bash(
        'git commit -qam "chore: spike caret form of ranges" && git log -1 --format=%s',
        "chore: spike caret form of ranges",
        title="Commit the spike",
        run=True,
    )
    b.answer("Noted for semver 8 and committed on spike/caret-output; range-intersection stays without it.")
    b.end()
    s.switch("main")
    s.steps.append(
        {
            "replace": {
                "path": "package.json",
                "old": '    "snap": "tap",\n',
                "new": '    "test:mirror": "tap -R terse --no-coverage-report && npm run eslint",\n    "snap": "tap",\n',
            }
        }
    )
    s.shell(
        'git commit -qam "chore: add script test:mirror" -m "template-oss-check cannot pass in a clone of a mirror." --author "Bruno Achterberg <bruno@example.org>"'
    )
    s.switch("range-intersection")


def tell_second(s: Scenario) -> None:
    a = s.session("d3")
    a.user(
        "hello again. bruno put a script for clones like ours on main. merge main, and use npm run test:mirror from here on, the tap plus eslint pair is history"
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into range-intersection\nchore: add script test:mirror\nchore: cover exact versions in intersection\nfeat: add intersection of two ranges",
        title="Merge main",
        run=True,
    )
    a.bash(
        "npm run test:mirror 2>&1 | tail -8",
        'Suites:   52 passed, 52 of 52 completed\nAsserts:  9195 passed, of 9195\n\n> semver@7.8.5 eslint\n> eslint "**/*.{js,cjs,ts,mjs,jsx,tsx}"',
        title="Whole suite",
    )
    a.answer(
        "Merged without trouble. `npm run test:mirror`: 52 suites, 9195 assertions, the linter has nothing to say."
    )
    a.user(
        "wilma let it loose on her monorepo last night. from her mail:\n\n"
        "> 3 of 40 packages die with TypeError: Cannot read properties of null (reading 'trim') at new Range. two peers disagree somewhere in the middle, your null goes into the next round of reduce, boom. "
        "i won't write an if around every fold, give me a range that matches nothing\n\n"
        "she has a point and null goes. always a Range, and for nothing in common it's <0.0.0-0, that is how the parser spells it already. garbage in still throws a TypeError like intersects does. "
        "and stay out of classes/range.js, dagny is rebuilding the parse cache in there this week"
    )
    a.edit(TEST, OLD_EMPTY, EMPTY)
    a.edit(CODE, NULL, NONE)
    run(a, 14)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'returns null when' in r['title']][0])\"); "
        'backstory -q remember decision "intersection always returns a Range; when nothing is in common it is <0.0.0-0" --why "wilma folded the peers of 40 packages and 3 died of a null in the middle of reduce (reading trim)" --instead-of "null for nothing in common" --tag ranges --tag intersection --at ranges/intersection.js --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    commit(
        a,
        "fix: let intersection always return a Range",
        "A null in the middle of a fold made the next call throw. The empty range <0.0.0-0 folds on.",
    )
    a.answer(
        "Done and committed: disjoint ranges give `<0.0.0-0`, which survives the rest of a fold, and an invalid range still throws. 14 assertions pass."
    )
    a.user(
        "next one on the list. >1.0.0 and <1.0.1 gives me >1.0.0 <1.0.1, and there's no version in that. can we ask minVersion whether anything is left?"
    )
    a.edit(TEST, SPOT, GAP + SPOT)
    a.edit(
        CODE,
        "const Range = require('../classes/range')\n",
        "const Range = require('../classes/range')\nconst minVersion = require('./min-version')\n",
    )
    a.edit(CODE, NONE, ASKED)
    run(
        a,
        15,
        ["a prerelease has room"],
        "  test: test/ranges/intersection.js no room between two bounds\n\n",
        "131.241",
    )
    a.bash("git checkout -q ranges test && git status --short", title="Take minVersion out", run=True)
    a.answer(
        "I tried and took it out again. minVersion is wrong about narrow ranges: for `>1.2.3 <1.2.4-beta` it counts up to 1.2.4, sees that this is too high and answers null, though 1.2.4-alpha matches. We would throw away ranges that do match something. "
        "A gap like `>1.0.0 <1.0.1` hurts nobody, it matches nothing just as it stands.\n\n"
        '<backstory:remember kind="decision" tags="ranges,intersection" why="it matches nothing as it stands, and no function we have can tell it reliably">A result with no version between its bounds, such as >1.0.0 <1.0.1, is left as it is</backstory:remember>'
    )
    a.user(
        "ok, gap stays. now what worries me more: prereleases. one package says >=1.2.0-beta.1, another plain >=1.0.0. who lets the betas in afterwards?"
    )
    a.delegate(
        "How test admits prereleases",
        "In classes/range.js, when does Range.test accept a version with a prerelease if includePrerelease is off? Which comparators of a set have a say? Do not change anything.",
        "testSet accepts a prerelease as soon as ANY comparator of the set carries a prerelease on the same major.minor.patch. The comparators are not told apart by where they came from, so one of a merged set is enough to admit it.",
    )
    a.bash(
        "node -p \"const s=require('.'), r=s.intersection('>=1.2.0-beta.1 <2.0.0', '>=1.0.0 <1.5.0'); [r.range, r.test('1.2.0-beta.2'), s.satisfies('1.2.0-beta.2', '>=1.0.0 <1.5.0')]\"",
        "[ '>=1.2.0-beta.1 <1.5.0', true, false ]",
        title="Try the two ranges",
    )
    a.answer(
        "We do, wrongly. `testSet` admits a prerelease when any comparator of a set has one on the same major.minor.patch, so after the merge the permission of one range holds for both: the result `>=1.2.0-beta.1 <1.5.0` matches 1.2.0-beta.2, which `>=1.0.0 <1.5.0` alone refuses.\n\n"
        "Two ways: teach `testSet` where a comparator came from, which is dagny's file, or raise the bound before tightening. If the other set has no prerelease on 1.2.0, `>=1.2.0-beta.1` becomes `>=1.2.0`."
    )
    a.user(
        "raise the bound, in our own file, and only when includePrerelease is off. i have a call in five so just the test today. fixed cases please, never random versions in a test, nobody can debug those. "
        "when it's green: the README line beside intersects, and after that a benchmarks/bench-intersection.js, wilma asked for one"
    )
    a.edit(TEST, SPOT, BETA + SPOT)
    run(
        a,
        15,
        ["only the first range admits the beta"],
        "  test: test/ranges/intersection.js a prerelease needs both sides\n\n",
        "119.164",
    )
    a.answer(
        "Done: main merged, `intersection` always returns a Range, committed. The prerelease test is written but not committed.\n"
        "Red: `a prerelease needs both sides` in test/ranges/intersection.js, one assertion, as it has to be without the code; the other 15 pass.\n"
        "Next: in `intersection`, before `tighten`, raise a bound such as `>=1.2.0-beta.1` to `>=1.2.0` when the other set has no prerelease on that version (not with includePrerelease); then the README line beside intersects; then benchmarks/bench-intersection.js."
    )
    a.end()
