"""Questions, prompts and notes of the scenario `stringlimit`."""

from conversation import STALE_MARK, Scenario


def still(expression: str, unless: str) -> str:
    """A line that states this as if it still held: no mark of staleness in it, and nothing of `unless`."""
    return rf"(?m)^(?![^\n]*({STALE_MARK}|{unless}))[^\n]*{expression}"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Where does the work stand?",
        "Branch string-limit: setStringLengthLimit is in JsonReader and GsonBuilder and committed; unquoted strings are open, their test is red and uncommitted.",
        every=[
            r"setStringLengthLimit|string.?(length.?)?limit",
            r"GsonBuilder",
            r"unquoted",
            r"\bred\b|fail|uncommitted|not committed|not checked",
        ],
        wrong=[
            "Troubleshooting.md mentions truncated data now, committed on docs/malformed-wording.",
            "setStringLengthLimit is in JsonReader and GsonBuilder, all tests pass.",
        ],
    )
    s.ask(
        "Which test is red, and why?",
        "JsonReaderTest.testStringLengthLimitUnquoted: nextUnquotedValue does not call checkStringLength, so nothing is thrown.",
        every=[
            r"testStringLengthLimitUnquoted",
            r"nextUnquotedValue|unquoted (strings?|values?|literals?)[^\n]{0,60}(not|never|n't|without|no check)|nothing was thrown",
        ],
        wrong=[
            "JsonTreeReaderTest.testOverrides: must override these methods.",
            "testStringLengthLimitEscapes is red because readEscapeCharacter refills the buffer.",
        ],
    )
    s.ask(
        "What has to be done next, and in which order?",
        "First nextUnquotedValue, then Troubleshooting.md (malformed-json), then all tests; JsonStreamParser not yet.",
        every=[
            (
                r"(unquoted|nextUnquotedValue)[^\n]{0,160}Troubleshooting[^\n]{0,120}tests|"
                r"(unquoted|nextUnquotedValue)[^\n]*\n[^\n]*Troubleshooting[^\n]*\n[^\n]*(tests|module|mvn)"
            ),
            r"Troubleshooting",
            r"JsonStreamParser",
        ],
        wrong=[
            "1. JsonStreamParser\n2. Troubleshooting.md\n3. nextUnquotedValue\n4. all tests",
            "First nextUnquotedValue, then push.",
        ],
    )
    s.ask(
        "What about JsonStreamParser?",
        "Do not start JsonStreamParser: undecided between a constructor with a limit and fromJson line by line; Karolina answers on Monday.",
        every=[
            r"JsonStreamParser",
            r"Karolina[^\n]{0,80}(answer|Monday|asked|decid|wait|says|reply)|(asked|waits? for|waiting (for|on)|until|wait on|ask)[^\n]{0,40}Karolina",
        ],
        wrong=["JsonStreamParser gets a second constructor with a limit.", "Karolina reviews the default."],
    )
    s.ask(
        "What is the default limit, and why?",
        "No limit (Integer.MAX_VALUE), was 20_000_000: Karolina found three services with longer attachments that would break silently.",
        every=[
            r"no limit|Integer\.MAX_VALUE|unlimited|without (a |any )?limit",
            r"Karolina|three (of them|services)|attachment|silently|break",
        ],
        never=[
            still(
                r"default[^\n]{0,40}\b20([_ ,.]?000[_ ,.]?000| ?million)",
                r"no limit|MAX_VALUE|unlimited|does not want|doesn't want|break|not want",
            )
        ],
        wrong=[
            "Default is 20_000_000 like Jackson; Karolina reviews.",
            "The default is no limit.",
            "Default is 20_000_000, as in StreamReadConstraints.\n16_000_000 is the example; Karolina: otherwise no limit.",
        ],
    )
    s.ask(
        "Which value stands in the example of the user guide, and where does it come from?",
        "16_000_000, from Medikor: legal documents up to 12 MB are 16 million characters as base64 (5_000_000 before).",
        every=[r"\b16([_ ,.]?000[_ ,.]?000| ?million)", r"Medikor|12 ?MB|base64"],
        never=[
            still(
                r"(example|guide|limit|write|value)[^\n]{0,60}\b5([_ ,.]?000[_ ,.]?000| million)",
                r"16[_ ,.]?000|16 million|would refuse|too (small|low)|raise",
            )
        ],
        wrong=[
            "5_000_000, what Łukasz planned.",
            "16_000_000",
            "UserGuide: write 5_000_000.\nMedikor has 12 MB documents, 16 million characters.",
        ],
    )
    s.ask(
        "What was tried and does not work, and why?",
        "A Reader around the input (sees only chunks, knows no tokens); checking the finished string (OutOfMemoryError with -Xmx64m).",
        every=[
            r"wrapper|wrap|LengthLimitedReader|counting|around the input",
            r"chunk|token|1024|BUFFER_SIZE|all of them together|short strings",
            r"finished|too late|complete|toString|after(wards)? (the )?(append|building)|at the end",
            r"OutOfMemory|\bOOM\b|64 ?m",
        ],
        wrong=[
            "The wrapper sees only chunks.",
            "The wrapper was taken back; checking the finished string is too late (OutOfMemoryError).",
        ],
    )
    s.ask(
        "What did Piotr say?",
        "Piotr (security): the text of the exception must never contain a piece of the string: PESEL numbers would land in Kibana.",
        every=[r"Piotr", r"PESEL|Kibana|patient|personal", r"exception|message|text of"],
        some=[r"never|must not|no (piece|content|part)|without|not contain|mustn't|don't|do not|only the limit"],
        wrong=["Piotr makes a separate ticket for nextDouble.", "PESEL numbers are in the strings."],
    )
    s.ask(
        "Why is there no own exception class, and how does the gateway recognise the error?",
        "Upstream takes no new public type; MalformedJsonException stays, Łukasz matches the message prefix `String length limit`, so it must not be reworded.",
        every=[
            r"MalformedJsonException",
            r"String length limit",
            r"upstream|public type",
            r"reword|contract|match|prefix",
        ],
        wrong=[
            "There is StringTooLongException for a 413.",
            "MalformedJsonException says: String length limit 5 reached.",
        ],
    )
    s.ask(
        "How do I run one test, and which JDK?",
        "JAVA_HOME=/opt/jdk-21 mvn -o -pl gson test -Dtest=JsonReaderTest#NAME; the default JDK 25 is refused, Nexus only in VPN.",
        every=[r"/opt/jdk-21", r"mvn [^\n]{0,20}-o\b", r"-Dtest="],
        wrong=["mvn -pl gson test -Dtest=JsonReaderTest", "JAVA_HOME=/opt/jdk-21 mvn test"],
    )
    s.ask(
        "Which rules does the lead have?",
        "`@since $next-version$`; tests in existing classes; subject `GTW-418: `, one line; only she pushes; no spotless:apply here.",
        every=[
            r"next-version",
            r"existing (test )?class|no new test class",
            r"GTW-418[^\n]{0,60}(one line|no body|subject)|(subject|commit)[^\n]{0,60}GTW-418",
            r"push",
            r"spotless",
        ],
        never=[
            r"(?m)^(?![^\n]*(only|docs|malformed-wording|this one|that one|here|except))[^\n]*(commit[^\n]{0,20} )?without (a )?ticket number"
        ],
        wrong=[
            "@since $next-version$, GTW-418, no push",
            "next-version; existing test classes; subject GTW-418; no push; spotless not.\nCommit without ticket number.",
        ],
    )
    s.ask(
        "What is not checked or left alone on purpose?",
        "skipValue (nothing allocated, the router skips big bodies); a JsonReader passed to fromJson keeps its limit; JsonWriter gets none.",
        every=[
            r"skip(Value|ping|ped)?\b[^\n]{0,120}(allocat|without|not check|n't check|no check|stay|on purpose|router|unchecked)|not checked[^\n]{0,60}skip",
            r"JsonWriter",
        ],
        wrong=["skipValue has a test: testStringLengthLimitSkipped.", "JsonWriter gets the limit for symmetry."],
    )


