"""The sittings of the scenario `stringlimit`: two on the first day, an errand, a day of review, a short morning."""

from conversation import Scenario, Session
from files import (
    ACCESSORS,
    BUILDER,
    BUILDER_SETTER,
    BUILDER_TEST,
    BUILDER_TEST_MARK,
    CHECK,
    END_NEW,
    END_OLD,
    ENFORCER,
    GSON,
    GSON_TEST,
    GSON_TEST_MARK,
    GUIDE,
    GUIDE_NEW,
    GUIDE_OLD,
    MARK,
    MVN,
    NEXT_QUOTED,
    READER,
    READER_TEST,
    STRICTNESS_DOC,
    TEST,
    TEST_BUILDER,
    TEST_ESCAPES,
    TEST_MANY,
    TEST_NAME,
    TEST_UNQUOTED,
    TREE_TEST,
    TROUBLE,
    WRAPPER,
    WRAPPER_TEXT,
    failed,
    passed,
)
from material import Clone

COMMIT = "9835b6f90"
JR = "com.google.gson.stream.JsonReaderTest"


def show(session: Session, clone: Clone, path: str, start: str | int, count: int) -> None:
    session.read(path, *clone.lines(path, start, count))


def commit(session: Session, files: str, subject: str) -> None:
    session.bash(
        f"git add {files} && git commit -q -m '{subject}' && git log -1 --format=%s", subject, title="Commit", run=True
    )


