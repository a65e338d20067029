import { once } from 'node:events';

import type { FastifyInstance } from 'fastify';

/** A long response, and whether the service could respond to others before it ended. */
export interface LongResponse {
  readonly status: number;
  readonly body: Buffer;
  /**
   * The longest time that the response kept the event loop to itself, as a share of all processor
   * time until it ended: near 1 if no other request got its turn in between. A busy machine takes
   * longer for both.
   */
  readonly longestTurn: number;
}

/** Sends a request with a long response, and measures the turns of the event loop meanwhile. */
export async function respondedMeanwhile(
  app: FastifyInstance,
  path: string,
  init: RequestInit = {},
): Promise<LongResponse> {
  const origin = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: '127.0.0.1' });
  const started = once(app.server, 'request');
  const sent = fetch(`${origin}${path}`, init);
  await started;
  const turns = watchTurns();
  const response = await sent;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const longestTurn = turns.stop();
  // Only now: the client that puts a long body together is no part of the service.
  return { status: response.status, body: Buffer.concat(chunks), longestTurn };
}

/** Watches the turns of the event loop; `stop` returns the share of the longest. */
function watchTurns(): { stop(): number } {
  const start = processorTime();
  let [last, maxTurn] = [start, 0];
  const turn = () => {
    const now = processorTime();
    maxTurn = Math.max(maxTurn, now - last);
    last = now;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return {
    stop() {
      clearImmediate(next);
      turn();
      clearImmediate(next);
      return maxTurn / (last - start);
    },
  };
}

/** Returns the processor time of this thread so far, in microseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
