/**
 * The requests that the first page needs, started while the other scripts still load: vite.config.ts puts this file, by itself, first
 * into the page's head. It imports nothing, so that it is small; the client takes each answer once, in place of asking again.
 */
const started = new Map<string, Promise<Response>>();
/** An answer nobody took by then belongs to a question nobody asks; it would only grow old. */
const keptFor = 15_000;

function start(key: string, request: Promise<Response>): Promise<Response> {
  const whole = request.then(received);
  whole.catch(() => {}); // Who takes it asks again and tells the person.
  started.set(key, whole);
  return whole;
}

/** The answer with its body read: one that nobody takes must not keep a connection busy. */
async function received(answer: Response): Promise<Response> {
  return new Response(await answer.arrayBuffer(), answer);
}

/** The answer to `GET /api/v1/lead?…` if it was asked for early; undefined when it was not, has failed or was taken before. */
export async function takeEarly(method: string, address: string): Promise<Response | undefined> {
  const key = `${method} ${address}`;
  const request = started.get(key);
  started.delete(key);
  return request?.catch(() => undefined);
}

/** The list request that an address of the portal leads to: the same parameters, in the order the client writes them. */
export function listAddress(path: string, search: string): string {
  const given = new URLSearchParams(search);
  const query = new URLSearchParams({
    page: given.get('page') ?? '1',
    pageSize: given.get('pageSize') ?? '20',
  });
  for (const [name, value] of given)
    if (name !== 'page' && name !== 'pageSize') query.append(name, value);
  return `${path}?${query}`;
}

async function withToken(token: Promise<Response>, address: string): Promise<Response> {
  const answer: { accessToken?: string } = await (await token).clone().json();
  return fetch(address, { headers: { authorization: `Bearer ${answer.accessToken ?? ''}` } });
}

/** Pages alone are asked for early: what else an address may hold is judged before it is sent, and the judge is not here yet. */
const isPlain = (search: string) =>
  /^(\?((page=[1-9]\d{0,5}|pageSize=([1-9]\d?|100))(&|$))*)?$/.test(search);

const { pathname, search } = globalThis.location ?? { pathname: '', search: '' };
if (/^\/(leads|deals)(\/|$)/.test(pathname)) {
  const token = start(
    'POST /portal/access-token',
    fetch('/portal/access-token', { method: 'POST' }),
  );
  void start('GET /portal/session', fetch('/portal/session'));
  const lists: Record<string, string> = { '/leads': '/api/v1/lead', '/deals': '/api/v1/deal' };
  const list = lists[pathname];
  if (list !== undefined && isPlain(search)) {
    const address = listAddress(list, search);
    void start(`GET ${address}`, withToken(token, address));
  }
  setTimeout(() => started.clear(), keptFor);
  // The first use of Intl loads its data, which takes longer than drawing the page: now, while the scripts are on their way.
  setTimeout(() => new Intl.NumberFormat().format(0));
}
