"""Questions, prompts and notes of the cachetools scenario."""

from conversation import Scenario, stale

ORDER = r"order of (insertion|iteration)|insertion.order|iterat\w*[^\n]{0,80}order|test_iterates_in_order|oldest (quote|item|first|on top)|__iter__|merge[^\n]{0,40}lanes"
DELPHINE = r"func\.py[^\n]{0,120}(Delphine|hands off|stay out|keep out|touch|leave|off limits)|(Delphine|hands off|stay out|keep out|touch|leave|off limits|not? edit\w*)[^\n]{0,120}func\.py"
RAHIM = r"tests/__init__\.py[^\n]{0,120}(Rahim|stays?|unchanged|touch|leave|alone)|(Rahim|touch|leave|change|edit)[^\n]{0,120}tests/__init__\.py"
SHORTEN = r"(only|never|not|mustn.t|may)\b[^\n]{0,40}(shorten|lengthen|live longer|outlive|extend|older than|get older|exceed)|no (quote|item|price|value)\b[^\n]{0,20}older|(shorten|shorter)[^\n]{0,30}(only|never longer|never length)"
POUND = r"(no|never|without|don.t|not)\b[^\n]{0,30}(#|hash sign|pound)(?!\d)|# in (a |the )?(commit )?subject"
CLOCK = r"(no|never|not|without|don.t)\b[^\n]{0,40}(wall.?clock|timings?\b|measur)|measur\w+[^\n]{0,40}preload\.py"
KEYWORD = r"keyword.only"
SAME = r"(no|without|passes no)\b[^\n]{0,20}jitter[^\n]{0,80}(same|unchanged|as (it is|before|today|now|ever)|today|nothing changes)|(unchanged|nothing changes|(exactly )?the same|as today|as before|as it is)[^\n]{0,50}without[^\n]{0,20}jitter|(0|off) by default"
BLACK = r"\bblack\b"
TAIL = r"(append\w*|hang\w*|hung|end of the (linked )?list|on the end|at the end|unsorted|(not|n.t|no longer) sorted|tail)[^\n]{0,300}(first (live|living|unexpired)|stops|stays in|sorted|\bdue\b|dead|expire\(\))|(first (live|living|unexpired)|stops)[^\n]{0,200}(append|on the end|at the end|sorted|tail)"
HASH = r"hash\w*[^\n]{0,250}(salt|per process|each process|every process|between processes|PYTHONHASHSEED|4, 12)|(salt\w*|PYTHONHASHSEED|per process)[^\n]{0,200}(hash|lane|key)"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "What was I working on, and how far is it?",
        "A jitter for TTLCache, so that items written together don't expire together: 16 lanes, committed. Under way: iteration in order of insertion across the lanes, test written, code missing.",
        every=[r"jitter", r"\blanes?\b", ORDER],
        wrong=[
            "TTLCache on top of TLRUCache, committed on spike/ttl-on-tlru.",
            "jitter for TTLCache: walks back from the tail, committed, suite green.",
            "The jitter with its lanes is finished, a pull request comes next.",
        ],
    )
    s.ask(
        "Why is a new link not put at its sorted place by a walk any more?",
        "The walk from the tail is quadratic: Sunniva's preload of 50k quotes with jitter=0.2 took 26.8 s, on main 0.12 s; each write walked over half of the list.",
        every=[r"quadratic|26\.8|half (of )?the list|O\(n\s?(\^2|²|\*\*2)\)"],
        wrong=[
            "Because expire() stops at the first live link.",
            "Building on TLRUCache took 0.44 s in place of 0.25 s.",
            "Because of Delphine's rework of the signatures.",
        ],
    )
    s.ask(
        "What was tried and did not work, and for what reason?",
        "Appending jittered links at the end of the one list: it isn't sorted then and expire() stops at the first live link. Taking the lane from hash(key): the hash of a str is salted per process, the workers disagree. (Subtracting: nan with an infinite ttl. Walking back: quadratic.)",
        every=[TAIL, HASH],
        wrong=[
            "hash(key) % 16, since str hashes are salted per process.",
            "Appending left the list unsorted, expire() stops at the first live link; TLRUCache was too dear.",
            "Appending and hash(key) were tried and taken out.",
        ],
    )
    s.ask(
        "Which files does this work change?",
        "src/cachetools/__init__.py and tests/test_ttl_jitter.py; docs/index.rst is to come.",
        every=[
            r"cachetools/__init__\.py|cachetools[^\n]{0,20}__init__\.py|__init__\.py of (the )?(package|cachetools)",
            r"test_ttl_jitter",
        ],
        wrong=[
            "src/cachetools/func.py and tests/test_ttl_jitter.py",
            "src/cachetools/__init__.py and tests/test_ttl.py",
        ],
    )
    s.ask(
        "What is the next step?",
        "An insertion counter on _Link and heapq.merge over the lanes in TTLCache.__iter__; then the paragraph on jitter in docs/index.rst; then the new numbers to Sunniva, before the pull request.",
        every=[
            r"heapq\.merge|merg\w+[^\n]{0,40}lanes|lanes[^\n]{0,40}merg|(insertion|a) counter|__iter__|iterat\w+[^\n]{0,60}(order|insert)",
            r"index\.rst|\bdocs?\b",
            r"Sunniva[^\n]{0,80}(numbers?|timings?|measure)|(numbers?|timings?|measure\w*|preload)[^\n]{0,80}Sunniva",
        ],
        never=[r"\bnext\b.{0,60}hear what Sunniva"],
        wrong=[
            "Next: hear what Sunniva's preload says, then the paragraph on jitter in docs/index.rst.",
            "heapq.merge over the lanes in __iter__, then the docs.",
            "The paragraph in docs/index.rst, then the numbers to Sunniva.",
        ],
    )
    s.ask(
        "Which test is red right now?",
        "test_iterates_in_order_of_insertion in tests/test_ttl_jitter.py; the code is still missing.",
        every=[r"test_iterates_in_order_of_insertion"],
        wrong=["test_expire_removes_all_that_is_due", "13 tests of tests/test_ttl.py", "None, 284 passed."],
    )
    s.ask(
        "Which rules did the user give for this repository and this work?",
        "Without jitter a TTLCache stays the same in results and speed; a jitter may only shorten a life; keyword-only and last; tests/__init__.py stays (Rahim); black quiet before a commit; no # in a commit subject; hands off func.py (Delphine); no wall clock in the test suite.",
        every=[DELPHINE, RAHIM, SHORTEN],
        some=[POUND, CLOCK, KEYWORD, SAME, BLACK],
        wrong=[
            "Hands off func.py (Delphine); keyword-only; black before each commit.",
            "tests/__init__.py stays, Rahim imports it; no # in a subject; a jitter may only shorten a life.",
            "func.py is Delphine's and tests/__init__.py is Rahim's; jitter is positional and black doesn't matter.",
        ],
    )
    s.ask(
        "Who found out that the walk is too slow, and how?",
        "Sunniva: she ran her preload of 50k quotes against the branch overnight, 26.8 s in place of 0.12 s.",
        every=[r"Sunniva"],
        some=[r"preload", r"50 ?k|50,?000", r"26\.8", r"overnight|(last|that|at) night"],
        wrong=["Petra, her admin page took 26.8 s.", "Sunniva read the diff and asked for lanes."],
    )
    s.ask(
        "Is it still true that a new link goes to its sorted place by walking back from the tail?",
        "No: with a jitter there are 16 lanes with one fixed lifetime each, and a new item is appended to one drawn at random.",
        every=[r"\blanes?\b"],
        some=[r"random", r"\b16\b|sixteen", r"append", r"lifetime"],
        never=[stale(r"(sorted place by walking back|keep the list and walk back from the tail)")],
        wrong=[
            "Yes, it walks back from the tail.",
            "A new link is put at its sorted place by walking back from the tail of the list; 16 lanes are an idea for 8.0.",
        ],
    )
    s.ask(
        "What must not be done on this branch?",
        "Hands off func.py (Delphine reworks the signatures), leave tests/__init__.py (Rahim), no # in a commit subject, no life longer than the ttl, no wall clock in the tests.",
        every=[DELPHINE, rf"{RAHIM}|{POUND}|{CLOCK}|{SHORTEN}"],
        wrong=[
            "Leave tests/__init__.py as it is, Rahim imports it; no # in a subject.",
            "Delphine works on func.py; black has to be quiet.",
            "Don't merge main.",
        ],
    )
    s.ask(
        "How do I run the tests here?",
        "THREADING_TESTS=1 python -m pytest -q; PYTHONPATH is no longer needed, since main tells pytest about src.",
        every=[r"THREADING_TESTS=1", r"pytest"],
        never=[stale(r"always put PYTHONPATH=src in front")],
        wrong=[
            "PYTHONPATH=src python -m pytest -q",
            "THREADING_TESTS=1 python -m pytest -q, and always put PYTHONPATH=src in front on this box",
        ],
    )
    s.ask(
        "Where is it decided how long an item of a TTLCache with jitter lives, and how?",
        "TTLCache.__draw_lane in src/cachetools/__init__.py: it picks one of 16 lanes at random, each has a fixed lifetime, the first the full ttl.",
        every=[r"draw_lane", r"__init__\.py|TTLCache"],
        some=[r"random", r"\b16\b|sixteen", r"fixed", r"(own|one|each|its) lifetime|lifetime of its own"],
        never=[stale(r"__lifetime is the only place")],
        wrong=[
            "TTLCache.__lifetime in src/cachetools/__init__.py takes a random share off.",
            "In the ttu function of TLRUCache.",
            "TTLCache.__lifetime is the only place where the jitter is drawn; __draw_lane picks one of 16 lists in src/cachetools/__init__.py",
        ],
    )