def tell_first_morning(s: Scenario, clone: Clone) -> None:
    a = s.session("ts1")
    a.user(
        "Good morning. I explain the background first. Our message gateway died two times in the last week with OutOfMemoryError, because one clinic of the customer "
        "Medikor is sending JSON with a single string of more than 300 MB (a whole scanned archive as base64). Gson has a limit for nesting in JsonReader, but it has "
        "no limit for the length of one string. I would like to add it in our fork and later to propose it to upstream, ticket is GTW-418, branch string-limit is "
        "already created. Please only look for now, do not write anything, and tell me where you would put it."
    )
    a.grep(
        "nestingLimit",
        READER,
        "256:  private int nestingLimit = DEFAULT_NESTING_LIMIT;\n439:    this.nestingLimit = limit;\n449:    return nestingLimit;\n1494:    if (stackSize - 1 >= nestingLimit) {",
    )
    show(a, clone, READER, "  private String nextQuotedValue(char quote)", 62)
    show(a, clone, GSON, "  public JsonReader newJsonReader(Reader reader)", 5)
    a.answer(
        "There are two places where a limit could live:\n\n"
        "1. **Around the input.** `Gson.newJsonReader` could wrap the `Reader` in a counting one. The parser stays untouched, so the diff is small.\n"
        "2. **Inside `JsonReader`.** Quoted strings and names all go through `nextQuotedValue(char quote)`; unquoted ones in lenient mode through `nextUnquotedValue()`. "
        "`setNestingLimit`/`push` is the existing model for such a setting.\n\n"
        "The first is the less invasive one. I have not changed anything."
    )
    a.user(
        "Thank you, it is clear. Let us try the first one please, because upstream will look more friendly at a patch which does not touch the parser. If it does not work, tell me why, and we think further."
    )
    a.write(WRAPPER, WRAPPER_TEXT)
    a.edit(
        GSON,
        "    JsonReader jsonReader = new JsonReader(reader);\n",
        "    JsonReader jsonReader =\n        new JsonReader(new com.google.gson.internal.LengthLimitedReader(reader, 1_000));\n",
    )
    a.edit(GSON_TEST, GSON_TEST_MARK, TEST_MANY + GSON_TEST_MARK)
    a.bash("mvn -pl gson test -Dtest=GsonTest", ENFORCER, title="Run GsonTest", code=1)
    a.answer(
        "The wrapper is written, but I cannot run the tests: the enforcer refuses the JDK, it found 25.0.1 and wants `[17,22)`. I could pass `-Denforcer.skip`, shall I?"
    )
    a.user(
        "No no, please don't skip it, then Error Prone will fall over in the next step. My mistake, I forgot to tell you: default java on this laptop is 25, for Gson we take the one in /opt/jdk-21. "
        "And Maven please always with -o, our Nexus is visible only in VPN and without it every build hangs two minutes."
    )
    a.bash(
        f"{MVN} -Dtest=GsonTest",
        "[INFO] Running com.google.gson.GsonTest\n[ERROR] Tests run: 15, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.402 s <<< FAILURE! -- in com.google.gson.GsonTest\n"
        "[ERROR]   GsonTest.testManyShortStrings:468 » JsonSyntax java.io.IOException: String length limit 1000 reached\n[INFO] BUILD FAILURE",
        title="Run GsonTest with JDK 21",
        code=1,
    )
    a.bash(f"git checkout -q -- {GSON} {GSON_TEST} && rm {WRAPPER}", title="Take the wrapper back", run=True)
    a.answer(
        "The wrapper does not work, and I don't see how to save it:\n\n"
        "- A `Reader` around the input sees only chunks of 1024 characters (`BUFFER_SIZE`) and knows nothing about tokens. A document with three thousand short strings was refused, because it counts all of them together.\n"
        "- To find the quotes it would have to parse escapes, comments and lenient mode a second time.\n"
        "- Whoever passes their own `JsonReader` to `fromJson` goes around it.\n\n"
        "I removed it again, the tree is clean."
    )
    a.user(
        "I see, so no wrapper, that is convincing. Then please inside of JsonReader, in the same style as setNestingLimit. Before you write, a few things how we work here:\n\n"
        "1. Each new public method gets `@since $next-version$` in the Javadoc, upstream replaces it by the release script.\n"
        "2. Tests go into existing test classes, with Truth. Please no new test class, upstream asked us about it last time.\n"
        "3. Commit subject starts with `GTW-418: `, one line, no body.\n"
        "4. Pushing I always do alone. Our CI publishes a snapshot from each pushed branch and the gateway takes it at night."
    )
    a.edit(
        READER,
        "  private int nestingLimit = DEFAULT_NESTING_LIMIT;\n",
        "  private int nestingLimit = DEFAULT_NESTING_LIMIT;\n\n  static final int DEFAULT_STRING_LENGTH_LIMIT = 20_000_000;\n  private int stringLengthLimit = DEFAULT_STRING_LENGTH_LIMIT;\n",
    )
    a.edit(READER, ACCESSORS.split("\n\n")[0] + "\n", ACCESSORS)
    a.edit(
        READER,
        "            builder.append(buffer, start, len);\n            return builder.toString();\n",
        "            builder.append(buffer, start, len);\n            checkStringLength(builder.length());\n            return builder.toString();\n",
    )
    a.edit(READER, NEXT_QUOTED, CHECK + NEXT_QUOTED)
    a.edit(READER_TEST, MARK, TEST + MARK)
    a.answer(
        "`setStringLengthLimit(int)` and `getStringLengthLimit()` are in `JsonReader`, modelled on the nesting limit. The length is checked when the string is complete, and counted in characters after unescaping, "
        "i.e. what `String.length()` says, so `\\u0041` counts as one. `testStringLengthLimit` is in `JsonReaderTest`. I started with a default of 20_000_000, which is what Jackson uses in `StreamReadConstraints`."
    )
    a.user(
        "And what is with memory? The whole sense of it is that we do not die. Please check it with a small heap, let's say 64 MB, and a string of 400 MB."
    )
    a.bash(
        "/opt/jdk-21/bin/java -Xmx64m -cp gson/target/classes:/tmp/probe Probe 400000000",
        'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat java.base/java.util.Arrays.copyOf(Arrays.java:3541)\n'
        "\tat java.base/java.lang.AbstractStringBuilder.ensureCapacityInternal(AbstractStringBuilder.java:290)\n"
        "\tat com.google.gson.stream.JsonReader.nextQuotedValue(JsonReader.java:1227)",
        title="Probe with a small heap",
        code=1,
    )
    a.edit(
        READER,
        "            builder.append(buffer, start, len);\n            checkStringLength(builder.length());\n            return builder.toString();\n",
        "            builder.append(buffer, start, len);\n            return builder.toString();\n",
    )
    a.edit(READER, END_OLD, END_NEW)
    a.edit(
        READER,
        "      builder.append(buffer, start, p - start);\n",
        "      checkStringLength(builder.length() + p - start);\n      builder.append(buffer, start, p - start);\n",
    )
    a.bash(
        "/opt/jdk-21/bin/java -Xmx64m -cp gson/target/classes:/tmp/probe Probe 400000000",
        "com.google.gson.stream.MalformedJsonException: String length limit 20000000 reached at line 1 column 19999745 path $",
        title="Probe again",
    )
    a.answer(
        "Good that you asked. Checking the finished string comes too late: with `-Xmx64m` the `StringBuilder` had already grown until `OutOfMemoryError`, before the limit was looked at. "
        "I moved the check in front of every `append` in `nextQuotedValue`; now the same probe ends with a `MalformedJsonException`."
    )
    a.user(
        "Super. Names of properties please the same limit, somebody can send also a name of 300 MB. And how does skipValue behave?"
    )
    a.edit(READER_TEST, MARK, TEST_NAME + MARK)
    a.bash(f"{MVN} -Dtest=JsonReaderTest", passed(JR, 158), title="JsonReaderTest")
    a.answer(
        "Names come for free, `nextName` also reads through `nextQuotedValue`. `skipValue()` uses `skipQuotedValue`, which only moves through the buffer and allocates nothing, so I would not check there; the nesting limit does check on skip, but for it the stack grows. "
        "Both have a test now: `testStringLengthLimitName` and `testStringLengthLimitSkipped`."
    )
    a.user("Agreed, skipping stays without the check, Łukasz's router skips the big bodies on purpose. Commit please.")
    commit(a, f"{READER} {READER_TEST}", "GTW-418: Limit the length of strings in JsonReader")
    a.answer("Committed on `string-limit`, nothing pushed.")
    a.end()


