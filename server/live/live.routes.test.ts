import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import fastify from 'fastify';
import { expect, test } from 'vitest';

import { openEventStream } from './live.routes.ts';

/** Opens a stream to a reader who reads nothing unless the test does. */
async function openStream() {
  const app = fastify();
  const closed = new AbortController();
  const opened = Promise.withResolvers<ReturnType<typeof openEventStream>>();
  app.get('/', async (_request, reply) => {
    opened.resolve(openEventStream(reply, () => closed.abort()));
    return reply;
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { app, socket, closed, stream: await opened.promise };
}

test('a reader who takes nothing is dropped', async () => {
  const { app, socket, closed, stream } = await openStream();
  const text = `: ${'x'.repeat(60_000)}\n\n`;
  // The systems at both ends store some megabytes before the service has to.
  for (let sent = 0; !closed.signal.aborted && sent < 500; sent += 1) {
    stream.send(text);
    await nextTurn();
  }
  expect(closed.signal.aborted).toBe(true);
  socket.destroy();
  await once(socket, 'close');
  await app.close();
});

test('what is sent to a stream that has just ended is left out', async () => {
  const { app, socket, closed, stream } = await openStream();
  socket.resume();
  stream.send(': one\n\n');
  await once(socket, 'data');
  stream.end();
  // A write after the end would be an uncaught error.
  stream.send(': two\n\n');
  await once(socket, 'close');
  expect(closed.signal.aborted).toBe(true);
  await app.close();
});