RUN = r"THREADING_TESTS"
LANES = r"\b16 (constant )?lanes|lanes?, lists|fixed lifetime|take lanes|draw_lane|drawn at random|over lanes"
SORTED = r"first live|sorted (place|by)|isn.t sorted|stays? sorted|26\.8|quadratic"
SALT = r"PYTHONHASHSEED|salts?\b|per process|hash\(key\)|4, 12, 11"
NAN = r"\bnan\b|infinite ttl"
KNOB = r"16 is a constant|nobody needs an argument|keeps 16 lanes"
EIGHT = r"For 8\.0|0\.44 s|nothing for 7\.x|too dear for 7"
LOOP = r"order of (insertion|iteration)|heapq\.merge|merge the lanes|insertion counter|lane by lane|oldest quote|jumbled|in order of insertion"
READS = r"LRU order|moves its key|each read|through `?__links|heapq\.merge"
UNPICKLED = r"After unpickling|__setstate__|first lane"
SITE = r"cachetools 5\.3\.1|the installed 5\.3|that 5\.3\.1|PYTHONPATH|pytest (about|find) src|taught pytest"
DOCS = r"paragraph on jitter|paragraph in docs|share of the ttl|keyword-only|only shorten"
NIGHT = r"Sunniva|26\.8|quadratic"
HERD = r"jitter"
FUNC = r"Delphine"
MIXIN = r"Rahim"
LONGER = r"only shorten|no quote older|no quote may get older|promised the auditors|outlives"
TODAY = r"today's TTLCache|passes no jitter|0 by default|without (it|a jitter)[^\n]{0,30}(nothing changes|just one)"


