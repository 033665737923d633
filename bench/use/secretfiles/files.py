"""The Go code of the viper scenario."""

OPTION = """package viper

import (
	"log/slog"
	"strings"

	"github.com/spf13/afero"
)

// WithEnvFileSuffix lets an environment variable name a file that holds the value.
// With the suffix "_FILE", the key "password" may come from the file in PASSWORD_FILE.
func WithEnvFileSuffix(suffix string) Option {
	return optionFunc(func(v *Viper) {
		v.envFileSuffix = suffix
	})
}

// readEnvFile reads the file that an environment variable names.
func (v *Viper) readEnvFile(path string) (string, bool) {
	content, err := afero.ReadFile(v.fs, path)
	if err != nil {
		v.logger.Warn("cannot read file named by environment variable", slog.String("path", path))

		return "", false
	}

	return strings.TrimSpace(string(content)), true
}
"""

TESTS = """package viper

import (
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func newEnvFileViper(t *testing.T, files map[string]string) *Viper {
	t.Helper()

	fs := afero.NewMemMapFs()
	for name, content := range files {
		require.NoError(t, afero.WriteFile(fs, name, []byte(content), 0o600))
	}

	v := NewWithOptions(WithEnvFileSuffix("_FILE"), EnvKeyReplacer(strings.NewReplacer(".", "_")))
	v.SetFs(fs)
	v.AutomaticEnv()

	return v
}

func TestEnvFile_Automatic(t *testing.T) {
	v := newEnvFileViper(t, map[string]string{"/run/secrets/db": "s3cret\\n"})
	t.Setenv("DB_PASSWORD_FILE", "/run/secrets/db")

	assert.Equal(t, "s3cret", v.GetString("db.password"))
}
"""

GETENV = '	val, ok := os.LookupEnv(key)\n\n	return val, ok && (v.allowEmptyEnv || val != "")\n'
GETENV_FILE = """	val, ok := os.LookupEnv(key)
	if v.envFileSuffix != "" {
		if path, found := os.LookupEnv(key + v.envFileSuffix); found {
			return v.readEnvFile(path)
		}
	}

	return val, ok && (v.allowEmptyEnv || val != "")
"""

LOOKUP_HEAD = "// readEnvFile reads the file that an environment variable names.\n"
LOOKUP = """// getEnvOrFile reads the file that the variable with the suffix names, or else the variable.
func (v *Viper) getEnvOrFile(key string) (string, bool) {
	if v.envFileSuffix != "" {
		if path, ok := v.getEnv(key + v.envFileSuffix); ok {
			if val, ok := v.readEnvFile(path); ok {
				return val, true
			}
		}
	}

	return v.getEnv(key)
}

"""
FILE_FIRST = LOOKUP[LOOKUP.index("	if v.envFileSuffix") : LOOKUP.index("	return v.getEnv(key)\n") + 22]
VARIABLE_FIRST = """	val, ok := v.getEnv(key)
	if v.envFileSuffix == "" {
		return val, ok
	}

	path, named := v.getEnv(key + v.envFileSuffix)
	if ok {
		if named {
			v.logger.Warn(
				"environment variable takes precedence over its file",
				slog.String("variable", key),
				slog.String("ignored", key+v.envFileSuffix),
				slog.String("path", path),
			)
		}

		return val, true
	}
	if !named {
		return "", false
	}

	return v.readEnvFile(path)
"""

SHADOW_TEST = """func TestEnvFile_DoesNotShadow(t *testing.T) {
	v := newEnvFileViper(t, map[string]string{"/var/lib/ledger.sqlite": "SQLite format 3"})
	t.Setenv("DB_FILE", "/var/lib/ledger.sqlite")
	v.SetDefault("db.host", "localhost")

	assert.Equal(t, "localhost", v.GetString("db.host"))
}

"""
NEWLINE_TEST = """func TestEnvFile_Newline(t *testing.T) {
	v := newEnvFileViper(t, map[string]string{"/run/secrets/db": " s3cret \\n\\n"})
	t.Setenv("DB_PASSWORD_FILE", "/run/secrets/db")

	assert.Equal(t, " s3cret \\n", v.GetString("db.password"))
}

"""
ROTATE_TEST = """func TestEnvFile_CacheRotates(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b"), []byte("new"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "db")))
	t.Setenv("PASSWORD_FILE", filepath.Join(dir, "db"))
	v := NewWithOptions(WithEnvFileSuffix("_FILE"))
	v.AutomaticEnv()
	require.Equal(t, "old", v.GetString("password"))
	require.NoError(t, os.Symlink(filepath.Join(dir, "b"), filepath.Join(dir, "next")))
	require.NoError(t, os.Rename(filepath.Join(dir, "next"), filepath.Join(dir, "db")))

	assert.Eventually(t, func() bool { return v.GetString("password") == "new" }, 2*time.Second, 20*time.Millisecond)
}

"""
CACHED = """package viper

import (
	"sync"

	"github.com/fsnotify/fsnotify"
)

// envFileCache keeps the contents of files until fsnotify reports a change.
type envFileCache struct {
	contents sync.Map
	watcher  *fsnotify.Watcher
}

func (c *envFileCache) forget() {
	for event := range c.watcher.Events {
		c.contents.Delete(event.Name)
	}
}
"""
SUB_TEST = """func TestEnvFile_Sub(t *testing.T) {
	v := newEnvFileViper(t, map[string]string{"/run/secrets/db": "s3cret"})
	v.SetDefault("db.password", "none")
	t.Setenv("DB_PASSWORD_FILE", "/run/secrets/db")

	assert.Equal(t, "s3cret", v.Sub("db").GetString("password"))
}

"""
LIMIT = """	file, err := v.fs.Open(path)
	if err == nil {
		defer file.Close()
		content, err = io.ReadAll(io.LimitReader(file, envFileLimit+1))
	}
"""
PRECEDENCE_TEST = """func TestEnvFile_VariableWins(t *testing.T) {
	v := newEnvFileViper(t, map[string]string{"/run/secrets/db": "s3cret"})
	t.Setenv("DB_PASSWORD_FILE", "/run/secrets/db")
	t.Setenv("DB_PASSWORD", "override")
	var logs bytes.Buffer
	v.logger = slog.New(slog.NewTextHandler(&logs, nil))
	require.True(t, v.logger.Enabled(t.Context(), slog.LevelWarn))

	assert.Equal(t, "override", v.GetString("db.password"))
	assert.Contains(t, logs.String(), "precedence")
	assert.NotContains(t, logs.String(), "s3cret")
}

"""
EMPTY_TEST = """func TestEnvFile_Empty(t *testing.T) {
	for name, allowed := range map[string]bool{"not_allowed": false, "allowed": true} {
		t.Run(name, func(t *testing.T) {
			v := newEnvFileViper(t, map[string]string{"/run/secrets/db": "\\n"})
			v.AllowEmptyEnv(allowed)
			t.Setenv("DB_PASSWORD_FILE", "/run/secrets/db")

			assert.Equal(t, allowed, v.IsSet("db.password"))
		})
	}
}

"""
