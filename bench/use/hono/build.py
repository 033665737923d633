"""Idempotency keys for honojs/hono: two days, TypeScript.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conversation import Scenario
from files import CLONE, DRAFT, FIRST, FIRST_TEST, MAP, NODE, NOOR, OLD, PLAIN, RED, TTL
from material import make_bundle, make_filler, read_lines

COMMIT = "28a9c128"
clone, folder = Path(sys.argv[1]), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

S = Scenario("hono-idempotency", "honojs/hono", "main", "Hn8")
S.fill()
S.switch("feat/idempotency", create=True)
HOME = "src/middleware/idempotency"

# --- Monday --------------------------------------------------------------------------------------------------------
a = S.session("h-mon")
a.user(
    "So, new middleware. What I'm after:\n"
    "- a client sends POST or PATCH with an Idempotency-Key\n"
    "- if the same key shows up again, it gets the answer of the first time and the handler isn't run a second time\n"
    "- where the answers are kept is pluggable\n\n"
    "Have a peek at how cache and body-limit are laid out and tell me what files you'd make. No code in this round please."
)
a.bash(
    "ls src/middleware/cache src/middleware/body-limit",
    "src/middleware/body-limit:\nindex.test.ts\nindex.ts\n\nsrc/middleware/cache:\nindex.test.ts\nindex.ts",
    title="Layout of two middlewares",
)
a.read("src/middleware/timeout/index.ts", read_lines(clone, COMMIT, "src/middleware/timeout/index.ts", 36, 60), 36)
a.read("src/middleware/body-limit/index.ts", read_lines(clone, COMMIT, "src/middleware/body-limit/index.ts", 1, 90))
a.read("src/middleware/cache/index.ts", read_lines(clone, COMMIT, "src/middleware/cache/index.ts", 1, 120))
a.answer(
    "One folder, `src/middleware/idempotency/` with `index.ts` and `index.test.ts`, like its neighbours. `idempotency({ store })` "
    "returns the handler; `store` has `get`, `set` and whatever we need for locking. I would keep whole `Response` objects in it and "
    "hand out clones."
)
a.user(
    "Sounds all right. Things that always hold in this repo, as I'm tired of repeating them: Web Standard APIs only, nothing "
    "from node: and no Buffer, it has to run on Workers, Deno and Bun as well. And every new option gets a JSDoc line, the docs site "
    "is generated from those. Off you go. `npx vitest --run src/middleware/idempotency` is how you test."
)
a.write(f"{HOME}/index.ts", FIRST)
a.write(f"{HOME}/index.test.ts", FIRST_TEST)
a.bash(
    f"npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ❯ |main| {HOME}/index.test.ts (1 test | 1 failed) 18ms
   × idempotency > runs the handler once 16ms
     → Response.clone: Body has already been consumed.

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  |main| {HOME}/index.test.ts > idempotency > runs the handler once
TypeError: Response.clone: Body has already been consumed.
 ❯ Array.idempotency {HOME}/index.ts:16:19

 Test Files  1 failed (1)
      Tests  1 failed (1)
   Start at  10:12:31
   Duration  588ms
""",
    title="Run the new tests",
    code=1,
)
a.answer(
    "Scrap what I said about keeping `Response` objects. Once the first client has read the body there is nothing left to clone, and "
    "cloning up front makes workerd buffer the unread half for as long as the entry lives. The entry should be plain data: status, "
    "header pairs and the bytes of the body as an ArrayBuffer."
)
a.user("Makes sense, plain data can also go into KV or Redis. Do that.")
a.write(f"{HOME}/index.ts", PLAIN)
a.bash(
    f"npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ✓ |main| {HOME}/index.test.ts (1 test) 14ms

 Test Files  1 passed (1)
      Tests  1 passed (1)
   Start at  10:19:02
   Duration  541ms
""",
    title="Run the new tests",
)
a.answer("An entry is `{ status, headers, body }` now, and the test passes.")
a.user(
    "What does the standard say on the awkward cases? Missing key, same key with another payload, two at once. Let a helper read "
    "that up, I only want the result."
)
a.delegate(
    "IETF draft on Idempotency-Key",
    "Read what draft-ietf-httpapi-idempotency-key-header says about error cases. Answer in a few lines.",
    "draft-ietf-httpapi-idempotency-key-header-07, section 2.7: key required but missing: 400. Key used again with a different "
    "payload: 422. A request with the same key is still being processed: 409. The draft leaves the expiry to the server, it only has to publish it.",
)
a.answer(
    "The draft wants 400 for a missing key where one is required, 422 for a known key with a different payload and 409 while the first request is still running. Expiry is ours to choose."
)
a.user(
    "Good, exactly these three. Keep answers for 24 hours, that's what Stripe does. And don't keep 5xx answers, a retry after a crash has to get through to the handler."
)
a.edit(
    f"{HOME}/index.ts",
    "    const body = await c.res.clone()",
    "    if (c.res.status >= 500) {\n      return\n    }\n    const body = await c.res.clone()",
)
a.answer(
    "5xx answers pass through without being kept.\n\n"
    '<backstory:remember kind="decision" tags="idempotency" at="src/middleware/idempotency/index.ts" why="a retry after a crash has to '
    'reach the handler">Answers with a 5xx status are not stored</backstory:remember>'
)
a.user("By the way, is our ETag middleware weak or strong by default? Someone asked me at lunch.")
a.grep(
    "weak",
    "src/middleware/etag/index.ts",
    "src/middleware/etag/index.ts:11:weak?: boolean\nsrc/middleware/etag/index.ts:64:const weak = options?.weak ?? false",
)
a.answer("Strong by default; `weak: true` changes it.")
a.user("I must be blind, where do we say what c.res is if nobody has set it?")
a.read("src/context.ts", read_lines(clone, COMMIT, "src/context.ts", 380, 440), 380)
a.answer("In the getter of `res` in src/context.ts: it makes an empty Response the first time somebody asks.")
a.user("ta. Commit the middleware, conventional commit subject as always here (feat:, fix:, docs:)")
a.bash(
    f"git add {HOME} && git commit -q -m 'feat(idempotency): replay the first answer for a known key' && git log -1 --format=%s",
    "feat(idempotency): replay the first answer for a known key",
    title="Commit",
    run=True,
)
a.answer("Committed as `feat(idempotency): replay the first answer for a known key`.")
a.end()

# --- Monday, later: a small job on another branch ------------------------------------------------------------------
S.shell("git switch -q main")
S.switch("docs/cors-note", create=True)
S.at(1, 16)
b = S.session("h-cors")
b.user(
    "Quick one. Put a sentence into docs/CONTRIBUTING.md that questions about CORS belong into discussions. You can skip prettier for this file, just this time."
)
b.bash(
    "printf '\\nQuestions about CORS belong into the discussions.\\n' >> docs/CONTRIBUTING.md && git commit -qam 'docs: CORS questions go to discussions'",
    "",
    title="Add and commit",
    run=True,
)
b.answer("Done, on docs/cors-note.")
b.end()

# --- Tuesday -------------------------------------------------------------------------------------------------------
S.switch("feat/idempotency")
S.at(2, 9)
d = S.session("h-tue")
d.user("Morning! Two at once is next. What happens today if a client fires the same POST twice in parallel?")
d.text(
    "Both would run: `get` finds nothing for either. Let me hold the second one back with a Map of running promises."
)
d.edit(f"{HOME}/index.ts", "    await next()\n", "    running.set(key, next())\n    await running.get(key)\n")
d.edit(
    f"{HOME}/index.ts",
    "export const idempotency =",
    "const running = new Map<string, Promise<void>>()\n\nexport const idempotency =",
)
d.edit(
    f"{HOME}/index.test.ts",
    "  it('runs the handler once'",
    "  it('runs it once across two isolates', async () => {\n    const store = makeStore()\n    const one = makeApp(store)\n    const two = makeApp(store)\n"
    "    await Promise.all([pay(one), pay(two)])\n    expect(calls).toBe(1)\n  })\n\n  it('runs the handler once'",
)
d.bash(
    f"npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ❯ |main| {HOME}/index.test.ts (2 tests | 1 failed) 31ms
   ✓ idempotency > runs the handler once 11ms
   × idempotency > runs it once across two isolates 12ms
     → expected 2 to be 1 // Object.is equality

 FAIL  |main| {HOME}/index.test.ts > idempotency > runs it once across two isolates
AssertionError: expected 2 to be 1 // Object.is equality

- Expected
+ Received

- 1
+ 2

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  09:31:44
   Duration  602ms
""",
    title="Two at once",
    code=1,
)
d.bash(f"git checkout -q {HOME}", "", title="Throw the Map away", run=True)
d.answer(
    "The Map of promises is no good and I reverted it: it lives in one isolate, and Workers run the same app in many, so two "
    "requests that land in different isolates both run the handler. The store has to arbitrate: `add(key)` that puts a marker only "
    "if there is none and says whether it did. Who gets `false` answers 409."
)
d.user("Yes, an atomic add in the store, 409 for the loser. Every KV worth its salt has that.")
LOCKED = (
    PLAIN.replace(
        "  set(key: string",
        "  /** Puts a marker if there is none; false if there is one. */\n  add(key: string): Promise<boolean>\n  set(key: string",
    )
    .replace(
        "    await next()\n",
        "    if (!(await options.store.add(key))) {\n      throw new HTTPException(409, { message: 'A request with this key is running' })\n    }\n    await next()\n    if (c.res.status >= 500) {\n      return\n    }\n",
    )
    .replace("import type", "import { HTTPException } from '../../http-exception'\nimport type", 1)
)
d.write(f"{HOME}/index.ts", LOCKED)
d.bash(
    f"npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ✓ |main| {HOME}/index.test.ts (3 tests) 22ms

 Test Files  1 passed (1)
      Tests  3 passed (3)
   Start at  09:48:10
   Duration  566ms
""",
    title="Run the tests",
)
d.bash(
    "git commit -qam 'feat(idempotency): one winner per key' && git log -1 --format=%s",
    "feat(idempotency): one winner per key",
    title="Commit",
    run=True,
)
d.answer("`store.add` decides who runs, the other one gets a 409. Three tests pass, committed.")
d.user(
    "Two messages came in over night, so two changes.\n"
    "1. Reza (payments audit): stored answers hold the last four digits of cards, they mustn't lie around longer than one hour. So "
    "the default ttl is 3600 seconds and not a day.\n"
    "2. Noor from the platform team: whoever guesses a key gets somebody else's answer. She wants the key bound to the caller, with a "
    "`principal` option, a function of the context, that has to be given. I'm with her.\n"
    "Also CI fell over with type errors that vitest doesn't see: run `npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run src/middleware/idempotency` from here on."
)
d.read("src/utils/crypto.ts", read_lines(clone, COMMIT, "src/utils/crypto.ts", 1, 62))
d.text("I'll hash principal, method, path and key together.")
d.edit(
    f"{HOME}/index.ts", "import { HTTPException }", "import { createHash } from 'node:crypto'\nimport { HTTPException }"
)
d.interrupt()
d.user("stop. node:crypto?! I told you. There's sha256 in src/utils/crypto.ts, that one is built on crypto.subtle")
d.edit(
    f"{HOME}/index.ts", "import { createHash } from 'node:crypto'\n", "import { sha256 } from '../../utils/crypto'\n"
)
d.edit(
    f"{HOME}/index.ts",
    "    const kept = await",
    "    const slot = await sha256([await options.principal(c), c.req.method, c.req.path, key].join('\\n'))\n    const kept = await",
)
d.edit(
    f"{HOME}/index.ts",
    "(options: { store: IdempotencyStore })",
    "(options: {\n  store: IdempotencyStore\n  /** Who is calling: keys of one caller mean nothing for another. */\n  principal: (c: Context) => string | Promise<string>\n"
    "  /** Seconds an answer is kept. */\n  ttl?: number\n})",
)
d.bash(
    f"npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run {HOME}",
    f"{HOME}/index.ts(22,23): error TS2304: Cannot find name 'Context'.",
    title="Types and tests",
    code=2,
)
d.edit(
    f"{HOME}/index.ts",
    "import type { MiddlewareHandler }",
    "import type { Context } from '../../context'\nimport type { MiddlewareHandler }",
)
d.bash(
    f"npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ✓ |main| {HOME}/index.test.ts (5 tests) 27ms

 Test Files  1 passed (1)
      Tests  5 passed (5)
   Start at  11:02:57
   Duration  603ms
""",
    title="Types and tests",
)
d.bash(
    "backstory -q remember decision 'The idempotency key is bound to the caller: slot = sha256 of principal, method, path and key' "
    "--why 'Noor, platform team: whoever guesses a key would get the answer of somebody else' --at src/middleware/idempotency/index.ts --tag idempotency "
    "&& git commit -qam 'feat(idempotency)!: bind keys to the caller, keep answers for an hour'",
    "",
    title="Keep the decision, commit",
    run=True,
)
d.answer(
    "`principal` is required, the slot is `sha256(principal, method, path, key)` with our own helper, `ttl` defaults to 3600. Types and five tests are clean, committed."
)
d.compact(
    "This session is being continued from a previous conversation that ran out of context. Summary: idempotency middleware in "
    "src/middleware/idempotency; store with get, add, set; 409 for a parallel request; ttl 3600; principal option; next is 422 for another payload."
)
d.user("You don't happen to know whether workerd always buffers a body that's cloned?")
d.answer("It buffers what the slower reader hasn't taken yet, so yes if one side is never read.")
d.user("On with the 422 then. Test first.")
d.edit(
    f"{HOME}/index.test.ts",
    "  it('runs the handler once'",
    "  it('answers 422 when the payload differs', async () => {\n    await pay({ amount: 1 })\n    const res = await pay({ amount: 2 })\n"
    "    expect(res.status).toBe(422)\n  })\n\n  it('runs the handler once'",
)
d.edit(
    f"{HOME}/index.ts",
    "    const kept = await",
    "    const print = await sha256(await c.req.raw.arrayBuffer())\n    const kept = await",
)
d.bash(
    f"npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run {HOME}",
    f"""
 RUN  v3.2.4 /home/ada/hono

 ❯ |main| {HOME}/index.test.ts (6 tests | 1 failed) 39ms
   ✓ idempotency > runs the handler once 9ms
   × idempotency > answers 422 when the payload differs 10ms
     → Body is unusable: Body has already been read

 FAIL  |main| {HOME}/index.test.ts > idempotency > answers 422 when the payload differs
TypeError: Body is unusable: Body has already been read
 ❯ {HOME}/index.test.ts:14:38

 Test Files  1 failed (1)
      Tests  1 failed | 5 passed (6)
   Start at  11:40:20
   Duration  611ms
""",
    title="Types and tests",
    code=1,
)
d.text("The fingerprint eats the body before the handler gets it.")
d.user(
    "I've got to stop here, stand-up. When we carry on: take the fingerprint from c.req.raw.clone(), then the entries in the exports of "
    "package.json and jsr.json, and Noor wants to read the JSDoc before it goes up for review."
)
d.answer(
    "Understood. Nothing of the 422 is committed; `answers 422 when the payload differs` is red with 'Body is unusable'."
)

