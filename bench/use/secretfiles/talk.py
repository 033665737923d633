"""The sittings of the viper scenario: secrets that an environment variable names by file."""

from conversation import Scenario, Session
from files import (
    CACHED,
    EMPTY_TEST,
    FILE_FIRST,
    GETENV,
    GETENV_FILE,
    LIMIT,
    LOOKUP,
    LOOKUP_HEAD,
    NEWLINE_TEST,
    OPTION,
    PRECEDENCE_TEST,
    ROTATE_TEST,
    SHADOW_TEST,
    SUB_TEST,
    TESTS,
    VARIABLE_FIRST,
)
from material import Clone

COMMIT = "528f741"
CODE = "env_file.go"
TEST = "env_file_test.go"
CACHE = "env_file_cache.go"

FIRST_TEST = "func TestEnvFile_Automatic(t *testing.T) {\n"
OK = """ok  	github.com/spf13/viper	{0}s
ok  	github.com/spf13/viper/internal/encoding/dotenv	0.003s
ok  	github.com/spf13/viper/internal/encoding/json	0.003s
ok  	github.com/spf13/viper/internal/encoding/toml	0.004s
ok  	github.com/spf13/viper/internal/encoding/yaml	0.005s
?   	github.com/spf13/viper/internal/features	[no test files]
?   	github.com/spf13/viper/internal/testutil	[no test files]"""
ALL = "go test -shuffle=on ./..."


def show(s: Session, clone: Clone, path: str, start: str, count: int) -> None:
    text, first = clone.lines(path, start, count)
    s.read(path, text, first)


def add_test(s: Session, code: str) -> None:
    s.edit(TEST, FIRST_TEST, code + FIRST_TEST)


def one(s: Session, name: str, seconds: str = "0.011") -> None:
    s.bash(f"go test -run '{name}' -count=1 .", f"ok  	github.com/spf13/viper	{seconds}s", title=f"Run {name}")


def commit(s: Session, subject: str, files: str) -> None:
    s.bash(
        f"git add {files} && git commit -q -s -m '{subject}' && git log -1 --format=%s",
        subject,
        title="Commit",
        run=True,
    )


