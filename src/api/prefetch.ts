declare global {
  /** Answers asked for before the client was there, by `GET /api/v1/lead?…`. On the window, because boot.ts is a script of its own. */
  var prefetchedResponses: Map<string, Promise<Response>> | undefined;
}
const early = (globalThis.prefetchedResponses ??= new Map<string, Promise<Response>>());

/** Keeps an answer for the client, which takes it in place of asking again. */
export function storePrefetched(key: string, request: Promise<Response>): Promise<Response> {
  const whole = request.then(received);
  whole.catch(() => {}); // Who takes it asks again and tells the person.
  early.set(key, whole);
  return whole;
}

/** The answer with its body read: one that nobody takes must not keep a connection busy. */
async function received(answer: Response): Promise<Response> {
  return new Response(await answer.arrayBuffer(), answer);
}

/** The answer to a request; undefined when it was not asked for early, has failed or was taken before. */
export async function takePrefetched(
  method: string,
  address: string,
): Promise<Response | undefined> {
  const key = `${method} ${address}`;
  const request = early.get(key);
  early.delete(key);
  return request?.catch(() => undefined);
}

/** Drops what nobody took. */
export function forgetPrefetched(): void {
  early.clear();
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