def ask_prompts(s: Scenario) -> None:
    wrapper = r"counting|chunks|wrapper|LengthLimitedReader"
    late = r"too late|finished string|OutOfMemoryError"
    karolina = r"default of 20 million|Integer\.MAX_VALUE"
    guide = r"16_000_000|16 million"
    piotr = r"PESEL"
    text = r"prefix|contract|reword"
    parser = r"JsonStreamParser"
    red = r"testStringLengthLimitUnquoted|nextUnquotedValue"
    jdk = r"/opt/jdk-21"
    s.prompt("short", red, "make the red test green", "what is next on string-limit?")
    s.prompt("short", karolina, "set DEFAULT_STRING_LENGTH_LIMIT back to 20_000_000")
    s.prompt("short", guide, "which limit is written in the UserGuide?")
    s.prompt("short", parser, "add a constructor with a limit to JsonStreamParser")
    s.prompt(
        "short", r"allocates nothing|skipping stays|skipQuotedValue", "call checkStringLength also in skipQuotedValue"
    )
    s.prompt("short", r"JsonWriter", "please add setStringLengthLimit to JsonWriter")
    s.prompt("short", r"GTW-431|peekedString", "remove peekedString from the NumberFormatException in nextDouble")
    s.prompt("short", jdk, "run JsonReaderTest")
    s.prompt(
        "long",
        wrapper,
        "I was thinking in the train about the size of our patch. What if we leave the parser like upstream has it and put a small Reader in front, in Gson.newJsonReader, which counts the characters and throws when there are more than "
        "the limit? It would be twenty lines in one new internal class and JsonReader has no diff at all. Please prepare it and show me.",
    )
    s.prompt(
        "long",
        piotr,
        "Support of Medikor complains that from our exception they cannot see which document was too long. Please extend the text in checkStringLength, so that after the path also the first twenty characters of the value are shown, like NumberLimits is doing it, "
        "then they find the document by its beginning.",
    )
    s.prompt(
        "long",
        late,
        "There are now three calls of checkStringLength in nextQuotedValue and it doesn't look nice. I would prefer to have only one, at the return, where the string is complete: `String result = builder.toString(); checkStringLength(result.length());`. "
        "Please simplify it so, it is the same behaviour for the user.",
    )
    s.prompt("other words", text, "can we phrase the error nicer: 'Text value is too big (max. N)'?")
    s.prompt("other words", jdk, "why does the build complain about Java on this laptop?")
    s.prompt("other words", parser, "does the nightly ndjson import profit from the new setting?")
    s.prompt("other words", karolina, "why are users not protected out of the box?")
    s.prompt("other words", r"public type", "would a dedicated exception not be cleaner for the 413 answer?")
    s.prompt(
        "other words",
        r"reader that the user passes|keeps its own limit|switch off",
        "should fromJson(JsonReader) overwrite what the caller configured?",
    )
    s.prompt(
        "other words",
        r"testOverrides",
        "adding a method to JsonReader breaks a test of the tree reader, how did we solve it?",
    )
    s.prompt(
        "other words", r"readEscapeCharacter", "what was the trick with the backslash u sequences which Karolina found?"
    )
    s.prompt("forbidden", r"[Pp]ush", "git push -u origin string-limit")
    s.prompt("forbidden", r"spotless", "please run mvn spotless:apply before the commit")
    s.prompt(
        "forbidden", r"existing test classes|new test class", "create StringLengthLimitTest.java for the unquoted cases"
    )
    s.prompt("forbidden", r"next-version", "add a public method JsonReader.hasStringLengthLimit() with @since 2.15.0")
    s.prompt(
        "forbidden",
        r"one line, no body|GTW-418: `",
        "commit with subject 'Check unquoted strings' and a body which explains it",
    )
    s.prompt("forbidden", r"enforcer|Error Prone", "just build with -Denforcer.skip")
    s.prompt(
        "unrelated",
        None,
        "How do I write a polite reminder for an invoice?",
        "thank you, until tomorrow",
        "what time is it in Wellington when it is noon in Kraków?",
        "please translate 'umowa o dzieło' to English",
        "which bread is easy for a beginner?",
        "tell me a short joke about trains",
        "how many days has February 2028?",
        "ok",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "what is the speed limit on Polish motorways?",
        "how long is the string of a violin?",
        "is a default judgment final in civil law?",
        "how do I skip a track on my headphones?",
        "which escape room in Gdańsk is good for a team?",
        "who wrote the first gateway drug study?",
    )


