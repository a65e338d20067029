import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Session } from '#contract/portal/accounts.ts';
import { type PageAddress, pageAddresses } from '#contract/portal/addresses.ts';
import {
  type DrawnFrom,
  type DrawPage,
  firstList,
  firstResponsesId,
  outlineId,
  timeZoneCookie,
} from '#contract/portal/first-page/first-page.ts';
import { cookieName, sessionCookie } from '#server/auth/session-cookie.ts';
import { loggedFailure } from '#server/errors/logged-failure.ts';
import { compressedParts } from '#server/http/compression.ts';
import { pagePolicy } from '#server/http/security-headers.ts';

import { readFirst } from './first-responses.ts';
import { loadDrawPage, type PageFiles, readPageFiles } from './page-files.ts';

/** The pages that are drawn, and the file of each. */
const drawnPages = {
  [pageAddresses.leads]: 'src/pages/leads.tsx',
  [pageAddresses.deals]: 'src/pages/deals.tsx',
};

/** How long the records may take, in milliseconds: until the outline is sent, and without them. */
export const waits = { outline: 50, records: 1_000 };

/**
 * Serves the pages of lists. For a person who is signed in, the document has the page drawn by the
 * service and the responses that it is drawn from, read with that person’s own session from the
 * endpoints that the browser would call. It is sent in parts, and no cache may store it. Everybody
 * else gets the document of every page.
 * Returns the addresses that it serves.
 */
export async function serveDocuments(
  app: FastifyInstance,
  folder: string,
  now: () => Date,
): Promise<PageAddress[]> {
  const drawPage = await loadDrawPage(folder);
  if (drawPage === undefined) return [];
  for (const [address, source] of Object.entries(drawnPages)) {
    const files = await readPageFiles(folder, source);
    const policy = pagePolicy(files.before + files.after);
    app.get(address, (request, reply) => {
      if (sessionCookie.read(request) === undefined)
        return reply.header('vary', 'cookie').sendFile('index.html');
      const draw = logged(request, drawPage);
      const parts = documentParts({ request, ...files, drawPage: draw, now });
      const { encoding, stream } = compressedParts(request, parts);
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply
        .headers({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding' })
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(stream);
    });
  }
  return [pageAddresses.leads, pageAddresses.deals];
}

interface Document extends PageFiles {
  readonly now: () => Date;
  readonly request: FastifyRequest;
  readonly drawPage: DrawPage;
}

async function* documentParts({ request, before, after, drawPage, now }: Document) {
  yield before;
  const { pathname, search } = new URL(request.url, 'http://portal');
  const address = pathname + search;
  const deadline = AbortSignal.timeout(waits.records);
  const session = await readFirst(request, 'GET /portal/session', deadline);
  if (!session) {
    yield `<div id="root"></div>${after}`;
    return;
  }
  const parsed: Session = JSON.parse(session.body);
  const from = { address, session: parsed, ...describeReader(request), now: now().getTime() };
  // Undefined if the request is not understood before the page is there.
  const listAddress = parsed.needsApiKey ? undefined : firstList(pathname, search);
  const reading =
    listAddress === undefined
      ? Promise.resolve(undefined)
      : readFirst(request, `GET ${listAddress}`, deadline);
  let list = await Promise.race([reading, aborted(AbortSignal.timeout(waits.outline))]);
  if (!list) {
    if (!hasSearch(address)) yield `<div id="${outlineId}">${drawPage(from)}</div>`;
    list = await reading;
  }
  yield `<div id="root">${list ? drawPage({ ...from, list }) : ''}</div>`;
  const lists = list && { [`GET ${listAddress}`]: list };
  // No text of a record ends the element or begins another one.
  const json = JSON.stringify({ 'GET /portal/session': session, ...lists }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
  yield `<script type="application/json" id="${firstResponsesId}">${json}</script>${after}`;
}

/** Returns whether the list is searched: WebKitGTK hangs when such an outline goes. */
function hasSearch(address: string): boolean {
  return new URL(address, 'http://portal').searchParams.has('q');
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
}

/** Draws nothing where drawing fails: the browser renders the page by itself. */
function logged({ log }: FastifyRequest, drawPage: DrawPage): DrawPage {
  return (from) => {
    try {
      return drawPage(from);
    } catch (error) {
      log.warn(loggedFailure(error), 'page not drawn');
      return '';
    }
  };
}

/** Returns in which languages and time zone somebody reads. */
function describeReader(request: FastifyRequest): Pick<DrawnFrom, 'languages' | 'timeZone'> {
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