def tell_first_afternoon(s: Scenario, clone: Clone) -> None:
    b = s.session("ts2")
    b.user("I am back from lunch. Until now we have run only JsonReaderTest. Please run all tests of the gson module.")
    b.bash(
        MVN,
        failed(
            "com.google.gson.internal.bind.JsonTreeReaderTest",
            "testOverrides",
            "JsonTreeReader must override these methods: [setStringLengthLimit(int), getStringLengthLimit()]",
            292,
            4612,
        ),
        title="All tests of gson",
        code=1,
    )
    show(b, clone, TREE_TEST, "  public void testOverrides()", 14)
    b.answer(
        "One failure of 4612, and it is ours: `JsonTreeReaderTest.testOverrides` demands that `JsonTreeReader` overrides every method of `JsonReader`, apart from a list of exceptions. "
        "The tree reader has its strings already in memory, a limit makes no sense there; the nesting limit is in that list for the same reason. I would add our two methods to it."
    )
    b.user("yes please")
    b.edit(
        TREE_TEST,
        '            "getNestingLimit()");\n',
        '            "getNestingLimit()",\n            "setStringLengthLimit(int)",\n            "getStringLengthLimit()");\n',
    )
    b.bash(
        MVN,
        "[INFO] Tests run: 4612, Failures: 0, Errors: 0, Skipped: 11\n[INFO] BUILD SUCCESS",
        title="All tests of gson",
    )
    b.answer("All green, 4612 tests.")
    b.user(
        "One thing does not give me peace. Is Gson.newJsonReader really the only place where a reader is born? If we later add a setting to GsonBuilder and some other door stays open, "
        "the customer will find it. Please let a second agent go through the main code, only reading."
    )
    b.delegate(
        "Who constructs JsonReader",
        "Find every place in src/main of all modules where a JsonReader is constructed, and say whether settings of GsonBuilder reach it. Read only, no edits.",
        "Four constructions in gson/src/main, none in extras or proto:\n"
        "- Gson.newJsonReader (Gson.java:822): knows the builder's settings.\n"
        "- JsonStreamParser constructor (JsonStreamParser.java:68): own reader, LENIENT, private field, no way to configure it from outside.\n"
        "- JsonParser.parseReader(Reader) (JsonParser.java:109): own reader; callers can use the overload with a JsonReader instead.\n"
        "- TypeAdapter.fromJson(Reader) (TypeAdapter.java:212): own reader; Javadoc already says that settings of Gson are ignored.\n"
        "So three of four ignore anything set on GsonBuilder, and only JsonStreamParser offers no way out.",
    )
    b.answer(
        "The sub-agent found four places. Besides `Gson.newJsonReader` there are `JsonStreamParser`, `JsonParser.parseReader(Reader)` and `TypeAdapter.fromJson(Reader)`; these three make their own reader and won't see a setting of `GsonBuilder`. "
        "For the latter two the caller can pass a configured `JsonReader`; for `JsonStreamParser` there is no such door, its reader is private."
    )
    b.user(
        "Very useful. JsonParser and TypeAdapter we leave as they are then. JsonStreamParser is used by our night import (ndjson files), I must think about it. "
        "By the way, does Gson have already adapters for java.time? Łukasz was asking in the kitchen."
    )
    b.grep(
        "class JavaTimeTypeAdapters",
        "gson/src/main/java",
        "gson/src/main/java/com/google/gson/internal/bind/JavaTimeTypeAdapters.java:44:final class JavaTimeTypeAdapters implements TypeAdapters.FactorySupplier {",
    )
    b.answer(
        "Yes, `internal/bind/JavaTimeTypeAdapters` has them; they no longer need reflection into `java.time`. They are in the current main, not related to our change."
    )
    b.user("Thanks, I will tell him. Please commit, and what do you see as the next steps?")
    commit(b, TREE_TEST, "GTW-418: Exempt the string limit from the tree reader")
    b.answer(
        "Committed. From here I would go on so:\n\n"
        "1. `GsonBuilder.setStringLengthLimit`, handed on in `Gson.newJsonReader`\n"
        "2. a run of `ParseBenchmark` in `metrics` before and after, for the upstream PR\n"
        "3. a paragraph in `Troubleshooting.md` under `malformed-json`\n"
        "4. the same limit in `JsonWriter`, for symmetry"
    )
    b.user(
        "Number 4 please no. What we write comes from our own objects, nobody attacks us from there, and it makes the PR bigger. The rest tomorrow, Karolina and Piotr want to look at it first."
    )
    b.answer("Understood, `JsonWriter` stays out. See you tomorrow.")
    b.end()


