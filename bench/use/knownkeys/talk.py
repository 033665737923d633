"""The three sittings of the toml scenario."""

from conversation import Scenario, Session
from files import (
    ALL_TAIL,
    ANY,
    ANY_MARK,
    ANY_OPEN,
    ANY_TEST,
    ARRAY_TEST,
    CHECK,
    DEC,
    DEC_NEW,
    DISTANCE,
    FIELD_ELSE,
    FIELD_END,
    FIRST_TEST,
    KEY_DOC,
    LATER,
    LATER_NEW,
    LATER_TEST,
    MAKE,
    MAKE_AFTER,
    MAKE_BOTH,
    MAKE_FLAG,
    MAKE_OPEN,
    MD,
    MD_BOTH,
    MD_FLAG,
    MD_OPEN,
    META_IMPORT,
    META_IMPORT_NEW,
    ONE_TAIL,
    PRIM,
    PRIM_OPEN,
    PRIM_TEST,
    REFUSE_ONE,
    SAME_TEST,
    SETTER,
    SPIKE,
    SPOT,
    UNIFY_MAP,
    UNKNOWN,
    VARS,
    WANT_ALL,
    WANT_ONE,
)
from material import Clone

DECODE, META, TEST = "decode.go", "meta.go", "known_test.go"
HOME_RUN = "GOTMPDIR=$HOME/gotmp go test -count=1 -run Known ."
RUN = "GOTMPDIR=$PWD/.gotmp go test -count=1 -run Known ."
SUITE = "\n".join(
    f"{head}\tgithub.com/BurntSushi/toml{tail}"
    for head, tail in (
        ("ok  ", "\t0.090s"),
        ("?   ", "/cmd/toml-test-decoder\t[no test files]"),
        ("?   ", "/cmd/toml-test-encoder\t[no test files]"),
        ("?   ", "/cmd/tomlv\t[no test files]"),
        ("?   ", "/internal\t[no test files]"),
        ("?   ", "/internal/tag\t[no test files]"),
        ("?   ", "/internal/toml-test\t[no test files]"),
        ("?   ", "/ossfuzz\t[no test files]"),
    )
)
OUT = "toml: not in the destination: "


def run(
    a: Session, name: str = "", why: str = "", *, command: str = RUN, title: str = "Run the tests of the switch"
) -> None:
    """What `go test` prints for the tests of this feature."""
    if not name:
        a.bash(command, "ok  \tgithub.com/BurntSushi/toml\t0.004s", title=title)
        return
    fail = f"--- FAIL: {name} (0.00s)\n    known_test.go:{why}"
    a.bash(command, f"{fail}\nFAIL\nFAIL\tgithub.com/BurntSushi/toml\t0.004s\nFAIL", title=title, code=1)


