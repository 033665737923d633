"""The code of the got scenario: tests, edits."""

HEAD = """import test from 'ava';
import {type BeforeRequestHook} from '../source/index.js';
import withServer from './helpers/with-server.js';

const loopGuard = (): BeforeRequestHook => {
\tconst visited = new Set<string>();

\treturn options => {
\t\tconst {href} = options.url as URL;

\t\tif (visited.has(href)) {
\t\t\tthrow new Error(`Page requested twice: ${href}`);
\t\t}

\t\tvisited.add(href);
\t};
};

test('stops when the next link comes back to an earlier page', withServer, async (t, server, got) => {
\tserver.get('/', (request, response) => {
\t\tconst page = Number(request.query.page ?? 1);

\t\tresponse.setHeader('link', `</?page=${page === 3 ? 2 : page + 1}>; rel="next"`);
\t\tresponse.end(`[${page}]`);
\t});

\tawait t.throwsAsync(got.paginate.all<number>('?page=1', {
\t\thooks: {beforeRequest: [loopGuard()]},
\t}), {message: /Page requested twice/});
});

test('a retried page is no loop', withServer, async (t, server, got) => {
\tlet attempts = 0;

\tserver.get('/', (_request, response) => {
\t\tif (++attempts === 1) {
\t\t\tresponse.statusCode = 503;
\t\t}

\t\tresponse.end('[1]');
\t});

\tconst items = await got.paginate.all<number>('', {
\t\tretry: {calculateDelay: ({computedValue}) => computedValue && 1},
\t\thooks: {beforeRequest: [loopGuard()]},
\t});

\tt.deepEqual(items, [1]);
});
"""
SECOND = """import test from 'ava';
import withServer from './helpers/with-server.js';

test('stops when the next link comes back to an earlier page', withServer, async (t, server, got) => {
\tserver.get('/', (request, response) => {
\t\tconst page = Number(request.query.page ?? 1);

\t\tresponse.setHeader('link', `</?page=${page === 3 ? 2 : page + 1}>; rel="next"`);
\t\tresponse.end(`[${page}]`);
\t});

\tconst items = await got.paginate.all<number>('?page=1', {
\t\tpagination: {loopGuard: true},
\t});

\tt.deepEqual(items, [1, 2, 3]);
});

test('without the option the loop goes on until requestLimit', withServer, async (t, server, got) => {
\tserver.get('/', (_request, response) => {
\t\tresponse.setHeader('link', '</>; rel="next"');
\t\tresponse.end('[1]');
\t});

\tconst items = await got.paginate.all<number>('', {
\t\tpagination: {requestLimit: 4},
\t});

\tt.deepEqual(items, [1, 1, 1, 1]);
});

test('a retried page is no loop', withServer, async (t, server, got) => {
\tlet attempts = 0;

\tserver.get('/', (_request, response) => {
\t\tif (++attempts === 1) {
\t\t\tresponse.statusCode = 503;
\t\t}

\t\tresponse.end('[1]');
\t});

\tconst items = await got.paginate.all<number>('', {
\t\tretry: {calculateDelay: ({computedValue}) => computedValue && 1},
\t\tpagination: {loopGuard: true},
\t});

\tt.deepEqual(items, [1]);
});
"""
CURSOR = """test('a cursor in the body makes another page of the same url', withBodyParsingServer, async (t, server, got) => {
\tserver.post('/search', (request, response) => {
\t\tresponse.json([request.body.cursor]);
\t});

\tconst items = await got.paginate.all<number>('search', {
\t\tmethod: 'POST',
\t\tjson: {cursor: 1},
\t\tresponseType: 'json',
\t\tpagination: {
\t\t\tloopGuard: true,
\t\t\tpaginate: ({currentItems}) => currentItems[0] === 3 ? false : {json: {cursor: currentItems[0]! + 1}},
\t\t},
\t});

\tt.deepEqual(items, [1, 2, 3]);
});

"""
SPOT = "test('a retried page is no loop',"
OPTION_SPOT = "\tstackAllItems?: boolean;\n};\n"
OPTION = """\tstackAllItems?: boolean;

\t/**
\tStop when the next page is one that has been requested before.

\t@default false
\t*/
\tloopGuard?: boolean;
};
"""
DEFAULT_SPOT = "\t\tstackAllItems: false,\n"
DEFAULT = "\t\tstackAllItems: false,\n\t\tloopGuard: false,\n"
LOOP_SPOT = "\t\tlet numberOfRequests = 0;\n\t\twhile (numberOfRequests < pagination.requestLimit) {\n"
LOOP = """\t\tconst visited = new Set<string>();

\t\tlet numberOfRequests = 0;
\t\twhile (numberOfRequests < pagination.requestLimit) {
\t\t\tif (pagination.loopGuard) {
\t\t\t\tconst key = String(normalizedOptions.url);

\t\t\t\tif (visited.has(key)) {
\t\t\t\t\treturn;
\t\t\t\t}

\t\t\t\tvisited.add(key);
\t\t\t}

"""
KEY_SPOT = "const create = (defaults: InstanceDefaults): Got => {\n"
KEY = """const pageKey = ({method, url, body, json, form, stringifyJson}: Options): string => {
\tconst content = body ?? (json === undefined ? form && new URLSearchParams(form as Record<string, string>).toString() : stringifyJson(json));

\treturn JSON.stringify([method, String(url), content]);
};

"""
STREAM_KEY = """const pageKey = ({method, url, body, json, form, stringifyJson}: Options): string | undefined => {
\tconst content = body ?? (json === undefined ? form && new URLSearchParams(form as Record<string, string>).toString() : stringifyJson(json));

\t// A stream or FormData is read once, two of them cannot be compared.
\tif (content !== undefined && !is.string(content)) {
\t\treturn;
\t}

\treturn JSON.stringify([method, String(url), content]);
};

"""
KEYED_OLD = "const key = String(normalizedOptions.url);"
KEYED = "const key = pageKey(normalizedOptions);"

