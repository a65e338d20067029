import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { startFakeService } from '#server/testing/fake-service.ts';

import { addTracing, startTracing, traced } from './tracing.ts';

const bodies: string[] = [];
const collector = started(async () =>
  startFakeService((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      return response.setHeader('content-type', 'application/json').end('{}');
    });
  }),
);

test('what a request has started is part of its trace until the request ends, and not traced after it', async () => {
  await startTracing({ tracesUrl: `${collector.url}/v1/traces` });
  const app = Fastify();
  addTracing(app);
  const { promise: late, resolve } = Promise.withResolvers<unknown>();
  app.get('/begin', async (_request, reply) => {
    const work = async () => {
      await traced(() => 'work within the request', {}, Promise.resolve());
      await once(reply.raw, 'close');
      return traced(() => 'work after the request', {}, Promise.resolve('done'));
    };
    resolve(work());
    return 'started';
  });
  const response = await fetch(`${await app.listen({ port: 0 })}/begin`);
  expect(await response.text()).toBe('started');
  expect(await late).toBe('done');
  await app.close();

  const sent = bodies.join('');
  expect(sent).toContain('GET /begin');
  expect(sent).toContain('work within the request');
  expect(sent).not.toContain('work after the request');
});
