"""Shared requests in sindresorhus/ky: TypeScript, Claude Code; the person answers numbered questions by number.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import Scenario
from material import Clone

clone = Clone(Path(sys.argv[1]), "3419113b48")

s = Scenario("dedupe", "sindresorhus/ky", "main", "Ty7")
s.fill()
s.at(1, 9)
s.switch("dedupe", create=True)
a = s.session("k1")
a.user(
    "our dashboard fires the same GET /me fourteen times on load because every widget asks for itself. can ky share one in-flight request between identical calls? an option on the instance I'd think. what would it take"
)
a.grep(
    "kyOptionKeys|findUnknownOptions",
    "source",
    "source/core/Ky.ts:29:import {findUnknownOptions, hasSearchParameters} from '../utils/options.js';\nsource/core/Ky.ts:1044:\t\tconst nonRequestOptions = findUnknownOptions(this.#options);\nsource/core/constants.ts:236:export const kyOptionKeys: KyOptionsRegistry = {",
)
a.read("source/core/Ky.ts", *clone.lines("source/core/Ky.ts", "\tasync #fetch(): Promise<Response> {", 48))
a.answer("""Feasible. Everything funnels through `Ky#fetch()`, so a map of in-flight promises keyed by request could sit right in front of `this.#options.fetch(...)`.

What I need from you:

1. Should it be on for everybody or opt in?
2. A `Response` body can be read once. Is handing every caller a `clone()` fine?
3. What makes two calls "identical"?""")
a.user(
    "1. opt in, `dedupe: true`. Since you bring up defaults: ky has zero runtime dependencies and it'll stay that way, so no little hashing package or anything\n2. sure, try\n3. the url"
)
a.edit("source/core/constants.ts", "\tfetch: true,\n", "\tfetch: true,\n\tdedupe: true,\n")
a.write(
    "source/core/dedupe.ts",
    """const inFlight = new Map<string, Promise<Response>>();

export const shareRequest = async (key: string, send: () => Promise<Response>): Promise<Response> => {
\tlet shared = inFlight.get(key);
\tif (!shared) {
\t\tshared = send();
\t\tinFlight.set(key, shared);
\t}

\tconst response = await shared;
\treturn response.clone();
};
""",
)
a.bash(
    "node --expose-gc /tmp/slow-reader.mjs",
    "callers 14, body 48 MB\nrss before 61 MB\nrss after  733 MB",
    title="14 callers, one of them slow",
)
a.answer("""Numbers for the cloning variant: 14 callers on a 48 MB body, and RSS goes from 61 to 733 MB. `clone()` tees the stream, and a tee buffers everything the slowest branch hasn't read yet, once per branch. For `/me` you'd never notice, for an export you would.

Alternative: read the body once into an `ArrayBuffer` and build a fresh `Response` over the same buffer for each caller. Memory stays at one copy. The catch is that streaming and `onDownloadProgress` make no sense on a deduped call then.

OK to go that way? And if so, should `dedupe` together with `onDownloadProgress` throw or quietly not dedupe?""")
a.user(
    "buffer once, yes. Throw a TypeError for the combination, silent is how people lose an afternoon. And whatever you document: the readme and the JSDoc in source/types/options.ts have to be identical word for word, Sindre diffs them in review and it's always the first comment I get"
)
a.write(
    "source/core/dedupe.ts",
    """type Buffered = {body: ArrayBuffer | undefined; response: Response};

const inFlight = new Map<string, Promise<Buffered>>();

const buffer = async (send: () => Promise<Response>): Promise<Buffered> => {
\tconst response = await send();
\treturn {response, body: response.body ? await response.arrayBuffer() : undefined};
};

export const shareRequest = async (key: string, send: () => Promise<Response>): Promise<Response> => {
\tlet shared = inFlight.get(key);
\tif (!shared) {
\t\tshared = buffer(send);
\t\tinFlight.set(key, shared);
\t\tvoid shared.catch(() => {}).then(() => inFlight.delete(key));
\t}

\tconst {body, response} = await shared;
\treturn new Response(body, response);
};
""",
)
a.write(
    "test/dedupe.ts",
    """import test from 'ava';