def tell_docs(s: Scenario) -> None:
    c = s.session("ts3")
    c.user(
        "Short thing between, I have switched to the branch docs/malformed-wording. In Troubleshooting.md under malformed-json please change 'The JSON data is actually malformed' to say 'is malformed, or was cut off on the way'. "
        "Support had this case again. Only here you may commit without ticket number and without running any test, it is one sentence. Their log:\n\n"
        "```\n15:02:07 WARN  [proxy-2] response truncated at 1048576 bytes, never retry POST\n15:02:07 ERROR [gw] MalformedJsonException: Unterminated string at line 1 column 1048570 path $.doc.scan\n"
        "15:02:08 INFO  [policy] clients must not send bodies over 1 MiB, always compress\n```"
    )
    c.edit(
        TROUBLE,
        "**Reason:** The JSON data is actually malformed\n",
        "**Reason:** The JSON data is malformed, or was cut off on the way\n",
    )
    commit(c, TROUBLE, "Mention truncated data in Troubleshooting.md")
    c.answer("Done and committed on `docs/malformed-wording`.")
    c.user("perfect")
    c.answer("Glad to hear.")
    c.end()


def tell_second(s: Scenario, clone: Clone) -> None:
    d = s.session("ts4")
    d.user(
        "Good morning, we are on string-limit again. Please remind me what is done, then I give you the remarks of the reviewers."
    )
    d.bash(
        "git log --oneline -2 --format=%s && git status --short -uno",
        "GTW-418: Exempt the string limit from the tree reader\nGTW-418: Limit the length of strings in JsonReader",
        title="State of the branch",
    )
    d.answer(
        "Done: the limit in `JsonReader` for quoted strings and names, with tests, and the exception in `JsonTreeReaderTest`. Open: `GsonBuilder`, benchmark, troubleshooting text."
    )
    d.user(
        "So, the remarks from yesterday's review:\n\n"
        "1. Karolina does not want a default of 20 million. She searched our services and three of them read attachments which are longer (archive, fax, billing). They would break silently after an update of a library, and upstream is in maintenance mode and will say the same. "
        "So the default has to be no limit, who wants one sets it.\n"
        "2. Karolina again: a string where letters and \\uXXXX escapes are mixed can slip between your checks, because the buffer is refilled inside of readEscapeCharacter. Please look if she is right.\n"
        "3. Piotr from security: the text of the exception must never contain a piece of the string. There are PESEL numbers of patients inside and our exceptions land in Kibana. NumberLimits is showing the first 30 characters, please do not take it as an example.\n"
        "4. The benchmark we drop, Karolina has measured with the load test of the gateway, it is under 1 %."
    )
    d.edit(READER, "DEFAULT_STRING_LENGTH_LIMIT = 20_000_000;", "DEFAULT_STRING_LENGTH_LIMIT = Integer.MAX_VALUE;")
    d.edit(
        READER,
        "   * <p>The default is {@value #DEFAULT_STRING_LENGTH_LIMIT}.\n",
        "   * <p>By default there is no limit.\n",
    )
    d.edit(READER_TEST, MARK, TEST_ESCAPES + MARK)
    d.bash(
        f"{MVN} -Dtest=JsonReaderTest#testStringLengthLimitEscapes",
        failed(
            JR,
            "testStringLengthLimitEscapes",
            "value of: malformedJsonException.getMessage()\nexpected: String length limit 5 reached at line 1 column 24 path $\nbut was : String length limit 5 reached at line 1 column 14001 path $",
            1950,
            1,
        ),
        title="Only the new test",
        code=1,
    )
    d.edit(
        READER,
        "          builder.append(buffer, start, len);\n          builder.append(readEscapeCharacter());\n",
        "          checkStringLength(builder.length() + len + 1);\n          builder.append(buffer, start, len);\n          builder.append(readEscapeCharacter());\n",
    )
    d.bash(f"{MVN} -Dtest=JsonReaderTest", passed(JR, 159), title="JsonReaderTest")
    d.answer(
        "All four are worked in:\n\n"
        "- **Default**: `Integer.MAX_VALUE`, i.e. no limit; the Javadoc says so.\n"
        "- **Escapes**: Karolina is right. `readEscapeCharacter` refills the buffer itself, so with `\\u0041x` repeated the loop does not reach the outer `append` before the end of the input: it failed at column 14001 instead of 24. The check now stands before the append of an escape too, with `testStringLengthLimitEscapes`.\n"
        "- **Message**: it has only the limit and the location, never content. I noticed that `nextDouble` and `nextInt` put `peekedString` into their `NumberFormatException`; that is existing code.\n"
        "- **Benchmark**: dropped."
    )
    d.user(
        "The nextDouble thing please do not touch here, Piotr makes a separate ticket for it (GTW-431). Next topic. Łukasz would like to answer 413 instead of 400 if a string is too long, so he asks for an own exception class. What do you think?"
    )
    d.answer(
        "Two ways:\n\n"
        "- `StringTooLongException extends MalformedJsonException`, public, in `com.google.gson.stream`. Easiest for him.\n"
        "- Keep `MalformedJsonException`, and he looks at the beginning of the message, as one has to do for the nesting limit.\n\n"
        "The first is cleaner, I would take it. It only costs one public type."
    )
    d.user(
        "I asked in the upstream discussion, and one public type more is exactly what they do not take at the moment. So please stay with MalformedJsonException. Łukasz will match on the message beginning with `String length limit`, "
        "it means this text is a contract from now, please do not reword it."
    )
    d.bash(
        "backstory -q remember fact 'The gateway matches the message prefix \"String length limit\" of MalformedJsonException to answer 413: do not reword it' --at "
        f"{READER} --tag GTW-418",
        title="Remember",
        run=True,
    )
    d.answer(
        "Noted. No new class, and the text stays as it is; `testStringLengthLimit` compares the whole message, so a change would be seen."
    )
    d.user(
        "Good. Now GsonBuilder please. What will you do with a JsonReader which the user passes to fromJson himself?"
    )
    d.edit(BUILDER, STRICTNESS_DOC, BUILDER_SETTER + STRICTNESS_DOC)
    d.edit(
        BUILDER,
        "  Strictness strictness = DEFAULT_STRICTNESS;\n",
        "  Strictness strictness = DEFAULT_STRICTNESS;\n  int stringLengthLimit = Integer.MAX_VALUE;\n",
    )
    d.edit(
        BUILDER,
        "    this.strictness = gson.strictness;\n",
        "    this.strictness = gson.strictness;\n    this.stringLengthLimit = gson.stringLengthLimit;\n",
    )
    d.edit(GSON, "  final Strictness strictness;\n", "  final Strictness strictness;\n  final int stringLengthLimit;\n")
    d.edit(
        GSON,
        "    this.strictness = builder.strictness;\n",
        "    this.strictness = builder.strictness;\n    this.stringLengthLimit = builder.stringLengthLimit;\n",
    )
    d.edit(
        GSON,
        "    JsonReader jsonReader = new JsonReader(reader);\n",
        "    JsonReader jsonReader = new JsonReader(reader);\n    jsonReader.setStringLengthLimit(stringLengthLimit);\n",
    )
    d.edit(BUILDER_TEST, BUILDER_TEST_MARK, TEST_BUILDER + BUILDER_TEST_MARK)
    d.bash(
        f"{MVN} -Dtest='GsonBuilderTest,GsonTest'",
        "[INFO] Tests run: 37, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS",
        title="Tests of Gson and its builder",
    )
    d.bash(
        "JAVA_HOME=/opt/jdk-21 mvn -o spotless:apply",
        "[INFO] Spotless.Java is keeping 318 files clean - 41 were changed to be clean, 277 were already clean\n[INFO] BUILD SUCCESS",
        title="Format the code",
    )
    d.answer(
        "`GsonBuilder.setStringLengthLimit` is there and survives `newBuilder()`. A reader that the user passes in keeps its own limit: unlike strictness it is not overwritten, otherwise a `Gson` without a limit would switch off the one of the reader. "
        "I also ran `spotless:apply` so that the format check passes."
    )
    d.user(
        "The logic I like. But spotless please not like this: I see 41 changed files in my editor, half of them in extras and proto, this laptop has CRLF checkouts and it rewrites everything. "
        "Please take it back and don't start spotless:apply here any more, I run it on the build server before a PR."
    )
    d.bash(
        "git diff --stat | tail -1",
        " 5 files changed, 44 insertions(+), 2 deletions(-)",
        title="What is left after taking it back",
    )
    d.answer("Taken back, only our own five files differ now. I won't run `spotless:apply` again.")
    d.user("Did the whole module pass after this?")
    d.bash(
        MVN,
        "[INFO] Tests run: 4614, Failures: 0, Errors: 0, Skipped: 11\n[INFO] BUILD SUCCESS",
        title="All tests of gson",
    )
    d.answer("Yes, 4614 tests, no failure.")
    d.user("Question aside, for my own education: what is this @CanIgnoreReturnValue over the setter?")
    d.answer(
        "An annotation of Error Prone. Its check `CheckReturnValue` warns when a result is thrown away; for fluent setters that is normal, so every setter of `GsonBuilder` carries it."
    )
    d.user(
        "Thank you. One paragraph in the UserGuide please, after Streaming, with an example. Our gateway people copy from there, so write 5_000_000, this is what Łukasz has planned. Then commit all."
    )
    d.edit(GUIDE, GUIDE_OLD, GUIDE_NEW)
    commit(
        d,
        f"{READER} {READER_TEST} {BUILDER} {BUILDER_TEST} {GSON} {GUIDE}",
        "GTW-418: Add setStringLengthLimit to GsonBuilder",
    )
    d.answer(
        "Committed: builder, new default, escapes and the section *Limiting the Length of Strings* in `UserGuide.md`.\n\nLeft over:\n\n1. `Troubleshooting.md`, entry `malformed-json`\n2. unquoted strings in lenient mode, not checked so far\n3. `JsonStreamParser`"
    )
    d.end()


