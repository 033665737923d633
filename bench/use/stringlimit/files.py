"""Java and outputs of Maven that the tessera scenario needs."""

READER = "gson/src/main/java/com/google/gson/stream/JsonReader.java"
GSON = "gson/src/main/java/com/google/gson/Gson.java"
BUILDER = "gson/src/main/java/com/google/gson/GsonBuilder.java"
WRAPPER = "gson/src/main/java/com/google/gson/internal/LengthLimitedReader.java"
READER_TEST = "gson/src/test/java/com/google/gson/stream/JsonReaderTest.java"
TREE_TEST = "gson/src/test/java/com/google/gson/internal/bind/JsonTreeReaderTest.java"
GSON_TEST = "gson/src/test/java/com/google/gson/GsonTest.java"
BUILDER_TEST = "gson/src/test/java/com/google/gson/GsonBuilderTest.java"
GUIDE = "UserGuide.md"
TROUBLE = "Troubleshooting.md"
MVN = "JAVA_HOME=/opt/jdk-21 mvn -o -pl gson test"

WRAPPER_TEXT = """package com.google.gson.internal;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Counts the characters since the last quote and fails when there are too many of them. */
public final class LengthLimitedReader extends FilterReader {
  private final int limit;
  private int count;

  public LengthLimitedReader(Reader in, int limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    count = Math.max(0, count + read);
    if (count > limit) {
      throw new IOException("String length limit " + limit + " reached");
    }
    return read;
  }
}
"""

MARK = "  // http://code.google.com/p/google-gson/issues/detail?id=409\n"

TEST = """  @Test
  public void testStringLengthLimit() throws IOException {
    JsonReader reader = new JsonReader(reader("[\\"abcde\\", \\"abcdef\\"]"));
    reader.setStringLengthLimit(5);
    reader.beginArray();
    assertThat(reader.nextString()).isEqualTo("abcde");
    MalformedJsonException e =
        assertThrows(MalformedJsonException.class, () -> reader.nextString());
    assertThat(e)
        .hasMessageThat()
        .isEqualTo("String length limit 5 reached at line 1 column 19 path $[1]");
  }

"""

TEST_NAME = """  @Test
  public void testStringLengthLimitName() throws IOException {
    JsonReader reader = new JsonReader(reader("{\\"abcdef\\":1}"));
    reader.setStringLengthLimit(5);
    reader.beginObject();
    assertThrows(MalformedJsonException.class, () -> reader.nextName());
  }

  @Test
  public void testStringLengthLimitSkipped() throws IOException {
    JsonReader reader = new JsonReader(reader("[\\"abcdef\\",1]"));
    reader.setStringLengthLimit(5);
    reader.beginArray();
    reader.skipValue();
    assertThat(reader.nextInt()).isEqualTo(1);
  }

"""

TEST_ESCAPES = """  @Test
  public void testStringLengthLimitEscapes() throws IOException {
    // Has to fail as soon as the limit is exceeded, not at the end of the input
    JsonReader reader = new JsonReader(reader("\\"" + "\\\\u0041x".repeat(2000)));
    reader.setStringLengthLimit(5);
    MalformedJsonException e =
        assertThrows(MalformedJsonException.class, () -> reader.nextString());
    assertThat(e)
        .hasMessageThat()
        .isEqualTo("String length limit 5 reached at line 1 column 24 path $");
  }

"""

GSON_TEST_MARK = "  @Test\n  public void testNewJsonReader_Default() throws IOException {\n"

TEST_MANY = """  @Test
  public void testManyShortStrings() {
    String json = "[" + "\\"abc\\",".repeat(3000) + "\\"abc\\"]";
    assertThat(new Gson().fromJson(json, String[].class)).hasLength(3001);
  }

"""

BUILDER_TEST_MARK = "  @Test\n  public void testSetStrictness() throws IOException {\n"

TEST_BUILDER = """  @Test
  public void testSetStringLengthLimit() {
    Gson gson = new GsonBuilder().setStringLengthLimit(5).create().newBuilder().create();
    assertThat(gson.newJsonReader(new StringReader("")).getStringLengthLimit()).isEqualTo(5);
  }

"""