# --- questions -----------------------------------------------------------------------------------------------------
S.ask(
    "Remind me: what is this branch about and what is half done?",
    "An idempotency middleware: a known Idempotency-Key replays the first answer. Half done: 422 for a different payload.",
    every=[r"idempoten", r"\b422\b", r"payload|fingerprint|body|differ"],
    wrong=[
        "An idempotency middleware for POST and PATCH, finished and committed.",
        "The branch is about CORS questions.",
    ],
)
S.ask(
    "Why do we not just keep the Response and clone it?",
    "After the first client has read the body there is nothing left to clone, and cloning up front makes workerd buffer the unread half; so status, headers, bytes.",
    every=[
        r"Response|clone",
        r"consumed|nothing left to clone|has read the body|buffer\w*[^\n]{0,20}(unread|rest\b|half)",
    ],
    some=[r"ArrayBuffer|bytes|plain data|status"],
    wrong=[
        "Scrap keeping `Response` objects and clones. The entry should be plain data.\nBody is unusable: Body has already been read",
        "Whole Response objects are kept and clones handed out.",
        "The body is unusable because it has already been read by the handler.",
    ],
)
S.ask(
    "Which attempts failed and what was wrong with them?",
    "Keeping Response objects (body consumed); a Map of running promises (lives in one isolate only); node:crypto (not a Web Standard).",
    every=[
        r"Response\b[^\n]{0,240}(consumed|clone|unread|nothing left)|clone[^\n]{0,200}(consumed|nothing left|Response)|consumed[^\n]{0,120}Response",
        r"Map\b[^\n]{0,200}isolate|isolate[^\n]{0,200}Map\b",
    ],
    wrong=[
        "A Map of promises was tried.",
        "Response.clone: Body has already been consumed.",
        "Two isolates need a store that both see.",
    ],
)
S.ask(
    "Where does the code live?",
    "src/middleware/idempotency/index.ts and index.test.ts beside it.",
    every=[r"src/middleware/idempotency"],
    some=[r"index\.test\.ts", r"index\.ts"],
    wrong=["src/middleware/cache/index.ts", "In a folder of its own."],
)
S.ask(
    "What do I do first now, and what after that?",
    "Take the fingerprint from c.req.raw.clone(); then exports in package.json and jsr.json; then Noor reads the JSDoc.",
    every=[r"raw\.clone", r"package\.json", r"jsr\.json", r"Noor[^\n]{0,80}(JSDoc|review|read)|JSDoc[^\n]{0,80}Noor"],
    wrong=[
        "Add the exports to package.json and jsr.json.",
        "Noor wants a principal option; take the fingerprint from c.req.raw.clone(); package.json; jsr.json.",
    ],
)
S.ask(
    "What is red, and with which message?",
    "'answers 422 when the payload differs': Body is unusable.",
    every=[
        r"answers 422 when the payload differs|422 when the payload differs",
        r"Body is unusable|already been read|eats the body",
    ],
    wrong=[
        "runs it once across two isolates: expected 2 to be 1",
        "Response.clone: Body has already been consumed.",
        "answers 422 when the payload differs: 6 passed",
    ],
)
S.ask(
    "What does the user insist on in this repository?",
    "Web Standard APIs only, nothing from node:, no Buffer; a JSDoc line for every new option; conventional commit subjects.",
    every=[
        r"Web Standard|node:",
        r"JSDoc[^\n]{0,60}(option|line)|option[^\n]{0,60}JSDoc|line of JSDoc",
        r"conventional|feat:|fix:",
    ],
    never=[r"(?m)^(?![^\n]*(CORS|CONTRIBUTING|cors-note))[^\n]*skip prettier"],
    wrong=[
        "Web Standard APIs only and a JSDoc line for options.",
        "Web Standard APIs only; JSDoc line per option; conventional commits.\nYou can skip prettier for this file, just this time.",
    ],
)
S.ask(
    "How long are answers kept by default, and who wanted that?",
    "One hour (3600 seconds), Reza of the payments audit, because stored answers hold the last four digits of cards.",
    every=[r"3600|one hour|an hour|\b1 ?h(our)?\b", r"Reza"],
    never=[
        r"(?m)^(?![^\n]*"
        + OLD
        + r")[^\n]*(keep answers for|kept for|ttl( is|:| of)?|expir\w+( after)?) ?(24 ?h|one day|a day|24 hours)"
    ],
    wrong=["Keep answers for 24 hours, as Stripe does.", "ttl 3600", "Reza: 3600 seconds.\nKeep answers for 24 hours."],
)
S.ask(
    "How is it prevented that one client gets the answer of another?",
    "The principal option (required): the slot is sha256 of principal, method, path and key; Noor of the platform team asked for it.",
    every=[r"principal", r"caller|sha256|somebody else|guess"],
    wrong=["Noor wants a principal option.", "Keys are random.", "Answers are kept by Idempotency-Key."],
)
S.ask(
    "How do I check types and tests?",
    "npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run src/middleware/idempotency",
    every=[r"tsc -p tsconfig\.spec\.json --noEmit", r"vitest --run"],
    wrong=["npx vitest --run src/middleware/idempotency", "tsc -p tsconfig.spec.json && vitest"],
)
S.ask(
    "Which status does a client get in which awkward case?",
    "400 key missing where required, 422 known key with another payload, 409 while the first is running (IETF draft).",
    every=[r"\b400\b", r"\b422\b", r"\b409\b"],
    wrong=["422 for another payload, 409 for parallel requests."],
)
S.ask(
    "Are error answers replayed too?",
    "5xx answers are not stored, a retry has to reach the handler; others are.",
    every=[r"5xx|5\d\d\b|server error"],
    some=[
        r"not (be )?(stored|kept)|n.t (keep|store)|without being kept|never (stored|kept)|(keep|store)s? no|pass through"
    ],
    wrong=["5xx answers are replayed as well.", "All answers are kept as status, headers and bytes."],
)

