"""The three sittings of the marked scenario."""

from conversation import Scenario, Session
from files import (
    AUTOLINK,
    BLOCKED_NEW,
    BLOCKED_OLD,
    DEFAULTS,
    ENDING,
    FIRST,
    HEAD,
    HIDDEN,
    IMAGE_NEW,
    IMAGE_OLD,
    LINK_ADDRESS,
    LINK_NEW,
    LINK_OLD,
    LINK_TEXT,
    OFFLINE,
    OFFLINE_UTILS,
    OUTPUTS,
    PARSED_NEW,
    PARSED_OLD,
    RELATIVE,
    RENDER_IMPORT,
    SCHEME,
    SECOND,
    SPIKE_NEW,
    SPIKE_OLD,
    SPLIT,
    TEST_FIRST,
    TEST_SECOND,
    TOKEN_IMPORT,
    TOKEN_NEW,
    TOKEN_OLD,
    TYPE_NEW,
    TYPE_OLD,
)
from material import Clone

HELPERS, RENDERER, RULES, TOKENIZER = "src/helpers.ts", "src/Renderer.ts", "src/rules.ts", "src/Tokenizer.ts"
TEST = "test/unit/schemes.test.js"
RUN = f"npm run -s build:esbuild && node --test {TEST}"
CAPTURE = False


def run(a: Session, label: str, title: str = "Build and run the scheme tests") -> None:
    """A run of the new tests; `label` names its captured output."""
    code, output = OUTPUTS.get(label, [0, ""])
    if CAPTURE:
        a.scenario.steps.append({"run": label})
    a.bash(RUN, output, title=title, code=code)


