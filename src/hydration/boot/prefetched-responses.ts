declare global {
  /**
   * Responses requested before the client was loaded, by `GET /api/v1/lead?…`. Stored on the
   * window, because boot.ts is a separate script.
   */
  var prefetchedResponses: Map<string, Promise<Response>> | undefined;
}
const prefetched = (globalThis.prefetchedResponses ??= new Map<string, Promise<Response>>());

/** Stores a response for the client, which takes it instead of sending the request again. */
export function storePrefetched(key: string, request: Promise<Response>): Promise<Response> {
  // Its body is read at once: an untaken response must not block a connection.
  const response = request.then(async (each) => new Response(await each.arrayBuffer(), each));
  response.catch(() => {}); // The client sends a failed request again and reports the error.
  prefetched.set(key, response);
  return response;
}

/**
 * Returns the response to a prefetched request; undefined if the request was not prefetched, has
 * failed or was already taken.
 */
export async function takePrefetched(method: string, address: string) {
  const key = `${method} ${address}`;
  const request = prefetched.get(key);
  prefetched.delete(key);
  return request?.catch(() => undefined);
}

/** Discards the responses that were not taken. */
export function deletePrefetched(): void {
  prefetched.clear();
}

/** Returns whether every response is taken. */
export const arePrefetchedTaken = (): boolean => prefetched.size === 0;