RETURN = """\t\t\t\tif (visited.has(key)) {
\t\t\t\t\treturn;
\t\t\t\t}
"""
THROW = """\t\t\t\tif (visited.has(key)) {
\t\t\t\t\tthrow new PaginationLoopError(normalizedOptions);
\t\t\t\t}
"""
IMPORT_SPOT = "import type {Response} from './core/response.js';\n"
IMPORT = IMPORT_SPOT + "import {PaginationLoopError} from './core/errors.js';\n"
ERROR_SPOT = """/**
An error which always triggers a new retry when thrown.
*/
"""
ERROR = """/**
An error to be thrown when `pagination.loopGuard` is `true` and the next page is one that has been requested before.
*/
export class PaginationLoopError extends RequestError {
\toverride name = 'PaginationLoopError';
\toverride code = 'ERR_PAGINATION_LOOP';

\tconstructor(options: Options) {
\t\tsuper(`Pagination came back to a page it has already requested: ${options.method} ${stripUrlAuth(options.url!)}`, {}, options);
\t}
}

"""
STOPS_OLD = """test('stops when the next link comes back to an earlier page', withServer, async (t, server, got) => {
\tserver.get('/', (request, response) => {
\t\tconst page = Number(request.query.page ?? 1);

\t\tresponse.setHeader('link', `</?page=${page === 3 ? 2 : page + 1}>; rel="next"`);
\t\tresponse.end(`[${page}]`);
\t});

\tconst items = await got.paginate.all<number>('?page=1', {
\t\tpagination: {loopGuard: true},
\t});

\tt.deepEqual(items, [1, 2, 3]);
});
"""
STOPS = """test('throws when the next link comes back to an earlier page', withServer, async (t, server, got) => {
\tserver.get('/', (request, response) => {
\t\tconst page = Number(request.query.page ?? 1);

\t\tresponse.setHeader('link', `</?page=${page === 3 ? 2 : page + 1}>; rel="next"`);
\t\tresponse.end(`[${page}]`);
\t});

\tconst items: number[] = [];

\tawait t.throwsAsync(async () => {
\t\tfor await (const item of got.paginate<number>('?page=1', {pagination: {loopGuard: true}})) {
\t\t\titems.push(item);
\t\t}
\t}, {code: 'ERR_PAGINATION_LOOP', message: /already requested/});

\tt.deepEqual(items, [1, 2, 3]);
});
"""
DOC_OLD = "\tStop when the next page is one that has been requested before.\n"
DOC_NEW = "\tThrow a `PaginationLoopError` when the next page is one that has been requested before.\n"
FORM = """test('FormData pages are not compared', withServer, async (t, server, got) => {
\tserver.post('/search', (_request, response) => {
\t\tresponse.end('[1]');
\t});

\tconst form = () => {
\t\tconst body = new FormData();
\t\tbody.set('cursor', '1');
\t\treturn body;
\t};

\tconst items = await got.paginate.all<number>('search', {
\t\tmethod: 'POST',
\t\tbody: form(),
\t\tpagination: {loopGuard: true, requestLimit: 3, paginate: () => ({body: form()})},
\t});

\tt.deepEqual(items, [1, 1, 1]);
});

"""
EMPTY = """test('two empty pages in a row are no loop', withServer, async (t, server, got) => {
\tserver.get('/', (request, response) => {
\t\tconst page = Number(request.query.page ?? 1);

\t\tif (page < 4) {
\t\t\tresponse.setHeader('link', `</?page=${page + 1}>; rel="next"`);
\t\t}

\t\tresponse.end(page === 2 || page === 3 ? '[]' : `[${page}]`);
\t});

\tconst items = await got.paginate.all<number>('?page=1', {
\t\tpagination: {loopGuard: true},
\t});

\tt.deepEqual(items, [1, 4]);
});

"""
HASH_SPOT = """\t\t\t// eslint-disable-next-line no-await-in-loop
\t\t\tconst parsed: unknown[] = await pagination.transform(response);
"""
HASH = (
    """\t\t\tif (pagination.loopGuard) {
\t\t\t\tconst digest = createHash('sha256').update(response.rawBody).digest('hex');

\t\t\t\tif (visited.has(digest)) {
\t\t\t\t\tthrow new PaginationLoopError(normalizedOptions);
\t\t\t\t}

\t\t\t\tvisited.add(digest);
\t\t\t}

"""
    + HASH_SPOT
)
SECRET = """test('the message of a loop error has no query and no password', withServer, async (t, server, got) => {
\tserver.get('/', (_request, response) => {
\t\tresponse.setHeader('link', '</?access_token=s3cret>; rel="next"');
\t\tresponse.end('[1]');
\t});

\tconst error = await t.throwsAsync(got.paginate.all<number>('?access_token=s3cret', {
\t\tusername: 'u',
\t\tpassword: 'hunter2',
\t\tpagination: {loopGuard: true},
\t}), {code: 'ERR_PAGINATION_LOOP'});

\tt.notRegex(error.message, /s3cret|hunter2/);
});

"""

SKIP_OLD = """\t\t\t\tif (visited.has(key)) {
\t\t\t\t\tthrow new PaginationLoopError(normalizedOptions);
\t\t\t\t}

\t\t\t\tvisited.add(key);
"""
SKIP = """\t\t\t\tif (key !== undefined) {
\t\t\t\t\tif (visited.has(key)) {
\t\t\t\t\t\tthrow new PaginationLoopError(normalizedOptions);
\t\t\t\t\t}

\t\t\t\t\tvisited.add(key);
\t\t\t\t}
"""
CRYPTO_SPOT = "import {setTimeout as delay} from 'node:timers/promises';\n"
CRYPTO = "import {createHash} from 'node:crypto';\n" + CRYPTO_SPOT
