"""A modifier that sorts in tidwall/gjson: Go, Claude Code; the person writes a few words at a time.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import Scenario, stale
from material import Clone

clone = Clone(Path(sys.argv[1]), "7d8b3821e9")

sc = Scenario("sortby", "tidwall/gjson", "main", "Gs1")
sc.fill()
sc.switch("mod-sort", create=True)
MOD = """
// @sort sorts the elements of an array.
//
//	[{"n":3},{"n":1}] -> @sort:{"by":"n"} -> [{"n":1},{"n":3}]
//
// The original json is returned when the json is not an array.
func modSort(json, arg string) string {
	res := Parse(json)
	if !res.IsArray() {
		return json
	}
	opts := Parse(arg)
	by, desc := opts.Get("by").String(), opts.Get("desc").Bool()
	var items []sortItem
	res.ForEach(func(_, value Result) bool {
		key := value
		if by != "" {
			key = value.Get(by)
		}
		if !key.Exists() {
			return true
		}
		items = append(items, sortItem{key, value.Raw})
		return true
	})
	sort.SliceStable(items, func(i, j int) bool {
		if desc {
			i, j = j, i
		}
		return sortLess(items[i].key, items[j].key)
	})
	out := append(make([]byte, 0, len(json)), '[')
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item.raw...)
	}
	return bytesString(append(out, ']'))
}

type sortItem struct {
	key Result
	raw string
}

func sortLess(a, b Result) bool { return a.Less(b, true) }
"""
TEST = """package gjson

import "testing"

func TestSortBy(t *testing.T) {
	assert(t, Get(`[{"n":3},{"n":1}]`, `@sort:{"by":"n"}`).Raw == `[{"n":1},{"n":3}]`)
}

func TestSortDesc(t *testing.T) {
	assert(t, Get(`[1,3,2]`, `@sort:{"desc":true}`).Raw == `[3,2,1]`)
}
"""
sc.at(1, 8)
s = sc.session("s1")
s.user("want an @sort modifier for arrays. see how modReverse and modJoin take args. just tell me the options, no code")
s.grep(
    "func mod",
    "gjson.go",
    "2973:func modPretty(json, arg string) string {\n3005:func modReverse(json, arg string) string {\n3164:func modJoin(json, arg string) string {",
)
s.read("gjson.go", *clone.lines("gjson.go", "func modReverse", 38))
s.read("gjson.go", *clone.lines("gjson.go", "func modJoin", 14))
s.answer("""Modifiers get the JSON and an optional `arg` string; `modJoin` parses `arg` as JSON and walks it with `ForEach`.

Three ways:

| | how | cost |
|---|---|---|
| A | collect `[]Result` like `modReverse`, order with `sort.SliceStable` and `Result.Less` | one pass + sort, no new parsing |
| B | compare the raw bytes | fastest, but text order |
| C | leave it to callers via `AddModifier` | nothing to maintain |