def commit(a: Session, what: str, body: str) -> None:
    command = f'git add src test && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("p1")
    a.user(
        "we show tickets that customers write in markdown, and now and then one carries a javascript: or data: link. what we need is an option that names the schemes a link may have, every other link loses its <a>. go through the code and say where an href passes on its way to the html. only the analysis for the moment"
    )
    a.grep(
        "href",
        "src",
        "src/Tokenizer.ts:15:  const href = link.href;\nsrc/Tokenizer.ts:691:      let href = cap[2];\nsrc/Tokenizer.ts:715:        href: href ? href.replace(this.rules.inline.anyPunctuation, '$1') : href,\n"
        "src/Tokenizer.ts:907:        href = 'mailto:' + text;\nsrc/Tokenizer.ts:946:          href = 'http://' + cap[0];\nsrc/Renderer.ts:149:  link({ href, title, tokens }: Tokens.Link): RendererOutput {\n"
        "src/Renderer.ts:164:  image({ href, title, text, tokens }: Tokens.Image): RendererOutput {\nsrc/helpers.ts:29:export function cleanUrl(href: string) {",
    )
    a.read(TOKENIZER, *clone.lines(TOKENIZER, "      let href = cap[2];", 28))
    a.read(RENDERER, *clone.lines(RENDERER, "  link({ href, title, tokens }", 34))
    a.read(HELPERS, *clone.lines(HELPERS, "export function cleanUrl", 8))
    a.answer(
        "A link comes out of one of four tokenizers (`link`, `reflink`, `autolink`, `url`) in `src/Tokenizer.ts` as a token with a raw `href`; `Renderer.link` and `Renderer.image` in `src/Renderer.ts` run it through `cleanUrl` and write the tag. Nobody looks at the scheme anywhere.\n\n"
        "Possible places:\n\n"
        "1. the tokenizers: a blocked href gives no token at all\n"
        "2. the renderer: the token stays, the tag is left out\n"
        "3. a `walkTokens` that rewrites tokens; it isn't run by `marked.parser(tokens)`, so it'd leak, I'd cross that off\n\n"
        "1 or 2?"
    )
    a.user(
        "1 sounds right, what never becomes a token can't do harm. call the option schemes. a few things that hold throughout: it's null out of the box, and whoever doesn't set it gets the same bytes as now. marked has zero dependencies and that remains zero. and a new regex belongs into other in src/rules.ts, Beatrix checks only that file for redos"
    )
    a.edit(RULES, ENDING, ENDING + SCHEME)
    a.edit(HELPERS, SPLIT, FIRST + SPLIT)
    a.edit("src/defaults.ts", DEFAULTS, DEFAULTS + SPIKE_OLD)
    a.edit("src/MarkedOptions.ts", TYPE_OLD, TYPE_NEW + TYPE_OLD)
    a.edit(TOKENIZER, TOKEN_IMPORT, TOKEN_IMPORT + "  isSchemeAllowed,\n")
    a.edit(TOKENIZER, TOKEN_OLD, TOKEN_NEW)
    a.write(TEST, TEST_FIRST)
    run(a, "tokenizer")
    a.answer(
        'The tokenizer is the wrong place. When `link` gives up, its text goes to the next rule, and the GFM autolinker turns what it finds in there into a link: `[docs](data:text/html,https://files.example)` comes out as `[docs](data:text/html,<a href="https://files.example">https://files.example</a>)`. The reader sees raw brackets, and something is clickable after all.\n\n'
        "So a blocked link has to stay a token. I'd leave out the tag in `Renderer.link` and `Renderer.image`."
    )
    a.user(
        "hm, true, that's worse than before. 2 then, and a blocked link is just its text, a blocked image its alt. hrefs without any scheme, relative ones and //host, stay as they are"
    )
    a.bash("git checkout -q src/Tokenizer.ts", title="Take the tokenizer change back", run=True)
    a.edit(RENDERER, RENDER_IMPORT, RENDER_IMPORT + "  isSchemeAllowed,\n")
    a.edit(RENDERER, LINK_OLD, LINK_NEW)
    a.edit(RENDERER, IMAGE_OLD, IMAGE_NEW)
    a.write(TEST, TEST_SECOND)
    run(a, "renderer")
    a.answer(
        "`new Marked({ schemes: ['https', 'mailto'] })` works: the renderer asks `isSchemeAllowed` in `src/helpers.ts` and writes only the text otherwise. The four tests pass.\n\n"
        '<backstory:remember kind="decision" tags="links,schemes" at="src/defaults.ts" why="whoever does not set it must get the same bytes as before">The schemes a link may have are named in the option schemes, null by default; a href without a scheme is always allowed</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="links,schemes" at="src/Renderer.ts#_Renderer.link" why="a token that is missing lets the autolinker make a link of the rest">A blocked link is rendered as its text alone, without the address; a blocked image as its alt text</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="links,schemes" at="src/rules.ts">The regex urlScheme in src/rules.ts decides what the scheme of a href is</backstory:remember>'
    )
    a.user("can somebody hide the scheme from us? upper case, entities, such things")
    a.edit(TEST, RELATIVE, HIDDEN + RELATIVE)
    run(a, "hidden", "Try hidden schemes")
    a.text(
        "Upper case is fine, entities are a hole: `&#106;avascript:` has no scheme for our regex, marked writes it into the href unchanged, and the browser decodes it. Decoding them all would take the whole entity table, so an ampersand in front of the first `/`, `?`, `#` or `:` will do as a reason to block."
    )
    a.edit(RULES, SCHEME, HEAD)
    a.edit(HELPERS, FIRST, SECOND)
    run(a, "head")
    a.bash("npx eslint", title="Lint")
    a.bash(
        'backstory -q remember failure "HTML entities in a href hide its scheme: &#106;avascript: passed the check and the browser decodes it" --fix "isSchemeAllowed blocks every href with an ampersand before the first / ? # or colon" --tag links --tag schemes --at src/helpers.ts#isSchemeAllowed',
        title="Remember the hole",
        run=True,
    )
    a.answer(
        "Yes, they could: `&#106;avascript:alert(1)` and `javascript&colon;alert(1)` got through. `isSchemeAllowed` now takes the head of the href (`urlHead` in place of `urlScheme`) and refuses it when there's an ampersand in it. The price: a relative `a&b.html` is refused as well. Seven tests pass, and the hole is noted in the memory."
    )
    a.user("nobody names files like that, fine. does the command line take --schemes?")
    a.answer(
        "Not properly. `bin/main.js` hands over one string for it, and `includes` on a string looks for substrings, `tp` would pass for `http`. It needs a line that splits at commas if you want it."
    )
    a.user(
        "no, leave the cli. commit it. subjects start with feat:, fix:, docs: or test:, semantic-release computes the version from them, and it writes CHANGELOG.md as well, nobody edits that by hand. then run all unit tests"
    )
    commit(
        a,
        "feat: add option schemes",
        "Names the schemes that links and images may have. Null by default, then nothing changes.",
    )
    a.bash(
        "npm run -s build:esbuild && node --test test/unit/*.test.js 2>&1 | grep -A40 '^. tests'",
        OUTPUTS.get("suite", [0, ""])[1],
        title="All unit tests",
    )
    a.answer(
        "Committed. Unit tests: 159 pass, 2 fail. Those two are whole files, `Parser.test.js` and `bin.test.js`: `Cannot find package '@markedjs/testutils'`. Its dependency is a tarball on github.com, which this machine can't reach, so `npm ci` never installed it. It's like that on main too."
    )
    a.user(
        "known, this box has no way out to github. always list the files by hand here: Lexer, Hooks, instance, marked and ours. that's enough, write down for tomorrow how far we are"
    )
    a.bash(
        'backstory -q checkpoint "Option schemes: links with other schemes lose their tag" --goal "no javascript: or data: link of a customer may be clickable in a ticket" --state "option, renderer and isSchemeAllowed committed with 7 tests; Parser and bin tests cannot run here" --next-steps "show the rendering to Marguerite of support;; find out whether hrefs reach the html in another way;; row in docs/USING_ADVANCED.md"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Written down.\n\nDone: `schemes` works for links and images, hidden schemes included, committed on link-schemes.\nRed: nothing that is ours, Parser and bin lack testutils.\nNext: Marguerite looks at the rendering, then whether an href gets into the html in another way, then the row in docs/USING_ADVANCED.md."
    )
    a.end()


