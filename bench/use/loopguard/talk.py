"""The three sittings of the got scenario."""

import files as f
from conversation import Scenario, Session
from material import Clone

CREATE, OPTIONS, ERRORS, TEST = (
    "source/create.ts",
    "source/core/options.ts",
    "source/core/errors.ts",
    "test/pagination-loop.ts",
)
OLD_RUN = "PATH=/opt/node22/bin:$PATH NODE_OPTIONS='--import=tsx/esm' npx ava"
RUN = "mise run unit"

STOPS = "stops when the next link comes back to an earlier page"
THROWS = "throws when the next link comes back to an earlier page"
RETRY = "a retried page is no loop"
WITHOUT = "without the option the loop goes on until requestLimit"
CURSOR = "a cursor in the body makes another page of the same url"
FORMS = "FormData pages are not compared"
EMPTY = "two empty pages in a row are no loop"
SECRET = "the message of a loop error has no query and no password"


def ava(good: list[str], bad: dict[str, str] | None = None) -> str:
    """What ava prints for the test file."""
    bad = bad or {}
    lines = [
        "",
        *(
            f"  ✘ [fail]: {x}{' Rejected promise returned by test' if 'Rejected' in why else ''}"
            for x, why in bad.items()
        ),
    ]
    lines += [f"  ✔ {x}" for x in good] + ["  ─", ""]
    for name, why in bad.items():
        lines += [f"  {name}", "", why.strip("\n"), "", ""]
    if bad:
        return "\n".join([*lines[:-1], "  ─", "", f"  {len(bad)} test{'s' if len(bad) > 1 else ''} failed"])
    return "\n".join([*lines, f"  {len(good)} tests passed"])


def rejected(kind: str, code: str, message: str, place: str) -> str:
    return f"""  Rejected promise returned by test. Reason:

  {kind} {{
    code: '{code}',
    input: undefined,
    options: Options {{}},
    timings: undefined,
    message: '{message}',
  }}

  {kind}: {message}
      at {place}
"""


NODE20 = """  Rejected promise returned by test. Reason:

  TypeError {
    message: 'Array.fromAsync is not a function',
  }

  TypeError: Array.fromAsync is not a function
      at AsyncGeneratorFunction.got.paginate.all (source/create.ts:1:6501)
      at exec (test/helpers/with-server.ts:1:1202)
"""
HOOKED = rejected(
    "RequestError",
    "ERR_GOT_REQUEST_ERROR",
    "Page requested twice: http://localhost:45625/",
    "Request._beforeError (source/core/index.ts:1:6888)\n      at Request.flush (source/core/index.ts:1:6640)",
)
SHORT = """  test/pagination-loop.ts:1

   1: import test from 'ava';
   2: import withServer, {withBodyParsingServer} from './helpers/with-server.js…

  Difference (- actual, + expected):

    [
      1,
  +   2,
  +   3,
    ]

  › test/pagination-loop.ts:1:1306
  › exec (test/helpers/with-server.ts:1:1196)
"""
LEAK = """  test/pagination-loop.ts:1

   1: import test from 'ava';
   2: import withServer, {withBodyParsingServer} from './helpers/with-server.js…

  Value must not match expression:

  'Pagination came back to a page it has already requested: GET http://localhost:42517/?access_token=s3cret'

  Regular expression:

  /s3cret|hunter2/

  › test/pagination-loop.ts:1:2649
  › exec (test/helpers/with-server.ts:1:1196)
"""


def looped(what: str) -> str:
    return rejected(
        "PaginationLoopError",
        "ERR_PAGINATION_LOOP",
        f"Pagination came back to a page it has already requested: {what}",
        "paginateEach (source/create.ts:1:4902)\n      at processTicksAndRejections (node:internal/process/task_queues:103:5)",
    )


def run(
    a: Session, good: list[str], bad: dict[str, str] | None = None, *, how: str = RUN, title: str = "Run the loop tests"
) -> None:
    a.bash(f"{how} {TEST}", ava(good, bad), title=title, code=1 if bad else 0)