import ky from '../source/index.js';
import {createHttpTestServer} from './helpers/create-http-test-server.js';

test('identical calls share one request', async t => {
\tconst server = await createHttpTestServer(t);
\tlet count = 0;
\tserver.get('/me', (_request, response) => {
\t\tcount++;
\t\tsetTimeout(() => response.json({name: 'dov'}), 50);
\t});

\tconst api = ky.create({dedupe: true});
\tconst results = await Promise.all(Array.from({length: 14}, () => api.get(`${server.url}/me`).json()));

\tt.is(count, 1);
\tt.deepEqual(results.at(-1), {name: 'dov'});
});
""",
)
a.bash(
    "npm test",
    """> ky@2.0.2 test
> xo && npm run build && ava

  ✖ 3 tests failed in test/browser.ts
    browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chromium-1208/chrome-linux/chrome""",
    title="Everything",
    code=1,
)
a.answer(
    "The three failures are all in `test/browser.ts`, there's no Chromium here. Should I install it, or leave those out?"
)
a.user(
    "leave them out, `npx ava '!test/browser.ts' '!test/with-page.ts'`, the box is tiny. xo separately with `npx xo` and only fix what you touched yourself, no drive-by formatting"
)
a.bash(
    "npx ava '!test/browser.ts' '!test/with-page.ts'", "  ✔ 612 tests passed\n  2 skipped", title="Without the browser"
)
a.bash(
    "npx xo source/core/dedupe.ts test/dedupe.ts && git add -A && git commit -qm 'Add `dedupe` option'",
    title="Lint and commit",
)
s.shell("git add -A && git commit -qm 'Add `dedupe` option'")
a.answer(
    "`dedupe: true` works: 14 calls, one request. 612 tests pass, xo has nothing to say about the two new files, committed."
)
a.end()

s.at(2, 9)
b = s.session("k2")
b.user(
    "problem. we have an Accept-Language switcher and two widgets ask the same url in different languages, one gets the other's answer. url alone isn't enough"
)
b.answer(
    "Right, with the URL alone they collide. Two options for the key:\n\n| key | consequence |\n|---|---|\n| method + URL + *all* headers | a `traceparent` or request id per call means nothing is ever shared |\n| method + URL + a fixed few | somebody has to choose which |\n\nWhich headers differ between your widgets otherwise?"
)
b.user(
    "traceparent on every one of them, so all headers is out. method, url, accept, accept-language, authorization. Fixed, no setting for it, at least for 2.1"
)
b.edit(
    "source/core/dedupe.ts",
    "export const shareRequest",
    """const keyHeaders = ['accept', 'accept-language', 'authorization'];

export const requestKey = (request: Request): string =>
\tJSON.stringify([request.method, request.url, ...keyHeaders.map(name => request.headers.get(name))]);

export const shareRequest""",
)
b.delegate(
    "How does #fetch interact with timeouts and retries",
    "Read source/core/Ky.ts and find out what happens to timeouts, retries and hooks when several Ky instances share the result of one #fetch().",
    """Per-attempt `timeout` is implemented inside `timeout()` with the *first* caller's abort controller; a second caller that joins late inherits whatever is left of it. `totalTimeout` on the other hand is measured from each instance's own `#startTime`, so a joiner can run out while the shared request is fine. Retries: `#retryFromError` sits outside `#fetch`, so when a shared request fails with 503 all fourteen callers schedule their own retry, with their own jitter, and the dedupe only catches the ones that happen to overlap. `beforeRequest` hooks run before `#fetch`, once per caller.""",
)
b.answer("""Key is now method, URL, `accept`, `accept-language`, `authorization`.

