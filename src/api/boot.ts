import { pageAddresses } from '#contract/portal/addresses.ts';

import { forgetPrefetched, storePrefetched, listQuery } from './prefetch.ts';

/**
 * Starts the requests that the first page needs while the main script still loads. vite.config.ts
 * bundles this file with its imports and writes the bundle into the page. The client takes each
 * response once (prefetch.ts) instead of sending the request again.
 */

/** In milliseconds. A response that nobody took by then is not needed, and would only go stale. */
const maxStoredMs = 15_000;

async function withToken(token: Promise<Response>, address: string): Promise<Response> {
  const response: { accessToken?: string } = await (await token).clone().json();
  return fetch(address, { headers: { authorization: `Bearer ${response.accessToken ?? ''}` } });
}

/**
 * Returns whether a search consists only of paging parameters. Other parameters are validated
 * before they are sent, and the validation isn't loaded yet.
 */
const isPlain = (search: string) =>
  /^(\?((page=[1-9]\d{0,5}|pageSize=([1-9]\d?|100))(&|$))*)?$/.test(search);

const { pathname, search } = globalThis.location ?? { pathname: '', search: '' };
const lists: Readonly<Record<string, string>> = {
  [pageAddresses.leads]: '/api/v1/lead',
  [pageAddresses.deals]: '/api/v1/deal',
};
if (Object.keys(lists).some((list) => `${pathname}/`.startsWith(`${list}/`))) {
  const token = storePrefetched(
    'POST /portal/access-token',
    fetch('/portal/access-token', { method: 'POST' }),
  );
  void storePrefetched('GET /portal/session', fetch('/portal/session'));
  const list = lists[pathname];
  if (list !== undefined && isPlain(search)) {
    const address = `${list}?${listQuery(new URLSearchParams(search))}`;
    void storePrefetched(`GET ${address}`, withToken(token, address));
  }
  setTimeout(forgetPrefetched, maxStoredMs);
  // The first use of Intl loads its data, which takes longer than rendering the page. It is done
  // here, while the scripts still load.
  setTimeout(() => new Intl.NumberFormat().format(0));
}
