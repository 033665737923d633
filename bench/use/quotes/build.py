"""Quoted values in benhoyt/inih: C, Codex; English is not the person's first language.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import CodexSession, Scenario, stale
from material import Clone

clone = Clone(Path(sys.argv[1]), "26254ee9de")

sc = Scenario("quotes", "benhoyt/inih", "main", "In2")
CodexSession.prepare(sc)
sc.fill()
sc.switch("quoted-values", create=True)


def ini_line(n: int) -> tuple[str, int]:
    return clone.lines("ini.c", n, 1)


s = CodexSession(sc, "0199aa10-4c1e-7bb0-9d53-0c6f2a9e1b01", 18, 9)
s.user(
    'hi, i overtake this from Priit, he went to other project on friday. we need that a value in quotes can containt a semicolon, like  motd = "hello ; world"  . today the part after ; is cut away as comment. pls first look where it happens and say me what you would do. and when you explain, short sentences, english is not my mother language'
)
s.bash(
    "grep -n 'ini_find_chars_or_comment' ini.c",
    '59:static char* ini_find_chars_or_comment(const char* s, const char* chars)\n176:            end = ini_find_chars_or_comment(start, NULL);\n188:            end = ini_find_chars_or_comment(start + 1, "]");\n211:            end = ini_find_chars_or_comment(start, "=:");\n218:                end = ini_find_chars_or_comment(value, NULL);',
    title="I look for the place where comments are cut.",
)
s.bash("sed -n 205,240p ini.c", clone.lines("ini.c", 205, 36)[0])
s.answer("""The cut happens in `ini_find_chars_or_comment`. It is called in four places: section line, name, value, and continuation line.

**Option 1.** Teach this function about quotes. Small change. But it also touches section names and keys.

**Option 2.** A new function only for values. Slightly more code. Nothing else changes.

Which one?""")
s.user(
    'i think 1 is less code?? Priit said too he would make it there. lets try. Only double quote pls, single quote is apostroph in our texts ("it\'s ; ok"). And no C99 thing like // comment or declare in the middle, Jorge compiles with an old Keil compiler in c89 mode'
)
s.patch(
    "ini.c",
    "           !(was_space && strchr(INI_INLINE_COMMENT_PREFIXES, *s))) {\n        was_space = isspace((unsigned char)(*s));\n",
    "           !(was_space && !quoted && strchr(INI_INLINE_COMMENT_PREFIXES, *s))) {\n        if (*s == '\"')\n            quoted = !quoted;\n        was_space = isspace((unsigned char)(*s));\n",
)
s.patch("ini.c", "    int was_space = 0;\n", "    int was_space = 0;\n    int quoted = 0;\n")
s.bash(
    "cd tests && ./unittest.sh && git diff --stat .",
    " tests/baseline_multi.txt | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)",
    title="I run the tests.",
)
s.answer(
    'It works for values. But a baseline changed: a section line `[a"b ; note]` now swallows its comment. So a quote in a section name opens a quotation that never closes. I would go back to option 2.'
)
s.user(
    'ok so option 1 is dead, section with inch sign we realy have: [panel 7"]. take 2. about the test: unittest.sh write the baseline files new every time, so dont trust green!! always look in git diff of tests/ after, and run it with CC=gcc , the clang here make other warnings. ah and must stand in tests folder when you run'
)
s.bash("git checkout -q ini.c tests", "", run=True)
s.patch(
    "ini.c",
    "/* Similar to strncpy, but ensures dest (size bytes) is\n",
    """/* Like ini_find_chars_or_comment(s, NULL), but ignores comments between
   double quotes. */
static char* ini_find_value_end(const char* s)
{
    int was_space = 0;
    int quoted = 0;
    while (*s && !(was_space && !quoted &&
                   strchr(INI_INLINE_COMMENT_PREFIXES, *s))) {
        if (*s == '"')
            quoted = !quoted;
        was_space = isspace((unsigned char)(*s));
        s++;
    }
    return (char*)s;
}