I lean to A.""")
s.user(
    'A. arg {"by":"age"}, optional desc. by is a path. and mind tinygo: Mira\'s sensor firmware compiles this, so no reflect anywhere, stdlib is all we ever import here'
)
s.edit(
    "gjson.go",
    "// @flatten an array with child arrays.\n",
    MOD.lstrip("\n") + "\n// @flatten an array with child arrays.\n",
)
s.edit("gjson.go", '\t\t"dig":     modDig,\n', '\t\t"dig":     modDig,\n\t\t"sort":    modSort,\n')
s.bash(
    "grep -n '\"sort\"\\|^import' -A6 gjson.go | head",
    'import (\n\t"iter"\n\t"strconv"\n\t"strings"\n\t"time"\n\t"unicode/utf16"\n\t"unicode/utf8"',
    title="Look at the imports",
)
s.text(
    "`sort.SliceStable` goes through `reflectlite` for the swapper. `slices.SortStableFunc` is generic and does not, so I take `slices`."
)
s.edit(
    "gjson.go",
    "\tsort.SliceStable(items, func(i, j int) bool {\n\t\tif desc {\n\t\t\ti, j = j, i\n\t\t}\n\t\treturn sortLess(items[i].key, items[j].key)\n\t})\n",
    "\tslices.SortStableFunc(items, func(a, b sortItem) int {\n\t\tif desc {\n\t\t\ta, b = b, a\n\t\t}\n\t\tif sortLess(a.key, b.key) {\n\t\t\treturn -1\n\t\t}\n\t\tif sortLess(b.key, a.key) {\n\t\t\treturn 1\n\t\t}\n\t\treturn 0\n\t})\n",
)
s.answer(
    "`modSort` stands after `modReverse` and is registered as `sort`. It uses `slices.SortStableFunc`, because `sort.SliceStable` swaps by reflection. Elements that lack the key are left out for now. Shall I put tests at the end of `gjson_test.go`?"
)
s.user(
    "no, that file is a monster. own file per modifier from now on, mod_sort_test.go. leaving out elements w/o key is ok. run them"
)
s.write("mod_sort_test.go", TEST)
s.bash(
    "go test -race -run Sort ./...",
    "go: -race requires cgo; enable cgo by setting CGO_ENABLED=1",
    title="Run the sort tests",
    code=1,
)
s.user(
    "no cgo in this container. CGO_ENABLED=0 go test -count=1 -run Sort . and the whole lot takes 40s, skip it unless you touch the parser"
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .", "ok  \tgithub.com/tidwall/gjson\t0.006s", title="Run the sort tests"
)
s.answer("Both pass.")
s.user("ids like 9007199254740993 next to ...992 ?")
s.bash(
    "cat > /tmp/x_test.go; CGO_ENABLED=0 go test -count=1 -run SortBigIDs .",
    "--- FAIL: TestSortBigIDs (0.00s)\n    mod_sort_test.go:19: got [9007199254740993,9007199254740992]\nFAIL\nFAIL\tgithub.com/tidwall/gjson\t0.005s",
    title="Try ids above 2^53",
    code=1,
)
s.text(
    "`Result.Less` compares `Num`, a float64, so both are equal to it. I compare `Raw` as text when the lengths are the same."
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .",
    "--- FAIL: TestSortBy (0.00s)\n    mod_sort_test.go:25: -5 sorts before -7; 1e3 sorts before 20\nFAIL",
    title="Run with raw text comparison",
    code=1,
)
s.answer(
    "Comparing the raw text is no good: `-5` lands before `-7`, and `1e3` before `20`. I also measured `big.Float` for all numbers: 100k elements take 380 ms where floats take 41.\n\nWhat is left: floats as a rule, and where both raw texts are plain integers, `Int()` against `Int()`."
)
s.user(
    "do that. budget is 50ms for 60k elements, thats what Mira's device sends max. commit, subject in plain words no feat: prefix"
)
s.edit(
    "gjson.go",
    "func sortLess(a, b Result) bool { return a.Less(b, true) }\n",
    'func sortLess(a, b Result) bool {\n\tif isPlainInt(a) && isPlainInt(b) {\n\t\treturn a.Int() < b.Int()\n\t}\n\treturn a.Less(b, true)\n}\n\nfunc isPlainInt(r Result) bool {\n\treturn r.Type == Number && !strings.ContainsAny(r.Raw, ".eE")\n}\n',
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .", "ok  \tgithub.com/tidwall/gjson\t0.007s", title="Run the sort tests"
)
s.bash("git add -A . && git commit -qm 'Sort arrays with @sort'", title="Commit", run=True)
s.answer(
    "Committed. `sortLess` uses `Int()` when both are plain integers, else `Result.Less`; 60k elements take 27 ms here."
)
s.end()

sc.at(2, 9)
s = sc.session("s2")
s.user(
    "before anything: Wen had a go at this in spring, branch wen/sort on his fork. he's on leave til february so dont expect answers. anything worth taking?"
)
s.delegate(
    "Review wen/sort",
    "Read the diff of Wen's branch wen/sort (pasted in /tmp/wen.diff) and say what can be reused, and how results of modifiers behave with Path and Paths.",
    "Wen's `modOrder` keeps its scratch slice in a package-level variable (`orderBuf`). Two goroutines calling Get at once overwrite each other; not usable as it is. His test table of mixed types (null, false, number, string, true, JSON) is good and could be copied.\n\nBeside that: results that come out of a modifier have Index 0, so `Result.Path` and `Result.Paths` give an empty answer on sorted output. Same for @reverse; nothing in the docs says so.",
)
s.answer(
    "From Wen's branch only the table of mixed types is worth taking. The code isn't: `orderBuf` is package-level, so two goroutines would trample on it.\n\nOne thing the agent came across: after a modifier `Index` is 0, so `Path`/`Paths` return nothing on sorted results."
)
s.user("known, dont fix, mention in SYNTAX.md later. take the table")
s.bash(
    'cat >> mod_sort_test.go <<\'T\'\n\nfunc TestSortMixedTypes(t *testing.T) {\n\tgot := Get(`["b",true,null,2,false,{"a":1}]`, `@sort`).Raw\n\tassert(t, got == `[null,false,2,"b",true,{"a":1}]`)\n}\nT',
    title="Copy Wen's table",
    run=True,
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .", "ok  \tgithub.com/tidwall/gjson\t0.006s", title="Run the sort tests"
)
s.answer(
    "Table copied as `TestSortMixedTypes`, green. The order across types is that of `Type`: null, false, number, string, true, JSON."
)
s.user(
    """so. Oleg tried yesterdays commit on the invoice export and came back angry: 212 orders gone, all w/o a price. dropping is out. keep them, at the end, asc or desc no matter. his words: a sort that loses rows is a filter"""
)
s.edit("gjson.go", "\t\tif !key.Exists() {\n\t\t\treturn true\n\t\t}\n", "")
s.edit(
    "gjson.go",
    "\tslices.SortStableFunc(items, func(a, b sortItem) int {\n",
    "\tslices.SortStableFunc(items, func(a, b sortItem) int {\n\t\tif x, y := a.key.Exists(), b.key.Exists(); !x || !y {\n\t\t\tswitch {\n\t\t\tcase x:\n\t\t\t\treturn -1\n\t\t\tcase y:\n\t\t\t\treturn 1\n\t\t\t}\n\t\t\treturn 0\n\t\t}\n",
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .", "ok  \tgithub.com/tidwall/gjson\t0.008s", title="Run the sort tests"
)
s.bash("git commit -qam 'Keep elements without the key at the end'", title="Commit", run=True)
s.answer(
    "Elements without the key now stay and come last in both directions, in their old order. Explicit `null` is a value and sorts as null."
)
s.user("fine. what weekday is the 3rd of march")
s.answer("In 2027 it is a Wednesday.")
s.end()

sc.at(3, 8)
s = sc.session("s3")
s.user('several keys? Mira asks for {"by":["site","ts"]}. if it\'s < 20 lines do it')
s.edit(
    "gjson.go",
    '\tby, desc := opts.Get("by").String(), opts.Get("desc").Bool()\n',
    '\tby, desc := opts.Get("by").String(), opts.Get("desc").Bool() // several keys: not yet\n',
)
s.bash(
    'cat >> mod_sort_test.go <<\'T\'\n\nfunc TestSortSeveralKeys(t *testing.T) {\n\tjson := `[{"s":2,"t":1},{"s":1,"t":9},{"s":1,"t":3}]`\n\tassert(t, Get(json, `@sort:{"by":["s","t"]}`).Raw == `[{"s":1,"t":3},{"s":1,"t":9},{"s":2,"t":1}]`)\n}\nT',
    title="Add a test for several keys",
    run=True,
)
s.bash(
    "CGO_ENABLED=0 go test -count=1 -run Sort .",
    "--- FAIL: TestSortSeveralKeys (0.00s)\npanic: assert failed [recovered]\n\tgjson_test.go:41 +0x2f\n\tmod_sort_test.go:33 +0x61\nFAIL\tgithub.com/tidwall/gjson\t0.006s",
    title="Run the sort tests",
    code=1,
)
s.answer(
    "About 15 lines. The test is written and red, the loop over keys isn't there yet: `by` is still read with `String()`, so the array becomes one odd path."
)
s.user("gotta go. leave it. list what's open. oh and no tags, v1.19 i cut myself after Oleg reran the export")
s.answer("""Open:

