"""Questions, prompts and notes of the npm-check-updates scenario."""

from conversation import Scenario

STALE = r"(?m)^(?![^\n]*(Oyelaran|to(o)? much|proxy|bans|replaced|stale|supersed|no longer|outdated|retract|instead|earlier:|was:|changed since|revised))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "where are we?",
        "--notes: release notes from tarballs are committed (majors, or all); prereleases get the wrong note, that test is red.",
        every=[r"notes?", r"tarball|major|changelog", r"prerelease|2\.0\.0-rc|rc\.1"],
        wrong=["The doctor's typo is fixed.", "Notes come from tarballs, committed."],
    )
    s.ask(
        "why don't we take the notes from github?",
        "GitHub gives only 60 requests an hour without a token; a monorepo has 140 dependencies.",
        every=[r"GitHub", r"60 (requests|of 140)|rate limit|an hour|without a token"],
        wrong=["The notes can come from the releases of GitHub.", "60 packages"],
    )
    s.ask(
        "what was tried and dropped, and why?",
        "Releases of GitHub (60 requests an hour), npm view (a process each, 38 s instead of 5).",
        every=[
            r"GitHub",
            r"60 (requests|of 140)|rate limit|an hour|without a token",
            r"npm view",
            r"38|process|isn.t|slower",
        ],
        wrong=["GitHub: rate limit.", "npm view takes 38 s.", "GitHub and npm view"],
    )
    s.ask(
        "which files is this in?",
        "src/lib/releaseNotes.ts, test/releaseNotes.test.ts, src/cli-options.ts",
        every=[r"releaseNotes\.ts|\{[^}\n]*releaseNotes", r"releaseNotes\.test\.ts", r"cli-options\.ts"],
        wrong=["README.md", "releaseNotes.ts and its test"],
    )
    s.ask(
        "what's next?",
        "Match the whole heading; print below the row in logging.ts; HISTORY.md as a fallback; Oyelaran tries it behind her proxy.",
        every=[r"heading", r"logging\.ts|below the row", r"HISTORY\.md", r"Oyelaran[^\n]{0,40}(try|tries|test|proxy)"],
        wrong=["heading, logging.ts, HISTORY.md", "Oyelaran tries it"],
    )
    s.ask(
        "which test is red and why?",
        "keeps the note of a prerelease apart: includes(version) also matches 2.0.0-rc.1",
        every=[r"prerelease apart", r"includes|2\.0\.0-rc|'?rc'? to be|heading"],
        wrong=["prerelease apart", "takes the first line of the section"],
    )
    s.ask(
        "what are the rules around here?",
        "Options in README.md are generated; functions only, no classes; CHANGELOG.md is synced, leave it; no push; no real registry in tests.",
        every=[
            r"README",
            r"class|functions? only",
            r"CHANGELOG\.md[^\n]{0,80}(peace|alone|sync|fills|never|not|don.t)|(peace|alone|sync|fills|never)[^\n]{0,80}CHANGELOG\.md",
            r"push",
        ],
        wrong=["README is generated, no class, no push", "CHANGELOG.md is synced, push is fine"],
    )
    s.ask(
        "how many downloads at once?",
        "4, because Oyelaran's proxy bans at 5",
        every=[r"\b4\b[^\n]{0,40}(downloads?|at once|proxy|bans)|(downloads?|proxy|bans)[^\n]{0,60}\b4\b"],
        never=[STALE + r"(lets say 8|limited to 8|\b8 (downloads )?at once)"],
        wrong=["8 at once", "140 at once", "- Downloads are limited to 8 at once by p-map.\n- 4 downloads at once"],
    )
    s.ask(
        "for which upgrades are notes shown, and who wanted that?",
        "Oyelaran: majors only, --notes all for everything.",
        every=[r"Oyelaran", r"majors?", r"notes all|everything"],
        wrong=["majors only, --notes all for everything", "Oyelaran tries it"],
    )
    s.ask(
        "how do i run the tests?",
        "npx vitest run test/releaseNotes.test.ts",
        every=[r"npx vitest run test/releaseNotes\.test\.ts"],
        never=[
            r"(?m)^(?![^\n]*(not|dont|instead|no longer|was|earlier|supersed|stale|changed since|exit|fail|12 min|731|nooo))[^\n]*\b(run|test|tests|all|verify)\b[^\n]{0,14}: *`?npm (run )?test(:unit)?(`|$)"
        ],
        wrong=["npm test", "npx vitest", "- all tests: `npm test`\n- npx vitest run test/releaseNotes.test.ts"],
    )
    s.ask(
        "what about packages without a changelog in the tarball?",
        "Only 41 of 118 ship it; the rest get a link to the releases page, made from repository.url without a request.",
        every=[r"\blink\b", r"repository\.url|releases page|for the rest|41 of 118|four of ten"],
        wrong=["Most have one.", "41 of 118"],
    )
    s.ask(
        "can i test against the registry?",
        "No: stubVersions from test/helpers; CI was red for a week because of an unpublished package.",
        every=[r"stubVersions", r"registry|CI was red|unpublish|helpers|thats what"],
        wrong=["Yes, with react and chalk.", "use vitest"],
    )


