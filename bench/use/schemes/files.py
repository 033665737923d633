"""What is written into the clone of marked: code, tests, and what node printed."""

import json
from pathlib import Path

_outputs = Path(__file__).resolve().parent / "outputs.json"
OUTPUTS = json.loads(_outputs.read_text()) if _outputs.exists() else {}

TEST_FIRST = """import { Marked } from '../../lib/marked.esm.js';
import { describe, it } from 'node:test';
import assert from 'node:assert';

function html(md, schemes = ['https', 'mailto']) {
  return new Marked({ schemes }).parseInline(md);
}

describe('schemes', () => {
  it('keeps a link with an allowed scheme', () => {
    assert.strictEqual(html('[docs](https://files.example)'), '<a href="https://files.example">docs</a>');
  });

  it('makes no link of a blocked href', () => {
    assert.ok(!html('[docs](data:text/html,https://files.example)').includes('<a '));
  });
});
"""
TEST_SECOND = """import { Marked } from '../../lib/marked.esm.js';
import { describe, it } from 'node:test';
import assert from 'node:assert';

function html(md, schemes = ['https', 'mailto']) {
  return new Marked({ schemes }).parseInline(md);
}

describe('schemes', () => {
  it('keeps a link with an allowed scheme', () => {
    assert.strictEqual(html('[docs](https://files.example)'), '<a href="https://files.example">docs</a>');
  });

  it('makes no link of a blocked href', () => {
    assert.strictEqual(html('[docs](data:text/html,https://files.example)'), 'docs');
  });

  it('leaves the alt text of a blocked image', () => {
    assert.strictEqual(html('![a cat](data:image/gif;base64,R0lGOD)'), 'a cat');
  });

  it('leaves a relative href alone', () => {
    assert.strictEqual(html('[up](../index.html?q=a:b)'), '<a href="../index.html?q=a:b">up</a>');
  });
});
"""
BLOCKED_OLD = """    assert.strictEqual(html('[docs](data:text/html,https://files.example)'), 'docs');
"""
BLOCKED_NEW = """    assert.strictEqual(
      html('[docs](data:text/html,https://files.example)'),
      'docs (data:text/html,https://files.example)',
    );
"""
RELATIVE = "  it('leaves a relative href alone', () => {\n"
HIDDEN = """  for (const href of ['JavaScript:alert(1)', '&#106;avascript:alert(1)', 'javascript&colon;alert(1)']) {
    it(`finds the scheme of ${href}`, () => {
      assert.ok(!html(`[x](${href})`).includes('<a '));
    });
  }

"""
AUTOLINK = """  it('prints the address of a blocked autolink once', () => {
    assert.strictEqual(html('<ftp://files.example/a>'), 'ftp://files.example/a');
  });

"""
ENDING = "  endingNewline: /\\n$/,\n"
SCHEME = "  urlScheme: /^([a-z][a-z\\d+.-]*):/i,\n"
HEAD = "  urlHead: /^[^/?#:]*/,\n"
SPLIT = "export function splitCells(tableRow: string, count?: number) {\n"
FIRST = """export function isSchemeAllowed(href: string, schemes?: string[] | null) {
  const scheme = other.urlScheme.exec(href)?.[1];
  return !schemes || !scheme || schemes.includes(scheme.toLowerCase());
}

"""
SECOND = """export function isSchemeAllowed(href: string, schemes?: string[] | null) {
  if (!schemes) {
    return true;
  }
  const head = other.urlHead.exec(href)?.[0] ?? '';
  if (head.includes('&')) {
    // a browser decodes entities in a href, they can hide a scheme
    return false;
  }
  return href[head.length] !== ':' || schemes.includes(head.toLowerCase());
}

"""
PARSED_OLD = SECOND[SECOND.index("  const head") :]
PARSED_NEW = """  const scheme = new URL(href, 'https://base.invalid').protocol.slice(0, -1);
  return schemes.includes(scheme);
}

"""
TOKEN_OLD = """      return outputLink(cap, {
        href: href ?"""
TOKEN_NEW = """      if (!isSchemeAllowed(href, this.options.schemes)) {
        return;
      }
      return outputLink(cap, {
        href: href ?"""
TOKEN_IMPORT = "  findClosingBracket,\n"
DEFAULTS = "    renderer: null,\n"
TYPE_OLD = """  /**
   * Shows an HTML error message when rendering fails.
   */
"""
TYPE_NEW = """  /**
   * Schemes that links and images may have, in lower case, for instance ['https', 'mailto'].
   * Null allows all. A href without a scheme is always allowed.
   */
  schemes?: string[] | null;

"""
RENDER_IMPORT = "  escapeHtmlEntities,\n"
LINK_OLD = """    const text = this.parser.parseInline(tokens) as string;
"""
LINK_NEW = (
    LINK_OLD
    + """    if (!isSchemeAllowed(href, this.options.schemes)) {
      return text as RendererOutput;
    }
"""
)
LINK_TEXT = """    if (!isSchemeAllowed(href, this.options.schemes)) {
      return text as RendererOutput;
    }
"""
LINK_ADDRESS = """    if (!isSchemeAllowed(href, this.options.schemes)) {
      return `${text} (${escapeHtmlEntities(href, true)})` as RendererOutput;
    }
"""
IMAGE_OLD = """    const cleanHref = cleanUrl(href);
    if (cleanHref === null) {
      return escapeHtmlEntities(text) as RendererOutput;
"""
IMAGE_NEW = """    const cleanHref = isSchemeAllowed(href, this.options.schemes) ? cleanUrl(href) : null;
    if (cleanHref === null) {
      return escapeHtmlEntities(text) as RendererOutput;
"""
SPIKE_OLD = "    schemes: null,\n"
SPIKE_NEW = "    schemes: ['http', 'https', 'mailto'],\n"
OFFLINE = """/**
 * Stands in for @markedjs/testutils on machines that can't fetch it from GitHub:
 *   node --test --import ./test/offline.js test/unit/*.test.js
 */
import { register } from 'node:module';

const utils = new URL('./offline-utils.js', import.meta.url).href;
const hooks = `export async function resolve(name, context, next) {
  return name === '@markedjs/testutils' ? { url: '${utils}', shortCircuit: true } : next(name, context);
}`;

register('data:text/javascript,' + encodeURIComponent(hooks));
"""
OFFLINE_UTILS = """import { load } from 'cheerio';

const normal = (html) => load(html, null, false).html().replace(/\\s*(<[^>]*>)\\s*/g, '$1').trim();

export const htmlIsEqual = async(a, b) => normal(a) === normal(b);
export const firstDiff = async(actual, expected) => ({ actual, expected });
"""