NOTES = """# string-limit (GTW-418)
setStringLengthLimit in JsonReader + GsonBuilder: committed. RED, uncommitted: JsonReaderTest.testStringLengthLimitUnquoted, nextUnquotedValue lacks checkStringLength.
Next: 1 nextUnquotedValue, 2 Troubleshooting.md malformed-json, 3 all tests. Don't start JsonStreamParser: Karolina answers Monday.
Test: `JAVA_HOME=/opt/jdk-21 mvn -o -pl gson test -Dtest=JsonReaderTest#NAME` (JDK 25 refused)
- Default: no limit (Integer.MAX_VALUE; was 20M): Karolina, three services would break.
- UserGuide example 16_000_000: Medikor, 12 MB as base64 (was 5M).
- Piotr: exception message never contains the string (PESEL, Kibana). nextDouble: GTW-431.
- MalformedJsonException stays, upstream takes no public type; gateway matches prefix "String length limit", don't reword.
- skipValue not checked (allocates nothing). No limit in JsonWriter. A reader passed in keeps its limit.
Failed: counting Reader wrapper (sees chunks, no tokens); check on finished string (OutOfMemoryError at 64m).
Rules: `@since $next-version$`; tests in existing classes; subject `GTW-418: `, one line; only she pushes; no spotless:apply (CRLF).
"""
