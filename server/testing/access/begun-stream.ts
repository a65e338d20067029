import { text } from 'node:stream/consumers';

import type { LightMyRequestResponse } from 'fastify';

/**
 * Returns a response requested as a stream as any other response: a failure with its body, and a
 * success, which has no end, with an empty one. The stream is closed.
 */
export async function withoutStream(
  response: LightMyRequestResponse,
): Promise<LightMyRequestResponse> {
  const body = response.statusCode < 400 ? '' : await text(response.stream());
  response.stream().destroy();
  return { ...response, body, json: () => JSON.parse(body) };
}