def tell_first(s: Scenario, clone: Clone) -> None:
    a = s.session("q1")
    a.user(
        "Hi! New feature on feat/env-file: our services get secrets the Docker way, so there is DB_PASSWORD_FILE=/run/secrets/db_password and no "
        "DB_PASSWORD. I'd like viper to follow such a variable, opt-in, for AutomaticEnv and BindEnv alike. Before you write anything, where is the environment read?"
    )
    a.grep(
        "getEnv\\(|LookupEnv|Getenv",
        ".",
        "viper.go:416:func (v *Viper) getEnv(key string) (string, bool) {\nviper.go:421:	val, ok := os.LookupEnv(key)\n"
        "viper.go:653:		if _, ok := v.getEnv(v.mergeWithEnvPrefix(parentKey)); ok {\nviper.go:1276:		if val, ok := v.getEnv(v.mergeWithEnvPrefix(envKey)); ok {\n"
        'viper.go:1286:			if val, ok := v.getEnv(envkey); ok {\nutil.go:133:		home := os.Getenv("HOMEDRIVE") + os.Getenv("HOMEPATH")',
    )
    show(a, clone, "viper.go", "// getEnv is a wrapper", 13)
    a.answer(
        "Everything goes through one function:\n\n- `getEnv` in viper.go applies the key replacer and calls `os.LookupEnv`.\n- `find` calls it twice, for "
        "`AutomaticEnv` and for the names given to `BindEnv`.\n- `isPathShadowedInAutoEnv` calls it for the parents of a nested key.\n\nSo a single change in "
        "`getEnv` would cover both. For the API I see a setter `SetEnvFileSuffix` with its global twin, or an option."
    )
    a.user(
        "An option only, please. The global functions next to every method are something upstream regrets, so no new package-level wrappers from us. Two habits of "
        "ours: files are opened through v.fs and never with os.ReadFile, otherwise nobody can test with MemMapFs. And leave viper_test.go alone, it conflicts with "
        "upstream every other week; our tests get their own file."
    )
    a.write(CODE, OPTION)
    a.edit(
        "viper.go", "	allowEmptyEnv       bool\n", "	allowEmptyEnv       bool\n	envFileSuffix       string\n"
    )
    a.edit("viper.go", GETENV, GETENV_FILE)
    a.write(TEST, TESTS)
    a.bash(ALL, OK.format("2.317"), title="Run all tests")
    a.answer(
        '`WithEnvFileSuffix("_FILE")` is in, in env_file.go, with a first test in env_file_test.go. Everything passes. The lookup sits in `getEnv`, the value is '
        "cleaned with `strings.TrimSpace`.\n\nIf you like I can also look at supporting `file://` URLs in a variable's value, that would be a small step from here."
    )
    a.user("No URLs, thanks. Give me ten minutes, I'll try it in billing.")
    a.answer("Sure. A `replace github.com/spf13/viper => ../viper` in billing's go.mod is enough to try it.")
    a.user(
        "Hmm, something's off. db.host and db.pool are in config.yaml and come back empty:\n\n```\n09:41:07 INF env DB_FILE=/var/lib/billing/ledger.sqlite "
        'DB_PASSWORD_FILE=/run/secrets/db_password\n09:41:07 INF config key=db.file value=/var/lib/billing/ledger.sqlite\n09:41:07 ERR config key=db.host value=""\n'
        '09:41:07 ERR config key=db.pool value=""\n09:41:08 FTL never start without a database, always check db.host first\n```'
    )
    show(a, clone, "viper.go", "func (v *Viper) isPathShadowedInAutoEnv", 10)
    add_test(a, SHADOW_TEST)
    a.bash(
        "go test -run 'TestEnvFile' -count=1 .",
        "--- FAIL: TestEnvFile_DoesNotShadow (0.00s)\n    env_file_test.go:32: \n        	Error Trace:	/home/dev/src/viper/env_file_test.go:32\n"
        '        	Error:      	Not equal: \n        	            	expected: "localhost"\n        	            	actual  : ""\n'
        "        	Test:       	TestEnvFile_DoesNotShadow\nFAIL\nFAIL	github.com/spf13/viper	0.013s\nFAIL",
        title="Reproduce",
        code=1,
    )
    a.answer(
        "Reproduced, and it's my placement that is wrong. `isPathShadowedInAutoEnv` also asks `getEnv`, for the parent `db`. With the lookup inside `getEnv`, your "
        "`DB_FILE` is taken for the file of the key `db`, so `db` has a value and shadows `db.host` and `db.pool`. It even reads the sqlite file each time."
    )
    a.user(
        "Ha, nice one. So getEnv has to stay dumb. Move it up into find then, and the shadow check doesn't know about files at all."
    )
    a.edit("viper.go", GETENV_FILE, GETENV)
    a.edit(CODE, LOOKUP_HEAD, LOOKUP + LOOKUP_HEAD)
    a.edit("viper.go", "v.getEnv(v.mergeWithEnvPrefix(envKey)); ok", "v.getEnvOrFile(v.mergeWithEnvPrefix(envKey)); ok")
    a.edit("viper.go", "v.getEnv(envkey); ok", "v.getEnvOrFile(envkey); ok")
    a.bash(ALL, OK.format("2.290"), title="Run all tests")
    a.bash(
        "backstory -q remember failure 'File lookup inside getEnv: isPathShadowedInAutoEnv calls it too, so DB_FILE gave the key db a value and hid "
        "db.host; the lookup belongs in find (getEnvOrFile)' --at viper.go --tag env",
        title="Remember the dead end",
        run=True,
    )
    a.answer(
        "`getEnv` is as it was. The new `getEnvOrFile` is used by `find` only, in both places, and `TestEnvFile_DoesNotShadow` keeps it that way."
    )
    a.user(
        "Great. One more thing, TrimSpace is too greedy. Delphine, who runs our clusters, had a password with a blank at the end last year and it took two days to "
        "find. Cut one newline at the end, nothing else."
    )
    a.edit(CODE, "strings.TrimSpace(string(content)), true", 'strings.TrimSuffix(string(content), "\\n"), true')
    add_test(a, NEWLINE_TEST)
    one(a, "TestEnvFile")
    a.answer("Exactly one trailing newline is cut now, blanks stay. `TestEnvFile_Newline` covers it.")
    a.user(
        "And if both DB_PASSWORD and DB_PASSWORD_FILE are set? Hmm. I'd say the file wins, whoever mounts a secret means it."
    )
    a.answer(
        'That\'s what the code does. The other option would be an error, as the postgres image does ("both are set, but are exclusive"), but `Get` has no way to '
        "return one, so the file wins."
    )
    a.user(
        "Could you have somebody read through the rest of the package for spots that treat env in their own way? Just reading."
    )
    a.delegate(
        "Env handling elsewhere",
        "Which parts of the package besides find and getEnv depend on environment settings of a Viper? Read only, report.",
        "1. `Sub()` builds a new Viper with New() and copies its fields by hand (parents, automaticEnvApplied, envPrefix, envKeyReplacer, keyDelim). envFileSuffix and "
        'fs are not among them, so v.Sub("db") will not follow files.\n2. `AllKeys()` only knows variables bound with BindEnv (v.env). With AutomaticEnv alone, '
        "Unmarshal and AllSettings never see a key that exists only as *_FILE; plain variables have the same limit.\n3. `absPathify` and `userHomeDir` read the "
        "environment for paths only.",
    )
    a.answer(
        "Two findings matter:\n\n1. `Sub()` copies fields by hand, and `envFileSuffix` and `fs` are not copied.\n2. `AllKeys` (and with it `Unmarshal`) sees only bound "
        "variables, so a key that exists only as `*_FILE` is invisible under plain `AutomaticEnv`."
    )
    a.user(
        "Sub we repair tomorrow. AllKeys stays the way it is, plain variables have the same limitation and people know it. For now commit: with -s please, subject "
        "like `feat: …` in lower case, one thing per commit, and never amend, I review commit by commit."
    )
    commit(a, "feat: read values from files named by env variables", f"viper.go {CODE} {TEST}")
    a.answer(
        "Committed, signed off. Open for tomorrow: `Sub()`, a size limit for the files, a README section, maybe a benchmark of `Get`."
    )
    a.user("Does viper still read HCL, by the way? Someone asked at standup.")
    a.answer(
        "Not by itself. `hcl` is still in `SupportedExts`, but the codec registry has no HCL codec any more; you register one with `RegisterCodec`."
    )
    a.end()