TEST_UNQUOTED = """  @Test
  public void testStringLengthLimitUnquoted() throws IOException {
    JsonReader reader = new JsonReader(reader("[abcdef]"));
    reader.setStrictness(Strictness.LENIENT);
    reader.setStringLengthLimit(5);
    reader.beginArray();
    MalformedJsonException e =
        assertThrows(MalformedJsonException.class, () -> reader.nextString());
    assertThat(e).hasMessageThat().startsWith("String length limit 5 reached");
  }

"""

ACCESSORS = """  public final int getNestingLimit() {
    return nestingLimit;
  }

  /**
   * Sets how many characters a string value or a property name may have, after escape sequences
   * were replaced. Skipped values are not checked.
   *
   * <p>The default is {@value #DEFAULT_STRING_LENGTH_LIMIT}.
   *
   * @throws IllegalArgumentException if the limit is negative.
   * @since $next-version$
   * @see #getStringLengthLimit()
   */
  public final void setStringLengthLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("Invalid string length limit: " + limit);
    }
    this.stringLengthLimit = limit;
  }

  /**
   * Returns the string length limit of this reader.
   *
   * @since $next-version$
   * @see #setStringLengthLimit(int)
   */
  public final int getStringLengthLimit() {
    return stringLengthLimit;
  }
"""

CHECK = """  private void checkStringLength(int length) throws MalformedJsonException {
    if (length > stringLengthLimit) {
      throw new MalformedJsonException(
          "String length limit " + stringLengthLimit + " reached" + locationString());
    }
  }

"""

NEXT_QUOTED = """  /**
   * Returns the string up to but not including {@code quote}, unescaping any character escape
"""

END_OLD = """          int len = p - start - 1;
          if (builder == null) {
            return new String(buffer, start, len);
          } else {
"""
END_NEW = """          int len = p - start - 1;
          checkStringLength(builder == null ? len : builder.length() + len);
          if (builder == null) {
            return new String(buffer, start, len);
          } else {
"""

BUILDER_SETTER = """  /**
   * Configures how many characters a JSON string may have; by default there is no limit.
   *
   * <p>Applies to readers which Gson creates, not to a {@link JsonReader} which is passed in.
   *
   * @return a reference to this {@code GsonBuilder} object to fulfill the "Builder" pattern.
   * @see JsonReader#setStringLengthLimit(int)
   * @since $next-version$
   */
  @CanIgnoreReturnValue
  public GsonBuilder setStringLengthLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("Invalid string length limit: " + limit);
    }
    this.stringLengthLimit = limit;
    return this;
  }

"""
STRICTNESS_DOC = "  /**\n   * Sets the strictness of this builder to the provided parameter.\n"

GUIDE_OLD = "## Issues in Designing Gson\n"
GUIDE_NEW = """### Limiting the Length of Strings

Input of untrusted senders can contain strings which do not fit into memory. They can be refused with a limit:

```java
Gson gson = new GsonBuilder().setStringLengthLimit(5_000_000).create();
```

## Issues in Designing Gson
"""

ENFORCER = """[INFO] --- enforcer:3.6.3:enforce (enforce-versions) @ gson ---
[ERROR] Rule 1: org.apache.maven.enforcer.rules.version.RequireJavaVersion failed with message:
[ERROR] Detected JDK /usr/lib/jvm/java-25-openjdk-amd64 is version 25.0.1 which is not in the allowed range [17,22).
[INFO] ------------------------------------------------------------------------
[INFO] BUILD FAILURE"""


def passed(kind: str, count: int) -> str:
    """What surefire prints when all is well."""
    return f"""[INFO]  T E S T S
[INFO] -------------------------------------------------------
[INFO] Running {kind}
[INFO] Tests run: {count}, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.214 s -- in {kind}
[INFO]
[INFO] Tests run: {count}, Failures: 0, Errors: 0, Skipped: 0
[INFO] BUILD SUCCESS"""


def failed(kind: str, test: str, message: str, line: int, count: int) -> str:
    """What surefire prints for one test that fails."""
    short = kind.rpartition(".")[2]
    return f"""[INFO]  T E S T S
[INFO] -------------------------------------------------------
[INFO] Running {kind}
[ERROR] Tests run: {count}, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.231 s <<< FAILURE! -- in {kind}
[ERROR] {kind}.{test} -- Time elapsed: 0.012 s <<< FAILURE!
java.lang.AssertionError: {message}
	at {kind}.{test}({short}.java:{line})
[ERROR] Failures:
[ERROR]   {short}.{test}:{line} {message}
[INFO]
[ERROR] Tests run: {count}, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE"""
