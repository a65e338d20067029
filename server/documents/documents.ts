import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';

import { accessToken, accountEndpoints, type Session } from '#contract/portal/accounts.ts';
import { type PageAddress, pageAddresses } from '#contract/portal/addresses.ts';
import {
  firstList,
  type FirstResponse,
  firstResponsesId,
  outlineId,
  rootId,
  type ServerRenderer,
  type ServerRenderInput,
  timeZoneCookie,
} from '#contract/portal/first-page/first-page.ts';
import { recordLists } from '#contract/v1/record-types.ts';
import { cookieName, sessionCookie } from '#server/auth/session-cookie.ts';
import type { BrandConfig } from '#server/config/brand-config.ts';
import { logFailure } from '#server/errors/log-failure.ts';
import { compressedParts } from '#server/http/compression.ts';
import type { IndexPage } from '#server/http/index-page.ts';
import { pagePolicy } from '#server/http/security-headers.ts';

/** The place of the app, as index.html has it. */
const emptyRoot = `<div id="${rootId}"></div>`;

/** The pages that are rendered here, and the file of each. */
const serverRenderedPages = new Map<PageAddress, string>([
  ...recordLists.map((list) => [pageAddresses[list], `src/pages/${list}.tsx`] as const),
  // `/` leads to the home page.
  [pageAddresses.home, 'src/pages/home.tsx'],
  [pageAddresses.start, 'src/pages/home.tsx'],
]);

/** How long the records may take: until the outline is sent, and without them. */
export const timeoutsMs = { outline: 50, records: 1_000 };

/**
 * Serves the pages of lists, and the home page. For a person who is signed in, the document has the
 * page rendered by the service and the responses that it is rendered from, read with that person’s
 * own session from the endpoints that the browser would call. It is sent in parts, and no cache may
 * store it. Everybody else gets the document of every page.
 * Returns the addresses that it serves.
 */
export async function serveDocuments(app: FastifyInstance, portal: Portal, now: () => Date) {
  const { page, name: portalName } = portal;
  const renderer = await loadServerRenderer(portal.folder);
  if (renderer === undefined) return [];
  for (const [address, source] of serverRenderedPages) {
    const files = await readPageFiles(portal, source);
    const policy = pagePolicy(files.before + files.after);
    app.get(address, (request, reply) => {
      if (sessionCookie.read(request) === undefined)
        return page.send(request, reply.header('vary', 'cookie'));
      const guarded = guard(request, renderer);
      const parts = documentParts({ request, ...files, portalName, ...guarded, now });
      const { encoding, stream } = compressedParts(request, parts);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply
        .headers({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding' })
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(stream);
    });
  }
  return [...serverRenderedPages.keys()];
}

/** The folder of the built portal, its page, and its name. */
interface Portal extends Pick<BrandConfig, 'name'> {
  readonly folder: string;
  readonly page: IndexPage;
}

interface Document extends PageFiles, ServerRenderer, Pick<ServerRenderInput, 'portalName'> {
  readonly now: () => Date;
  readonly request: FastifyRequest;
}

async function* documentParts(document: Document) {
  const { request, before, after, renderOnServer: render, now, portalName } = document;
  yield before;
  const { pathname, search } = new URL(request.url, 'http://portal');
  const isHome = pathname === pageAddresses.home || pathname === pageAddresses.start;
  // `/` leads to the home page without its parameters.
  const address = pathname === pageAddresses.start ? pageAddresses.home : pathname + search;
  const deadline = AbortSignal.timeout(timeoutsMs.records);
  const session = await readFirst(request, 'GET /portal/session', deadline);
  if (!session) {
    yield `${emptyRoot}${after}`;
    return;
  }
  const parsed: Session = JSON.parse(session.body);
  const reader = describeReader(request);
  const input = { address, session: parsed, ...reader, portalName, now: now().getTime() };
  // Undefined if the request is not understood before the page is there.
  const { home: isOwn } = parsed.capabilities;
  const first = isHome
    ? isOwn && document.homeAddress(input)
    : !parsed.needsApiKey && firstList({ pathname, search }, isOwn);
  const reading = first ? readFirst(request, `GET ${first}`, deadline) : undefined;
  let response = await Promise.race([reading, aborted(AbortSignal.timeout(timeoutsMs.outline))]);
  if (!response) {
    if (isHome ? isOwn : !hasSearch(search)) yield `<div id="${outlineId}">${render(input)}</div>`;
    response = await reading;
  }
  const page = response && render({ ...input, [isHome ? 'home' : 'list']: response });
  yield `<div id="${rootId}">${page ?? ''}</div>`;
  const responses = {
    'GET /portal/session': session,
    ...(response && { [`GET ${first}`]: response }),
  };
  // No text of a record ends the element or begins another one.
  const json = JSON.stringify(responses).replaceAll('<', String.raw`\u003c`);
  yield `<script type="application/json" id="${firstResponsesId}">${json}</script>${after}`;
}

/** Returns whether the list is searched: WebKitGTK hangs when such an outline goes. */
const hasSearch = (search: string) => new URLSearchParams(search).has('q');

async function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
}

/** Returns what renders nothing where it fails: the browser renders the page by itself. */
function guard({ log }: FastifyRequest, renderer: ServerRenderer): ServerRenderer {
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      logFailure(log, error, 'page not rendered');
      return undefined;
    }
  };
  return {
    renderOnServer: (input) => attempt(() => renderer.renderOnServer(input)) ?? '',
    homeAddress: (input) => attempt(() => renderer.homeAddress(input)),
  };
}

