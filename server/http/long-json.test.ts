import { fastify } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { countOtherTurns } from '#server/testing/other-turns.ts';

import { Turn } from './event-loop.ts';
import { writeJsonList } from './long-json.ts';
import { route } from './routes.ts';
import { addShownTexts } from './shown-texts.ts';

const items = Array.from({ length: 100 }, (_, at) => ({
  at,
  text: 'Zo\u202Eë "\u2028" '.repeat(200),
}));
const written = JSON.stringify(items).replaceAll('\u202E', '');

describe('a list', () => {
  it('is written whole, and others have a turn every 5 ms', async () => {
    let clock = 0;
    const others = countOtherTurns();
    const present = (item: object) => {
      clock += 1;
      return item;
    };
    const json = await writeJsonList(items, { present, turn: new Turn(() => clock) });
    expect(await others.stop()).toBeGreaterThanOrEqual(19);
    expect(json.toString()).toBe(JSON.stringify(items));
  });

  it.each([[[]], [['a']], [['a', null, { b: 1 }]]])(
    'has the form of any JSON: %j',
    async (list) => {
      const json = await writeJsonList<unknown>(list);
      expect(json.toString()).toBe(JSON.stringify(list));
    },
  );

  it('ends where the client has disconnected', async () => {
    const client = { destroyed: false };
    const taken: number[] = [];
    const present = (item: number) => {
      client.destroyed = item === 2;
      taken.push(item);
    };
    await writeJsonList([1, 2, 3], { present, client });
    expect(taken).toEqual([1, 2]);
  });
});

describe('the response of an endpoint', () => {
  afterEach(() => vi.restoreAllMocks());
  const entry = z.object({ at: z.number(), text: z.string() });
  const listed = endpoints('none', [], {
    list: ['GET /list', 'A list.', { response: z.array(entry) }],
    record: ['GET /record', 'A record.', { response: entry }],
  });
  const openApp = (read: () => { at: number; text: string }[]) => {
    const app = fastify();
    app.decorate('endpoints', []);
    addShownTexts(app);
    route(app, listed.list, async () => read());
    route(app, listed.record, async () => read()[0] ?? { at: 0, text: '' });
    return app;
  };

  it('has the same bytes and headers, of a list, with other requests in between', async () => {
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const slow = items.map(({ at, text }) => ({
      at,
      unknown: 'is never sent',
      get text() {
        clock += 1;
        return text;
      },
    }));
    const app = openApp(() => slow);
    const others = countOtherTurns();
    const response = await app.inject('/list');
    expect(await others.stop()).toBeGreaterThanOrEqual(19);
    expect(response.body).toBe(written);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(written)),
    });
    const { headers } = await app.inject('/record');
    expect(response.headers['content-type']).toBe(headers['content-type']);
  });

  it('is an error where one item of a list is not valid', async () => {
    const app = openApp(() => [...items.slice(0, 2), JSON.parse('{"at":"2"}')]);
    expect((await app.inject('/list')).statusCode).toBe(500);
  });
});