def commit(a: Session, what: str, body: str, *, paths: str = "source test", code: str = "") -> None:
    a.bash("npx tsc --noEmit", code, title="Type check")
    command = f'git add {paths} && git commit -q -m "{what}" -m "{body}" && git log -1 --format=%s'
    a.bash(command, what, title="Commit", run=True)


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("g1")
    a.user(
        "partner fakturo has a bug in their api, page 3 says the next one is page 2. our night job asked the same two pages 10000 times until requestLimit stopped it, and now they blocked our key. "
        "i want that got.paginate notices when it walks in circle. look how the paging works and say me where such thing could sit, please no code now"
    )
    a.read(CREATE, *clone.lines(CREATE, "\tconst paginateEach", 36))
    a.read(CREATE, *clone.lines(CREATE, 236, 14))
    a.grep(
        "requestLimit|stackAllItems",
        "source test",
        "source/core/options.ts:865:\trequestLimit?: number;\nsource/core/options.ts:876:\tstackAllItems?: boolean;\nsource/core/options.ts:1249:\t\trequestLimit: 10_000,\nsource/core/options.ts:1250:\t\tstackAllItems: false,\nsource/create.ts:193:\t\tassert.number(pagination.requestLimit);\nsource/create.ts:200:\t\twhile (numberOfRequests < pagination.requestLimit) {\nsource/create.ts:223:\t\t\t\t\tif (pagination.stackAllItems) {\ntest/pagination.ts:468:test('`requestLimit` works', withServer, async (t, server, got) => {",
    )
    a.bash(
        "git log --oneline -4 -- source/create.ts",
        "c5ce415c Tweaks\ne5e645a7 Various improvements\n87de8d64 Remove `url` from public options objects\na06ac6c0 Remove promise cancel API in favor of `AbortSignal`",
        title="Recent changes of create.ts",
    )
    a.answer(
        "`paginateEach` in `source/create.ts` requests a page, yields its items and merges whatever `pagination.paginate` returns into the options of the next request. Nobody looks back at earlier pages. Possible places:\n\n"
        "1. a `beforeRequest` hook with a Set of urls, all outside of got\n2. the `while` of `paginateEach`, before each page is requested\n3. the default `paginate` in `source/core/options.ts`; but everybody who brings a `paginate` of his own walks past it, so I'd skip this one\n\nYour choice between 1 and 2."
    )
    a.user(
        "hmm, first i thought number 2. but no, do the hook, so we change nothing in got and i can hand it around as snippet already today. "
        "some rules so that i don't forget: who doesn't ask for it gets exactly the paging of today. no new eslint-disable comments, Ilka counts them every friday and my account is full. "
        "version in package.json and the tags is Goran's thing, he does it with np, hands off. and tests only against our own server from withServer, nothing in the real internet"
    )
    a.write(TEST, f.HEAD)
    a.bash(
        f"NODE_OPTIONS='--import=tsx/esm' npx ava {TEST}",
        ava([], {STOPS: NODE20, RETRY: NODE20}),
        title="Run the loop tests",
        code=1,
    )
    a.text("That is node 20 from /usr/bin, got 15 needs 22. There is one in /opt/node22, so once more with that.")
    run(a, [STOPS], {RETRY: HOOKED}, how=OLD_RUN, title="Again with node 22")
    a.answer(
        "The circle is noticed, but the hook can't be used: `a retried page is no loop` fails with `Page requested twice`. `beforeRequest` runs again for every retry of the same request, so one 503 that is retried already looks like a circle. "
        "And a hook has no way to end the iteration, all it can do is throw.\n\nI'd go to the `while` of `paginateEach`; a retry happens below it and isn't seen there."
    )
    a.user(
        "ok clear, hook is dead, a retry is not a circle. so the while. how we call it... stopOnLoop? no. loopGuard, boolean, pagination.loopGuard. "
        "and when a page comes the second time we just end there, like the list is finished, no error. the night job must not crash because a partner is stupid. "
        f"about node, yes this box has 20, start tests always with {OLD_RUN} FILE"
    )
    a.edit(OPTIONS, f.OPTION_SPOT, f.OPTION)
    a.edit(OPTIONS, f.DEFAULT_SPOT, f.DEFAULT)
    a.edit(CREATE, f.LOOP_SPOT, f.LOOP)
    a.write(TEST, f.SECOND)
    run(a, [RETRY, STOPS, WITHOUT], how=OLD_RUN)
    a.answer(
        "`pagination.loopGuard` is in: a Set of visited pages in `paginateEach`, checked before the request. Three tests pass, one of them shows that nothing changes without the option.\n\n"
        '<backstory:remember kind="decision" tags="pagination" at="source/core/options.ts" why="whoever does not ask for it gets the paging of today">The guard against circles is one boolean, pagination.loopGuard, false by default</backstory:remember>\n'
        '<backstory:remember kind="decision" tags="pagination" at="source/create.ts" why="the night job must not crash because of a partner\'s bug">With loopGuard a page that comes a second time ends the iteration quietly, no error is thrown</backstory:remember>\n'
        '<backstory:remember kind="fact" tags="pagination" at="source/create.ts">loopGuard recognises a page by its url alone</backstory:remember>'
    )
    a.user(
        "and the search of fakturo? there we POST to /search, the cursor sits in the json and the url is always the same"
    )
    a.edit(TEST, "import withServer from", "import withServer, {withBodyParsingServer} from")
    a.edit(TEST, f.SPOT, f.CURSOR + f.SPOT)
    run(a, [RETRY, STOPS, WITHOUT], {CURSOR: SHORT}, how=OLD_RUN)
    a.text(
        "It ends after the first page: same url, so it counts as visited. The key needs the method and the body too."
    )
    a.edit(CREATE, f.KEY_SPOT, f.KEY + f.KEY_SPOT)
    a.edit(CREATE, f.KEYED_OLD, f.KEYED)
    run(a, [CURSOR, RETRY, STOPS, WITHOUT], how=OLD_RUN)
    a.bash(
        'backstory -q remember failure "loopGuard with the url alone cuts off POST paging: the cursor is in the json and the second page looked visited" --fix "compare method, url and body together, pageKey in source/create.ts" --tag pagination --at source/create.ts',
        title="Keep the finding",
        run=True,
    )
    a.answer(
        "It was cut off after page 1. A page is now recognised by method, url and body (`pageKey` in `source/create.ts`); json and form are serialised the same way the request does it. Four tests pass. I saved it as a failure."
    )
    a.user("is that Set not eating memory with 10000 pages?")
    a.answer("No. 10,000 keys of about 120 characters are a bit over a megabyte, and it goes away with the iterator.")
    a.user(
        "fine. commit then, and before each commit tsc has to be clean please, there is no git hook for it. after that once the complete suite"
    )
    commit(
        a,
        "Add pagination.loopGuard",
        "A server whose next link points back made us request the same pages until requestLimit. Off by default, so nothing changes for others.",
    )
    a.bash(
        f"{OLD_RUN} 2>&1 | grep -E '✘|tests? (failed|skipped)'",
        "  ✘ [fail]: cache › DNS cache works - CacheableLookup instance\n  ✘ [fail]: cache › DNS cache works\n  ✘ [fail]: http › DNS IPv6 Rejected promise returned by test\n  ✘ [fail]: retry › setting to `0` disables retrying\n  ✘ [fail]: timeout › socket timeout\n  ✘ [fail]: timings › http/2 timings Rejected promise returned by test\n  6 tests failed\n  3 tests skipped",
        title="Whole suite",
    )
    a.answer(
        "Committed, tsc clean. Whole suite: 6 failed, and all six ask the DNS for example.com, www.google.com or an IPv6 localhost (`ENOTFOUND`). None of them is about paging, and this box has no way out."
    )
    a.user("yes these six never work here, the CI does them. enough for today, write down where we are")
    a.bash(
        'backstory -q checkpoint "loopGuard: got.paginate notices when it walks in a circle" --goal "a partner whose next link points back must not get 10000 requests from us" --state "option, pageKey and 4 tests committed; suite green apart from six tests that need DNS" --next-steps "hear what Zofia from billing says about ending quietly;; what to do with bodies that are streams;; section in documentation/4-pagination.md"',
        title="Note for tomorrow",
        run=True,
    )
    a.answer(
        "Noted.\n\nDone: `pagination.loopGuard`, off by default, compares method, url and body; committed on feature/loop-guard.\nRed: nothing of ours, six tests want DNS.\nNext: what Zofia says about ending quietly, then bodies that are streams, then the section in documentation/4-pagination.md."
    )
    a.end()


