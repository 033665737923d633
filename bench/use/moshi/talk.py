"""The three sittings of the Moshi scenario. The person writes long and dry prompts."""

from pathlib import Path

from conversation import Scenario, Session
from material import find_line, read_lines

COMMIT = "889013ec"
MAIN = "moshi/src/main/java/com/squareup/moshi"
INDEX = f"{MAIN}/internal/FormerNameIndex.kt"
TESTS = "moshi/src/test/java/com/squareup/moshi/FormerNamesTest.java"

ANNOTATION = """package com.squareup.moshi

/** Names that a property had in earlier versions of a document; they are read and never written. */
@Retention(AnnotationRetention.RUNTIME)
@MustBeDocumented
public annotation class FormerNames(vararg val value: String)
"""

TEST = """package com.squareup.moshi;

import static com.google.common.truth.Truth.assertThat;

import org.junit.Test;

public final class FormerNamesTest {
  static class Account {
    @FormerNames("uid")
    String owner;
  }

  @Test
  public void formerNameIsRead() throws Exception {
    assertThat(read("{\\"uid\\":\\"ada\\"}").owner).isEqualTo("ada");
  }

  @Test
  public void pinnedProcessorReadsJson() throws Exception {
    assertThat(process("1.15.0").warnings).isEmpty();
  }
}
"""

CODE = """package com.squareup.moshi.internal

import com.squareup.moshi.FormerNames
import java.lang.reflect.Field

/** Looks former names of the fields of a class up. */
internal class FormerNameIndex(private val current: List<String>) {
  private val former = LinkedHashMap<String, Int>()

  fun add(field: Field, index: Int) {
    for (name in field.getAnnotation(FormerNames::class.java)?.value.orEmpty()) {
      require(name !in current) { "$name is a current name" }
      former[name] = index
    }
  }
}
"""

RECORD_TEST = """  @Test
  public void formerNameOfRecordComponent() throws Exception {
    assertThat(readRecord("{\\"uid\\":\\"ada\\"}").owner()).isEqualTo("ada");
  }

  @Test
  public void pinnedProcessorReadsJson() throws Exception {
"""


