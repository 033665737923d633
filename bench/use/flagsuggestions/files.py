"""Code that the cobra scenario writes."""

LICENSE = """// Copyright 2013-2023 The Cobra Authors
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//      http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

package cobra

"""

CODE = (
    LICENSE
    + """import (
	"errors"
	"fmt"
	"strings"

	flag "github.com/spf13/pflag"
)

// withFlagSuggestions appends the flags that look like the unknown one to the error of a parse.
func (c *Command) withFlagSuggestions(err error) error {
	var unknown *flag.NotExistError
	if c.DisableSuggestions || !errors.As(err, &unknown) {
		return err
	}

	var hint strings.Builder
	for _, name := range c.similarFlags(unknown.GetSpecifiedName()) {
		fmt.Fprintf(&hint, "\\t--%s\\n", name)
	}
	if hint.Len() == 0 {
		return err
	}
	return fmt.Errorf("%s\\n\\nDid you mean this?\\n%s", err, hint.String())
}

// similarFlags names the flags of the command that are close to what was typed, as SuggestionsFor does for commands.
func (c *Command) similarFlags(typed string) []string {
	distance := c.SuggestionsMinimumDistance
	if distance <= 0 {
		distance = 2
	}

	var names []string
	c.Flags().VisitAll(func(f *flag.Flag) {
		if ld(typed, f.Name, true) <= distance || strings.HasPrefix(f.Name, strings.ToLower(typed)) {
			names = append(names, f.Name)
		}
	})
	return names
}
"""
)

TEST = (
    LICENSE
    + """import (
	"errors"
	"testing"

	"github.com/spf13/pflag"
)

func deployCommand() *Command {
	c := &Command{Use: "deploy", Run: emptyRun}
	c.Flags().Bool("verbose", false, "")
	c.Flags().String("namespace", "", "")
	return c
}

func TestFlagSuggestion(t *testing.T) {
	output, err := executeCommand(deployCommand(), "--verbsoe")
	if err == nil {
		t.Fatal("Expected an error")
	}
	checkStringContains(t, output, "Error: unknown flag: --verbsoe\\n\\nDid you mean this?\\n\\t--verbose\\n")
}

func TestFlagSuggestionOwnErrorFunc(t *testing.T) {
	c := deployCommand()
	c.SetFlagErrorFunc(func(_ *Command, err error) error { return err })
	output, _ := executeCommand(c, "--verbsoe")
	checkStringContains(t, output, "\\t--verbose\\n")
}
"""
)
SPOT = "func TestFlagSuggestionOwnErrorFunc("
TYPED = """func TestFlagSuggestionKeepsTheErrorType(t *testing.T) {
	_, err := executeCommand(deployCommand(), "--verbsoe")
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		t.Fatalf("Expected a NotExistError, got %T", err)
	}
}

"""
HIDDEN = """func TestFlagSuggestionSkipsHiddenAndDeprecated(t *testing.T) {
	c := deployCommand()
	c.Flags().Bool("internal-trace", false, "")
	c.Flags().Bool("namespaces", false, "")
	_ = c.Flags().MarkHidden("internal-trace")
	_ = c.Flags().MarkDeprecated("namespaces", "use namespace")
	for _, typed := range []string{"--internal-trce", "--namespacse"} {
		output, _ := executeCommand(c, typed)
		checkStringOmits(t, output, "\\t--internal-trace\\n")
		checkStringOmits(t, output, "\\t--namespaces\\n")
	}
}

"""
SHORT = """func TestFlagSuggestionShortNames(t *testing.T) {
	c := deployCommand()
	for _, name := range []string{"tag", "top", "dry-run", "detach", "debug"} {
		c.Flags().Bool(name, false, "")
	}
	for _, typed := range []string{"--log", "--d", "--de"} {
		output, _ := executeCommand(c, typed)
		checkStringOmits(t, output, "Did you mean")
	}
	output, _ := executeCommand(c, "--debig")
	checkStringContains(t, output, "\\t--debug\\n")
}

"""
DASH = """func TestFlagSuggestionOneDash(t *testing.T) {
	output, _ := executeCommand(deployCommand(), "-verbose")
	checkStringContains(t, output, "unknown shorthand flag: 'v' in -verbose\\n\\nDid you mean this?\\n\\t--verbose\\n")
}

"""
TRAVERSE = """func TestFlagSuggestionTraverseChildren(t *testing.T) {
	root := &Command{Use: "root", TraverseChildren: true, Run: emptyRun}
	root.Flags().String("region", "", "")
	deploy := deployCommand()
	deploy.AddCommand(&Command{Use: "all", Run: emptyRun})
	root.AddCommand(deploy)

	output, _ := executeCommand(root, "--regoin=eu", "deploy", "all")
	checkStringContains(t, output, "\\t--region\\n")
	output, _ = executeCommand(root, "deploy", "--namespcae=web", "all")
	checkStringContains(t, output, "\\t--namespace\\n")
}

"""