# --- prompts -------------------------------------------------------------------------------------------------------
S.prompt(
    "short",
    CLONE,
    "just store the Response object in the idempotency store",
    "why is an entry status, headers and body?",
)
S.prompt(
    "short",
    MAP,
    "use a module-level Map to hold back parallel requests with one key",
    "two parallel requests with the same key, what happens?",
)
S.prompt("short", TTL, "what's the default ttl of idempotency?", "set the ttl to 24 hours")
S.prompt("short", NOOR, "make principal optional in idempotency()", "why does the slot contain the principal?")
S.prompt("short", RED, "finish the 422 case")
S.prompt("short", r"--noEmit", "run the idempotency tests")
S.prompt("short", r"5xx", "should we replay a 503 for a known key?")
S.prompt(
    "long",
    CLONE,
    "I was explaining our middleware to a colleague and she asked the obvious question, namely why we take a perfectly good Response apart into "
    "status, pairs of headers and bytes, only to glue it together again when the same key arrives. Couldn't the store simply hold on to the object "
    "and give out a clone whenever it's asked for? Honestly I couldn't answer that off the cuff. If there's no good reason then please simplify it.",
)
S.prompt(
    "long",
    MAP,
    "For small installations an external store with an atomic operation feels like overkill to me. Here's an idea: remember the promise of the handler "
    "that's running in a variable of the module, under its key, and let anyone who comes along with the same key await that promise. Then nobody gets "
    "an error and everybody gets the same answer. It'd be ten lines at most, so write it and replace the 409 with it.",
)
S.prompt(
    "long",
    RED,
    "Right, stand-up is over, sorry for running off like that. There was that one test we'd written up front, about a client that sends the same key along "
    "with something different inside, and it blew up because somebody had swallowed what the handler needed. Sort that out first and then do the remaining "
    "chores that I listed before I left, in that order, and stop before anything leaves this machine.",
)
S.prompt(
    "long",
    TTL,
    "A customer wrote in: their batch job retries after a weekend, and by then we've forgotten the key, so their orders go through twice. They'd like us to "
    "hold on to answers for three days by default, which doesn't sound unreasonable at all. Could you check whether somebody had an opinion about how long "
    "we may keep things, and if nobody minds, raise the default and adapt the JSDoc?",
)
S.prompt(
    "long",
    NODE,
    "Hashing through our own helper is asynchronous and that makes the code of the slot rather clumsy, there are awaits all over the place. Node has a "
    "perfectly synchronous createHash and every runtime I've used lately has a compatibility layer for it. I'd like to see how much shorter the middleware "
    "gets with it, so please rewrite the computation of slot and fingerprint that way and show me the difference in lines.",
)
S.prompt("other words", NOOR, "could a stranger who guesses the header value read what another customer got?")
S.prompt("other words", TTL, "after what time are remembered responses thrown away, and whose wish was it?")
S.prompt("other words", DRAFT, "which numbers does the specification want for the error situations?")
S.prompt("other words", r"--noEmit", "what do I type so that CI won't surprise me with type problems?")
S.prompt("other words", RED, "the handler finds an empty request after we looked at it")
S.prompt(
    "forbidden",
    NODE,
    "use Buffer.from(body).toString('base64') for the stored body",
    "import { randomUUID } from 'node:crypto' for the keys",
)
S.prompt("forbidden", r"JSDoc", "add an option `methods` to idempotency(), quick and dirty, no comments needed")
S.prompt("forbidden", r"conventional|feat:, fix:", "commit this with the subject 'Stuff for payloads'")
S.prompt(
    "unrelated",
    None,
    "what's a good substitute for buttermilk?",
    "cheers, see you tomorrow",
    "who painted The Garden of Earthly Delights?",
    "how do I get candle wax out of a tablecloth?",
    "translate 'the early bird catches the worm' into Portuguese",
    "sum up the plot of Hamlet in one sentence",
    "what's 17 percent of 2,340?",
    "how do I mute a channel in Slack?",
    "name five rivers in France",
)
S.prompt(
    "unrelated with shared words",
    None,
    "I lost the key to my bike, how do I open the lock?",
    "where can I store potatoes over the winter?",
    "how do I answer a wedding invitation politely?",
    "my body hurts after the first run of the season, is that normal?",
    "which header do I print on the last page of a Word document?",
)

