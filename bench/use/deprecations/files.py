"""What is written into the clone of commander: code, tests, and what node printed."""

import json
from pathlib import Path

_outputs = Path(__file__).resolve().parent / "outputs.json"
OUTPUTS = json.loads(_outputs.read_text()) if _outputs.exists() else {}

TEST_FIRST = """import { Command, Option } from '../index.js';
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';

// Parse args and return what was written to stderr meanwhile.
function stderrOf(t, options, args) {
  const write = t.mock.method(process.stderr, 'write', () => true);
  const program = new Command();
  options.forEach((option) => program.addOption(option));
  program.parse(args, { from: 'user' });
  const lines = write.mock.calls.map((call) => call.arguments[0]);
  write.mock.restore();
  return lines;
}

const colour = () => new Option('--colour <shade>');

describe('Option.deprecated()', () => {
  test('when deprecated option is given then warning', (t) => {
    const lines = stderrOf(t, [colour().deprecated()], ['--colour', 'red']);
    assert.deepEqual(lines, [
      "warning: option '--colour <shade>' is deprecated\\n",
    ]);
  });

  test('when choices() follows deprecated() then still a warning', (t) => {
    const option = colour().deprecated().choices(['red', 'blue']);
    const lines = stderrOf(t, [option], ['--colour', 'red']);
    assert.equal(lines.length, 1);
  });
});
"""
TEST_SECOND = """import { Command, Option } from '../index.js';
import { test, describe } from 'node:test';
import assert from 'node:assert/strict';

// Make a program which collects in lines what it writes to stderr.
function makeProgram(...options) {
  const lines = [];
  const program = new Command();
  program.exitOverride().configureOutput({
    writeOut: () => {},
    writeErr: (str) => lines.push(str),
  });
  options.forEach((option) => program.addOption(option));
  return { program, lines };
}

const colour = () => new Option('--colour <shade>');

describe('Option.deprecated()', () => {
  test('when deprecated option is given then warning', () => {
    const { program, lines } = makeProgram(colour().deprecated('use --shade'));
    program.parse(['--colour', 'red'], { from: 'user' });
    assert.deepEqual(lines, [
      "warning: option '--colour <shade>' is deprecated, use --shade\\n",
    ]);
    assert.equal(program.opts().colour, 'red');
  });

  test('when choices() follows deprecated() then still a warning', () => {
    const { program, lines } = makeProgram(
      colour().deprecated().choices(['red', 'blue']),
    );
    program.parse(['--colour', 'red'], { from: 'user' });
    assert.deepEqual(lines, [
      "warning: option '--colour <shade>' is deprecated\\n",
    ]);
  });

  test('when value comes from env then warning', () => {
    process.env.ACME_COLOUR = 'red';
    const { program, lines } = makeProgram(
      colour().deprecated().env('ACME_COLOUR'),
    );
    program.parse([], { from: 'user' });
    delete process.env.ACME_COLOUR;
    assert.equal(lines.length, 1);
  });
});
"""
ENV_OLD = """  test('when value comes from env then warning', () => {"""
ENV_NEW = """  test('when value comes from env then no warning', () => {"""
ENV_END_OLD = """    delete process.env.ACME_COLOUR;
    assert.equal(lines.length, 1);
"""
ENV_END_NEW = """    delete process.env.ACME_COLOUR;
    assert.deepEqual(lines, []);
"""
VARIADIC = """  test('when variadic option has three values then one warning', () => {
    const { program, lines } = makeProgram(
      new Option('--tag <name...>').deprecated(),
    );
    program.parse(['--tag', 'a', 'b', 'c'], { from: 'user' });
    assert.equal(lines.length, 1);
  });

"""
DUAL = """  test('when only negated option is deprecated then positive option is silent', () => {
    const { program, lines } = makeProgram(
      colour(),
      new Option('--no-colour').deprecated('use --plain'),
    );
    program.parse(['--colour', 'red'], { from: 'user' });
    assert.deepEqual(lines, []);
  });

"""
HELP = """  test('when help is requested then no deprecation warning', () => {
    const { program, lines } = makeProgram(colour().deprecated());
    assert.throws(
      () => program.parse(['--colour', 'red', '--help'], { from: 'user' }),
      { code: 'commander.helpDisplayed' },
    );
    assert.deepEqual(lines, []);
  });

"""
HIDE = """  hideHelp(hide = true) {
    this.hidden = !!hide;
    return this;
  }
"""
DOC = """
  /**
   * Mark option as deprecated, with an optional hint what to use instead.
   *
   * @param {string} [hint]
   * @return {Option}
   */

"""
WRAPPED = """  deprecated(hint = '') {
    this.deprecation = hint;
    const parse = this.parseArg;
    this.parseArg = (value, previous) => {
      process.stderr.write(`warning: option '${this.flags}' is deprecated\\n`);
      return parse ? parse(value, previous) : value;
    };
    return this;
  }
"""
PLAIN = """  deprecated(hint = '') {
    this.deprecation = hint;
    return this;
  }
"""
HANDLE = """    const handleOptionValue = (val, invalidValueMessage, valueSource) => {
"""
WARN = """      if (option.deprecation !== undefined) {
        const hint = option.deprecation && `, ${option.deprecation}`;
        this._outputConfiguration.writeErr(
          `warning: option '${option.flags}' is deprecated${hint}\\n`,
        );
      }
"""
ONCE = """      if (
        option.deprecation !== undefined &&
        !this._warnedOptions.has(option)
      ) {
        this._warnedOptions.add(option);
"""
WARN_ONCE = WARN.replace("      if (option.deprecation !== undefined) {\n", ONCE)
SAVED = """    this._savedState = null; // used in save/restoreStateBeforeParse
"""
SET = """    this._warnedOptions = new Set(); // deprecated options which had their warning
"""
INTERNAL = """  /**
   * Internal implementation shared by .option() and .requiredOption()
"""
METHOD = """  /**
   * Warn about a deprecated option, the first time it is used.
   *
   * @param {Option} option
   * @private
   */

  _warnDeprecated(option) {
    if (option.deprecation === undefined || this._warnedOptions.has(option))
      return;
    this._warnedOptions.add(option);
    const hint = option.deprecation && `, ${option.deprecation}`;
    this._outputConfiguration.writeErr(
      `warning: option '${option.flags}' is deprecated${hint}\\n`,
    );
  }

"""
LISTENER = """    this.on('option:' + oname, (val) => {
"""
CALL = """      this._warnDeprecated(option);
"""
CONFLICTS = """    this._checkForConflictingOptions();

    // We do not always call"""
SOURCES = """    this._checkForConflictingOptions();
    this.options
      .filter((o) => this.getOptionValueSource(o.attributeName()) === 'cli')
      .forEach((o) => this._warnDeprecated(o));

    // We do not always call"""
SPIKE = """      if (option.deprecation !== undefined) {
        this.error(`error: option '${option.flags}' is deprecated`, {
          code: 'commander.deprecatedOption',
        });
      }
"""
