import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';

import { respondedMeanwhile } from '#server/testing/responded-meanwhile.ts';

import { sendCsv } from './csv-file.ts';

let service = fastify();
afterEach(async () => {
  await service.close();
  service = fastify();
});

const lines = 1_000_000;
const mayRead = async () => {};
/**
 * Serves a long file at `/file`. `sent.lines` counts the generated lines; `ended` resolves when the
 * generator ends.
 */
async function sendLines() {
  const sent = { lines: 0 };
  const ended = Promise.withResolvers<void>();
  async function* parts() {
    try {
      for (; sent.lines < lines; sent.lines += 1) yield `${sent.lines},a line of a file\r\n`;
    } finally {
      ended.resolve();
    }
  }
  service.get('/file', async (_request, reply) => sendCsv(reply, 'a.csv', parts(), mayRead));
  const origin = await service.listen({ port: 0, host: '127.0.0.1' });
  return { origin, sent, ended: ended.promise };
}

it('other requests get responses while a long file is generated', async () => {
  await sendLines();
  const response = await respondedMeanwhile(service, '/file');
  expect(response.body.length).toBeGreaterThan(lines * 20);
  expect(response.longestTurn).toBeLessThan(0.25);
});

it('no more is generated than the client reads, and nothing after it disconnects', async () => {
  const { origin, sent, ended } = await sendLines();
  const client = request(`${origin}/file`).end();
  const [response] = await once(client, 'response');
  response.pause();
  for (let turn = 0; turn < 2_000; turn += 1) await nextTurn();
  expect(sent.lines).toBeLessThan(lines);
  client.destroy();
  await ended;
  expect(sent.lines).toBeLessThan(lines);
});

it('a client that disconnects before the first byte ends the work too', async () => {
  const generated = { lines: 0 };
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  async function* parts() {
    try {
      for (; generated.lines < lines; generated.lines += 1) {
        yield `${generated.lines}\r\n`;
        started.resolve();
      }
    } finally {
      ended.resolve();
    }
  }
  service.get('/file', async (_request, reply) => sendCsv(reply, 'a.csv', parts(), mayRead));
  const origin = await service.listen({ port: 0, host: '127.0.0.1' });
  const client = request(`${origin}/file`).on('error', () => undefined);
  client.end();
  await started.promise;
  client.destroy();
  await ended.promise;
  expect(generated.lines).toBeLessThan(lines);
});

it('ends before the next piece once its reader may read no further', async () => {
  const generated = { pieces: 0 };
  async function* parts() {
    yield 'header\r\n';
    for (; generated.pieces < 10; generated.pieces += 1) yield 'x'.repeat(70_000);
  }
  const assertMayRead = async () => {
    if (generated.pieces >= 3) throw new Error('no further');
  };
  service.get('/file', async (_request, reply) => sendCsv(reply, 'a.csv', parts(), assertMayRead));
  const origin = await service.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${origin}/file`);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(generated.pieces).toBe(3);
});