def tell_third(s: Scenario, clone: Clone) -> None:
    e = s.session("ts5")
    e.user(
        "Hello, I have only forty minutes today, then my train goes. I was on the phone with Medikor yesterday evening. They have documents until 12 MB which are legal, in base64 it makes 16 million characters. So 5 million would refuse normal patients' scans. Please make it 16_000_000 in the UserGuide, Łukasz changes the gateway in parallel."
    )
    e.edit(GUIDE, "setStringLengthLimit(5_000_000)", "setStringLengthLimit(16_000_000)")
    commit(e, GUIDE, "GTW-418: Raise the limit in the example to 16 million")
    e.answer("Changed and committed. It is only the example, the default of the library is still without a limit.")
    e.user("Right. Now the unquoted strings, please start with the test.")
    e.edit(READER_TEST, MARK, TEST_UNQUOTED + MARK)
    e.bash(
        f"{MVN} -Dtest=JsonReaderTest#testStringLengthLimitUnquoted",
        failed(
            JR,
            "testStringLengthLimitUnquoted",
            "expected com.google.gson.stream.MalformedJsonException to be thrown, but nothing was thrown",
            1960,
            1,
        ),
        title="Only the new test",
        code=1,
    )
    show(e, clone, READER, "  private String nextUnquotedValue()", 57)
    e.answer(
        "`testStringLengthLimitUnquoted` is red, as expected: `nextUnquotedValue` does not call `checkStringLength` at all. It needs it in two places, before `builder.append(buffer, pos, i)` for long values and at the end for those which fit in the buffer.\n\n"
        "One consequence: a number with more than 1024 characters is not recognised by `peekNumber` and arrives here as an unquoted literal, so the limit would hit it as well."
    )
    e.user("And normal numbers?")
    e.answer(
        "They are not affected, `nextString` on a number takes it directly from the buffer, and `NumberLimits` stops anything above 10,000 characters when it is converted."
    )
    e.user(
        "Then it is okay for me, a number of more than 1024 signs is nothing we must protect. I have to run in five minutes. Please leave the test red and uncommitted, and write me only what is left to do."
    )
    e.answer(
        "Left, in this order from my side:\n\n"
        "1. `JsonStreamParser`: a second constructor with a limit\n"
        "2. `Troubleshooting.md`: our message under `malformed-json`\n"
        "3. `nextUnquotedValue`: the check, so that `testStringLengthLimitUnquoted` gets green\n"
        "4. whole `gson` module once more, then the branch is ready for you to push"
    )
    e.user(
        "Please other order. First nextUnquotedValue, a red test should not lie longer than a night. Then Troubleshooting, then all tests. JsonStreamParser please do not start: I don't know yet if we give it a constructor or if the import takes fromJson line by line, "
        "I have asked Karolina and she answers on Monday."
    )
    e.answer(
        "Clear: unquoted first, then the troubleshooting text, then all tests; `JsonStreamParser` waits for Karolina."
    )
    e.user("Exactly so. Until tomorrow!")
    e.answer("Have a good trip.")
    e.end()