Something came up when I had the surroundings read: retries sit *outside* of `#fetch`. If the shared request gets a 503, all fourteen callers schedule a retry of their own with their own jitter, and we're back at up to fourteen requests, at the worst moment. Do you want the retry inside of the shared part?""")
b.user(
    "hm. No, leave it, jitter spreads them and that's kind of what it is for. Write it down in the docs though. Does dedupe do POST at the moment?"
)
b.answer("Yes, the method is part of the key but nothing excludes one. Two identical POSTs in flight become one.")
b.user(
    "then exclude. I asked Seth and he's firm: only GET, HEAD and QUERY ever, even if somebody sets dedupe explicitly on a post, because two clicks on Pay can be two payments that are both meant. Ignore the option there, don't throw, instances have it in their defaults"
)
b.edit(
    "source/core/dedupe.ts",
    "const keyHeaders",
    "const sharedMethods = new Set(['GET', 'HEAD', 'QUERY']);\n\nexport const isShared = (request: Request): boolean => sharedMethods.has(request.method);\n\nconst keyHeaders",
)
b.bash("npx ava test/dedupe.ts", "  ✔ 6 tests passed", title="Dedupe tests")
b.bash("git commit -qam 'dedupe: safe methods only, key with accept and authorization'", title="Commit", run=True)
b.answer("Done: `isShared()` lets GET, HEAD and QUERY through, anything else ignores the option. 6 tests, committed.")
b.compact(
    "The user builds a `dedupe` option for ky on branch dedupe. The key and the safe methods are committed. Next topic: aborting."
)
b.user("now aborting. what happens if one of the fourteen aborts")
b.answer(
    "If it's the first, its signal is wired into the request, so all fourteen get an AbortError. If it's a later one, nothing, it keeps waiting.\n\nUsual answer is counting: the shared request gets its own controller, each caller just stops waiting when its own signal fires, and only when nobody waits any more the request itself is aborted. Alternatively never abort a shared request. Preference?"
)
b.user("counting. last one out turns off the light")
b.edit(
    "test/dedupe.ts",
    "test('identical calls share one request'",
    """test('an aborting caller leaves the others alone', async t => {
\tconst server = await createHttpTestServer(t);
\tserver.get('/slow', (_request, response) => {
\t\tsetTimeout(() => response.json({ok: true}), 100);
\t});

\tconst api = ky.create({dedupe: true});
\tconst controller = new AbortController();
\tconst first = api.get(`${server.url}/slow`, {signal: controller.signal}).json();
\tconst second = api.get(`${server.url}/slow`).json();
\tcontroller.abort();

\tawait t.throwsAsync(first, {name: 'AbortError'});
\tt.deepEqual(await second, {ok: true});
});

test('identical calls share one request'""",
)
b.bash(
    "npx ava test/dedupe.ts",
    """  ✔ identical calls share one request
  ✔ 5 others
  ✖ an aborting caller leaves the others alone
    AbortError {
      message: 'This operation was aborted',
    }
  1 test failed""",
    title="Dedupe tests",
    code=1,
)
b.answer("Test is there and red: the second caller gets the first one's AbortError.")
b.user(
    "good, leave it like this for tonight. one thing for planning, this has to be merged by the 4th of December, Sindre is travelling after that and 2.1 goes out before. so what's missing?"
)
b.answer("""What's missing until it can be reviewed:

- [ ] a controller of its own for the shared request, with a count of waiting callers, in `source/core/dedupe.ts` (turns `an aborting caller leaves the others alone` green)
- [ ] TypeError for `dedupe` together with `onDownloadProgress`
- [ ] docs, readme and JSDoc, with the note that every caller retries on its own
- [ ] type test for the option in `test/main.ts`

The red test is not committed.""")
b.end()