def tell_spike(s: Scenario, clone: Clone) -> None:
    s.shell("git switch -q main")
    s.switch("spike/request-limit", create=True)
    b = s.session("g2")
    b.user(
        "small experiment on its own branch. what if we don't guard anything and only put the default requestLimit from 10000 down to 1000? you can use eslint-disable and any here as you like, it is for the bin anyway"
    )
    b.read(OPTIONS, *clone.lines(OPTIONS, 1245, 8))
    b.edit(OPTIONS, "\t\trequestLimit: 10_000,\n", "\t\trequestLimit: 1000,\n")
    b.bash(f"{OLD_RUN} test/pagination.ts 2>&1 | tail -3", "  ─\n\n  76 tests passed", title="What breaks")
    b.answer(
        "```\n76 tests passed\n```\n\nOur tests don't feel it. But whoever has more than 1,000 pages gets a list that is cut at the limit, and nothing tells him: the `while` simply ends. A partner with a circle still gets 1,000 useless requests."
    )
    b.user(
        "no no, too hard for 15. that's for v16, and there it has to throw at the limit. keep this decision, commit on this branch and we forget it"
    )
    b.bash(
        'backstory -q remember decision "For v16: the default requestLimit goes down to 1000 and reaching it throws" --why "in 15 whoever has more than 1000 pages would silently get a cut list" --tag pagination --tag spike --at source/core/options.ts',
        title="Keep the decision",
        run=True,
    )
    b.bash(
        'git commit -qam "Spike: lower the default requestLimit" && git log -1 --format=%s',
        "Spike: lower the default requestLimit",
        title="Commit the spike",
        run=True,
    )
    b.answer("Kept for v16, committed on spike/request-limit. feature/loop-guard doesn't see any of it.")
    b.end()
    s.switch("main")
    s.steps.append(
        {
            "write": {
                "path": "mise.toml",
                "text": '[tools]\nnode = "22"\n\n[tasks.unit]\ndescription = "Test files without linting"\nenv = {NODE_OPTIONS = "--import=tsx/esm"}\nrun = "npx ava"\n',
            }
        }
    )
    s.shell(
        'git add mise.toml && git commit -qm "Add a mise task for single test files" -m "It brings the right Node.js along." --author "Thandiwe Mokoena <thandiwe@example.org>"'
    )
    s.switch("feature/loop-guard")