DEFAULT = "	return func(c *Command, err error) error {\n		return err\n	}\n"
DEFAULT_TRY = "	return func(c *Command, err error) error {\n		return c.withFlagSuggestions(err)\n	}\n"
PARSE = "		return c.FlagErrorFunc()(c, err)\n"
PARSE_NEW = "		return c.FlagErrorFunc()(c, c.withFlagSuggestions(err))\n"
PLAIN = 'fmt.Errorf("%s\\n\\nDid'
WRAP = 'fmt.Errorf("%w\\n\\nDid'
VISIT = "		if ld(typed, f.Name, true) <= distance || strings.HasPrefix(f.Name, strings.ToLower(typed)) {\n"
VISIT_SHOWN = '		if f.Hidden || f.Deprecated != "" {\n			return\n		}\n' + VISIT
NEAR = """// similarFlags names the flags of the command that are close to what was typed, as SuggestionsFor does for commands.
func (c *Command) similarFlags(typed string) []string {
	distance := c.SuggestionsMinimumDistance
	if distance <= 0 {
		distance = 2
	}

"""
NEAR_NEW = """// similarFlags names the flags of the command that differ from what was typed in at most a third of its letters.
func (c *Command) similarFlags(typed string) []string {
	distance := len(typed) / 3
	if distance == 0 {
		return nil
	}

"""
VISIT_NEW = "		if ld(typed, f.Name, true) <= distance {\n"
LOOP = """	var hint strings.Builder
	for _, name := range c.similarFlags(unknown.GetSpecifiedName()) {
"""
LOOP_NEW = """	typed := unknown.GetSpecifiedName()
	if group := unknown.GetSpecifiedShortnames(); len(group) > 1 {
		typed = group // -verbose, meant as --verbose
	}

	var hint strings.Builder
	for _, name := range c.similarFlags(typed) {
"""
EXECUTE = "		if cmd != nil {\n			c = cmd\n		}\n"
EXECUTE_TRY = EXECUTE + "		err = c.withFlagSuggestions(err)\n"

MAKE = """richtest: install_deps
"""
MAKE_NEW = """quick:
	go test -count=1 ./...

richtest: install_deps
"""
FISH = """	got := rootCmd.GenFishCompletionFile(f.Name(), false)
	if !errors.Is(got, os.ErrPermission) {
"""
FISH_NEW = """	if os.Geteuid() == 0 {
		t.Skip("root may write to any file")
	}

	got := rootCmd.GenFishCompletionFile(f.Name(), false)
	if !errors.Is(got, os.ErrPermission) {
"""
SPIKE_OLD = """	err = c.ParseFlags(a)
	if err != nil {
"""
SPIKE_NEW = """	err = c.ParseFlags(a)
	for c.AutocorrectFlags && err != nil {
		fixed := c.autocorrect(a, err)
		if fixed == nil {
			break
		}
		c.PrintErrln("continuing with:", strings.Join(fixed, " "))
		a, err = fixed, c.ParseFlags(fixed)
	}
	if err != nil {
"""
SPIKE_FIELD_OLD = "	// SuggestionsMinimumDistance defines minimum levenshtein distance to display suggestions.\n"
SPIKE_FIELD = (
    "	// AutocorrectFlags runs the command with the nearest flag in place of an unknown one.\n	AutocorrectFlags bool\n\n"
    + SPIKE_FIELD_OLD
)
SPIKE_FILE = (
    LICENSE
    + """import (
	"errors"
	"strings"

	flag "github.com/spf13/pflag"
)

// autocorrect replaces the unknown flag by the nearest one.
func (c *Command) autocorrect(args []string, err error) []string {
	var unknown *flag.NotExistError
	if !errors.As(err, &unknown) {
		return nil
	}
	typed, best, least := unknown.GetSpecifiedName(), "", 3
	c.Flags().VisitAll(func(f *flag.Flag) {
		if d := ld(typed, f.Name, true); d < least {
			best, least = f.Name, d
		}
	})
	if best == "" {
		return nil
	}
	fixed := append([]string{}, args...)
	for i, arg := range fixed {
		if arg == "--"+typed || strings.HasPrefix(arg, "--"+typed+"=") {
			fixed[i] = "--" + best + strings.TrimPrefix(arg, "--"+typed)
		}
	}
	return fixed
}
"""
)
FIRST = TEST.replace('import (\n	"errors"\n	"testing"\n\n	"github.com/spf13/pflag"\n)', 'import "testing"')
IMPORT = 'import "testing"\n'
IMPORTS = 'import (\n	"errors"\n	"testing"\n\n	"github.com/spf13/pflag"\n)\n'
