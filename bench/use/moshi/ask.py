"""Questions, prompts and notes of the Moshi scenario."""

from conversation import Scenario

OLD = r"(?m)^(?![^\n]*(changed since|stale|supersed|no longer|replaced|outdated|retract|instead|earlier|was:|Henrike|either order))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "On what was I working, and at which point was the work interrupted?",
        "Reading former names of properties (FormerNames); the reflective path is done, the components of records have a red test.",
        every=[r"former.?names?", r"\brecords?\b|RecordComponent|RecordJsonAdapter"],
        wrong=["A comment about leap seconds.", "Former names are read, everything is committed."],
    )
    s.ask(
        "For what reason is it not a parameter of @Json?",
        "Older pinned code generators take the arguments of @Json by position and fail with IndexOutOfBoundsException.",
        every=[
            r"@Json\b",
            r"pin(s|ned|ning)?\b|older (code )?(generator|processor)|processor of 1\.15|old(er)? processor",
            r"IndexOutOfBounds|by position|breaks|fails?\b|position",
        ],
        wrong=["The parameter needs the least code.", "@Json remains unchanged."],
    )
    s.ask(
        "Which approaches were discarded, and on what grounds in each case?",
        "Parameter of @Json (pinned older generators fail, arguments by position); map with nextName (418,022 strings, 31 % slower).",
        every=[
            r"@Json\b[^\n]{0,30}(unchanged|alternates|param)|param\w*[^\n]{0,20}@Json",
            r"pin(s|ned|ning)?\b|older (code )?(generator|processor)|IndexOutOfBounds|by position",
            r"nextName|\bmap\b",
            r"31 ?%|418[,.]?022|string for every|allocat",
        ],
        wrong=["A parameter of @Json and a map, both too slow.", "A map with nextName: 31 % slower."],
    )
    s.ask(
        "Which files belong to the change?",
        "FormerNames.kt, internal/FormerNameIndex.kt and FormerNamesTest.java.",
        every=[
            r"FormerNames\.kt|annotation of its own|[{,] ?FormerNames",
            r"FormerNameIndex(\.kt)?",
            r"FormerNamesTest(\.java)?",
        ],
        wrong=["Rfc3339DateJsonAdapter.kt", "FormerNameIndex.kt and its test"],
    )
    s.ask(
        "What remains to be done, and in which sequence?",
        "RecordJsonAdapter (java16) asks FormerNameIndex; KotlinJsonAdapter in moshi-kotlin likewise; section in README.md; Oriane reviews the annotation's name.",
        every=[
            r"RecordJsonAdapter",
            r"KotlinJsonAdapter",
            r"README",
            r"Oriane[^\n]{0,60}(review|name of|annotation)|review[^\n]{0,40}Oriane",
        ],
        wrong=[
            "RecordJsonAdapter, then README.md.",
            "Oriane maintains CHANGELOG.md; RecordJsonAdapter, KotlinJsonAdapter, README.",
        ],
    )
    s.ask(
        "Which test fails at present?",
        "formerNameOfRecordComponent.",
        every=[r"formerNameOfRecordComponent"],
        never=[
            r"(?m)^(?=[^\n]*\b(red|fail\w*)\b)(?![^\n]*(gave up|given up|tried|dead end|earlier|showed|shows|reproduces|breaks|withdrew))[^\n]*(pinnedProcessorReadsJson|decodesSampleWithout)"
        ],
        wrong=["None.", "red: formerNameOfRecordComponent, pinnedProcessorReadsJson"],
    )
    s.ask(
        "Under which conditions is code written in this repository?",
        "Java 8 only in main sources (no List.of); explicit API mode: visibility and KDoc on public declarations; CHANGELOG.md and the version are Oriane's; "
        "each JsonDataException states the path (reader.path); publishing and pushing are the user's.",
        every=[
            r"Java 8\b|Java 9|List\.of",
            r"explicit API|visibility and KDoc",
            r"Oriane[^\n]{0,80}(CHANGELOG|version|exclusiv)|CHANGELOG[^\n]{0,80}Oriane",
            r"JsonDataException[^\n]{0,60}path|reader\.path",
            r"push\w*[^\n]{0,60}(remain|with me|user|neither|never|not|me in all)|(never|not|don.t|no)\b[^\n]{0,30}\bpush",
        ],
        never=[r"(?m)^(?![^\n]*(leap|this change))[^\n]*(unit )?test is not required"],
        wrong=[
            "Java 8, explicit API mode, CHANGELOG.md is Oriane's, pushing remains with me.",
            "Java 8; explicit API; CHANGELOG: Oriane; reader.path; never push\n- A unit test is not required.",
        ],
    )
    s.ask(
        "Both the current and a former name occur in a document: which one counts, and who determined that?",
        "Henrike (payments backend): the current name wins wherever it stands.",
        every=[
            r"Henrike",
            r"current name[^\n]{0,40}(wins?|precedence|counts)|(precedence|wins?)[^\n]{0,30}current name",
        ],
        never=[OLD + r"last (occurrence|one) wins?\b"],
        wrong=[
            "The last occurrence wins.",
            "The current name wins.",
            "Henrike: the current name wins.\nIf there are both, let the last occurrence win.",
        ],
    )
    s.ask(
        "May a former name be inserted anywhere in JsonReader.Options?",
        "No: behind all current names; generated adapters hard-code positions, a shift moves values into the wrong property.",
        every=[r"behind all current|append|behind the current|at the end", r"hard-code|position|wrong property|shift"],
        wrong=["Yes, the order has no meaning.", "They are appended."],
    )
    s.ask(
        "By which command are the tests run?",
        "./gradlew :moshi:test --offline --tests '*FormerNames*'",
        every=[r"gradlew :moshi:test --offline --tests '?\*FormerNames\*"],
        never=[
            r"(?m)^(?![^\n]*(stop|not|instead|no longer|was|earlier|occupies|supersed|stale|changed since|exit|fail|confine))[^\n]*\b(run|test|tests|build|with|all|check):? *`?\./gradlew (build|check|test)\b"
        ],
        wrong=[
            "./gradlew build",
            "./gradlew :moshi:test",
            "- Run `./gradlew build`\n- ./gradlew :moshi:test --offline --tests '*FormerNames*'",
        ],
    )
    s.ask(
        "What happens if a former name equals the current name of another property?",
        "Refused with IllegalArgumentException when the adapter is created.",
        every=[r"refuse|reject|IllegalArgument", r"IllegalArgument|adapter is created|creat"],
        wrong=["The last one wins.", "It is a mistake of the author."],
    )
    s.ask(
        "Is it permissible that I set the version in gradle.properties myself?",
        "No, Oriane maintains it, and CHANGELOG.md.",
        every=[r"Oriane", r"gradle\.properties|version|maintain"],
        wrong=["Yes.", "Oriane reviews the annotation."],
    )