S.notes = """# Idempotency middleware (feat/idempotency), src/middleware/idempotency/index.ts + index.test.ts
Known Idempotency-Key on POST/PATCH: replay first answer. Store: get, add (atomic), set. Entry is plain data: status, headers, ArrayBuffer.
Check: `npx tsc -p tsconfig.spec.json --noEmit && npx vitest --run src/middleware/idempotency`
Failed: keeping the Response and cloning it (body consumed by first reader, workerd buffers the rest); Map of running promises (lives in one isolate).
IETF draft: 400 missing key, 422 other payload, 409 first one still running. 5xx answers are not stored.
ttl 3600 s: Reza, payments audit (card digits); a day is out. principal is required (Noor, platform): slot = sha256(principal, method, path, key), helper in src/utils/crypto.ts.
RED, uncommitted: "answers 422 when the payload differs", Body is unusable: the fingerprint eats the body.
Next: fingerprint from c.req.raw.clone(); exports in package.json and jsr.json; Noor reads the JSDoc before review.
Rules: Web Standard APIs only (no node:, no Buffer); JSDoc line for every option; conventional commits (feat:, fix:).
"""

S.save(folder)
make_bundle(clone, COMMIT, folder / "repo.bundle")
print(
    len(S.steps),
    "steps,",
    make_filler(clone, COMMIT, folder / "filler.jsonl"),
    "records,",
    len(S.prompts),
    "prompts,",
    len(S.notes) // 4,
    "tokens of notes",
)