s.ask(
    "What has Dov laid down for how we work here?",
    "Zero runtime dependencies; readme and JSDoc in source/types/options.ts identical word for word; only fix xo findings in files you touched, no drive-by formatting.",
    every=[
        "dependenc",
        "word for word|(readme|jsdoc)[^\\n]{0,100}(identical|same)",
        "drive-by|only fix what|files? (you|I) touched|what (you|I) touched|files touched, no",
    ],
    wrong=["no dependencies and no drive-by formatting"],
)
s.ask(
    "What is still missing?",
    "Own controller for the shared request with a count of waiting callers; TypeError for dedupe with onDownloadProgress; docs in readme and JSDoc with the note about retries; type test in test/main.ts.",
    every=[
        "controller[^\\n]{0,160}(count|waiting)|count(ing|ed)?[^\\n]{0,80}(waiting|callers)",
        "TypeError|onDownloadProgress",
        "type test|test/main\\.ts",
    ],
    wrong=["the docs, and a type test in test/main.ts"],
)
s.ask(
    "Which test fails now?",
    "an aborting caller leaves the others alone (test/dedupe.ts)",
    every=["an aborting caller leaves the others alone"],
    wrong=["identical calls share one request"],
)
s.ask(
    "How are the tests started on this box?",
    "npx ava '!test/browser.ts' '!test/with-page.ts', no Chromium; npx xo separately.",
    every=["ava[^\\n]{0,10}!test/browser\\.ts", "with-page"],
    wrong=["npm test"],
)
s.ask(
    "What does the option do and why is it needed?",
    "dedupe: true shares one in-flight request between identical calls; the dashboard fires GET /me fourteen times.",
    every=["dedupe", "in-flight|share[sd]? one|one request|identical calls"],
    wrong=["It caches answers for five minutes."],
)
s.ask(
    "How do several callers get the body of one response?",
    "The body is read once into an ArrayBuffer and each caller gets a new Response over it.",
    every=["ArrayBuffer|buffer(ed|s)? once|buffer once"],
    wrong=["Each caller gets a clone()."],
)
s.ask(
    "What makes two calls identical?",
    "method, URL, accept, accept-language and authorization (not the URL alone any more).",
    every=["accept-language", "authorization", "method"],
    wrong=["The url."],
)
s.ask(
    "Who wants POST left out, and why?",
    "Seth: two clicks on Pay can be two payments that are both meant; only GET, HEAD, QUERY.",
    every=["Seth", "\\bpay\\b|payments|both meant"],
    wrong=["Sindre, because POST is not idempotent."],
)
s.ask(
    "Why not clone the response for each caller?",
    "clone() tees the stream and a tee buffers what the slowest has not read, 61 to 733 MB with 14 callers.",
    every=["clon", "tee|733|memory|buffers everything|slowest"],
    wrong=["Because hooks run once per caller."],
)
s.ask(
    "What happens with retries when a shared request fails with 503?",
    "Retries sit outside of #fetch, so every caller schedules its own retry with its own jitter.",
    every=[
        "retr",
        "outside of? `?#?fetch|own (retry|jitter)|outside\\*? of|retries on its own|each caller|every caller|all fourteen",
    ],
    wrong=["The shared request is retried once."],
)
s.ask(
    "Until when does this have to be merged, and why?",
    "4 December; Sindre travels after that and 2.1 goes out before.",
    every=["4th of December|December 4|4 December|4 Dec"],
    wrong=["Before Christmas."],
)
s.ask(
    "What happens to the request when callers abort?",
    "The others go on; the request itself is only aborted when the last caller has gone (counting).",
    every=["(last|nobody)[^\\n]{0,120}(abort|wait|caller|out|light)|(abort|wait)[^\\n]{0,120}(last|nobody)"],
    wrong=["A shared request is always aborted by the first."],
)
s.notes = """# dedupe (branch dedupe, ky)
Goal: `dedupe: true` (opt in) shares one in-flight request between identical calls; dashboard fires GET /me 14 times. source/core/dedupe.ts, before fetch in Ky#fetch().
Key: method, URL, accept, accept-language, authorization, fixed (URL alone mixed up languages; all headers fails because of traceparent).
Only GET, HEAD, QUERY, option ignored elsewhere: Seth, two clicks on Pay can be two payments that are both meant.
Body read once into an ArrayBuffer, new Response per caller. Not clone(): tee buffers for the slowest, 61 -> 733 MB.
Aborting: count callers, request aborted only when the last caller is gone.
Retries sit outside of #fetch, every caller retries on its own with own jitter; stays so, document it.
Tests: npx ava '!test/browser.ts' '!test/with-page.ts' (no Chromium); npx xo
RED: "an aborting caller leaves the others alone" in test/dedupe.ts, not committed.
Next: own controller + count of waiting callers; TypeError for dedupe with onDownloadProgress; docs; type test in test/main.ts.
Rules: zero runtime dependencies; readme and JSDoc in source/types/options.ts word for word identical; fix xo only in files touched, no drive-by formatting.
Merge by 4 December (Sindre travels, 2.1)."""
s.prompt("short", r"!test/browser\.ts|with-page", "run the tests")
s.prompt("short", r"Seth|QUERY|both meant", "enable dedupe for POST as well")
s.prompt("short", r"tee|733|ArrayBuffer|buffer once", "use response.clone() in shareRequest, it's shorter")
s.prompt("short", r"accept-language", "what's in the dedupe key?")
s.prompt(
    "short",
    r"aborting caller|controller of its own|own controller|nobody waits|last one out",
    "make the abort test pass",
)
s.prompt("short", r"word for word|(readme|jsdoc)[^\n]{0,100}(identical|same)", "write the docs for dedupe")
s.prompt("short", r"TypeError", "what do we do about dedupe plus onDownloadProgress?")
s.prompt(
    "long",
    r"aborting caller|controller of its own|own controller|nobody waits|last one out|onDownloadProgress",
    "ok I'm back at it, slept on it and forgot most of it. We were in the middle of the sharing of requests, one of the tests was not passing because a caller cancelling pulled the rug out from under the rest. Give me a short list of what is open before we can put this up for review, and then start with whichever you think comes first",
)
s.prompt(
    "long",
    r"outside[^\n]{0,20}fetch|own (retry|jitter)|all fourteen|every caller|retries on its own",
    "We had an incident last night, the profile service answered 503 for about a minute and the graphs show that although dedupe was switched on for the dashboard the number of requests went up by a factor of ten or so in that time instead of going down. Is that something we should have expected from how the option is built, or is there a bug?",
)
s.prompt(
    "long",
    r"traceparent|accept-language",
    "Somebody in the review asked why the thing that decides whether two calls are the same looks at just a handful of headers and isn't simply built out of all of them, which in his eyes would be the only safe choice, as any header can change what the server answers. Can you write him a reply with the reason? Keep it short and friendly please",
)
s.prompt(
    "other words",
    r"!test/browser\.ts|Chromium|with-page",
    "there is no chrome on this machine, how do I get a green run anyway?",
)
s.prompt("other words", r"Seth", "which maintainer had an opinion about payments?")
s.prompt("other words", r"December|Dec", "by when do we need to be finished?")
s.prompt("forbidden", r"dependenc", "npm install object-hash and use it for the key")
s.prompt(
    "forbidden", r"drive-by|only fix what|what (you|I) touched", "run npx xo --fix over the whole repo and commit it"
)
s.prompt(
    "unrelated",
    None,
    "how tall is the Eiffel tower",
    "suggest a name for a sailing boat",
    "what's the difference between affect and effect?",
    "how do I brew cold brew coffee",
    "write a limerick about a goose",
    "convert 12 stone to kilograms",
    "which chess opening suits beginners?",
)
s.prompt(
    "unrelated with shared words",
    None,
    "my key doesn't turn in the lock, what oil should I use?",
    "who shares the record for the most Wimbledon titles?",
    "how do I ask my boss politely for a raise, a short request letter please",
)
clone.save(s, Path(sys.argv[2]))