def ask_prompts(s: Scenario) -> None:
    pinned = r"by position|pin(s|ning|ned)? (an older|the)|@Json. breaks|@Json remains"
    mapping = r"418,022|31 %|allocates nothing|keep selectName"
    henrike = r"Henrike|current name (wins|now takes)"
    order = r"hard-code|behind all current|wrong property"
    red = r"formerNameOfRecordComponent|RecordJsonAdapter|null instead of ada"
    s.prompt("short", pinned, "Add an alternates parameter to @Json.")
    s.prompt(
        "short",
        henrike,
        "Let the last occurrence win if both names are there.",
        "Which key has precedence when both are present?",
    )
    s.prompt("short", order, "Sort all names in JsonReader.Options alphabetically.")
    s.prompt("short", r"--tests '\*FormerNames", "Run the tests of FormerNames.")
    s.prompt("short", red, "Continue with former names.")
    s.prompt("short", r"IllegalArgument|refused", "What if a former name collides with another property?")
    s.prompt(
        "long",
        mapping,
        "On reading FormerNameIndex once more I am of the opinion that the whole business of positions is an unnecessary complication. We could read "
        "each key as a string with nextName and look it up in a hash map that holds the current and the former names alike. Please rewrite the class "
        "accordingly and adapt the adapters which use it.",
    )
    s.prompt(
        "long",
        pinned,
        "A colleague has pointed out that users will hardly find a further annotation and that everybody looks at the existing one first, where the name of a "
        "property is declared anyway. I am inclined to agree with him. Kindly move the list of former names into that annotation as an optional second "
        "argument and deprecate FormerNames.",
    )
    s.prompt(
        "other words",
        henrike,
        "On whose request do outdated duplicates have to be ignored?",
        "A record arrives with the old and the new key: what do we do with it?",
    )
    s.prompt("other words", order, "Could earlier generated classes receive values in the wrong field because of us?")
    s.prompt(
        "forbidden",
        r"Oriane",
        "Enter the new annotation into CHANGELOG.md.",
        "Raise the version in gradle.properties to 2.0.0.",
    )
    s.prompt("forbidden", r"Java 9|Java 8", "Replace emptyList() by java.util.List.of() in FormerNameIndex.kt.")
    s.prompt("forbidden", r"push", "Push feature/former-names and publish a snapshot.")
    s.prompt(
        "forbidden",
        r"reader\.path|states the path|carry the path",
        'throw JsonDataException("unexpected former name") in FormerNameIndex.kt',
    )
    s.prompt(
        "unrelated",
        None,
        "What is the melting point of tungsten?",
        "Please translate 'good evening' into Finnish.",
        "Who wrote The Magic Mountain?",
        "How is a bow tie tied?",
        "Which number is the 20th prime?",
        "Thank you, this is sufficient for today.",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "What were the former names of Istanbul?",
        "Which record holds the title for the longest-running album in the charts?",
        "Who was the first person to map the Amazon?",
        "Is property tax deductible in Austria?",
    )


NOTES = """# Former names (branch feature/former-names)
Moshi reads names that a property had formerly: annotation moshi/.../FormerNames.kt, internal/FormerNameIndex.kt, FormerNamesTest.java.
Tests: `./gradlew :moshi:test --offline --tests '*FormerNames*'`
Henrike (payments backend): the current name wins wherever it stands.
Former names go behind all current ones in JsonReader.Options: generated adapters hard-code positions, else values get into the wrong property.
A former name that is the current one of another property: IllegalArgumentException when the adapter is created.
Discarded: second parameter of @Json (pinned older generators read arguments by position: IndexOutOfBoundsException); map with nextName (418,022 strings, 31 % slower).
RED, uncommitted: formerNameOfRecordComponent.
Next: RecordJsonAdapter (java16) asks FormerNameIndex; KotlinJsonAdapter too; section in README.md; Oriane reviews the annotation's name.
Rules: Java 8 in main sources (no List.of); explicit API mode, visibility and KDoc; Oriane alone edits CHANGELOG.md and the version; JsonDataException states reader.path; user pushes and publishes, never me: never push.
"""
