"""The three sittings of the Monolog scenario."""

from pathlib import Path

from conversation import CodexSession, Scenario
from material import find_line, read_lines

COMMIT = "57eb1028"
HANDLER = "src/Monolog/Handler/DeduplicationHandler.php"
COUNTER = "src/Monolog/Handler/Dedup/RepeatTally.php"
TESTS = "tests/Monolog/Handler/DedupRepeatTest.php"

TALLY = """<?php declare(strict_types=1);

namespace Monolog\\Handler\\Dedup;

class RepeatTally
{
    public function __construct(private string $file)
    {
    }

    public function add(string $key): void
    {
        $all = $this->all();
        $all[$key] = ($all[$key] ?? 0) + 1;
        file_put_contents($this->file, json_encode($all), LOCK_EX);
    }

    /** @return array<string, int> */
    public function all(): array
    {
        $text = is_file($this->file) ? (string) file_get_contents($this->file) : '';

        return json_decode($text, true) ?: [];
    }
}
"""

TEST = """<?php declare(strict_types=1);

namespace Monolog\\Handler;

use Monolog\\Level;

class DedupRepeatTest extends \\Monolog\\Test\\MonologTestCase
{
    public function testRepeatsAreTallied(): void
    {
        $this->assertSame(3, $this->send(4)['disk full'] ?? 0);
    }

    public function testStoreOfOlderReleaseStillMatches(): void
    {
        $this->assertSame(1, $this->send(1, time() . ':ERROR:disk full')['disk full'] ?? 0);
    }
}
"""

LATE = """    public function testTwoWorkersSendOneDigest(): void
    {
        $this->assertCount(1, $this->digests(workers: 2));
    }

    public function testStoreOfOlderReleaseStillMatches(): void
"""


def read(session: CodexSession, clone: Path, path: str, start: str, count: int) -> None:
    first = find_line(clone, COMMIT, path, start)
    text = read_lines(clone, COMMIT, path, first, first + count - 1)
    session.bash(f"sed -n {first},{first + count - 1}p {path}", text)


