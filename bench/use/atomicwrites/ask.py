"""Questions, prompts and notes of the multer scenario."""

from conversation import Scenario


def stale(expression: str) -> str:
    """A line that states this as if it still held."""
    gone = r"changed|since\b|\bstale|supersed|no longer|replaced by|outdated|instead|revis|not any ?more|\bwas\b|earlier|\bold\b|retract|~~|dropped|\bgone\b"
    return rf"(?m)^(?![^\n]*({gone}))[^\n]*{expression}"


ABORT = r"removes the staged file|abort|hang(s|ing)? up"
OSKAR = r"(CHANGELOG|version)[^\n]{0,120}Oskar|Oskar[^\n]{0,120}(CHANGELOG|version)"
INGRID = r"make-middleware[^\n]{0,120}(Ingrid|keep out|touch|off limits|leave)|(Ingrid|keep out|touch|off limits)[^\n]{0,120}make-middleware"
AMEND = r"(never|not?|don.t|without)\b[^\n]{0,30}(amend|rebas)|Ines[^\n]{0,60}commit by commit"
TIMER = r"(no|never|without|don.t)\b[^\n]{0,20}(setTimeout|timers)"
EXDEV = r"tmp ?dir[^\n]{0,200}(EXDEV|cross.device|mount)|(EXDEV|cross.device|mount)[^\n]{0,200}tmp ?dir"
TWICE = r"pipeline[^\n]{0,300}(twice|-1|count|double)|(twice|-1|double)[^\n]{0,200}pipeline"
LISTEN = r"(listen|error|handler)[^\n]{0,60}file\.stream|file\.stream[^\n]{0,60}(error|listen)|unlink[^\n]{0,60}staged|listener in [^\n]{0,12}disk\.js"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "diskStorage({ atomic: true }): uploads get their name only when complete, staged in .incoming; committed. Under way: removing the staged file when the client aborts, test written, code missing.",
        every=[r"\batomic\b", r"\.incoming|staged|staging", ABORT],
        wrong=["fsync per upload, committed on spike/fsync.", "The option atomic writes to .incoming, all finished."],
    )
    s.ask(
        "Why are unfinished files not kept beside the target any more?",
        "The import worker's glob takes every file in the folder; in Tomasz's overnight run it swallowed 31 of 400 .part files and the rename failed with ENOENT. It does not descend into .incoming.",
        every=[
            r"\.part\b|beside|next to",
            r"worker|glob|Tomasz",
            r"swallow|\b31\b|every file|glob\b|took unfinished|\batei?\b|grab",
        ],
        wrong=["Because /tmp is another mount: EXDEV.", "Two uploads of one name shared the .part file."],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Writing to os.tmpdir(): EXDEV, another mount. stream.pipeline: on an abort pendingWrites is decremented twice, the Counter goes to -1. (A fixed .part name: two uploads of one name mixed.)",
        every=[EXDEV, TWICE],
        wrong=[
            "tmpdir gave EXDEV.",
            "pipeline counted twice; fsync was too slow.",
            "tmpdir and pipeline were tried and dropped.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "storage/disk.js and test/atomic-writes.js; README.md is to come.",
        every=[r"storage/disk\.js|\bdisk\.js", r"atomic-writes\.js"],
        wrong=["storage/disk.js and lib/make-middleware.js", "test/atomic-writes.js and storage/memory.js"],
    )
    s.ask(
        "What is the next step?",
        "In _handleFile listen for error on file.stream, destroy the out stream, unlink the staged file, do not call cb; then the README section on atomic, Hamza sees the wording first.",
        every=[LISTEN, r"README", r"Hamza"],
        never=[r"\bnext\b.{0,60}let Tomasz try"],
        wrong=["Let Tomasz try the branch, then the README section.", "README section, wording to Hamza."],
    )
    s.ask(
        "Which test is red right now?",
        "removes the staged file when the client aborts, in test/atomic-writes.js; the listener isn't there yet.",
        every=[r"removes the staged file"],
        wrong=["takes a filename with a folder in it", "Express Integration, its port is taken."],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Off unless the option is passed; Node 10.16 (no optional chaining, no fs.promises); CHANGELOG.md and version are Oskar's; never amend or rebase (Ines); keep out of lib/make-middleware.js (Ingrid); no setTimeout in tests.",
        every=[OSKAR, AMEND, INGRID],
        some=[r"10\.16", r"fs\.promises|optional chaining", TIMER],
        wrong=[
            "Oskar does the changelog; never amend; Node 10.16.",
            "Keep out of make-middleware.js (Ingrid), no setTimeout, Node 10.16.",
            "CHANGELOG: Oskar. make-middleware: Ingrid. No rebase.",
        ],
    )
    s.ask(
        "Who found out that the worker takes unfinished files, and how?",
        "Tomasz: he let the import worker run against the branch overnight; 31 of 400 .part files were swallowed. With .incoming he lost none.",
        every=[r"Tomasz", r"overnight|\b31\b|import worker|worker"],
        some=[r"\b31\b", r"glob", r"swallow|lost none", r"descend"],
        wrong=["Rosa, she got half invoices from the worker.", "Tomasz reviewed the worker."],
    )
    s.ask(
        "Is it still true that the unfinished file lies beside the target with the ending .part?",
        "No: since the second day it is written into .incoming below the destination, with a random name, and renamed from there.",
        every=[r"\.incoming"],
        some=[r"subfolder|sub-?directory|below|destination", r"random|hex", r"renam", r"stag"],
        never=[stale(r"(unfinished file lies beside the target with|final name plus \.part, rename)")],
        wrong=[
            "Yes, NAME.part beside the target.",
            "The unfinished file lies beside the target with the ending .part; the worker skips .incoming folders below the destination.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Keep out of lib/make-middleware.js (Ingrid's abort rework), leave CHANGELOG.md and the version to Oskar, never amend or rebase, no setTimeout in tests.",
        every=[INGRID, rf"{OSKAR}|{AMEND}"],
        wrong=["Don't amend, Ines reviews commit by commit.", "make-middleware has no paths; CHANGELOG is Oskar's."],
    )
    s.ask(
        "How do I run the tests here?",
        "MULTER_TEST_PORT=41000 npm test; the atomic tests alone: npx mocha --exit --check-leaks test/atomic-writes.js. Port 34279 is taken by Kenji's proxy.",
        every=[r"MULTER_TEST_PORT=41000", r"npm (run )?test|mocha"],
        never=[stale(r"always run (it |them )?with --ignore")],
        wrong=[
            "npm test --ignore test/express-integration.js",
            "Always run with --ignore test/express-integration.js here; in CI MULTER_TEST_PORT=41000 npm test",
        ],
    )
    s.ask(
        "Where is the name of an unfinished upload made, and what does it look like?",
        "stagedPath in storage/disk.js: random hex alone in .incoming, since filename may hold folders (Marta's 2024/05/...).",
        every=[r"stagedPath", r"disk\.js", r"random|\bhex\b|randomBytes"],
        never=[stale(r"The name now carries six random bytes \(.?partPath")],
        wrong=[
            "partPath in storage/disk.js: final name, random bytes, .part",
            "stagedPath in storage/disk.js: .incoming/NAME",
        ],
    )


RUN = r"MULTER_TEST_PORT"
INC = r"\.incoming"
NOTMP = r"EXDEV|cross-device|another mount|same mount"
NOPIPE = r"pipeline[^\n]{0,200}(twice|-1)|decremented twice|Counter goes to -1"
NEXT = r"removes the staged file|file\.stream|unlink the staged"
SAME = r"mixes two uploads|uploads of one (file)?name|shared .?logo|keep two uploads|same second"
MARTA = r"2024/05|folders? in a filename|filename may contain folders"
REPLACE = r"replaces an existing|gets replaced"
DUR = r"durable|14\.61"
HAMZA = r"Hamza"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "how do I run the suite on this box?")
    s.prompt("short", NEXT, "finish the abort handling of atomic")
    s.prompt("short", INC, "where does diskStorage put a file while atomic is still writing it?")
    s.prompt("short", NOTMP, "write atomic uploads to os.tmpdir() and rename them")
    s.prompt("short", NOPIPE, "use stream.pipeline in _handleFile")
    s.prompt("short", SAME, "drop the random bytes from the staged name")
    s.prompt("short", MARTA, "put the filename into stagedPath so we can recognise the file")
    s.prompt("short", REPLACE, "should an atomic upload fail when the target exists?")
    s.prompt("short", DUR, "add an fsync before the rename in disk.js")
    s.prompt("short", HAMZA, "write the README section on atomic")
    s.prompt("short", r"34279|Kenji's proxy|EADDRINUSE", "why does express-integration fail with EADDRINUSE?")
    s.prompt("short", r"10\.16|fs\.promises", "rewrite storage/disk.js with fs.promises")
    s.prompt(
        "long",
        INC,
        "I looked at the disk storage again on the train and I'm a bit lost. In my head an unfinished upload sits right next to its target and ends in .part until we rename it, and Rosa's people just skip those. Can you check how atomic names and places the file these days, and tell me whether that's still right?",
    )
    s.prompt(
        "long",
        NOTMP,
        "Somebody on Rosa's team proposed that we don't write anything into the uploads tree before it's complete: take the temporary directory of the system for the unfinished upload, and move it over with fs.rename at the end. Sounds clean to me. Can you switch atomic over to that and see if the tests stay green?",
    )
    s.prompt(
        "long",
        NOPIPE,
        "The way we wire the streams in _handleFile looks old-fashioned, with pipe and two listeners. Node has had stream.pipeline for ages and it cleans up both ends when one of them breaks, which is just what we need when a client goes away. Please replace the pipe call by it and delete the staged file in its callback.",
    )
    s.prompt(
        "long",
        NEXT,
        "Please pick up where we stopped. I had to run for my train, and all I remember is that we had one test for the case where the client hangs up in the middle of a file, and that it was still failing because the code for it wasn't there. Do that part first, and show me the diff before anything is committed.",
    )
    s.prompt(
        "long",
        r"Tomasz",
        "Ines asks in her review why we bother with a hidden subfolder at all, when the ending of the file would tell everybody that it isn't complete. Write me three sentences for her: what the import worker did with the files, who tried it out and how many got lost. I don't have the numbers at hand any more.",
    )
    s.prompt(
        "long",
        MARTA,
        "For debugging it would be handy to see from the name in .incoming which upload a leftover belongs to. At the moment it's only a string of hex digits. Could we append the name that the filename callback gives us to it, after a dash? Say how that goes together with the customers who build their names from the date.",
    )
    s.prompt("other words", r"atomic", "how do we keep readers from seeing invoices that are only half there?")
    s.prompt("other words", RUN, "what do I type to see whether everything passes?")
    s.prompt("other words", r"Tomasz|\b31\b", "who tried the branch with the importer, and what came out?")
    s.prompt(
        "other words",
        r"_removeFile[^\n]{0,80}(never|isn.t)|staged file stays|removes the staged file",
        "connection drops halfway through a transfer, what is left lying around?",
    )
    s.prompt("forbidden", r"Oskar", "add an entry for atomic to CHANGELOG.md and bump the version to 2.2.0")
    s.prompt("forbidden", r"Ingrid", "fix the double decrement in lib/make-middleware.js while you're there")
    s.prompt("forbidden", AMEND, "amend the last commit with the new test and rebase onto main")
    s.prompt(
        "forbidden",
        r"off unless|off by default|exactly as before|write as before",
        "turn atomic on for every diskStorage by default",
    )
    s.prompt(
        "unrelated",
        None,
        "tell me a joke about penguins",
        "great, see you tomorrow",
        "how long do I boil an egg at 2000 metres?",
        "what's the capital of Mongolia?",
        "explain CSS grid versus flexbox in a few lines",
        "how many seconds are in a leap year?",
        "write a birthday greeting for my aunt",
        "which shortcut splits the pane in tmux?",
        "convert 68 degrees Fahrenheit to Celsius",
        "give me a regex for a Dutch postcode",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do I free disk storage on my phone?",
        "who discovered the atomic nucleus?",
        "rename all my holiday photos by date with a shell loop",
        "which train goes from Utrecht to the target of our folder hike?",
    )


NOTES = """# diskStorage({ atomic: true }), branch atomic-writes
Goal: Rosa's import worker must not see half-written uploads. One boolean, off by default.
Code: storage/disk.js: stagedPath makes a random hex name in destination/.incoming; renamed in the finish handler. Hex alone: filename may hold folders (Marta, 2024/05/...). Existing file is replaced.
Not beside the target (.part) any more: Tomasz ran the worker overnight, its glob swallowed 31 of 400; it doesn't descend.
Tests: test/atomic-writes.js. Run: `MULTER_TEST_PORT=41000 npm test` (34279 is Kenji's proxy); one file: npx mocha --exit --check-leaks FILE
Failed: os.tmpdir() (EXDEV, other mount); stream.pipeline (pendingWrites decremented twice, -1).
RED: removes the staged file when the client aborts (uncommitted).
Next: in _handleFile listen for error on file.stream, destroy out stream, unlink staged file, no cb; then README, Hamza sees wording first.
Rules: CHANGELOG.md + version are Oskar's; never amend/rebase (Ines); keep out of lib/make-middleware.js (Ingrid); Node 10.16, no fs.promises; no setTimeout in tests.
spike/fsync: option durable, next major only."""
