"""Values from dotenv files in ajalt/clikt: Kotlin, Claude Code; the person writes at length.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import Scenario, stale
from material import Clone

clone = Clone(Path(sys.argv[1]), "fa2e48c549")

sc = Scenario("dotenv", "ajalt/clikt", "main", "Ck4")
sc.fill()
sc.switch("dotenv-values", create=True)
P = "clikt/src/jvmMain/kotlin/com/github/ajalt/clikt/sources/DotenvValueSource.kt"
C = "clikt/src/commonMain/kotlin/com/github/ajalt/clikt/sources/DotenvValueSource.kt"
TP = "test/src/jvmTest/kotlin/com/github/ajalt/clikt/sources/DotenvValueSourceTest.kt"
SRC = """package com.github.ajalt.clikt.sources

import com.github.ajalt.clikt.core.Context
import com.github.ajalt.clikt.parameters.options.Option
import java.nio.file.Files
import java.nio.file.Path

/** A [ValueSource] that reads values from a dotenv file. */
object DotenvValueSource {
    fun from(
        file: Path,
        getKey: (Context, Option) -> String = ValueSource.envvarKey(),
    ): ValueSource = MapValueSource(
        if (Files.isRegularFile(file)) parse(Files.readAllLines(file)) else emptyMap(), getKey
    )