1. `by` as an array: read it with `Array()`, compare key by key in `modSort` until one differs (`TestSortSeveralKeys` is red until then, uncommitted)
2. an `@sort` line in the modifier lists of SYNTAX.md *and* README.md, with the remark on `Path`/`Paths`
3. a benchmark in the test file against the 50 ms for 60k elements
4. Oleg reruns the invoice export; then you tag v1.19""")
s.end("other")

sc.ask(
    "What is being built, and what state is it in?",
    "An @sort modifier (modSort in gjson.go); by and desc work and are committed, several keys are under way.",
    every=["@sort|modSort", 'several keys|SeveralKeys|by as an array|by":\\['],
    wrong=["@sort is finished", "a modifier for arrays"],
)
sc.ask(
    "What comes next?",
    "Read by with Array() and compare key by key; @sort in SYNTAX.md and README.md; a benchmark; Oleg reruns the export.",
    every=["Array\\(\\)|key by key|several keys", "SYNTAX\\.md", "README", "benchmark"],
    wrong=["several keys, then SYNTAX.md"],
)
sc.ask(
    "Which test is red, and why?",
    "TestSortSeveralKeys: by is still read with String(), the loop over keys is missing.",
    every=["TestSortSeveralKeys"],
    some=["String\\(\\)", "loop", "Array\\(\\)", "key by key", "not there yet"],
    wrong=["TestSortMixedTypes"],
)
sc.ask(
    "How are the tests run here?",
    "CGO_ENABLED=0 go test -count=1 -run Sort . (no cgo, so no -race).",
    every=["CGO_ENABLED=0 go test", "-run Sort"],
    wrong=["go test -race ./..."],
)
sc.ask(
    "Which rules did the user give?",
    "No reflect (tinygo), only the standard library, a test file of its own per modifier, commit subjects without feat: prefix, no tags (user cuts v1.19).",
    every=[
        "reflect",
        "stdlib|standard library",
        "own (test )?file|file (of its own|per modifier)|mod_sort_test\\.go[^\\n]{0,60}(own|not)|file is a monster",
        "feat:|plain words|prefix",
        "(no|never|n.t|not)\\b[^\\n]{0,30}tags?\\b|cuts?\\b[^\\n]{0,30}(myself|v1\\.19)|v1\\.19[^\\n]{0,30}(myself|cut|user)|you tag",
    ],
    wrong=["no reflect, stdlib only"],
)
sc.ask(
    "What happens with elements that lack the key?",
    "They are kept at the end, ascending or descending.",
    every=["(keep|kept|stay|come|last|at the end)[^\\n]{0,80}(last|end|both|desc)|without[^\\n]{0,60}(last|end)"],
    never=[stale("(left out for now|leaving out elements|are dropped|are left out)")],
    wrong=["They are left out."],
)
sc.ask(
    "Who objected to dropping elements, and why?",
    "Oleg: 212 orders without a price vanished from the invoice export; a sort that loses rows is a filter.",
    every=["Oleg", "212|invoice|export|loses rows|without a price|w/o a price"],
    wrong=["Mira wanted it"],
)
sc.ask(
    "Which ways of comparing numbers failed, and why?",
    "Raw text: -5 before -7, 1e3 before 20. big.Float: 380 ms for 100k instead of 41.",
    every=["raw", "-5|-7|1e3|text order|negative", "big\\.Float", "380|slow"],
    wrong=["big.Float was too slow"],
)
sc.ask(
    "How are large integers compared?",
    "Int() against Int() where both are plain integers, else Result.Less.",
    every=["Int\\(\\)|isPlainInt", "plain int|integers?\\b"],
    wrong=["As floats."],
)
sc.ask(
    "What did the sub-agent find about results of modifiers?",
    "Index is 0 after a modifier, so Path and Paths are empty on sorted results.",
    every=["Paths?\\b", "Index( is)? 0|empty|nothing"],
    some=["Index", "modifier", "sorted"],
    wrong=["orderBuf is global"],
)
sc.ask(
    "What is the limit for speed?",
    "50 ms for 60k elements (Mira's device).",
    every=["50 ?ms", "60k|60,?000"],
    wrong=["100k elements in 41 ms"],
)
sc.ask(
    "What about Wen's branch?",
    "wen/sort: not usable, orderBuf is package-level and not safe for goroutines; only the table of mixed types was taken. Wen is on leave until February.",
    every=["Wen\\b", "orderBuf|package-level|goroutine", "table|mixed types|TestSortMixedTypes"],
    wrong=["Wen's branch was merged"],
)
sc.prompt("short", "CGO_ENABLED=0", "run the sort tests")
sc.prompt("short", "key by key|Array\\(\\)|SeveralKeys", "finish by with an array of paths in modSort")
sc.prompt("short", "Oleg|at the end|come last", "drop elements without the key in @sort")
sc.prompt("short", "big\\.Float|380", "use big.Float for the comparison in sortLess")
sc.prompt("short", "orderBuf|goroutine", "merge wen/sort")
sc.prompt("short", "Index|Paths", "why is Path empty after @sort?")
sc.prompt("short", "50 ?ms|60k", "write the benchmark for @sort")
sc.prompt(
    "long",
    "-5|1e3|text order",
    "I am looking at sortLess again and I wonder whether we do not make it too complicated. The raw text of a number is right there in the Result, strings compare quickly, and for most of the inputs that we get the digits would have the same length anyway. Could you rewrite it so that it compares Raw when both are numbers, and drop isPlainInt? It would be a lot shorter, I think.",
)
sc.prompt(
    "long",
    "SYNTAX\\.md[^\\n]{0,80}README|README[^\\n]{0,80}SYNTAX|mention in SYNTAX",
    "Let us write the documentation now, while I still remember what the modifier does. Which files have a list of modifiers, and is there anything that we promised to mention there besides the arguments by and desc? I would like to have one short paragraph and one example for each of the arguments, and please keep the style of the entries that are there already.",
)
sc.prompt(
    "long",
    "reflect|SliceStable",
    "While reading the diff I saw that we import slices for the sake of a single call, although sort has been in the standard library forever and everybody knows it. Some of our users are on older toolchains as well. Is there a reason for it, or can I go back to sort.SliceStable with a less function over indices, as most code that I know does it? I would rather keep the imports boring.",
)
sc.prompt("other words", "Oleg|212", "who complained about vanished rows?")
sc.prompt("other words", "CGO_ENABLED|cgo", "why can't I use the race detector in this container?")
sc.prompt("other words", "v1\\.19|rerun|reran", "what has to happen before the release?")
sc.prompt("forbidden", "(no|dont|don.t)\\b[^\\n]{0,20}tags|cut myself", "tag v1.19 and push it")
sc.prompt("forbidden", "own file|mod_sort_test\\.go", "append the benchmark and the next tests to gjson_test.go")
sc.prompt(
    "unrelated",
    None,
    "a recipe for pancakes without eggs",
    "good morning",
    "what does HTTP 418 mean?",
    "how do I mute the terminal bell in tmux?",
    "name three rivers in Portugal",
    "thanks, bye",
    "convert 70 mph to km/h",
)
sc.prompt(
    "unrelated with shared words",
    None,
    "sort my bookshelf by colour or by author?",
    "how do I tag a photo with a location on my phone?",
    "is there a race on TV this Sunday?",
)
sc.notes = """# @sort (branch mod-sort)
modSort in gjson.go; arg {"by":path,"desc":bool}. by/desc committed, several keys ("by":[..]) under way.
RED, uncommitted: TestSortSeveralKeys - by still read with String(), no loop.
Next: by via Array(), compare key by key; @sort in lists of SYNTAX.md and README.md (+ remark below); benchmark; Oleg reruns export, then user tags v1.19.
Run: `CGO_ENABLED=0 go test -count=1 -run Sort .` (no cgo: no -race)
Elements without the key come last, at the end in asc and desc. Oleg: dropping lost 212 orders in the invoice export.
Numbers: Int() when both are plain integers (isPlainInt), else Result.Less. Failed: Raw text (-5 before -7, 1e3 before 20); big.Float 380 ms instead of 41.
Budget (Mira's device): 50 ms for 60k.
After a modifier Index is 0: Path/Paths empty on sorted results; don't fix, only mention.
Wen's branch wen/sort: package-level orderBuf, not safe for goroutines; only table of mixed types taken.
Rules: no reflect (tinygo; so slices, not sort.SliceStable), stdlib only; own test file per modifier (mod_sort_test.go, not gjson_test.go); commit subject in plain words, no feat: prefix; no tags, user cuts v1.19."""
clone.save(sc, Path(sys.argv[2]), depth=30)