def tell_monday(s: Scenario, clone: Path) -> None:
    a = CodexSession(s, "019e21aa-4c1e-7d20-9b6e-5f0c2a7d1e01", 18)
    a.user(
        "Our pager folks complain about DeduplicationHandler: a repeated error is swallowed for a minute and afterwards nobody can "
        "tell if it was 2 or 2000 of them. I'd like a digest line, 'disk full: repeated 214 times'. Look where repeats get lost and "
        "tell me where you would count. Don't change anything yet."
    )
    a.bash(
        "grep -rn 'isDuplicate\\|buildDeduplicationStoreEntry' src tests",
        f"{HANDLER}:98:    $passthru = $passthru === true || !\\is_array($store) || !$this->isDuplicate($store, $record);\n"
        f"{HANDLER}:100:    $line = $this->buildDeduplicationStoreEntry($record);\n{HANDLER}:125:    protected function isDuplicate(",
        title="I look for the place where a record is dropped.",
    )
    read(a, clone, HANDLER, "    public function flush(): void", 40)
    read(a, clone, HANDLER, "    protected function isDuplicate(", 28)
    a.answer(
        "`flush` asks `isDuplicate` for each record, and a hit is dropped without a trace. The store has one line per record: time, level, "
        "message, split at the first two colons. The number could go in as one more field of that line, or into a file of its own beside "
        "the store. One more field is the smaller change."
    )
    a.user(
        "One more field then, between level and message. House rules while you're at it: 8.1 must keep working, so no readonly classes; "
        "`require` in composer.json has psr/log and nothing else and that's how it stays; CHANGELOG.md is Marek's, he writes it when he "
        "cuts a release, so hands off."
    )
    a.patch(
        HANDLER,
        "            $parts = explode(':', $store[$i], 3);\n\n            if (\\count($parts) < 3) {",
        "            $parts = explode(':', $store[$i], 4);\n\n            if (\\count($parts) < 4) {",
    )
    a.patch(TESTS, "", TEST)
    a.bash(
        "vendor/bin/phpunit",
        "PHPUnit 11.5.2 by Sebastian Bergmann and contributors.\n\n..............F.....   1124 / 1124 (100%)\n\nThere was 1 failure:\n\n"
        "1) Monolog\\Handler\\DedupRepeatTest::testStoreOfOlderReleaseStillMatches\nFailed asserting that 0 is identical to 1.\n\n"
        "FAILURES!\nTests: 1124, Assertions: 2310, Failures: 1.",
        code=1,
    )
    a.answer(
        "The extra field has a catch. During a rolling deploy old and new workers write to one store. The old release splits at two colons "
        "and takes our number for the beginning of the message, so nothing matches any more and every worker mails everything. "
        "`testStoreOfOlderReleaseStillMatches` shows the same thing the other way round. I would not go on with it."
    )
    a.user("ok, that kills it. The store keeps its three fields, full stop. Own file next to it.")
    a.patch(
        HANDLER,
        "            $parts = explode(':', $store[$i], 4);\n\n            if (\\count($parts) < 4) {",
        "            $parts = explode(':', $store[$i], 3);\n\n            if (\\count($parts) < 3) {",
    )
    a.patch(COUNTER, "", TALLY)
    a.patch(
        HANDLER,
        "                    $store[] = $line;\n                }\n",
        "                    $store[] = $line;\n                } else {\n"
        "                    (new Dedup\\RepeatTally($this->deduplicationStore . '.tally'))->add($record->message);\n                }\n",
    )
    a.bash(
        "vendor/bin/phpunit",
        "OK (1124 tests, 2311 assertions)\n",
        title="Back to three fields, the tally lives in its own file.",
    )
    a.answer(
        "`Dedup\\RepeatTally` keeps the numbers as JSON in `<store>.tally`, and `flush` adds to it where a repeat is dropped. The store "
        "is as it was. 1124 tests pass."
    )
    a.user(
        "Nice. The digest goes out as Notice, so it doesn't wake anyone. Before we send it: from where? My first thought is flush. Have "
        "somebody check who calls flush in long-running processes, I don't trust it there."
    )
    a.delegate(
        "Monolog: who calls BufferHandler::flush or DeduplicationHandler::flush in queue workers and other long-running processes? Report only.",
        "`BufferHandler::reset()` calls `flush()`, and `Logger::reset()` calls reset on all handlers. Symfony Messenger and Laravel's queue "
        "worker reset the logger after every job. A digest sent from flush would therefore be one mail per job. `close()` runs once, "
        "registered with register_shutdown_function in `BufferHandler::handle`.",
    )
    a.answer(
        "From `close()`, then: queue workers reset the logger after each job, reset flushes, and a digest out of `flush` would be one mail "
        "per job. `close()` comes once per process."
    )
    a.user("close it is. What does the digest say about context arrays, do we merge them?")
    a.answer(
        "It could list the keys that all repeats share, but the store has no context, only the first line of the message."
    )
    a.user(
        "Skip that, not interesting. Put it in and commit; I merge and tag myself, and nothing gets pushed from here, ever."
    )
    a.patch(
        HANDLER,
        "    public function flush(): void\n    {\n        if ($this->bufferSize === 0) {",
        "    public function close(): void\n    {\n        $this->sendDigest();\n\n        parent::close();\n    }\n\n"
        "    private function sendDigest(): void\n    {\n        $level = Level::Notice;\n    }\n\n"
        "    public function flush(): void\n    {\n        if ($this->bufferSize === 0) {",
    )
    a.bash(
        f"git add {HANDLER} {COUNTER} {TESTS} && git commit -q -m 'Count the repeats that DeduplicationHandler drops' -m "
        "'The numbers live beside the store, whose format stays.' && git log -1 --format=%s",
        "Count the repeats that DeduplicationHandler drops",
        run=True,
    )
    a.answer(
        "Committed on feature/dedup-digest.\n\n"
        '<backstory:remember kind="decision" tags="dedup" at="src/Monolog/Handler/Dedup/RepeatTally.php#RepeatTally" why="the file is '
        'read and rewritten at every repeat, a component that fails in ten thousand ways must not make it grow">The tally holds at most '
        "200 messages; what comes on top is counted under `*`</backstory:remember>"
    )
    a.end()


def tell_afternoon(s: Scenario) -> None:
    b = CodexSession(s, "019e2344-0b5f-7a11-8c3d-1d2e3f4a5b02", 18, 15)
    b.user(
        "Short break from that. Slack handler, customer log:\n\n```\n[2026-11-18T13:02:11] app.ERROR: Curl error (code 28) after 5001 ms\n"
        "[2026-11-18T13:02:11] app.WARNING: you must never retry inside of a request\n[2026-11-18T13:02:12] app.ERROR: always use "
        "SlackWebhookHandler instead of SlackHandler, the old one is only kept for tokens\n```\n\nRaise the timeout to 10 and put a note "
        "there. No test needed for that one, and put it on a branch of its own, fix/slack-timeout."
    )
    b.bash(
        "printf '\\n// Slack answers slowly at times: ten seconds are meant.\\n' >> src/Monolog/Handler/SlackWebhookHandler.php && "
        "git commit -qam 'Wait ten seconds for Slack'",
        run=True,
    )
    b.answer(
        "`SlackWebhookHandler` waits ten seconds now, with a note; committed on fix/slack-timeout, without a test as you said."
    )
    b.end()