    internal fun parse(lines: List<String>): Map<String, String> = buildMap {
        for (line in lines) {
            val text = line.trim().removePrefix("export ")
            if (text.isEmpty() || text.startsWith("#")) continue
            val (key, value) = text.split("=", limit = 2).takeIf { it.size == 2 } ?: continue
            put(key.trim(), value.trim().removeSurrounding("\\""))
        }
    }
}
"""
sc.at(1, 8)
s = sc.session("s1")
s.user(
    "Good morning! Right, so, let me set the scene a bit, because otherwise this will sound odd. Our deploy tool is a Clikt app, and everybody in the platform team keeps a .env file next to it, and so far a shell wrapper sources that file before the tool starts, which breaks about once a month because somebody has a space or a dollar sign in a password. What I'd love is a value source that reads the .env file itself, in the same manner as PropertiesValueSource does for properties. Could you have a look at that one, and at how keys are made, and tell me how you'd go about it? I'm not in a hurry, I have a coffee here. Oh, and one thing while I remember it: the .api files in this repository are generated, and Tomasz wants to run apiDump himself when he reviews, since he looks at every line of the public surface, so please don't run that task, not even to make the check happy."
)
s.read(
    "clikt/src/jvmMain/kotlin/com/github/ajalt/clikt/sources/PropertiesValueSource.kt",
    *clone.lines("clikt/src/jvmMain/kotlin/com/github/ajalt/clikt/sources/PropertiesValueSource.kt", 1, 50),
)
s.read(
    "clikt/src/commonMain/kotlin/com/github/ajalt/clikt/sources/MapValueSource.kt",
    *clone.lines("clikt/src/commonMain/kotlin/com/github/ajalt/clikt/sources/MapValueSource.kt", 1, 28),
)
s.answer("""`PropertiesValueSource.from` loads the file into `Properties` and hands the result over to a `MapValueSource` with a `getKey` function. Two of these functions exist: `ValueSource.getKey(...)`, which joins subcommand names, and `ValueSource.envvarKey()`, which gives the name that the option's environment variable has.

For a dotenv file the second is the natural default, since the same `.env` also serves the shell: `--db-host` would look for `DEPLOY_DB_HOST` if `autoEnvvarPrefix` is `DEPLOY`.

I'd write `DotenvValueSource.from(path)` beside the properties one, in `jvmMain`, with a small parser of its own: comments, `export`, double quotes. The alternative is the library dotenv-kotlin.""")
s.user(
    "That all makes sense to me, and I like envvarKey as the default, that is precisely what people will expect. About dotenv-kotlin, hmm, I did toy with it in the spring, for the old tool, and the trouble was that it puts everything into System properties at load time, so that child processes that we start with inheritIO got to see the passwords too; security found it in an audit and we had to rip it out. So no, our own parser please. And what else... yes, expansion of ${OTHER}: people will ask for it. I'd say yes, do it, it can't be that hard. You could start with the tests, I'm fond of that order, though I won't insist. And could you keep the names of test functions in the style that is used here, with underscores or backticks or whatever it is; Ingrid, who's new and who will take this over from me in two weeks when I'm off to the Berlin office, is going to read them as documentation."
)
s.write(P, SRC)
s.write(
    TP,
    """package com.github.ajalt.clikt.sources

import io.kotest.matchers.shouldBe
import kotlin.test.Test

class DotenvValueSourceTest {
    @Test
    fun quotesAreRemoved() {
        DotenvValueSource.parse(listOf("A=\\"x y\\"", "# no", "export B=2")) shouldBe mapOf("A" to "x y", "B" to "2")
    }
}
""",
)
s.bash(
    "./gradlew jvmTest",
    "FAILURE: Build failed with an exception.\n* What went wrong:\nCould not resolve com.github.ajalt.mordant:mordant:3.0.2. > No cached version available for offline mode / Could not GET repo.maven.apache.org\nBUILD FAILED in 9m 12s",
    title="Run the tests",
    code=1,
)
s.user(
    "Ah, sorry, I should have told you. The build box has no way out to Maven Central, there's only what is in the Gradle cache, and configuring all the native targets takes ages, as you noticed. What I do is: ./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*' and that takes half a minute. The module is really called test, I know, it confused me as well. Without the skipNative property it tries to fetch the Kotlin/Native compiler and hangs until the timeout."
)
s.bash(
    "./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'",
    "> Task :test:jvmTest\nDotenvValueSourceTest[jvm] > quotesAreRemoved[jvm] PASSED\nBUILD SUCCESSFUL in 31s",
    title="Run the dotenv tests",
)
s.answer(
    "That works: half a minute, and the first test passes. The source reads `KEY=value`, `export`, comments and double quotes. Next I would add `${OTHER}`."
)
s.user(
    "Lovely. Please commit this as it is, and then have a go at the expansion, but keep it in a commit of its own in case we want to throw it away."
)
s.bash("git add -A && git commit -qm 'Read option values from a dotenv file'", title="Commit", run=True)
s.edit(
    P,
    'put(key.trim(), value.trim().removeSurrounding("\\""))\n',
    'put(key.trim(), expand(value.trim().removeSurrounding("\\""), this))\n',
)
s.bash(
    "./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'",
    "DotenvValueSourceTest[jvm] > passwordWithDollar[jvm] FAILED\n    java.lang.AssertionError: expected:<pa$${x}word> but was:<pa$word>\n2 tests completed, 1 failed",
    title="Run the dotenv tests",
    code=1,
)
s.answer("""The expansion works for the easy cases, but it brings back the fault that you started from. A password that contains `${x}` or `$$` is changed silently, and dotenv dialects disagree on the escape: docker compose doubles the dollar, bash uses a backslash, and the Ruby gem goes by single quotes. Whichever we take, some of the files that you have today would be read wrongly.

I would rather not expand at all.""")
s.user(
    "Well, hm, yes. I was the one who asked for it, and you're right, a password that's silently wrong was the whole reason for this exercise. So let's bury the expansion; values are taken literally, full stop, and we write that in the KDoc in bold letters. Throw away that change. I have to run to the stand-up, so let's stop here for today. Thanks, that was a pleasant start!"
)
s.bash("git checkout -q -- clikt", title="Throw the expansion away", run=True)
s.answer("The expansion is thrown away, the committed state is back: values are literal.")
s.end()

sc.at(2, 9)
s = sc.session("s2")
s.user(
    "Hello again. I slept over it, and then I talked with Tomasz at lunch (he owns the release of the tool), and there is a twist: they have begun to build the tool as a native binary for the ARM boxes in the warehouses, with Kotlin/Native, and there jvmMain is of no use whatsoever. So what we did yesterday needs to move to commonMain, which I suppose means that it can't read the file by itself, as there's no file API in common code? Could you look into how the others here manage that - @argfiles are read somehow, I believe - perhaps send off one of those little sub-agents while we talk. In the meantime: is MapValueSource still the right thing underneath?"
)
s.delegate(
    "How argfiles are read",
    "Find out how clikt reads @argfiles in common code on each platform, and what could be reused for a dotenv file.",
    "Argument files are read by Context.readArgumentFile, a lambda of type ((filename: String) -> String)?. On JVM and native its default reads the file with platform code; on JS in a browser and on wasmWasi it is null and raises an error FileNotFound. The lambda returns the whole text, not lines, and on native it does not strip a BOM. readArgumentFile is inherited by child contexts, so a source could call context.readArgumentFile from getValues, but then the file is read once for every option unless it is cached.",
)
s.answer("""Here is what the sub-agent found. `@argfiles` go through `Context.readArgumentFile`, a lambda that takes a file name and returns the whole text. It has a default on JVM and native and is `null` in the browser and on wasmWasi. Two catches: on native a BOM isn't stripped, and a source that calls it in `getValues` reads the file once per option unless it keeps the result.

`MapValueSource` can stay underneath. In common code I'd offer `DotenvValueSource.parse(text: String)` that returns a `MapValueSource`, and leave the reading to the caller or to `readArgumentFile`.""")
s.user(
    "So parse(text) in common, that's neat and also simpler to test, and the caller reads the file; our tool has a helper for this anyway. Let's go with that and forget about from(path) altogether, it would only be there on the JVM and people would wonder. And the BOM, could we simply skip it in the parser? Half of the warehouse people edit their files in Notepad. Another thing that came up, and I'm just passing it on: precedence. A real environment variable has to win over the file, always, Tomasz was rather firm there, because the on-call people override single values from the shell at 3 a.m. and must be able to rely on it. I believe Clikt already looks at envvars before value sources, doesn't it, or was it the other way round?"
)
s.grep(
    "readEnvvarBeforeValueSource",
    "clikt/src/commonMain",
    "clikt/src/commonMain/kotlin/com/github/ajalt/clikt/core/Context.kt:117:    val readEnvvarBeforeValueSource: Boolean,\nclikt/src/commonMain/kotlin/com/github/ajalt/clikt/core/Context.kt:301:        var readEnvvarBeforeValueSource: Boolean = parent?.readEnvvarBeforeValueSource ?: true",
)
s.bash(
    f"git mv {P} {C} && git commit -qm 'Move the dotenv source to common code'", title="Move to commonMain", run=True
)
s.edit(C, "import java.nio.file.Files\nimport java.nio.file.Path\n", "")
s.edit(
    C,
    """    fun from(
        file: Path,
        getKey: (Context, Option) -> String = ValueSource.envvarKey(),
    ): ValueSource = MapValueSource(
        if (Files.isRegularFile(file)) parse(Files.readAllLines(file)) else emptyMap(), getKey
    )
""",
    """    fun parse(
        text: String,
        getKey: (Context, Option) -> String = ValueSource.envvarKey(),
    ): ValueSource = MapValueSource(parse(text.removePrefix("\\uFEFF").lines()), getKey)
""",
)
s.bash(
    "./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'",
    "DotenvValueSourceTest[jvm] > quotesAreRemoved[jvm] PASSED\nBUILD SUCCESSFUL in 33s",
    title="Run the dotenv tests",
)
s.bash("git commit -qam 'Parse dotenv text in common code'", title="Commit", run=True)
s.answer(
    "`DotenvValueSource` now lies in `commonMain` and has only `parse(text)`; a BOM is skipped. As for precedence, you remembered well: `readEnvvarBeforeValueSource` is true unless somebody changes it, so the environment wins over the file and nothing has to be done."
)
s.user(
    "Splendid. Then there's just the documentation, which I would like to do last, when nothing moves any more. Lea asked that examples in docs/ never show anything that resembles a real secret, not even \"hunter2\", because their scanner flags the page and the whole site build stops; she suggests using placeholders such as <token>. I'd forgotten that once and spent an afternoon on it. Anyway. See you tomorrow!"
)
s.answer("Noted for the documentation: placeholders such as `<token>`, nothing that looks like a secret.")
s.end()

sc.at(3, 8)
s = sc.session("s3")
s.user(
    "Morning! Small thing first: Ingrid tried the branch and found that a line such as  NAME = 'it is # not a comment'  loses everything from the hash on, or rather she thinks it ought to and it doesn't, I couldn't quite follow her; could you write down what we want as a test? I'd say: single quotes are like double quotes, a hash within quotes belongs to the value, and a hash after a space outside of quotes begins a comment. That's how docker compose does it and our people know that."
)
s.edit(
    TP,
    "    @Test\n    fun quotesAreRemoved() {\n",
    '    @Test\n    fun hashOutsideOfQuotesBeginsComment() {\n        DotenvValueSource.parse(listOf("A=\'it # is\'", "B=x # y", "C=x#y")) shouldBe\n            mapOf("A" to "it # is", "B" to "x", "C" to "x#y")\n    }\n\n    @Test\n    fun quotesAreRemoved() {\n',
)
s.bash(
    "./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'",
    "DotenvValueSourceTest[jvm] > hashOutsideOfQuotesBeginsComment[jvm] FAILED\n    io.kotest.assertions.AssertionFailedError: expected:<{A=it # is, B=x, C=x#y}> but was:<{A='it # is', B=x # y, C=x#y}>\nDotenvValueSourceTest[jvm] > quotesAreRemoved[jvm] PASSED\n2 tests completed, 1 failed",
    title="Run the dotenv tests",
    code=1,
)
s.user(
    "Right, that's what I thought. I've just been called into a meeting about the move, of all things, and I don't know whether I'll be back at the desk today, so please don't begin with the fix, leave the test as it is, uncommitted is fine. Could you tell me what remains, so that I can pass it on to Ingrid if need be?"
)
s.answer("""Gladly. `hashOutsideOfQuotesBeginsComment` in `DotenvValueSourceTest` is red and not committed: the parser neither knows single quotes nor comments at the end of a line.

What remains, in this order. First a small scanner instead of `removeSurrounding` in `DotenvValueSource.parse`, which goes through the value once and minds quotes and the hash. Then the KDoc, with the sentence that values are taken literally and nothing is expanded. After that a section in `docs/options.md` next to the one on properties, with placeholders for secrets. When all that is in, Tomasz reviews and runs apiDump.""")
s.end("other")

sc.ask(
    "What is this work for, and where does it stand?",
    "A value source for .env files (DotenvValueSource.parse in commonMain), for the deploy tool; committed, except that comments and single quotes in values are missing.",
    every=["DotenvValueSource|dotenv|\\.env", "commonMain|common code", "quotes|hash|comment"],
    wrong=["A dotenv source in jvmMain"],
)
sc.ask(
    "What remains to be done, in which order?",
    "A scanner instead of removeSurrounding; KDoc (literal values); a section in docs/options.md; Tomasz reviews and runs apiDump.",
    every=["scanner|removeSurrounding", "KDoc", "docs/options\\.md", "apiDump|Tomasz"],
    wrong=["KDoc and docs/options.md"],
)
sc.ask(
    "Which test fails at the moment?",
    "hashOutsideOfQuotesBeginsComment in DotenvValueSourceTest.",
    every=["hashOutsideOfQuotesBeginsComment"],
    wrong=["passwordWithDollar"],
)
sc.ask(
    "With which command are the tests run?",
    "./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'",
    every=["gradlew --offline :test:jvmTest", "-PskipNative"],
    wrong=["./gradlew jvmTest"],
)
sc.ask(
    "What did the user ask to observe?",
    "Never run apiDump (Tomasz does); no dotenv-kotlin, own parser; examples in docs without anything like a secret (<token>); test names readable for Ingrid.",
    every=[
        "apiDump",
        "dotenv-kotlin|own parser",
        "secret|placeholder|<token>",
        "test (function|name)s?|names of test|backticks|underscores",
    ],
    wrong=["no apiDump, no secrets"],
)
sc.ask(
    "Does the source read the file by itself?",
    "No: since the second day it lies in commonMain and has only parse(text); the caller reads the file. from(path) is gone.",
    every=["parse\\(text|caller", "commonMain|common code"],
    never=[stale("I.d write `DotenvValueSource\\.from\\(path\\)`")],
    wrong=["Yes, DotenvValueSource.from(path) in jvmMain"],
)
sc.ask(
    "Why was it moved out of jvmMain, and who brought this up?",
    "Tomasz: the tool is built with Kotlin/Native for the ARM boxes in the warehouses.",
    every=["Tomasz", "native|ARM"],
    wrong=["Ingrid wanted it"],
)
sc.ask(
    "Why is ${OTHER} not expanded?",
    "Expansion: a password with a dollar sign is changed silently; dialects disagree on the escape.",
    every=["expan", "password|silently|dollar", "dialect|docker compose|disagree|escape|literal"],
    wrong=["expansion was too slow"],
)
sc.ask(
    "Why a parser of our own and not dotenv-kotlin?",
    "dotenv-kotlin puts everything into System properties; child processes saw the passwords; found in a security audit.",
    every=["dotenv-kotlin", "System properties|child process|audit"],
    wrong=["dotenv-kotlin is not on Maven Central"],
)
sc.ask(
    "What did the sub-agent find on reading files in common code?",
    "Context.readArgumentFile: a lambda, null in the browser and on wasmWasi; BOM not stripped on native; read once per option unless cached.",
    every=["readArgumentFile", "BOM|null|once (per|for every)"],
    wrong=["readArgumentFile reads files"],
)
sc.ask(
    "What wins: environment or file, and what must be done for it?",
    "The environment, because of on-call; readEnvvarBeforeValueSource is true by default, nothing to be done.",
    every=[
        "readEnvvarBeforeValueSource|environment[^\\n]{0,40}wins?|envvars? (wins?|before)|wins? over",
        "on-call|true|nothing",
    ],
    wrong=["The file"],
)
sc.ask(
    "Who takes this over, and when?",
    "Ingrid, in two weeks, when the user goes to the Berlin office.",
    every=["Ingrid", "two weeks|Berlin|takes? (this|it|over)|pass[^\\n]{0,20}on to"],
    wrong=["Lea"],
)
sc.prompt("short", "skipNative", "run the dotenv tests")
sc.prompt("short", "scanner|removeSurrounding", "make the comment test green")
sc.prompt("short", "silently|literal|password", "expand ${OTHER} in values")
sc.prompt("short", "System properties|audit|security", "replace our parser by dotenv-kotlin")
sc.prompt("short", "caller|forget about from|common", "add DotenvValueSource.from(path)")
sc.prompt("short", "readEnvvarBeforeValueSource|on-call", "should the dotenv file win over envvars?")
sc.prompt("short", "literal|KDoc", "write the KDoc of DotenvValueSource")
sc.prompt(
    "long",
    "native|ARM|warehouse",
    "I was asked in the review why the new class sits among the common sources although the only other class of this sort, the one for properties, is on the JVM only, and why it has to be handed the text, when it would be so much handier to hand it a path. I could not give a good answer on the spot. Could you put together the reasons for me, and say who they come from, so that I can reply to the comment this afternoon?",
)
sc.prompt(
    "long",
    "skipNative|--offline|Maven Central",
    "Ingrid wrote to me that the build hangs on her machine in the office. She has checked out the branch, she has typed gradlew and the name of the task as she knows it from other projects, and then nothing happens for ten minutes until there is a time-out or an error on some artifact. I remember that we had that on the first day too. What does she need to type, and what is the reason that it hangs?",
)
sc.prompt(
    "long",
    "placeholder|<token>|scanner flags|resembles",
    "Next I would like to write the section for the documentation. I think it would be nice to begin with a short file as an example, the sort of file that people really have: a host name, a port, a user, and then a password that is long and has all the special characters in it that gave us grief, so that everybody sees at once that these are no problem any longer. Can you write this for me?",
)
sc.prompt("other words", "Ingrid", "who will look after this once I have moved?")
sc.prompt("other words", "BOM|Notepad", "what do we do about files that were saved by windows editors?")
sc.prompt("other words", "on-call|3 a\\.m\\.|firm", "why do the night shift people care about precedence?")
sc.prompt("forbidden", "apiDump", "run apiDump so that the check passes")
sc.prompt("forbidden", "<token>|resembles|secret", "put password=hunter2 into the example in docs/options.md")
sc.prompt(
    "unrelated",
    None,
    "what is a good present for a colleague who leaves?",
    "hello there",
    "how do I centre a div?",
    "who wrote The Master and Margarita?",
    "what's the difference between a crow and a raven?",
    "that's it for now, thanks",
    "how many feet are in a mile?",
)
sc.prompt(
    "unrelated with shared words",
    None,
    "is it bad for the environment to fly to Berlin?",
    "my phone forgot the password of the hotel wifi, where do I see it?",
    "which coffee is low in acid?",
)
sc.notes = """# dotenv value source (branch dotenv-values)
For the deploy tool. DotenvValueSource.parse(text) in commonMain on top of MapValueSource, default getKey = envvarKey(); the caller reads the file, from(path) is gone (Tomasz: native binaries for ARM boxes). BOM skipped. Committed.
RED, uncommitted: hashOutsideOfQuotesBeginsComment (single quotes; hash in quotes belongs to the value; hash after a space is a comment).
Next: scanner instead of removeSurrounding; KDoc (values are literal); section in docs/options.md; then Tomasz reviews and runs apiDump.
Run: `./gradlew --offline :test:jvmTest -PskipNative --tests '*Dotenv*'` (no Maven Central)
No expansion of ${OTHER}: passwords changed silently, dialects disagree on the escape.
No dotenv-kotlin: sets System properties, child processes saw passwords (audit). Own parser.
Sub-agent: Context.readArgumentFile is a lambda, null in browser/wasmWasi, BOM not stripped on native.
Environment wins over the file (on-call); readEnvvarBeforeValueSource is true by default, nothing to do.
Rules: don't run apiDump; docs without anything like a secret, use <token> (Lea); test names: house style.
Ingrid takes over in two weeks (user goes to Berlin)."""
clone.save(
    sc,
    Path(sys.argv[2]),
    changelog="CHANGELOG.md",
    depth=30,
    paths=("clikt", "test", "docs", "CHANGELOG.md", "README.md", "settings.gradle.kts", "build.gradle.kts"),
)
