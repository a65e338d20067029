import type { Session } from '#contract/portal/accounts.ts';
import {
  firstList,
  type FirstResponse,
  firstResponsesId,
  isOfList,
  outlineId,
  rootId,
  serverRenderedStyle,
  timeZoneCookie,
} from '#contract/portal/first-page/first-page.ts';
import { densityKey, densityMark } from '#src/lib/page-elements.ts';
import { followTranslations } from '#src/lib/translated-texts.ts';

import { recordEarlyInput } from './early-input.ts';
import { deletePrefetched, storePrefetched } from './prefetched-responses.ts';

/**
 * Has ready what the first page needs while the main script still loads: from the document, or by
 * requests. vite.config.ts bundles this file with its imports and writes the bundle into the page.
 * The client takes each response once (prefetched-responses.ts) instead of sending the request
 * again.
 */

/** In milliseconds. A response not taken within this time is not needed, and would go stale. */
const maxStoredMs = 15_000;

/** Requests a list that is not the portal’s own. */
async function fetchWithToken(address: string): Promise<Response> {
  const token = storePrefetched(
    'POST /portal/access-token',
    fetch('/portal/access-token', { method: 'POST' }),
  );
  const response: { accessToken?: string } = await (await token).clone().json();
  return fetch(address, { headers: { authorization: `Bearer ${response.accessToken ?? ''}` } });
}

/** Requests the responses that the document lacks. The session says whose the records are. */
function requestFirst(page: Location, known: Readonly<Record<string, FirstResponse>>): void {
  const key = 'GET /portal/session';
  const stored = known[key];
  const session = stored
    ? Promise.resolve(new Response(stored.body))
    : storePrefetched(key, fetch('/portal/session'));
  const lists = [true, false].map((isOwn) => [firstList(page, isOwn), isOwn] as const);
  for (const [list, isOwn] of lists) {
    if (list === undefined || lists.some(([other]) => `GET ${other}` in known)) return;
    const request = async () => {
      const { capabilities }: Partial<Session> = await (await session).clone().json();
      // The client requests only one of the two lists.
      if (capabilities?.home !== isOwn) throw new Error('not the list of this service');
      return isOwn ? fetch(list) : fetchWithToken(list);
    };
    void storePrefetched(`GET ${list}`, request());
  }
}

/**
 * Applies what the server-rendered page could not contain (inline styles, the stored density), and
 * records the input until the page is hydrated.
 */
function completeServerRendered(): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[${serverRenderedStyle}]`))
    element.style.cssText = element.getAttribute(serverRenderedStyle) ?? '';
  const root = document.getElementById(rootId);
  const page = root?.hasChildNodes() ? root : document.getElementById(outlineId);
  if (!page) return;
  recordEarlyInput(page);
  try {
    const density = localStorage.getItem(densityKey);
    if (density) page.querySelector('table')?.setAttribute(densityMark, density);
  } catch {
    // Storage is closed to us.
  }
}

function start(): void {
  followTranslations(document.body);
  const text = document.getElementById(firstResponsesId)?.textContent ?? '{}';
  const responses: Readonly<Record<string, FirstResponse>> = JSON.parse(text);
  for (const [key, { headers, body }] of Object.entries(responses))
    void storePrefetched(key, Promise.resolve(new Response(body, { headers })));
  if (isOfList(location.pathname)) requestFirst(location, responses);
  // The main script takes them once it is there, however slow the line.
  addEventListener('load', () => setTimeout(deletePrefetched, maxStoredMs));
  completeServerRendered();
  // The first use of each formatter loads its data, which takes longer than rendering the page. It
  // is done here, while the scripts still load.
  setTimeout(() => new Intl.NumberFormat().format(0));
  setTimeout(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    document.cookie = `${prefix}${timeZoneCookie}=${timeZone}; path=/; samesite=strict; max-age=31536000${secure}`;
  });
}
if (globalThis.document) start();