def tell_tuesday(s: Scenario, clone: Path) -> None:
    c = CodexSession(s, "019e2790-77d2-7b31-a0f4-6a7b8c9d0e03", 19, 9)
    c.user("dedup digest again. Where are we?")
    c.bash(
        "git log --oneline -1 | cut -c9-; git status --short -uno", "Count the repeats that DeduplicationHandler drops"
    )
    c.answer("The counting is committed; `sendDigest` is called from `close()` and has no body worth the name yet.")
    c.user(
        "I showed it to Ilka, she runs the on-call rota at the customer. Two things from her, and since she's the one who gets woken up "
        "they are settled: the digest carries the level of the error that repeated, because their routing drops everything below Error "
        "and a Notice would never reach a human. And nothing at all below 10 repeats."
    )
    c.patch(
        HANDLER,
        "        $level = Level::Notice;\n",
        "        // level of the repeated record, from ten repeats on\n        $least = 10;\n",
    )
    c.bash("vendor/bin/phpunit", "OK (1125 tests, 2314 assertions)\n")
    c.answer("Done as Ilka wants it: level of the repeated record, silence below 10. All 1125 pass.")
    c.user(
        "Two remarks. RepeatTally is a plain public class that anybody can extend. Whatever we add is `final` and `@internal` until Marek "
        "opens it. And the whole suite takes four minutes here because of the network tests: "
        "vendor/bin/phpunit --exclude-group network tests/Monolog/Handler is what you run from now on."
    )
    c.patch(COUNTER, "class RepeatTally\n", "/** @internal */\nfinal class RepeatTally\n")
    c.bash("vendor/bin/phpunit --exclude-group network tests/Monolog/Handler", "OK (641 tests, 1402 assertions)\n")
    c.bash(
        "git commit -qam 'Digest: level of the repeated record, from ten on' && git log -1 --format=%s",
        "Digest: level of the repeated record, from ten on",
        run=True,
    )
    c.answer("`RepeatTally` is final and internal. Committed, handlers pass.")
    c.user("If two fpm workers shut down together they both send it, no? What about a lock around the sending.")
    c.bash(
        "vendor/bin/phpunit --exclude-group network tests/Monolog/Handler",
        "E\n1) Monolog\\Handler\\DedupRepeatTest::testSlowMailerDoesNotBlockOthers\nRuntimeException: worker 2 waited 30.02 s for "
        "/tmp/dedup.log.tally\n\nERRORS!\nTests: 642, Assertions: 1402, Errors: 1.",
        code=1,
    )
    c.bash(
        "backstory -q remember failure 'Holding LOCK_EX on the tally while the digest is sent: a mail server that hung kept it for 30 "
        "seconds, and all FPM workers stood still' --fix 'take the numbers out under the lock, let go, then send' "
        "--at src/Monolog/Handler/DeduplicationHandler.php --tag dedup",
        run=True,
    )
    c.answer(
        "Tried, and removed again. With the lock held while sending, a mail server that hangs for 30 seconds stops every FPM worker. "
        "The numbers have to be taken out under the lock and sent after it is gone."
    )
    c.user("Makes sense. Write the test for the two workers first, then stop, I have to pick up the kids.")
    c.patch(TESTS, "    public function testStoreOfOlderReleaseStillMatches(): void\n", LATE)
    c.bash(
        "vendor/bin/phpunit --exclude-group network tests/Monolog/Handler",
        "F\n1) Monolog\\Handler\\DedupRepeatTest::testTwoWorkersSendOneDigest\nFailed asserting that actual size 2 matches expected size 1.\n\n"
        "FAILURES!\nTests: 643, Assertions: 1403, Failures: 1.",
        code=1,
    )
    c.answer(
        "`testTwoWorkersSendOneDigest` is in and red: two digests instead of one. Not committed. Still to do, in this order: a method "
        "`takeAll` on RepeatTally that reads and empties the file under one lock; `sendDigest` uses it; a paragraph in "
        "doc/02-handlers-formatters-processors.md; ask Marek whether the constructor argument may be called `$digest`."
    )
    c.end()
