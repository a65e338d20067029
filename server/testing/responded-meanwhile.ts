import type { FastifyInstance } from 'fastify';

/** A long response, and how many other requests the service completed before it ended. */
export interface LongResponse {
  readonly status: number;
  readonly body: Buffer;
  readonly others: number;
}

/**
 * Sends a request with a long response, and other requests one after another until the response has
 * ended.
 */
export async function respondedMeanwhile(
  app: FastifyInstance,
  path: string,
  init: RequestInit = {},
  other = '/portal/sign-in',
): Promise<LongResponse> {
  const origin = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => (await fetch(`${origin}${other}`)).text();
  // The first request opens a connection.
  await ask();
  const progress = { hasEnded: false, others: 0 };
  const askOn = async () => {
    while (!progress.hasEnded) {
      await ask();
      if (!progress.hasEnded) progress.others += 1;
    }
  };
  const sent = fetch(`${origin}${path}`, init);
  const asking = askOn();
  const response = await sent;
  const body = Buffer.from(await response.arrayBuffer());
  progress.hasEnded = true;
  await asking;
  return { status: response.status, body, others: progress.others };
}