/** Returns in which languages and time zone somebody reads. */
function describeReader(
  request: FastifyRequest,
): Pick<ServerRenderInput, 'languages' | 'timeZone'> {
  const languages = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((range) => range.split(';')[0]?.trim() ?? '')
    .filter((language) => language !== '' && language !== '*')
    .slice(0, 5);
  return { languages, timeZone: knownZone(request.cookies[cookieName(request, timeZoneCookie)]) };
}

/** Returns a time zone’s own name; undefined for any other text. */
function knownZone(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The headers that the browser’s client reads. */
const passedOn = ['content-type', 'date', 'etag', 'link', 'x-total-count'];
/** The headers that identify the caller and the address. */
const sent = ['cookie', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Calls an endpoint in this process as the browser of a request would, with its session and, for
 * the API, an access token of it, which does not leave the process. Returns the response;
 * undefined if it is an error or later than the deadline.
 */
async function readFirst(
  request: FastifyRequest,
  endpoint: `GET ${string}`,
  deadline: AbortSignal,
): Promise<FirstResponse | undefined> {
  const address = endpoint.slice('GET '.length);
  const response = address.startsWith('/api/')
    ? await withToken(request, address, deadline)
    : await call(request, { method: 'GET', url: address }, deadline);
  if (response?.statusCode !== 200) return undefined;
  const headers = passedOn.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return { headers: Object.fromEntries(headers), body: response.body };
}

async function withToken(request: FastifyRequest, url: string, deadline: AbortSignal) {
  const { method, path: address } = accountEndpoints.createAccessToken;
  const token = await call(request, { method, url: address }, deadline);
  if (token?.statusCode !== 200) return token;
  const { accessToken: bearer } = accessToken.parse(JSON.parse(token.body));
  return call(request, { method: 'GET', url, token: bearer }, deadline);
}

async function call(
  { headers, server, socket }: FastifyRequest,
  { method, url, token }: { method: 'GET' | 'POST'; url: string; token?: string },
  signal: AbortSignal,
): Promise<LightMyRequestResponse | undefined> {
  const own = Object.fromEntries(sent.map((name) => [name, headers[name]]).filter(([, v]) => v));
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = { method, url, headers: { ...own, ...authorization }, signal };
  const { remoteAddress } = socket;
  return server
    .inject(remoteAddress === undefined ? options : { ...options, remoteAddress })
    .catch(() => undefined);
}

/** The document of a page, in two parts: the rendered page comes between. */
interface PageFiles {
  readonly before: string;
  readonly after: string;
}

/** Returns what renders pages; undefined if the portal was built without it. */
async function loadServerRenderer(folder: string): Promise<ServerRenderer | undefined> {
  const file = path.join(folder, '.service', 'server-render.js');
  if (!existsSync(file)) return undefined;
  const built: ServerRenderer = await import(file);
  return built;
}

/** Reads the portal’s document, with the styles of a page that is loaded after the first script. */
async function readPageFiles({ folder, page }: Portal, source: string): Promise<PageFiles> {
  const style = await readStyles(folder, source);
  const [before = '', after = ''] = page.text.split(emptyRoot);
  return {
    before: style === '' ? before : before.replace('</head>', `<style>${style}</style></head>`),
    after,
  };
}

interface Chunk {
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

async function readStyles(folder: string, source: string): Promise<string> {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8');
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(text);
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunks[name]?.imports ?? []) add(imported);
    for (const file of chunks[name]?.css ?? []) files.add(file);
  };
  add(source);
  const sheets = await Promise.all(
    [...files].map(async (file) => readFile(path.join(folder, file), 'utf8')),
  );
  return sheets.join('');
}