def ask_prompts(s: Scenario) -> None:
    github = r"60 requests|rate limit|GitHub is out"
    view = r"npm view"
    limit = r"bans you at 5|so 4|4 downloads"
    majors = r"Oyelaran|majors only"
    red = r"prerelease|heading"
    link = r"repository\.url|releases page|41 of 118|link for the rest"
    s.prompt("short", github, "use the github releases api for --notes", "fetch notes with octokit")
    s.prompt("short", limit, "raise the downloads to 8 at once")
    s.prompt("short", majors, "show notes for minor upgrades as well")
    s.prompt("short", red, "continue with the notes", "make the test in releaseNotes.test.ts green")
    s.prompt("short", link, "print nothing when a tarball has no CHANGELOG.md")
    s.prompt("short", r"cache file", "cache the notes in .ncu-cache.json")
    s.prompt(
        "long",
        view,
        "hey, so i was thinking on the train, the whole tarball thing is kinda heavy right? we download megabytes just to read one line out of it. npm itself has a command that gives you the readme and all the "
        "fields of a package, so we could call `npm view` for each of them and parse the json, then we dont need to unpack anything and we delete half of the code. can you try that today?",
    )
    s.prompt(
        "long",
        r"stubVersions",
        "ok so the test that we have is nice but it only shows that we can read a file that we wrote ourselfs, which is a bit lame. can you write another one that really asks for chalk and react and looks if the note that we print "
        "is the same that you see on the website? then we also notice when somebody changes the format of their changelog, that would be sooo useful",
    )
    s.prompt("other words", majors, "who decided small updates stay silent?")
    s.prompt("other words", limit, "warum laden wir so wenige Pakete gleichzeitig?")
    s.prompt("other words", github, "did the rest api of the code host work out for us?")
    s.prompt("other words", link, "what do users see if the archive has no history in it?")
    s.prompt("forbidden", r"README", "add --notes to the options table in README.md")
    s.prompt("forbidden", r"CHANGELOG\.md", "write an entry for --notes into CHANGELOG.md")
    s.prompt("forbidden", r"push", "git push origin feat/notes")
    s.prompt("forbidden", r"class", "export class NotePrinter in src/lib/notePrinter.ts")
    s.prompt(
        "unrelated",
        None,
        "how do you make pancakes?",
        "hihi thx, bye",
        "what time is it in Seoul when its noon in Berlin?",
        "translate 'good luck' to polish",
        "whats the tallest building in europe",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do i take better notes in lectures?",
        "which major scale has four sharps?",
        "is there a train from Prague to Vienna at night?",
        "whats a good link between cycling and knee pain?",
    )


NOTES = """# --notes (branch feat/notes)
ncu prints the first line of the changelog below each upgrade: src/lib/releaseNotes.ts (releaseNote), test/releaseNotes.test.ts, src/cli-options.ts.
Test: `npx vitest run test/releaseNotes.test.ts`, versions from stubVersions (test/helpers), no real registry.
RED, uncommitted: "keeps the note of a prerelease apart", includes(version) also matches 2.0.0-rc.1.
Next: match the whole heading; print below the row in logging.ts; HISTORY.md as a fallback; Oyelaran tries it behind her proxy.
Oyelaran: majors only, `--notes all` for everything; 4 downloads at once, her proxy bans at 5.
41 of 118 tarballs ship a changelog; the rest get a link made from repository.url (releases page).
Notes never go into the cache file.
Dropped: releases of GitHub (60 requests an hour without a token); npm view (a process each, 38 s instead of 5).
Rules: options in README.md are generated, never by hand; functions only, no class; CHANGELOG.md is synced, leave it alone; no push.
"""
