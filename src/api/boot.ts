import { forgetPrefetched, storePrefetched, listAddress } from './prefetch.ts';

/**
 * The requests that the first page needs, started while its script still loads: vite.config.ts writes this file, with what it imports,
 * into the page itself. The client takes each answer once (early.ts), in place of asking again.
 */

/** An answer nobody took by then belongs to a question nobody asks; it would only grow old. */
const storedFor = 15_000;

async function withToken(token: Promise<Response>, address: string): Promise<Response> {
  const answer: { accessToken?: string } = await (await token).clone().json();
  return fetch(address, { headers: { authorization: `Bearer ${answer.accessToken ?? ''}` } });
}

/** Pages alone are asked for early: what else an address may hold is validated before it is sent, and the validate is not here yet. */
const isPlain = (search: string) =>
  /^(\?((page=[1-9]\d{0,5}|pageSize=([1-9]\d?|100))(&|$))*)?$/.test(search);

const { pathname, search } = globalThis.location ?? { pathname: '', search: '' };
if (/^\/(leads|deals)(\/|$)/.test(pathname)) {
  const token = storePrefetched(
    'POST /portal/access-token',
    fetch('/portal/access-token', { method: 'POST' }),
  );
  void storePrefetched('GET /portal/session', fetch('/portal/session'));
  const lists: Record<string, string> = { '/leads': '/api/v1/lead', '/deals': '/api/v1/deal' };
  const list = lists[pathname];
  if (list !== undefined && isPlain(search)) {
    const address = listAddress(list, search);
    void storePrefetched(`GET ${address}`, withToken(token, address));
  }
  setTimeout(forgetPrefetched, storedFor);
  // The first use of Intl loads its data, which takes longer than drawing the page: now, while the scripts are on their way.
  setTimeout(() => new Intl.NumberFormat().format(0));
}
