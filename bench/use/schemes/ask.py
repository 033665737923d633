"""Questions, prompts and notes of the marked scenario."""

from conversation import Scenario, stale

ENTITY = r"entit|&#106|&colon|decod"
RULES = (
    r"regex\w*[^\n]{0,100}(rules\.ts|\bother\b|Beatrix|redos)|(rules\.ts|Beatrix|redos)[^\n]{0,100}regex"
    r"|Beatrix[^\n]{0,100}(rules\.ts|redos)"
)
RAGNHILD = (
    r"Tokenizer(\.ts)?[^\n]{0,120}(Ragnhild|keep out|don.t go|not go|touch|off limits|leave|stay (away|out))"
    r"|(Ragnhild|keep out|don.t go|touch|off limits|stay (away|out)|leave)[^\n]{0,120}Tokenizer"
)
RELEASE = (
    r"(CHANGELOG)[^\n]{0,120}(semantic-release|by hand|never|nobody|not|edit|touch)"
    r"|(semantic-release|by hand|never|nobody|don.t|no)\b[^\n]{0,120}CHANGELOG"
)
PREFIX = r"\bfeat:|commit (subject|prefix)|subjects? (start|begin)"
AUTO = r"auto-?link|brackets|raw (text|markdown)|inside|clickable|next rule"
TOKEN = rf"tokeni[sz]er[^\n]{{0,400}}({AUTO})|({AUTO})[^\n]{{0,200}}tokeni[sz]er|no token[^\n]{{0,200}}({AUTO})|missing[^\n]{{0,60}}autolink"
URL = rf"new URL[^\n]{{0,300}}({ENTITY}|relative)|({ENTITY}|relative path)[^\n]{{0,200}}new URL"
ONCE = (
    r"(no|without|leave out|omit|drop|skip)\b[^\n]{0,30}(brackets|parenthes\w+|address)[^\n]{0,120}(text|same|equal|autolink)"
    r"|(text|autolink)[^\n]{0,100}(equal|same|identical|once|twice|is the href|\bhref\b)"
    r"|address[^\n]{0,60}\bonce\b"
)


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "The option schemes of marked: links with other schemes lose their tag and show the address in brackets; committed. Under way: the address of a blocked autolink is printed once only, test written, code missing.",
        every=[r"\bschemes\b", r"auto-?link|\bonce\b|text (and|equals|is) (the )?href|no brackets"],
        wrong=[
            "schemes on by default, committed on spike/schemes-on.",
            "The option schemes is finished and committed, 197 tests pass.",
        ],
    )
    s.ask(
        "Why is an href with an ampersand in front of the first slash refused?",
        "HTML entities can hide the scheme: &#106;avascript: has none for us, but the browser decodes it in the href. Decoding would need the whole entity table.",
        every=[ENTITY, r"browser|hid(e|es|den)|javascript|through|passed"],
        wrong=["Because marketing links have them.", "So that relative hrefs like a&b.html stay allowed."],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Refusing the href in the tokenizer: no token, so the GFM autolinker makes a link of what is inside. new URL(href, base).protocol: it doesn't decode entities, takes &#106;avascript: for a relative path and allows it.",
        every=[TOKEN, URL],
        wrong=[
            "The tokenizer: the autolinker linked what was inside.",
            "new URL doesn't decode entities; on by default differs from CommonMark.",
            "A tokenizer and new URL were tried and taken back.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "src/Renderer.ts, src/helpers.ts, src/rules.ts, src/defaults.ts, src/MarkedOptions.ts and test/unit/schemes.test.js; docs/USING_ADVANCED.md is to come.",
        every=[r"Renderer\.ts", r"helpers\.ts", r"schemes\.test\.js"],
        wrong=["src/Tokenizer.ts and src/helpers.ts", "src/Renderer.ts and test/unit/schemes.test.js"],
    )
    s.ask(
        "What is the next step?",
        "In Renderer.link leave out the brackets when the text equals the href; then the row for schemes in docs/USING_ADVANCED.md with a sentence on raw HTML; Ewan sees it before it is committed.",
        every=[ONCE, r"USING_ADVANCED", r"Ewan"],
        never=[r"\bnext\b.{0,60}Marguerite look"],
        wrong=[
            "Marguerite looks at the rendering, then the row in docs/USING_ADVANCED.md.",
            "The row in docs/USING_ADVANCED.md, Ewan sees it first.",
            "No brackets when the text equals the href, then the docs.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "prints the address of a blocked autolink once, in test/unit/schemes.test.js; not implemented so far.",
        every=[r"prints the address of a blocked autolink|address of a blocked autolink once"],
        wrong=["finds the scheme of &#106;avascript:alert(1)", "Parser.test.js and bin.test.js, testutils is missing."],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "schemes is null by default, others get the same bytes; zero dependencies; new regexes into other in src/rules.ts (Beatrix checks it for redos); commit subjects start with feat:, fix:, docs: or test:; CHANGELOG.md is written by semantic-release, never by hand; don't go into src/Tokenizer.ts (Ragnhild); hosts in tests end in .example; Ewan sees the docs row first.",
        every=[RULES, RAGNHILD, RELEASE],
        some=[PREFIX, r"dependenc", r"\.example", r"\bnull\b", r"same bytes"],
        wrong=[
            "Regexes go into rules.ts (Beatrix), no dependencies, feat: prefixes.",
            "Keep out of Tokenizer.ts (Ragnhild); never edit CHANGELOG.md; null by default.",
            "Beatrix, Ragnhild and semantic-release have a say.",
        ],
    )
    s.ask(
        "Who wanted the address to be shown behind a blocked link, and why?",
        "Marguerite from support: in a phishing report she has to see where the link would have led.",
        every=[r"Marguerite"],
        some=[
            r"phishing",
            r"where [^\n]{0,40}\b(led|lead|leads|went|go|goes|points?)\b",
            r"\bsee\b[^\n]{0,60}(address|link|where)",
        ],
        wrong=["Ewan, nobody should pick URLs apart by hand.", "Marguerite looks at the rendering."],
    )
    s.ask(
        "Is it still true that a blocked link is rendered as its text alone?",
        "No: since the second day the escaped address follows in brackets. Only blocked images leave nothing but their alt text.",
        every=[r"address|href|url", r"bracket|parenthes|behind|follow|after (it|the text)|shown"],
        never=[
            stale(
                r"(blocked link is (rendered as )?(just )?its text( alone)?,? (without the address|a blocked image)|blocked link is just its text)"
            ),
        ],
        wrong=[
            "Yes, just its text.",
            "A blocked link is rendered as its text alone, without the address; brackets are for images.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Don't go into src/Tokenizer.ts, Ragnhild rewrites the link rules; never edit CHANGELOG.md by hand; no dependencies; no default other than null; no regexes outside of src/rules.ts.",
        every=[RAGNHILD, rf"{RELEASE}|{RULES}|(no|zero|never|without)\b[^\n]{{0,30}}dependenc"],
        wrong=["Never edit CHANGELOG.md, semantic-release writes it.", "Don't push; tokenizers are slow."],
    )
    s.ask(
        "How do I run the tests here?",
        "npm run build:esbuild, then node --test --import ./test/offline.js test/unit/*.test.js. The stand-in replaces testutils, GitHub can't be reached from here.",
        every=[r"--import[ =]\S*offline\.js", r"\bbuil[dt]"],
        never=[stale(r"always list the files by hand")],
        wrong=[
            "List the files by hand: Lexer, Hooks, instance, marked and schemes",
            "Always list the files by hand here; build, and Tadeusz can use --import ./test/offline.js",
        ],
    )
    s.ask(
        "Where is it decided whether a link is allowed, and by what part of the href?",
        "isSchemeAllowed in src/helpers.ts: it takes the head of the href up to the first / ? # or colon (urlHead in src/rules.ts). Renderer.link and Renderer.image ask it.",
        every=[
            r"isSchemeAllowed",
            r"helpers\.ts|Renderer",
            r"\bhead\b|urlHead|first .{0,3}/|before the first|front of the first",
        ],
        never=[stale(r"regex urlScheme in src/rules\.ts decides")],
        wrong=[
            "The regex urlScheme in src/rules.ts decides, isSchemeAllowed in src/helpers.ts uses the head",
            "isSchemeAllowed in src/helpers.ts with new URL",
        ],
    )


RUN = r"offline\.js"
ONCE_P = (
    r"autolink (now )?has its address twice|blocked autolink once|text equals the href|no brackets|test for autolinks"
)
ADDRESS = (
    r"address (behind|in brackets)|escaped address|show their address|show the address|phishing|blocked links show"
)
TOKENS = r"GFM autolinker|lets the autolinker|wrong place|has to stay a token"
PARSED = r"new URL.{0,3} doesn.t decode|sees another string than the browser|is a relative path"
HOLE = r"ampersand|browser decodes|entities are a hole|hide its scheme|avascript"
RAW = r"raw HTML|verbatim"
IMAGES = r"keep to (the|their) alt|alt text only|kilobytes"
EWAN = r"Ewan"
CLI = r"looks for substrings|leave the cli|splits at commas"
NOUTILS = r"testutils"
SPIKE = r"6 of (the )?652|For v19|decision for 19|null (out of the box|by default)|same bytes"
RAGN = r"Ragnhild"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "run all the unit tests")
    s.prompt("short", ONCE_P, "finish the blocked autolinks of schemes")
    s.prompt("short", ADDRESS, "what does schemes print in place of a blocked link?")
    s.prompt("short", TOKENS, "let the link tokenizer return undefined for a blocked href")
    s.prompt("short", PARSED, "use new URL(href, base).protocol in isSchemeAllowed")
    s.prompt("short", HOLE, "remove the ampersand check in isSchemeAllowed")
    s.prompt("short", RAW, 'does schemes catch <a href="javascript:..."> in raw html?')
    s.prompt("short", IMAGES, "show the address of a blocked image too")
    s.prompt("short", EWAN, "write the row for schemes in docs/USING_ADVANCED.md")
    s.prompt("short", CLI, "can marked --schemes https,mailto be used on the command line?")
    s.prompt("short", NOUTILS, "why can't Parser.test.js find its package on this machine?")
    s.prompt(
        "short", r"without (a |any )?scheme|\bhrefs? without", "does schemes block //host/path and relative hrefs?"
    )
    s.prompt(
        "long",
        ADDRESS,
        "I'm preparing a demo of the schemes option for the support people and wonder what they'll get to see. as I remember it a link that isn't allowed just turns into its text, the address is gone for good and nobody can click or copy it. is that still what the renderer does, or did we alter it, and whose wish was it?",
    )
    s.prompt(
        "long",
        TOKENS,
        "what bothers me is that the token of a forbidden link survives and any renderer extension may do something with it. wouldn't it be safer to stop earlier: the tokenizers look at the href, and when its scheme isn't in the list they give nothing back? please move the check from the renderer to there and tell me how the tests do",
    )
    s.prompt(
        "long",
        PARSED,
        "our helper that cuts the beginning off an href looks home-made to me. every javascript runtime has a proper parser for that, one can hand it a base for the relative ones and ask for the protocol. please rewrite isSchemeAllowed on top of it, throw out the expression in rules.ts and run the tests for hidden schemes",
    )
    s.prompt(
        "long",
        ONCE_P,
        "go on with the option for allowed links, please. my meeting took all day, so I only know that the last thing we did was a test, about an address that came out two times when customers put a bare link in angle brackets, and it was red of course. write the code for it and stop there, I commit on my own after a look",
    )
    s.prompt(
        "long",
        HOLE,
        "a customer complains that a link to his file called R&D.pdf isn't clickable in his ticket any more, although it's a relative one and has nothing to do with any scheme. I'm tempted to let hrefs with an ampersand pass again. before I do that tell me what the restriction was made for and what could come in if we lifted it",
    )
    s.prompt(
        "long",
        SPIKE,
        "why do we make people name the schemes at all? every sane installation wants http, https and mailto and nothing else, so let that be what marked does when nobody says anything. change the default, please, and say in one paragraph whether the spec tests care. I think we measured that once, on some branch",
    )
    s.prompt("other words", r"\bschemes\b", "how do we keep dangerous hyperlinks of customers from being clicked?")
    s.prompt("other words", RUN, "which command shows me that I didn't break anything?")
    s.prompt(
        "other words", r"Marguerite", "which colleague could not work with the reports, and what was missing in them?"
    )
    s.prompt("other words", RAW, "is there a path on which a nasty address still slips into the page?")
    s.prompt("forbidden", RAGN, "tidy up the link method in src/Tokenizer.ts a bit")
    s.prompt("forbidden", r"semantic-release|by hand", "add a line on schemes to CHANGELOG.md")
    s.prompt("forbidden", r"zero dependencies|remains zero", "add the npm package entities and decode the href with it")
    s.prompt("forbidden", r"Beatrix|belongs into other", "put a regex for the scheme straight into src/Renderer.ts")
    s.prompt(
        "unrelated",
        None,
        "suggest three names for a sailing boat",
        "ok, that's it from me, bye",
        "how do I get red wine out of a carpet?",
        "which planet has the longest day?",
        "explain what a mutex is to a beginner",
        "how far is it from Porto to Lisbon by train?",
        "write a short thank-you note to my neighbour for watering the plants",
        "how do I record my screen on a mac?",
        "what's the plural of octopus?",
        "give me a workout plan for twenty minutes without equipment",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "which colour schemes suit a small north-facing kitchen?",
        "how do I link two cells in a spreadsheet?",
        "is there a row of seats with more leg room on a 737?",
        "what is the address of the tax office in Ghent?",
    )


NOTES = """# Option schemes, branch link-schemes
Goal: no clickable javascript:/data: links in tickets. Null by default, hrefs without scheme always allowed.
Code: isSchemeAllowed in src/helpers.ts looks at the head of the href (urlHead in src/rules.ts); asked by Renderer.link/image in src/Renderer.ts. Tests: test/unit/schemes.test.js
Ampersand in the head: refused, entities hide a scheme and the browser decodes them.
Blocked link: text, then the escaped address in brackets (Marguerite, support: where would a phishing link have led?). Images: alt only.
Raw HTML is not checked.
Run: npm run build:esbuild && node --test --import ./test/offline.js test/unit/*.test.js
Failed: tokenizer gives no token (GFM autolinker links what is inside); new URL().protocol (doesn't decode entities).
RED: prints the address of a blocked autolink once (uncommitted)
Next: Renderer.link: no brackets when text equals href; row in docs/USING_ADVANCED.md + raw HTML, Ewan sees it first
Rules: don't touch src/Tokenizer.ts (Ragnhild); new regexes only in src/rules.ts (Beatrix, redos); CHANGELOG.md never by hand (semantic-release); feat:/fix:/docs:/test:; no dependencies; .example hosts.
spike/schemes-on: v19 only"""