def tell_spike(s: Scenario) -> None:
    s.switch("spike/schemes-on", create=True)
    b = s.session("p2")
    b.user(
        "on a throwaway branch please: make http, https and mailto the default of schemes and tell me what the spec files say to it. no lint, no commit prefix needed here"
    )
    b.edit("src/defaults.ts", SPIKE_OLD, SPIKE_NEW)
    b.bash(
        "npm run -s build:esbuild && node /tmp/compare-specs.mjs",
        "building version: 18.0.9\ncommonmark.0.31.2: 6 of 652 examples differ\ngfm.0.29: 0 of 28 examples differ",
        title="Compare the specs",
    )
    b.answer(
        "6 of the 652 CommonMark examples come out differently, none of the 28 GFM ones. Four are autolinks such as `<irc://foo.bar:2233/baz>`, two are relative hrefs with a colon or an entity in them. So we'd no longer be CommonMark compliant by default."
    )
    b.user("only in a major then. keep it as a decision for 19 and commit it here")
    b.bash(
        'backstory -q remember decision "For v19: schemes is on by default with http, https and mailto" --why "6 of 652 CommonMark examples differ, so it cannot come in a minor release" --tag schemes --tag spike --at src/defaults.ts',
        title="Keep the decision",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: schemes on by default" && git log -1 --format=%s',
        "Spike: schemes on by default",
        title="Commit the spike",
        run=True,
    )
    b.answer("Kept for v19, committed on spike/schemes-on. link-schemes goes on with null.")
    b.end()
    s.switch("main")
    s.steps.append({"write": {"path": "test/offline.js", "text": OFFLINE}})
    s.steps.append({"write": {"path": "test/offline-utils.js", "text": OFFLINE_UTILS}})
    s.shell(
        'git add test && git commit -q -m "test: stand-in for testutils on machines without GitHub" -m "Preloaded with --import, then Parser and bin tests run as well." --author "Tadeusz Wilk <tadeusz@example.org>"'
    )
    s.switch("link-schemes")