def ask_prompts(s: Scenario) -> None:
    s.prompt("short", RUN, "which command runs the suite here?")
    s.prompt("short", LOOP, "finish the iteration of a cache with jitter")
    s.prompt("short", LANES, "where does TTLCache.__setitem__ put a new link now?")
    s.prompt("short", SORTED, "simplify TTLCache to one list and append jittered links at its tail")
    s.prompt("short", SALT, "choose the lane by hash(key) % 16")
    s.prompt("short", NAN, "write the lifetime as ttl - ttl * jitter * random.random()")
    s.prompt("short", KNOB, "add a parameter for the number of lanes")
    s.prompt("short", EIGHT, "replace TTLCache's list by building it on TLRUCache")
    s.prompt("short", DOCS, "write the paragraph on jitter for the docs")
    s.prompt("short", UNPICKLED, "what happens to the lanes when a TTLCache is unpickled?")
    s.prompt("short", SITE, "why did pytest say jitter is an unexpected keyword argument?")
    s.prompt("short", READS, "let __iter__ of TTLCache go through self.__links")
    s.prompt(
        "long",
        LANES,
        "i'm explaining the jitter to a new colleague and want to get it right. the way i remember it, a fresh entry with a shortened life is moved forward from the end of the linked list until everything behind it ends later, so the whole list is always in order. is this how the code does it at the moment, or did we replace that?",
    )
    s.prompt(
        "long",
        SALT,
        "our four workers each hold a cache of their own, and it would be lovely if an entry vanished from all of them at the very same time, as the database would then be asked only once. what about computing the lane from the key, say with the builtin hash modulo the number of lanes? could you put that in and see whether it holds up?",
    )
    s.prompt(
        "long",
        LOOP,
        "let's continue where i had to run off to my meeting. what's left in my head is that somebody's page came out in the wrong order, and that you had written a test for it which couldn't pass yet as there was no code. please do that part now, in the way we agreed on, and run the file afterwards.",
    )
    s.prompt(
        "long",
        NIGHT,
        "for the description of the pull request i need two or three sentences on why we spread the entries over several lists in place of keeping one list in order. who measured it, with how many quotes, and what were the seconds before and after? i don't want to put in anything from memory that turns out to be wrong.",
    )
    s.prompt(
        "long",
        EIGHT,
        "there is so much code in TTLCache that TLRUCache has as well, both of them keep track of ends and both throw away what is due. i'd like to delete the linked lists altogether and make the one a small subclass of the other, with a ttu that adds the ttl to the time. would you do this as the next commit on our branch?",
    )
    s.prompt(
        "long",
        NAN,
        "some of our caches are made with math.inf as their time-to-live since nothing in there ever goes stale. i wonder what a jitter does with that, a random share of infinity sounds odd. have a look at whether such entries stay in the cache, and whether there was any trouble with it when we calculated the lifetime.",
    )
    s.prompt("other words", HERD, "what do we have against all entries running out in the same second?")
    s.prompt("other words", RUN, "how can i check that everything still passes, threads included?")
    s.prompt("other words", NIGHT, "who complained about the slow bulk load, and what did they suggest?")
    s.prompt("other words", LOOP, "the overview in the back office shows the prices all mixed up, why is that?")
    s.prompt("forbidden", FUNC, "give ttl_cache in func.py a jitter argument as well")
    s.prompt("forbidden", MIXIN, "put a helper for jittered caches into CacheTestMixin in tests/__init__.py")
    s.prompt("forbidden", LONGER, "let the jitter go both ways, ten percent shorter or longer than the ttl")
    s.prompt("forbidden", TODAY, "switch jitter on for every TTLCache, 0.1 by default")
    s.prompt(
        "unrelated",
        None,
        "recommend a novel for a rainy weekend",
        "that's it, thank you very much",
        "how many teaspoons go into a tablespoon?",
        "what does the french word 'dépaysement' mean?",
        "draw me an ascii art cat",
        "which planet has the longest day?",
        "how do i make a bootable usb stick from an iso?",
        "write a polite refusal to a wedding invitation",
        "what's the difference between tcp and udp, for a ten year old?",
        "convert 12 miles to kilometres",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "how do i clear the browser cache on android?",
        "which lane do i take for the airport, and does my parking ticket expire at midnight?",
        "what's a sensible ttl for an mx record in dns?",
        "my webcam shows a lot of jitter in video calls, is it the router?",
    )


NOTES = """# jitter for TTLCache, branch ttl-jitter
Goal: items written together mustn't expire together. Share of the ttl, keyword-only, last.
Code: src/cachetools/__init__.py: TTLCache.__draw_lane picks one of 16 lanes at random, each a list with a fixed lifetime (16 is a constant). Unpickled: all in the first lane.
No walk to the sorted place any more: quadratic, Sunniva's overnight preload of 50k quotes took 26.8 s (main 0.12 s).
Tests: tests/test_ttl_jitter.py. Run: `THREADING_TESTS=1 python -m pytest -q`
Failed: appending to one list (not sorted, expire() stops at the first live link); lane from hash(key) (salted per process); ttl - ttl*r (nan for inf).
RED: test_iterates_in_order_of_insertion (uncommitted).
Next: insertion counter on _Link, heapq.merge of the lanes in __iter__; then docs/index.rst; then new numbers to Sunniva, before the PR.
Rules: without jitter unchanged and as fast; jitter may only shorten a life; hands off func.py (Delphine); tests/__init__.py stays (Rahim); black before commits; no # in subjects; no wall clock in tests.
spike/ttl-on-tlru: for 8.0 only."""