def tell_second(s: Scenario) -> None:
    a = s.session("g3")
    a.user(
        "hello again. Thandiwe has put a mise.toml on main, take main in here. from now tests go with mise run unit FILE, that long line with PATH you can forget"
    )
    a.bash(
        "git merge -q --no-edit main && git log -4 --format=%s",
        "Merge branch 'main' into feature/loop-guard\nAdd a mise task for single test files\nAdd pagination.loopGuard\n15.0.5",
        title="Merge main",
        run=True,
    )
    a.bash(
        f"mise run unit test/pagination.ts {TEST} 2>&1 | tail -3",
        "  ─\n\n  80 tests passed",
        title="Both paging files",
    )
    a.answer("main is merged, no conflict. `mise run unit` on both paging files: 80 passed.")
    a.user(
        "Zofia from billing read the branch and she is not happy, and i think she has right. when we end quietly, billing takes half a list for the complete one, last quarter they missed 212 invoices exactly like this with another client. "
        "so the quiet end is wrong, we throw. own class PaginationLoopError with the others in core/errors.ts, code ERR_PAGINATION_LOOP. the items which came before stay delivered, no buffering. "
        "and stay out of core/parse-link-header.ts please, Yusuf is writing it new for RFC 8288"
    )
    a.edit(ERRORS, f.ERROR_SPOT, f.ERROR + f.ERROR_SPOT)
    a.edit(CREATE, f.IMPORT_SPOT, f.IMPORT)
    a.edit(CREATE, f.RETURN, f.THROW)
    a.edit(OPTIONS, f.DOC_OLD, f.DOC_NEW)
    a.edit(TEST, f.STOPS_OLD, f.STOPS)
    run(a, [RETRY, THROWS, CURSOR, WITHOUT])
    a.bash(
        "OLD=$(backstory list --json -n 5000 | python3 -c \"import json,sys; print([r['id'] for r in json.load(sys.stdin)['items'] if 'ends the iteration quietly' in r['title']][0])\"); "
        'backstory -q remember decision "With loopGuard a page that comes a second time throws PaginationLoopError (ERR_PAGINATION_LOOP)" --why "Zofia from billing: a quiet end makes half a list look complete, they missed 212 invoices that way" --instead-of "ending the iteration without an error" --tag pagination --at source/core/errors.ts --supersedes "$OLD"',
        title="Replace the decision",
        run=True,
    )
    a.answer(
        "A repeated page throws now, `PaginationLoopError` in `source/core/errors.ts`, exported with the rest. Four tests pass; the first one checks that 1, 2, 3 arrive before the error does.\n\n"
        '<backstory:remember kind="decision" tags="pagination" at="source/create.ts" why="buffering whole lists would cost the memory that the iterator saves">Items of the pages before the circle are delivered, the error comes afterwards</backstory:remember>'
    )
    a.user(
        "good. the open point of yesterday, streams as body. send somebody to look what is in options.body at the moment where we compare"
    )
    a.delegate(
        "What options.body holds",
        "In source/core, which types can options.body have when paginateEach starts a request, and what do json, form and FormData become after _finalizeBody? Read only.",
        "body may be a string, a typed array, a Node stream, an (async) iterable or a native FormData. _finalizeBody in source/core/index.ts clears json and form and leaves their serialised string in body; a FormData is replaced by the ReadableStream of a Response. JSON.stringify turns a FormData or a stream into {}, so two different ones get equal keys.",
    )
    a.edit(TEST, f.SPOT, f.FORM + f.SPOT)
    run(a, [RETRY, THROWS, CURSOR, WITHOUT], {FORMS: looped("POST http://localhost:39445/search")})
    a.text(
        "As the sub-agent says: any two FormData give `{}` in the key, so the second page is taken for the first. Such pages have to be left out."
    )
    a.edit(CREATE, f.KEY, f.STREAM_KEY)
    a.edit(CREATE, f.SKIP_OLD, f.SKIP)
    run(a, [RETRY, THROWS, CURSOR, FORMS, WITHOUT])
    commit(
        a,
        "Throw PaginationLoopError when the paging goes round",
        "A quiet end made half a list look complete. Pages with a stream or FormData as body are not compared.",
    )
    a.answer(
        "A body that isn't a string can't be compared: `JSON.stringify` makes `{}` of every FormData and every stream, so two different uploads were taken for one page. `pageKey` returns undefined for these, and such pages are never counted as a circle. Five tests pass, tsc is clean, committed."
    )
    a.user(
        "ok. Zofia had one idea more. another partner puts a random _rid in each next link, so the url never repeats. she says compare the answers then, a hash of the response body. simple, i like it, try"
    )
    a.edit(TEST, f.SPOT, f.EMPTY + f.SPOT)
    a.edit(CREATE, f.CRYPTO_SPOT, f.CRYPTO)
    a.edit(CREATE, f.HASH_SPOT, f.HASH)
    run(
        a,
        [RETRY, THROWS, CURSOR, WITHOUT],
        {FORMS: looped("POST http://localhost:34479/search"), EMPTY: looped("GET http://localhost:43239/?page=3")},
        title="Try the hash",
    )
    a.bash(
        f"git checkout -q {CREATE} && git status --short -uno",
        " M test/pagination-loop.ts",
        title="Take the hash back",
        run=True,
    )
    run(a, [RETRY, THROWS, CURSOR, FORMS, EMPTY, WITHOUT])
    a.answer(
        "Tried the hash and removed it again. Two empty pages in a row, `[]` and `[]`, are perfectly legal (a server that filters after cutting into pages does that), and they have one hash, so a healthy list ended in PaginationLoopError. `two empty pages in a row are no loop` showed it; I left that test in. "
        "It also wouldn't help as soon as an answer carries a timestamp. A random `_rid` therefore stays unnoticed, only requestLimit catches it."
    )
    a.user(
        "ok you right, forget the hash, and for _rid we have requestLimit, is not our problem. last thing: the message of the error shows the complete url. half of the partners want the token in the query, and our logs go to an outside vendor. so in the message only method, origin and path. "
        "today only the test, i must fetch my kid. after the code comes the section in documentation/4-pagination.md, but Noor reads the wording before it goes in, you know my english"
    )
    a.edit(TEST, f.SPOT, f.SECRET + f.SPOT)
    run(a, [RETRY, THROWS, CURSOR, FORMS, WITHOUT, EMPTY], {SECRET: LEAK})
    a.answer(
        "Done: main merged, `PaginationLoopError` in place of the quiet end, FormData and streams left out; both committed. The tests for empty pages and for the message are written, not committed.\n"
        "Red: `the message of a loop error has no query and no password` in test/pagination-loop.ts, rightly, the constructor still prints the whole url; the other 6 pass.\n"
        "Next: in the constructor of `PaginationLoopError` put only method, origin and pathname into the message; then the section in documentation/4-pagination.md, Noor reads the wording first."
    )
    a.end()