def show(session: Session, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    session.read(path, read_lines(clone, COMMIT, path, first, first + count - 1), first)


def tell_monday(s: Scenario, clone: Path) -> None:
    a = s.session("k1")
    a.user(
        "Our documents live for years, and the keys in them get renamed from time to time. At present every consumer keeps a second property for "
        "the old key and merges the two by hand after reading, which is tedious and has led to two incidents this year. I would like Moshi to accept "
        "the names that a property had formerly, when reading only. Please establish where the names of properties are collected, in the reflective "
        "adapters as well as in the code generator, and propose a form for the declaration. Do not modify any file in this step."
    )
    a.grep(
        "Options.of\\(",
        "moshi/src/main",
        f"{MAIN}/internal/ClassJsonAdapter.kt:46:JsonReader.Options.of(*fieldsMap.keys.toTypedArray())\n"
        f"{MAIN}/internal/StandardJsonAdapters.kt:220:JsonReader.Options.of(*nameStrings)",
    )
    show(a, clone, f"{MAIN}/internal/ClassJsonAdapter.kt", "internal class ClassJsonAdapter", 40)
    a.answer(
        "The reflective adapters gather the names into `JsonReader.Options`, and `selectName` returns an index into them; the generator writes the same "
        "thing as a `when` over the index. For the declaration I see a second parameter of `@Json`, `@Json(name, alternates)`, or an annotation of its "
        "own. The parameter needs the least code."
    )
    a.user(
        "Then please take the parameter of @Json. Before you start, the conditions under which we work in this repository, as they do not follow "
        "from the sources alone. The artifacts run on Java 8 and on old Android devices, hence no API of Java 9 or later may be used in main sources, "
        "List.of included. All modules are compiled in explicit API mode, so each public declaration has its visibility and KDoc. "
        "Finally, CHANGELOG.md and the version in gradle.properties are maintained by Oriane exclusively."
    )
    a.write(TESTS, TEST)
    a.bash(
        "./gradlew build",
        "> Task :moshi:test FAILED\n\nFormerNamesTest > pinnedProcessorReadsJson FAILED\n    java.lang.IndexOutOfBoundsException: Index 1 out of bounds "
        "for length 1\n        at com.squareup.moshi.kotlin.codegen.ksp.JsonNameKt.jsonName(JsonName.kt:31)\n\n1284 tests completed, 1 failed\n\n"
        "BUILD FAILED in 14m 2s",
        title="Build everything",
        code=1,
    )
    a.answer(
        "A second parameter of `@Json` breaks users who pin an older code generator. The processor of 1.15 takes the arguments of the annotation by "
        "position and fails with IndexOutOfBoundsException as soon as the runtime declares two; pinnedProcessorReadsJson reproduces it. Pinning the "
        "processor below the runtime is common because of KSP versions, so this would hit many builds."
    )
    a.user(
        "That settles it, @Json remains unchanged. Proceed with an annotation of its own instead and name it FormerNames. I expect the reflective path "
        "to be complete before anything is done about the generator."
    )
    a.write(f"{MAIN}/FormerNames.kt", ANNOTATION)
    a.write(INDEX, CODE)
    a.bash("./gradlew build", "1285 tests completed\n\nBUILD SUCCESSFUL in 13m 51s", title="Build everything")
    a.answer(
        "`FormerNames` is an annotation of its own, and `internal/FormerNameIndex.kt` collects the names for the reflective adapters. The build is "
        "successful."
    )
    a.user(
        "Good. If a document contains the current name and a former one, let the last occurrence win, as is customary for JSON. One aspect should be "
        "examined independently of us before we continue, namely whether the position of the former names within JsonReader.Options is of any consequence "
        "to adapters that were generated earlier. Kindly have this examined without changing anything."
    )
    a.delegate(
        "Positions in JsonReader.Options",
        "Does the order of names in JsonReader.Options matter to generated adapters of Moshi? Read the codegen and ClassJsonAdapter. Report only.",
        "Generated adapters hard-code positions: `when (reader.selectName(options)) { 0 -> ... }`. They build their own Options, but "
        "AdapterMethods and `@JvmField options` of subclasses share the array of the superclass. A name inserted in the middle shifts every position "
        "behind it and values end up in the wrong property, without an error. Names appended behind all current ones are harmless.",
    )
    a.answer(
        "It matters: generated adapters hard-code positions in a `when`, and where a subclass shares the array a name inserted in the middle moves "
        "values into the wrong property without an error. Former names therefore go behind all current ones in `Options`."
    )
    a.user(
        "Then append them, and state it in the KDoc. What is to be done if a former name of one property is the current name of another one? It would "
        "seem to me that this is always a mistake of the author of the class."
    )
    a.answer(
        "It is refused when the adapter is created.\n\n"
        '<backstory:remember kind="decision" tags="names" at="moshi/src/main/java/com/squareup/moshi/internal/FormerNameIndex.kt#FormerNameIndex" '
        'why="one key would silently feed two properties">A former name that is the current name of another property is refused with '
        "IllegalArgumentException when the adapter is created</backstory:remember>"
    )
    a.user("For my information only: how does Gson spell this feature, and does it write such names as well?")
    a.answer("`@SerializedName(value, alternate = {...})`; the alternates are read only.")
    a.user(
        "Thank you, that has no influence on us. Please commit what there is. Publishing and pushing remain with me in all cases; you do neither."
    )
    a.bash(
        "git add moshi && git commit -q -m 'Read former names of properties' && git log -1 --format=%s",
        "Read former names of properties",
        title="Commit",
        run=True,
    )
    a.answer("Committed on feature/former-names; nothing was pushed.")
    a.end()


def tell_afternoon(s: Scenario) -> None:
    b = s.session("k2")
    b.user(
        "A separate matter which cannot wait. The following was reported for dates with a leap second:\n\n```\nW/Moshi: Not an RFC 3339 date: "
        "2016-12-31T23:59:60Z\nE/Sync: parser must never be shared between threads\nE/Sync: always call close() in onStop, do not retry\n"
        "com.squareup.moshi.JsonDataException: at path $.events[3].at\n```\n\nPlease record the limitation as a comment in Rfc3339DateJsonAdapter on a "
        "branch fix/leap-second. For this change a unit test is not required, and KDoc may be omitted."
    )
    b.bash(
        "printf '\\n// Leap seconds (23:59:60) are not accepted.\\n' >> moshi-adapters/src/main/java/com/squareup/moshi/adapters/Rfc3339DateJsonAdapter.kt "
        "&& git commit -qam 'Say that leap seconds are not accepted'",
        title="Comment",
        run=True,
    )
    b.answer("The comment is in Rfc3339DateJsonAdapter.kt, committed on fix/leap-second.")
    b.end()


def tell_tuesday(s: Scenario) -> None:
    c = s.session("k3")
    c.user("We resume the work on former names. Please summarise the present state in one sentence.")
    c.bash(
        "git log --oneline -1 | cut -c9- && git status --short -uno", "Read former names of properties", title="State"
    )
    c.answer(
        "The reflective path is committed: FormerNames, FormerNameIndex and their tests; records and the Kotlin adapters are missing."
    )
    c.user(
        "I have discussed the draft with Henrike of the payments backend, whose services write these documents. During a migration they emit both keys, "
        "and the former one then holds an outdated value, at no fixed position. She therefore requires that the current name wins wherever it stands. "
        "Since the data are hers I have agreed, and we shall implement it in this manner."
    )
    c.edit(
        INDEX,
        "      former[name] = index\n",
        "      former[name] = index // read only while the current name has not been seen\n",
    )
    c.bash("./gradlew build", "1286 tests completed\n\nBUILD SUCCESSFUL in 14m 8s", title="Build everything")
    c.answer(
        'The current name now takes precedence in either order, as Henrike needs it. If a value cannot be read the exception says "bad former name". The build is '
        "successful."
    )
    c.user(
        "The message is insufficient. Each JsonDataException that we throw states the path, by means of reader.path, and the same applies to all those still to come. "
        "Furthermore the complete build occupies my machine for a quarter of an hour. Please confine yourself henceforth to "
        "./gradlew :moshi:test --offline --tests '*FormerNames*'."
    )
    c.edit(INDEX, '{ "$name is a current name" }', '{ "$name is a current name at $.$name" }')
    c.bash(
        "./gradlew :moshi:test --offline --tests '*FormerNames*'",
        "6 tests completed\n\nBUILD SUCCESSFUL in 21s",
        title="Former names",
    )
    c.bash(
        "git commit -qam 'Former names: the current name wins' && git log -1 --format=%s",
        "Former names: the current name wins",
        title="Commit",
        run=True,
    )
    c.answer("The messages carry the path, and the change is committed. Six tests in 21 seconds.")
    c.user(
        "It appears inelegant to me that the array of options becomes longer and longer. Would a plain map from name to position, consulted with the "
        "result of nextName, not be simpler and independent of any order? Please try it and measure the decoding of our large sample."
    )
    c.bash(
        "./gradlew :moshi:test --offline --tests '*FormerNames*'",
        "FormerNamesTest > decodesSampleWithoutAllocatingNames FAILED\n    expected at most: 0\n    but was         : 418022\n\n7 tests completed, 1 failed",
        title="Map of names",
        code=1,
    )
    c.bash(
        "backstory -q remember failure 'A map from name to position, asked with nextName: 418,022 strings for one 4 MB sample, decoding 31 % slower' --fix "
        "'stay with selectName, it compares bytes and allocates nothing' --at moshi/src/main/java/com/squareup/moshi/internal/FormerNameIndex.kt --tag names",
        title="Keep the result",
        run=True,
    )
    c.answer(
        "I measured it and withdrew it. `nextName` creates a string for every name, 418,022 of them for the sample, and decoding takes 31 % longer. "
        "`selectName` compares bytes and allocates nothing."
    )
    c.user(
        "Then we keep selectName. As the last item of today, components of Java records must be covered too. Write the test for it beforehand; the "
        "implementation can wait until tomorrow since I am expected elsewhere."
    )
    c.edit(TESTS, "  @Test\n  public void pinnedProcessorReadsJson() throws Exception {\n", RECORD_TEST)
    c.bash(
        "./gradlew :moshi:test --offline --tests '*FormerNames*'",
        "FormerNamesTest > formerNameOfRecordComponent FAILED\n    expected: ada\n    but was : null\n\n7 tests completed, 1 failed\n\nBUILD FAILED in 20s",
        title="Former names",
        code=1,
    )
    c.answer(
        "formerNameOfRecordComponent exists and fails as intended (null instead of ada); it is not committed. Outstanding, in this order: "
        "RecordJsonAdapter in the java16 sources asks FormerNameIndex; KotlinJsonAdapter in moshi-kotlin does the same; a section in README.md; Oriane "
        "reviews the name of the annotation."
    )
    c.end("other")