/* Similar to strncpy, but ensures dest (size bytes) is
""",
)
s.patch(
    "ini.c",
    "                end = ini_find_chars_or_comment(value, NULL);\n                *end = '\\0';\n",
    "                end = ini_find_value_end(value);\n                *end = '\\0';\n",
)
s.bash("cd tests && CC=gcc ./unittest.sh && git diff --stat .", "", title="I run the tests again.")
s.answer(
    "No baseline changed. `ini_find_value_end` is used for values only. Continuation lines still use the old function. The quotes stay in the value for now. Shall the parser remove them?"
)
s.user(
    """yes remove them, user of library expect it. i wanted copy the value in a second buffer without quotes? you decide. but remember the stack: Jorge has 512 byte for whole config thread on the Kestrel board, this is hard limit he says. and of cours INI_MAX_LINE is 200 already so"""
)
s.answer(
    "Then no second buffer: with `INI_MAX_LINE` at 200, a copy would take 200 of the 512 bytes of the config thread, plus the line itself. I move the characters in place with one read and one write pointer. No extra stack."
)
s.user(
    "good. make flag INI_ALLOW_QUOTES on by default, =1 , so everybody have it. baseline for it also: baseline_quotes.txt and quotes.ini, and put it in meson.build AND unittest.sh, AND the .bat, Priit always forgot the bat"
)
s.patch(
    "ini.h",
    "#ifndef INI_INLINE_COMMENT_PREFIXES\n",
    "#ifndef INI_ALLOW_QUOTES\n#define INI_ALLOW_QUOTES 1\n#endif\n#ifndef INI_INLINE_COMMENT_PREFIXES\n",
)
s.patch("tests/quotes.ini", "", '[quotes]\nmotd = "hello ; world"\nsize = 7" ; inch\nempty = ""\n')
s.bash("git add -A . && git commit -qm 'Allow semicolons in quoted values'", "", run=True)
s.answer(
    "Done and committed. `INI_ALLOW_QUOTES` is 1, in `ini.h`. `tests/quotes.ini` is there; the baseline and the three build files come next."
)
s.end()

s = CodexSession(sc, "0199ab77-1d2f-7aa1-8c40-52b1b7f0cc02", 19, 8)
s.user(
    'morning. answer from Anneli (she package it for debian): default on is not possible for her. 40 packages link the shared lib and if value with " suddenly loose its quotes thats a silent break. so default must be 0, and in meson a option. she is right i think. change pls'
)
s.patch("ini.h", "#define INI_ALLOW_QUOTES 1\n", "#define INI_ALLOW_QUOTES 0\n")
s.bash(
    "sed -n 1,12p meson_options.txt",
    clone.lines("meson_options.txt", 1, 12)[0],
    title="I look at the options of meson.",
)
s.answer("`INI_ALLOW_QUOTES` is 0 now. I will add the option `allow_quotes` to `meson_options.txt`, false by default.")
s.user(
    "perfect. can you send somebody to check if the cpp INIReader does something own with values? i dont know this c++ part"
)
s.delegate(
    "Look at cpp/INIReader.cpp and say whether it does anything with quotes or comments in values itself.",
    'INIReader does not look at comments or quotes. But ValueHandler joins repeated names: when a name occurs twice, it appends "\\n" and the second value. So a multi-line value where one line is quoted gives a string with quotes removed in the first line only, because continuation lines do not go through the value code.',
)
s.answer(
    "INIReader itself ignores quotes. But it joins continuation lines with a newline. Continuation lines still keep their quotes, because they do not use the new function. So a multi-line value is half stripped."
)
s.user(
    'hm. then for the moment write in the header comment: quotes only in first line, not in continuation. We dont solve it. next: escape with backslash \\" inside, do we need? i would say no, Keep simple. what happen with quote not closed?'
)
s.bash(
    "printf 'a = \"open ; x\\nb = 2\\n' > /tmp/o.ini; ./a.out /tmp/o.ini",
    '... a="open ; x;\n... b=2;',
    title="I try a value whose quote is not closed.",
)
s.answer(
    "No escapes then. A quote that isn't closed: today the comment is swallowed and the quote stays in the value. Two choices: report the line as an error, or treat the quote as a normal character and cut the comment as before."
)
s.user(
    'second one!! inch sign again, size = 7" ; inch  must give  7"  . write the test line, i have already in quotes.ini. then i have dentist, so stop where you are at 4 and write me what is missing'
)
s.bash(
    "cat > tests/baseline_quotes.txt <<'T'\nquotes.ini: e=0 user=0\n... [quotes]\n... motd=hello ; world;\n... size=7\";\n... empty=;\nT\ncp tests/baseline_quotes.txt /tmp/want.txt",
    "",
    run=True,
)
s.bash(
    "cd tests && CC=gcc ./unittest.sh && git diff .",
    'diff --git a/tests/baseline_quotes.txt b/tests/baseline_quotes.txt\n-... size=7";\n+... size=7" ; inch;',
    title="I run the tests.",
)
s.answer("""State:

- works: `motd`, `empty`
- **red:** the line `size` in `baseline_quotes.txt`. Wanted `7"`, got `7" ; inch`. `ini_find_value_end` does not look ahead for a closing quote yet.

Missing:
1. look ahead in `ini_find_value_end`: no closing quote, then the quote is an ordinary character
2. `allow_quotes` in `meson_options.txt`
3. the new test in `tests/meson.build`, `unittest.sh` and `unittest.bat`
4. the comment in `ini.h`: first line only

Nothing of today is committed.""")
s.user("ok. and dont make pull request, Ben (the upstream) wants that i write in the issue first, number 214")
s.answer("Understood: no pull request before you have written in issue 214.")
s.end()

sc.ask(
    "What is the work about, and how far is it?",
    "INI_ALLOW_QUOTES: semicolons in double-quoted values and removal of the quotes; works except a quote that is not closed; today's work is not committed.",
    every=["INI_ALLOW_QUOTES|quoted[- ]values|ini_find_value_end", "semicolon|;", "committed"],
    wrong=["quoted-values is finished"],
)
sc.ask(
    "What is missing?",
    "Look ahead in ini_find_value_end; allow_quotes in meson_options.txt; test in meson.build, unittest.sh, unittest.bat; comment in ini.h.",
    every=[
        "look ?ahead|closing quote|lookahead",
        "meson_options|allow_quotes",
        "unittest\\.bat|\\.bat\\b",
        "comment in .?ini\\.h|ini\\.h[^\\n]{0,40}(comment|first line)|first line",
    ],
    wrong=["look ahead, then done"],
)
sc.ask(
    "What is red?",
    'The line size in baseline_quotes.txt: wanted 7", got 7" ; inch.',
    every=["baseline_quotes", 'size|7"|7\\\\"|inch'],
    wrong=["baseline_multi"],
)
sc.ask(
    "How do I run the tests, and what is to be minded?",
    "In the tests folder: CC=gcc ./unittest.sh; it rewrites the baselines, so look at git diff.",
    every=["CC=gcc", "unittest\\.sh", "git diff|rewrit|overwrit|write[^\\n]{0,30}baseline"],
    wrong=["./unittest.sh and see that it is green"],
)
sc.ask(
    "What are the rules of this person?",
    "C89 only (Keil), short sentences, only double quotes, no pull request before issue 214, also the .bat, no second buffer (512 bytes).",
    every=["c89|keil|c99", "short sentences", "214|pull request", "\\.bat"],
    wrong=["C89, no PR before issue 214"],
)
sc.ask(
    "Is INI_ALLOW_QUOTES on or off by default?",
    "Off by default (0) since the second day; it was 1 at first.",
    every=["(default|INI_ALLOW_QUOTES)[^\\n]{0,60}(\\b0\\b|off|false)|(\\b0\\b|off|false)[^\\n]{0,30}default"],
    never=[stale("INI_ALLOW_QUOTES[`]? (is|on by default,) (=)?1")],
    wrong=["INI_ALLOW_QUOTES is on by default (1)."],
)
sc.ask(
    "Who wanted that default, and why?",
    "Anneli, who packages it for Debian: 40 packages link the shared library, values would silently lose their quotes.",
    every=["Anneli", "40 packages|silent|shared lib|debian"],
    wrong=["Jorge"],
)
sc.ask(
    "Why is it not done in ini_find_chars_or_comment?",
    'Option 1, in ini_find_chars_or_comment: a quote in a section name opens a quotation that never closes ([panel 7"]).',
    every=["ini_find_chars_or_comment|option 1", "section|panel"],
    wrong=["It was more code in ini_find_chars_or_comment"],
)
sc.ask(
    "How are quotes removed, and why not with a second buffer?",
    "In place with a read and a write pointer; the config thread of the Kestrel board has 512 bytes of stack.",
    every=["in place|read and (one )?write pointer", "512|stack"],
    wrong=["with a second buffer of 200"],
)
sc.ask(
    "What did the check of the C++ part show?",
    "INIReader joins continuation lines with a newline; these keep their quotes, so a multi-line value is half stripped.",
    every=["INIReader", "continuation|multi-?line"],
    wrong=["INIReader does nothing"],
)
sc.ask(
    "What shall happen with a quote that is not closed?",
    'A quote that is not closed is an ordinary character; the comment is cut as before: size = 7" ; inch gives 7".',
    every=[
        "(not closed|isn.t closed|unclosed|unterminated|no closing|closing quote)",
        "ordinary|normal char|as before|inch",
    ],
    wrong=["an error is reported for a quote that is not closed"],
)
sc.ask(
    "From whom was the work taken over?",
    "From Priit, who went to another project on Friday.",
    every=["Priit", "other project|another project|overtake|took over|taken over|from Priit|previous"],
    wrong=["From Jorge"],
)
sc.prompt("short", "CC=gcc", "run the unit tests")
sc.prompt("short", "in place|512", "copy the value into a second buffer to strip quotes")
sc.prompt("short", "Anneli|40 packages", "set INI_ALLOW_QUOTES to 1 by default")
sc.prompt("short", "section|panel|option 1", "handle quotes in ini_find_chars_or_comment")
sc.prompt("short", "ordinary|normal char|inch|look ahead", "finish ini_find_value_end")
sc.prompt("short", "apostroph|[Oo]nly double", "support single quotes too")
sc.prompt("short", "allow_quotes", "add the meson option")
sc.prompt(
    "long",
    "continuation|half stripped|first line",
    "A user of the C++ wrapper wrote to me. He has a value over three lines, with quotes around every line, and he sees that the first line comes without quotes and the other two come with them. He thinks that it is a bug in the reader class. Do we know something about it already, and is it planned to do something, or shall I answer him that it will stay like this?",
)
sc.prompt(
    "long",
    "rewrit|write the baseline|git diff|dont trust",
    "I had the colleague from the night shift run the tests on his machine, with the compiler that he has there, and he says that all is green and we can merge it. I'm not so sure about it, because yesterday we had a difference in one of the expected files and he can't have the fix. Can it be that the script does not really compare anything? What do I have to tell him to do?",
)
sc.prompt(
    "long",
    "escape|[Kk]eep simple",
    "One of the translators asks whether he can write a quotation mark inside of a value that is in quotation marks itself, as in C or in JSON, with a backslash before it. It would be maybe ten lines in the new function, I think, and the documentation would need a sentence. Did we talk about this before, and what was the outcome? If not, please make a proposal how to do it.",
)
sc.prompt("other words", "512|Kestrel", "how much memory may the config task use on the board?")
sc.prompt("other words", "Priit", "whose job was this before me?")
sc.prompt("other words", "Anneli|debian", "what did the distribution maintainer object to?")
sc.prompt("forbidden", "214|issue first", "open a pull request upstream")
sc.prompt("forbidden", "[Kk]eil|c89|C99", "use // comments and a for loop with int i inside in ini.c")
sc.prompt(
    "unrelated",
    None,
    "how long do I boil an egg?",
    "good evening",
    "what is the capital of Estonia?",
    "how do I take a screenshot on a mac?",
    "explain tcp slow start in one line",
    "thank you, enough for today",
    "give me a synonym for stubborn",
)
sc.prompt(
    "unrelated with shared words",
    None,
    "give me a quote by Oscar Wilde",
    "which board game is good for two players?",
    "compare debian and fedora for a home server",
)
sc.notes = """# Quoted values (branch quoted-values), taken over from Priit (other project now)
INI_ALLOW_QUOTES: semicolon in a double-quoted value, quotes removed. Only double quotes, no backslash escapes. Default 0 (off): Anneli, Debian - 40 packages link the shared lib, silent break.
ini_find_value_end (ini.c), values only. First day committed, second day not committed.
Not in ini_find_chars_or_comment: also used for section lines, [panel 7"] breaks.
Quotes are removed in place (read and write pointer), no second buffer: config thread on Kestrel (Jorge) has 512 bytes stack.
Quote that is not closed: ordinary character, comment cut as before.
INIReader joins continuation lines, these keep quotes; not solved, only a comment.
RED: line size in baseline_quotes.txt, wanted 7", got 7" ; inch.
Next: look ahead for the closing quote in ini_find_value_end; allow_quotes in meson_options.txt; test in tests/meson.build, unittest.sh, unittest.bat; comment in ini.h (first line only).
Run in tests/: `CC=gcc ./unittest.sh`, it rewrites baselines, so look at git diff.
Rules: C89 (Keil), short sentences, never forget the .bat, no pull request before the user wrote in issue 214."""
clone.save(sc, Path(sys.argv[2]), depth=30)