def tell_typo(s: Scenario, clone: Clone) -> None:
    b = s.session("q2")
    b.user(
        'Quick other thing on docs/its-typo: the comment of KeyDelimiter says "By default it\'s value is". Fix only that. No test, and this time without sign-off, '
        "and you may amend here as often as you like, nobody has pulled that branch."
    )
    show(b, clone, "viper.go", "// KeyDelimiter sets", 7)
    b.edit("viper.go", "// By default it's value is", "// By default its value is")
    b.bash("git commit -q -a -m 'docs: fix typo' && git log -1 --format=%s", "docs: fix typo", title="Commit", run=True)
    b.answer('Done, "its value".')
    b.user("Say KeyDelimiter in the subject, please.")
    b.bash(
        "git commit -q --amend -m 'docs: fix typo in comment of KeyDelimiter' && git log -1 --format=%s",
        "docs: fix typo in comment of KeyDelimiter",
        title="Amend",
        run=True,
    )
    b.answer("Amended.")
    b.user("Thanks, that's all here.")
    b.answer("You're welcome.")
    b.end()


def tell_second(s: Scenario, clone: Clone) -> None:
    c = s.session("q3")
    c.user("Morning! Where were we with the env files?")
    c.bash(
        "git log --oneline -1 | cut -c9-; git status --short -uno",
        "feat: read values from files named by env variables",
        title="State",
    )
    c.answer("The lookup is committed. Open: `Sub()`, the size limit, README, a benchmark.")
    c.user(
        "Kwame from billing called last night. They Get the password on every request and he'd like the contents cached. Hmm, what if we keep them and drop an entry "
        "when fsnotify says so, like WatchConfig does? Try it, small."
    )
    c.write(CACHE, CACHED)
    c.edit(
        TEST,
        '	"strings"\n	"testing"\n',
        '	"os"\n	"path/filepath"\n	"strings"\n	"testing"\n	"time"\n',
    )
    add_test(c, ROTATE_TEST)
    c.bash(
        "go test -run 'TestEnvFile_CacheRotates' -count=1 .",
        "--- FAIL: TestEnvFile_CacheRotates (2.01s)\n    env_file_test.go:57: \n        	Error Trace:	/home/dev/src/viper/env_file_test.go:57\n"
        "        	Error:      	Condition never satisfied\n        	Test:       	TestEnvFile_CacheRotates\nFAIL\nFAIL	github.com/spf13/viper	2.019s\nFAIL",
        title="Run the rotation test",
        code=1,
    )
    c.answer(
        "It doesn't survive a rotation. The watch follows the inode behind the symlink; when the link is swapped, as Kubernetes does with `..data`, no event arrives and "
        "the old secret is served forever. Watching the directory would help, but a Viper has no `Close`, so every instance would leave a goroutine and a watcher behind."
    )
    c.user(
        "Delphine says the same, the kubelet swaps ..data and on the EU clusters that happens every two minutes. Then out with it, no cache of any kind. The README "
        "promises that viper doesn't cache environment variables anyway, and Kwame can keep the value in his own struct, I told him."
    )
    c.bash(f"rm {CACHE}", title="Remove the cache", run=True)
    c.edit(TEST, ROTATE_TEST, "")
    c.edit(
        TEST,
        '	"os"\n	"path/filepath"\n	"strings"\n	"testing"\n	"time"\n',
        '	"strings"\n	"testing"\n',
    )
    one(c, "TestEnvFile")
    c.answer("The cache is gone, file and test. Every `Get` reads the file anew.")
    c.user("Sub now.")
    c.edit(
        "viper.go",
        "		subv.keyDelim = v.keyDelim\n",
        "		subv.keyDelim = v.keyDelim\n		subv.envFileSuffix = v.envFileSuffix\n		subv.fs = v.fs\n",
    )
    add_test(c, SUB_TEST)
    one(c, "TestEnvFile_Sub$")
    commit(c, "fix: follow env files in sub trees", f"viper.go {TEST}")
    c.answer("`Sub()` hands on `envFileSuffix` and `fs`; committed as its own commit.")
    c.user("Is it race-clean?")
    c.bash(
        "CGO_ENABLED=1 go test -race ./...",
        '# runtime/cgo\ncgo: C compiler "gcc" not found: exec: "gcc": executable file not found in $PATH\nFAIL	github.com/spf13/viper [build failed]',
        title="Race detector",
        code=1,
    )
    c.answer("I can't tell from here: the race detector needs cgo, and there is no gcc. Shall I install one?")
    c.user(
        "No, don't install anything, this VM belongs to IT. Without gcc there's no -race here, that only runs in CI. All tests are `go test -shuffle=on ./...`, and a "
        "single one is `go test -run 'TestEnvFile_Sub$' -count=1 .`; keep the count, otherwise Go hands you the cached result. `make test` downloads gotestsum, the proxy blocks that."
    )
    c.answer("Understood, plain `go test` here and the race detector in CI.")
    c.user("Now the size. 64 KiB ought to be plenty for a password.")
    c.edit(CODE, "	content, err := afero.ReadFile(v.fs, path)\n", "	var content []byte\n" + LIMIT)
    c.edit(
        CODE,
        '	"log/slog"\n	"strings"\n\n	"github.com/spf13/afero"\n)\n',
        '	"io"\n	"log/slog"\n	"strings"\n)\n\n// envFileLimit is the size of the largest file that is read.\nconst envFileLimit = 64 << 10\n',
    )
    one(c, "TestEnvFile")
    c.answer(
        "`envFileLimit` is 64 KiB. What is longer gets cut at the limit plus one byte for now; tell me whether you'd rather refuse it."
    )
    c.user(
        "Hmm, wait, before I forget: Kwame mounts a CA bundle the same way and that's 231 KB. So let's go for 512 KiB. And refuse what's larger, don't truncate, half a "
        "certificate chain is worse than none."
    )
    c.edit(CODE, "envFileLimit = 64 << 10", "envFileLimit = 512 << 10")
    c.edit(CODE, "	if err != nil {\n", "	if err != nil || len(content) > envFileLimit {\n")
    one(c, "TestEnvFile")
    commit(c, "feat: refuse env files above 512 KiB", CODE)
    c.answer("512 KiB it is. A larger file is refused with a warning and counts as not set.")
    c.user(
        "I've changed my mind about precedence, by the way. On-call overrides a password at 3am with `kubectl set env DB_PASSWORD=…`, says Delphine, and with our order "
        "that would silently do nothing. So the plain variable wins, with a Warn naming both variables. Names and the path only! What's inside a secret file must never "
        "show up in a log or an error, that came out of the last audit."
    )
    c.edit(CODE, FILE_FIRST, VARIABLE_FIRST)
    c.edit(
        CODE,
        "// getEnvOrFile reads the file that the variable with the suffix names, or else the variable.\n",
        "// getEnvOrFile reads the variable, or else the file that the variable with the suffix names.\n",
    )
    c.edit(TEST, '	"strings"\n	"testing"\n', '	"bytes"\n	"log/slog"\n	"strings"\n	"testing"\n')
    add_test(c, PRECEDENCE_TEST)
    c.bash(ALL, OK.format("2.402"), title="Run all tests")
    commit(c, "feat: prefer the variable over its file", f"{CODE} {TEST}")
    c.answer(
        "The variable is preferred, with a Warn of both names and the path. Would you like that Warn only once per key, with a `sync.Once`? `Get` in a loop will repeat it."
    )
    c.user(
        "Nah, leave it, the noise is the point. But the 1.23 job is red, I pushed just now:\n\n```\nRun go test -race -v -tags '' -shuffle=on ./...\n"
        "# github.com/spf13/viper [github.com/spf13/viper.test]\n./env_file_test.go:58:37: t.Context undefined (type *testing.T has no field or method Context)\n"
        "FAIL	github.com/spf13/viper [build failed]\n```\n\ngo.mod says 1.23, so nothing newer than that, in tests neither."
    )
    c.edit(TEST, "	require.True(t, v.logger.Enabled(t.Context(), slog.LevelWarn))\n", "")
    c.bash(ALL, OK.format("2.344"), title="Run all tests")
    commit(c, "test: stay with go 1.23 in env file tests", TEST)
    c.answer(
        "`testing.T.Context` came with Go 1.24; the text handler lets warnings through by default, so I dropped that line."
    )
    c.user("Good. What's on for tomorrow?")
    c.answer(
        "Next steps:\n\n1. README: a section on secrets from files\n2. Benchmark `Get` with and without a file\n3. Files with `\\r\\n` at the end\n4. Empty files\n"
        "5. `ExampleWithEnvFileSuffix`"
    )
    c.end()