def tell_second(s: Scenario) -> None:
    a = s.session("p3")
    a.user(
        "morning. Tadeusz built a stand-in for testutils, it's on main as test/offline.js. merge main in. the unit tests are run with node --test --import ./test/offline.js test/unit/*.test.js from now on, after the build of course, no more lists of files"
    )
    a.bash(
        "git merge -q --no-edit main && git log -3 --format=%s",
        "Merge branch 'main' into link-schemes\ntest: stand-in for testutils on machines without GitHub\nfeat: add option schemes",
        title="Merge main",
        run=True,
    )
    a.bash(
        "npm run -s build:esbuild && node --test --import ./test/offline.js test/unit/*.test.js 2>&1 | grep '^. \\(tests\\|pass\\|fail\\)'",
        "ℹ tests 197\nℹ pass 197\nℹ fail 0",
        title="All unit tests with the stand-in",
    )
    a.answer(
        "Merged, no conflict. With `--import ./test/offline.js` all 197 unit tests run and pass, Parser and bin too."
    )
    a.user(
        'Marguerite from support has looked at some tickets with it. a phishing report that says "I clicked here" is useless to her, she can\'t see where "here" would have led. so the text alone isn\'t enough: put the address behind it in brackets, as plain text, everything escaped. images keep to the alt, a data: url is kilobytes of noise. and don\'t go into src/Tokenizer.ts, Ragnhild is rewriting the link rules there this week'
    )
    a.edit(RENDERER, LINK_TEXT, LINK_ADDRESS)
    a.edit(TEST, BLOCKED_OLD, BLOCKED_NEW)
    run(a, "address")
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'text alone, without the address' in r['title']][0])\"); "
        'backstory -q remember decision "A blocked link is rendered as its text followed by the escaped address in brackets" --why "Marguerite of support has to see in a phishing report where the link would have led" --instead-of "the text alone" --tag links --tag schemes --at src/Renderer.ts#_Renderer.link --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "It reads `docs (data:text/html,https://files.example)` now; the address is escaped with `escapeHtmlEntities(href, true)`, so an `&#106;` shows up literally. Seven tests pass.\n\n"
        '<backstory:remember kind="decision" tags="images,schemes" at="src/Renderer.ts#_Renderer.image" why="a data: url is kilobytes of noise">A blocked image leaves its alt text only, its address is not shown</backstory:remember>'
    )
    a.user("yesterday's second point: can an href get into the html without passing Renderer.link or image?")
    a.delegate(
        "Ways of an href into the output",
        "In src/, find every way in which a URL written by the author of the markdown reaches the HTML without going through Renderer.link or Renderer.image. Read only.",
        'One way: tokens of type html. Renderer.html returns token.text verbatim, for blocks and inline tags, so <a href="javascript:..."> written as raw HTML is not checked. reflink, autolink and url all end in Renderer.link. A renderer extension writes whatever it wants.',
    )
    commit(
        a,
        "feat: show the address of blocked links",
        "Readers of a ticket have to see where a link would have led. Images keep to their alt text.",
    )
    a.answer(
        'One way: raw HTML. `Renderer.html` returns an `<a href="javascript:...">` of the author verbatim, so `schemes` says nothing about it; a sanitizer is still needed behind marked. reflinks and both kinds of autolinks end in `Renderer.link`. The documentation has to say that. The address change is committed.'
    )
    a.user(
        "we have a sanitizer for that, but yes, into the docs. something else: Ewan says nobody should pick URLs apart by hand. take new URL(href, base).protocol instead of that head regex and see"
    )
    a.edit(HELPERS, PARSED_OLD, PARSED_NEW)
    run(a, "parsed", "Try new URL")
    a.bash("git checkout -q src && git status --short", title="Take new URL back", run=True)
    a.answer(
        "I tried it and put the old code back. `new URL` doesn't decode entities: for it `&#106;avascript:alert(1)` is a relative path, so it gets the `https:` of the base and is allowed, and the browser, which does decode, runs it. `finds the scheme of &#106;avascript:alert(1)` and the `&colon;` one went red; relative hrefs would also depend on whether the scheme of the base is in the list. The parser sees another string than the browser, that's why the head with its ampersand rule has to stay."
    )
    a.user(
        "convincing, I'll tell Ewan. one more: a blocked autolink like <ftp://files.example/a> now has its address twice. if text and href are the same, no brackets. today only the test, I'm due in a meeting. hosts in tests end in .example, always. then the row for schemes in docs/USING_ADVANCED.md with the sentence on raw html, and Ewan gets to see that row before it's committed"
    )
    a.edit(TEST, RELATIVE, AUTOLINK + RELATIVE)
    run(a, "autolink")
    a.answer(
        "Done: main merged; blocked links show their address, committed. The test for autolinks is written, not committed.\n"
        "Red: `prints the address of a blocked autolink once` in test/unit/schemes.test.js, nothing implements it so far; the other 7 pass.\n"
        "Next: in `Renderer.link` leave out the brackets when the text equals the href; then the row for `schemes` in docs/USING_ADVANCED.md with the sentence on raw HTML, Ewan sees it before the commit."
    )
    a.end()