def commit(a: Session, what: str, body: str) -> None:
    command = (
        f'git add -- decode.go meta.go known_test.go && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    )
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("t1")
    a.user(
        "second incident this month because of a misspelt key that toml swallowed without a word. I want a switch on the Decoder that turns keys nobody has a field for into an error. "
        "go through decoding, say where one could hook in. reading only for now"
    )
    a.grep(
        "md\\.decoded|Undecoded\\(",
        ".",
        "decode.go:210:\t\tmd.decoded[md.context.add(key).String()] = struct{}{}\ndecode.go:334:\t\t\t\tmd.decoded[md.context.add(key).String()] = struct{}{}\ndecode.go:368:\t\tmd.decoded[md.context.add(k).String()] = struct{}{}\nmeta.go:82:func (md *MetaData) Undecoded() []Key {\nmeta.go:85:\t\tif _, ok := md.decoded[key.String()]; !ok {",
    )
    a.read(DECODE, *clone.lines(DECODE, "func (dec *Decoder) Decode", 50))
    a.read(DECODE, *clone.lines(DECODE, "func (md *MetaData) unifyStruct", 48))
    a.read(META, *clone.lines(META, "// Undecoded returns", 25))
    a.bash(
        "git log --oneline -5 -- decode.go",
        "6a671b2 Expand Decoder.MaxTableNesting() to arrays, rename to MaxDepth()\n277ecb0 Use OverflowInt() to check for int overflows\n874dff3 use FormatFloat for floats in unifyText\n89aab29 reject negative integers when decoding into uint and uint64\n2e90ced Add Decoder.MaxTableNesting; limit table nesting to 128 by default",
        title="History of decode.go",
    )
    a.answer(
        "`unifyStruct` looks up a field for each key and silently goes on when there is none; what did find a place is noted in `md.decoded`, and `MetaData.Undecoded` lists the rest. I see these hooks:\n\n"
        "1. `unifyStruct`: fail at the key that has no field\n"
        "2. the end of `Decoder.Decode`: look at `Undecoded()` once everything is in place\n"
        "3. the parser; it never hears of the destination, so that's out\n\n"
        "Which way?"
    )
    a.user(
        "1, it stops earliest. call it KnownKeysOnly, same shape as MaxDepth. and some conditions: off unless called, and Undecoded() keeps answering exactly what it answers today, half the linters out there build on it. "
        "no dependency, go.mod stays as empty as it is. subject lines of commits begin with the area, so decode: something, Florian's release notes are generated from that"
    )
    a.write(TEST, FIRST_TEST)
    a.edit(DECODE, DEC, DEC_NEW)
    a.edit(DECODE, VARS, SETTER + VARS)
    a.edit(META, MD, MD_FLAG)
    a.edit(DECODE, MAKE, MAKE_FLAG)
    a.edit(DECODE, FIELD_END, FIELD_ELSE)
    a.bash(
        "go test -count=1 -run Known .",
        "fork/exec /tmp/go-build1904416725/b001/toml.test: permission denied\nFAIL\tgithub.com/BurntSushi/toml\t0.001s\nFAIL",
        title="Run the new test",
        code=1,
    )
    a.text(
        "/tmp is mounted noexec on this host, so go can't start what it built there. Another GOTMPDIR will do, and several runs, as the keys come out of a map."
    )
    miss = f'--- FAIL: TestKnownKeysOnly (0.00s)\n    known_test.go:32: error {OUT}usr, want "{OUT}prot"\n'
    a.bash(
        "mkdir -p $HOME/gotmp && GOTMPDIR=$HOME/gotmp go test -count=6 -run Known .",
        f"{miss}{miss}FAIL\nFAIL\tgithub.com/BurntSushi/toml\t0.004s\nFAIL",
        title="Run it six times",
        code=1,
    )
    a.answer(
        "That's not usable: with two misspelt keys `TestKnownKeysOnly` complains about `prot` in four runs and about `usr` in two. `unifyStruct` ranges over a Go map, whose order is random, so the same file gives another message each time, and decoding stops with half of the struct filled. Sorting wouldn't give the order of the file either, only `md.keys` knows that.\n\n"
        "Hook 2 has the order. Take the check out of unifyStruct and go there?"
    )
    a.user(
        "yes. after decoding then, and it's enough to name the first one in the file, people fix them one at a time anyway"
    )
    a.edit(DECODE, FIELD_ELSE, FIELD_END)
    a.edit(META, MD_FLAG, MD)
    a.edit(DECODE, MAKE_FLAG, MAKE_AFTER)
    run(a, command=HOME_RUN.replace("count=1", "count=50"))
    a.answer(
        "`Decoder.KnownKeysOnly(true)` now asks `Undecoded()` after decoding; 50 runs, the same answer every time.\n\n"
        '<backstory:remember kind="decision" tags="decode,known-keys" at="decode.go#Decoder.KnownKeysOnly" why="existing callers must see no difference, and linters build on Undecoded()">Decoder.KnownKeysOnly(true) makes keys without a place in the destination an error; it is off unless called and Undecoded() answers what it always did</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="decode,known-keys" at="decode.go#Decoder.Decode" why="people fix them one at a time">The error of KnownKeysOnly names only the first unknown key, in the order of the file</backstory:remember>'
    )
    a.user("our plugin sections are toml.Primitive, decoded when the plugin gets loaded. what happens to those?")
    a.edit(TEST, SPOT, PRIM_TEST + SPOT)
    run(a, "TestKnownKeysOnlyPrimitive", f"32: refused: {OUT}plugin.name", command=HOME_RUN)
    a.text(
        "Refused. A key behind a Primitive counts as undecoded until somebody decodes it. I'll keep a list of such places and pass over what is below them; marking them decoded would show in Undecoded()."
    )
    a.edit(META, MD, MD_OPEN)
    a.edit(META, KEY_DOC, UNKNOWN + KEY_DOC)
    a.edit(DECODE, MAKE_AFTER, MAKE_OPEN)
    a.edit(DECODE, PRIM, PRIM_OPEN)
    run(a, command=HOME_RUN)
    a.bash("gofmt -l . ; go vet ./...", title="Format and vet")
    a.bash(
        'backstory -q remember failure "Keys behind a toml.Primitive count as undecoded, so KnownKeysOnly refused every plugin section" --fix "note the context of the Primitive in MetaData.open and pass over the keys below it" --tag decode --tag known-keys --at meta.go',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "They were refused: `not in the destination: plugin.name`. The places of Primitives are kept in `md.open` now, and `unknown()` in meta.go passes over everything below. Two tests green, the finding is in the memory as a failure.\n\n"
        '<backstory:remember kind="fact" tags="decode,known-keys" at="decode.go#Decoder.Decode">Decoder.Decode is the only place that refuses unknown keys; what lies behind a Primitive is never checked</backstory:remember>'
    )
    a.user("does it mind HOST where the field is Host?")
    a.answer(
        "No. `unifyStruct` falls back to a case-insensitive match and then marks the key as it is written in the file, so HOST counts as decoded. The switch follows the decoder there."
    )
    a.user("good, as it should be. commit, full run")
    commit(
        a,
        "decode: add Decoder.KnownKeysOnly",
        "Misspelt keys went unnoticed. Off unless called; Undecoded is not affected.",
    )
    a.bash("GOTMPDIR=$HOME/gotmp go test -count=1 ./...", SUITE, title="Whole suite")
    a.answer("Committed as `decode: add Decoder.KnownKeysOnly`, the whole suite passes.")
    a.user(
        "the noexec /tmp is policy, that stays. always run with GOTMPDIR=$HOME/gotmp here, plain go test is hopeless. calling it a day, put down where we stand"
    )
    a.bash(
        'backstory -q checkpoint "KnownKeysOnly: misspelt keys become an error" --goal "no key of a configuration file is ignored silently" --state "switch, open places for Primitives and 2 tests committed, suite green" --next-steps "ask Anselm for a review;; is a map[string]any a place for any key;; README section"',
        title="Put down where we stand",
        run=True,
    )
    a.answer(
        "Put down.\n\nDone: `KnownKeysOnly` refuses the first unknown key, Primitives are passed over; committed on known-keys.\nRed: nothing.\nNext: ask Anselm for a review, then find out about map[string]any, then a section in the README."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/did-you-mean", create=True)
    b = s.session("t2")
    b.user(
        'side track on its own branch: how good would a "did you mean" be for unknown keys? just print to stderr. you may pull in a dependency for the distance here, it won\'t be merged, and the subject line can be anything'
    )
    b.read(DECODE, *clone.lines(DECODE, "	for key, datum := range tmap {", 20))
    b.edit(DECODE, UNIFY_MAP, DISTANCE + UNIFY_MAP)
    b.edit(DECODE, FIELD_END, SPIKE)
    b.bash(
        "go run /tmp/typos.go < /tmp/typos-from-tickets.txt | tail -5",
        "prot     port      right\ntimout   timeout   right\npool     port      wrong, meant pool_size\nmax      min       wrong, meant max_age\n40 typos: 29 right, 11 wrong",
        title="Try it on the typos from the tickets",
    )
    b.answer(
        "The distance fits in twenty lines, I needed no module for it. On the 40 typos from the tickets:\n\n```\n29 right, 11 wrong\n```\n\n"
        "The wrong ones are short names (`pool` gets `port`, `max` gets `min`), and a confident wrong hint sends people the wrong way."
    )
    b.user(
        "one in four wrong is too much for a default. maybe as a thing of its own in 2.0. save that as the decision, commit, done here"
    )
    b.bash(
        'backstory -q remember decision "For 2.0: suggestions for unknown keys come as an option of their own, not with KnownKeysOnly" --why "11 of 40 typos from the tickets got a wrong suggestion" --tag suggest --tag spike --at decode.go#MetaData.unifyStruct',
        title="Save the decision",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: did you mean" && git log -1 --format=%s',
        "Spike: did you mean",
        title="Commit the spike",
        run=True,
    )
    b.answer("Saved for 2.0, committed on spike/did-you-mean. known-keys is untouched by it.")
    b.end()
    s.switch("main")
    s.steps.append({"write": {"path": "check.sh", "text": CHECK}})
    s.shell(
        'git add check.sh && git commit -q -m "check: script for hosts with a noexec /tmp" --author "Bastiaan Mol <bastiaan@example.org>"'
    )
    s.switch("known-keys")


def tell_second(s: Scenario) -> None:
    a = s.session("t3")
    a.user(
        "new day. Bastiaan put a check.sh on main, it vets, tests and takes care of the tmp thing by itself. please merge main and use sh check.sh from now on, GOTMPDIR by hand is history for full runs"
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into known-keys\ncheck: script for hosts with a noexec /tmp\ndecode: add Decoder.KnownKeysOnly\nCONTRIBUTING.md with AI policy",
        title="Merge main",
        run=True,
    )
    a.bash("sh check.sh", SUITE, title="Vet and test")
    a.answer("Merged cleanly, `sh check.sh` is green.")
    a.user(
        "Anselm has been over it. he won't take it as long as plugin sections slip through: the typo that hung the mail relay for a night was `timout` in one of those, behind a Primitive. "
        "so PrimitiveDecode has to refuse unknown keys just like Decode. and leave parse.go alone, Marit is halfway through her error positions there"
    )
    a.edit(TEST, SPOT, LATER_TEST + SPOT)
    run(a, "TestKnownKeysOnlyPrimitiveDecode", f'41: error <nil>, want "{OUT}plugin.timout"')
    a.edit(META, MD_OPEN, MD_BOTH)
    a.edit(META, META_IMPORT, META_IMPORT_NEW)
    a.edit(META, UNKNOWN, REFUSE_ONE)
    a.edit(DECODE, MAKE_OPEN, MAKE_BOTH)
    a.edit(DECODE, LATER, LATER_NEW)
    run(a)
    a.bash("sh check.sh", SUITE, title="Vet and test")
    commit(
        a,
        "decode: refuse unknown keys in PrimitiveDecode too",
        "A typo in a plugin section, which is decoded later, went unnoticed.",
    )
    a.answer(
        "Done. The switch travels in MetaData, and `MetaData.refuseUnknown` (meta.go) is called by `Decoder.Decode` and by `PrimitiveDecode`, which first takes its own place out of `md.open`. `plugin.timout` is refused when the plugin is decoded. Committed."
    )
    a.user(
        "next: Solveig from support objects to the first-key-only thing. a customer's appliance takes ten minutes to restart, and with five typos that's an hour. so all of them in one error, in file order, I was wrong there. "
        "but only keys in the message, never a value, these files are full of passwords and the errors end up in tickets"
    )
    a.edit(TEST, WANT_ONE, WANT_ALL)
    run(a, "TestKnownKeysOnly", f'47: error {OUT}prot, want "{OUT}prot, usr"')
    a.edit(META, ONE_TAIL, ALL_TAIL)
    run(a)
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'only the first unknown key' in r['title']][0])\"); "
        'backstory -q remember decision "The error of KnownKeysOnly lists all unknown keys in the order of the file, separated by commas" --why "Solveig: an appliance takes ten minutes to restart, five typos cost a customer an hour" --instead-of "naming the first one and stopping" --tag decode --tag known-keys --at meta.go#MetaData.refuseUnknown --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    commit(a, "decode: list all unknown keys", "Restarting after each fix takes too long.")
    a.answer(
        "`refuseUnknown` joins all keys now: `toml: not in the destination: prot, usr`. Keys only, no values. Committed."
    )
    a.user(
        "then the open one from yesterday. a field Extra map[string]any is our way of saying put the rest here. does that hold below the first level?"
    )
    a.edit(TEST, SPOT, ANY_TEST + SPOT)
    run(a, "TestKnownKeysOnlyAny", f"47: refused: {OUT}extra.proxy.url")
    a.text(
        "It doesn't: unifyAnything takes the value as it is and marks nothing below it. markDecodedRecursive exists for Unmarshalers, it could do the same here."
    )
    a.edit(DECODE, ANY, ANY_MARK)
    a.edit(TEST, SPOT, SAME_TEST + SPOT)
    a.bash(
        "GOTMPDIR=$PWD/.gotmp go test -count=1 .",
        "--- FAIL: TestUndecodedBelowAny (0.00s)\n    known_test.go:55: undecoded: [], want extra.proxy.url\nFAIL\nFAIL\tgithub.com/BurntSushi/toml\t0.085s\nFAIL",
        title="Does Undecoded stay the same",
        code=1,
    )
    a.bash(
        "git checkout -q decode.go && git status --short", " M known_test.go", title="Take the marking back", run=True
    )
    a.edit(DECODE, ANY, ANY_OPEN)
    run(a)
    a.bash("sh check.sh", SUITE, title="Vet and test")
    commit(
        a,
        "decode: accept anything below an interface",
        "A map[string]any is a place for whatever comes. Not marked as decoded, so that Undecoded stays as it is.",
    )
    a.answer(
        "It didn't, `extra.proxy.url` was refused. My first cure was wrong: with markDecodedRecursive in `unifyAnything` the keys vanished from `Undecoded()`, for everybody, with the switch or without, and the doc comment promises the opposite. `TestUndecodedBelowAny` caught it, I took it back. "
        "Now the place goes into `md.open`, like a Primitive. All green, committed.\n\n"
        '<backstory:remember kind="decision" tags="decode,known-keys" at="decode.go#MetaData.unifyAnything" why="map[string]any is how people say put the rest here">KnownKeysOnly accepts every key below an interface or a map[string]any, at any depth</backstory:remember>'
    )
    a.user("have somebody look into [[plugin]], an array of them with different plugins, Anselm's relay has that")
    a.delegate(
        "Arrays of Primitives",
        "How are keys named in md.keys, md.decoded and md.context for arrays of tables, for instance [[plugin]] twice with different keys and a []Primitive as destination? Read decode.go, meta.go and parse.go, change nothing.",
        "Keys carry no index: both elements write their keys as plugin.NAME into p.ordered, md.decoded and keyInfo, and every Primitive of the array has the context `plugin`. After PrimitiveDecode of element 0 the set md.decoded can't tell that plugin.bucket belongs to element 1, so it shows up as undecoded. The values themselves are apart: primValue.undecoded is the map of that one element.",
    )
    a.answer(
        "There is a hole. Keys carry no index, so for `[[plugin]]` twice everything is called `plugin.NAME`; decoding the first plugin would refuse the keys of the second one, which nobody has decoded yet. What is kept apart is the value: `primValue.undecoded` holds the table of that element alone. PrimitiveDecode could look only at the keys that occur in there."
    )
    a.user(
        "then do that, own table only. write the test and stop there, my parents are at the door. once it's green comes the README section, and let Imke see the text before it goes in, she does our docs"
    )
    a.edit(TEST, SPOT, ARRAY_TEST + SPOT)
    run(a, "TestKnownKeysOnlyArrayOfPrimitives", f"65: refused: {OUT}plugin.bucket")
    a.answer(
        "Done: PrimitiveDecode checks too, the error lists all keys, anything goes below an interface; all committed. The test for arrays of Primitives is written, not committed.\n"
        "Red: `TestKnownKeysOnlyArrayOfPrimitives` in known_test.go, expectedly, the code isn't there; the other 5 pass.\n"
        "Next: let `PrimitiveDecode` look only at keys that occur in its own `primValue.undecoded`, then the README section, whose text Imke sees before it goes in."
    )
    a.end()