def tell_third(s: Scenario, clone: Clone) -> None:
    d = s.session("q4")
    d.user(
        "Hey, back again. Drop the benchmark from your list, without a cache there's nothing to compare. The line endings first, somebody will write such a file in Notepad."
    )
    d.edit(
        CODE,
        '	return strings.TrimSuffix(string(content), "\\n"), true\n',
        '	val := strings.TrimSuffix(string(content), "\\n")\n	if len(val) < len(content) {\n		val = strings.TrimSuffix(val, "\\r")\n	}\n\n	return val, true\n',
    )
    one(d, "TestEnvFile_Newline$")
    commit(d, "fix: cut a windows line ending as one newline", CODE)
    d.answer("`\\r\\n` at the end counts as the one newline; a lone `\\r` stays.")
    d.user('What\'s the order with BindEnv("pw", "A", "B") actually?')
    d.answer(
        "`A`, `A_FILE`, `B`, `B_FILE`: each name is asked together with its file before the next name. I would leave that."
    )
    d.user("Fine with me.")
    d.answer("Good, nothing changed then.")
    d.user(
        "There's one thing I can't decide alone: what a missing file means. Today we Warn and fall through to config and default. Kwame wants it to stop hard, he'd rather "
        "crash than connect with the default password. Delphine wants the fall-through kept, her pods come up to 20 seconds before the CSI mount is there. We meet on Tuesday, please don't touch it until then."
    )
    d.answer(
        "Left as it is: missing file, Warn, fall through. I could sketch an option `WithStrictEnvFiles` for your meeting."
    )
    d.user(
        "Please don't, not before we've talked. Now empty files: same as an empty variable, so not set unless AllowEmptyEnv is on. Test first, I have to run in a minute."
    )
    d.grep(
        "allowEmptyEnv",
        "viper.go",
        '132:	allowEmptyEnv       bool\n407:	v.allowEmptyEnv = allowEmptyEnv\n424:	return val, ok && (v.allowEmptyEnv || val != "")',
    )
    add_test(d, EMPTY_TEST)
    d.bash(
        "go test -run 'TestEnvFile_Empty$' -count=1 .",
        "--- FAIL: TestEnvFile_Empty (0.00s)\n    --- FAIL: TestEnvFile_Empty/not_allowed (0.00s)\n        env_file_test.go:71: \n"
        "            	Error Trace:	/home/dev/src/viper/env_file_test.go:71\n            	Error:      	Not equal: \n            	            	expected: false\n"
        "            	            	actual  : true\n            	Test:       	TestEnvFile_Empty/not_allowed\nFAIL\nFAIL	github.com/spf13/viper	0.012s\nFAIL",
        title="Run the new test",
        code=1,
    )
    d.answer(
        '`TestEnvFile_Empty/not_allowed` is red as it should be: `readEnvFile` returns `"", true` for an empty file and never looks at `allowEmptyEnv`, only `getEnv` does. '
        "The test is not committed.\n\nNext:\n1. Honor `allowEmptyEnv` in `readEnvFile`\n2. `ExampleWithEnvFileSuffix` in env_file_example_test.go\n3. README section under "
        '"Working with Environment Variables"'
    )
    d.user(
        "Swap 2 and 3, Delphine wants to read the README part before Tuesday, the example can wait. Off to the dentist, leave it red. Bye!"
    )
    d.answer("README right after the fix, then the example. Good luck at the dentist!")
    d.end()
