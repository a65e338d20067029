import { beforeAll, describe, expect, it } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';
import { slowestSearch } from '#server/testing/search/slowest-search.ts';

const ordinary = 'ordinary words '.repeat(13).slice(0, 200);

describe('a search of signs', () => {
  const { service, admin } = withPeople();
  beforeAll(async () => insertListedLeads(service.database.db, admin, 3));

  const address = (path: string, q: string) => `${path}?q=${encodeURIComponent(q)}`;
  const post = async (path: string, payload: object) => service.as(admin).post(path, payload);
  const query = (q: string) => new URLSearchParams({ q }).toString();
  const requests: Record<string, (q: string) => Promise<{ statusCode: number }>> = {
    search: async (q) => post('/portal/search', { q }),
    'leads of the API': async (q) => service.as(admin).get(address('/api/v1/lead', q)),
    'deals of the API': async (q) => service.as(admin).get(address('/api/v1/deal', q)),
    counts: async (q) => service.as(admin).get(address('/portal/leads/counts', q)),
    export: async (q) => post('/portal/exports', { list: 'leads', query: query(q) }),
    'bulk change': async (q) =>
      post('/portal/bulk-changes/preview', {
        selection: { query: query(q) },
        change: { kind: 'add-note', note: 'Called.' },
      }),
  };

  /** Returns the microseconds of this thread’s processor until a request has its response. */
  const processorTime = async (send: () => Promise<{ statusCode: number }>) => {
    const before = process.threadCpuUsage();
    const { statusCode } = await send();
    const { user, system } = process.threadCpuUsage(before);
    return { statusCode, time: user + system };
  };

  it.each(Object.keys(requests))('costs about as much as one of words: %s', async (name) => {
    const send = requests[name];
    if (!send) throw new Error(name);
    await send(ordinary);
    const words = await processorTime(async () => send(ordinary));
    const signs = await processorTime(async () => send(slowestSearch));
    expect(signs.statusCode).toBe(words.statusCode);
    // It held the thread for a hundred times as long.
    expect(signs.time).toBeLessThan(20 * words.time);
  });
});
