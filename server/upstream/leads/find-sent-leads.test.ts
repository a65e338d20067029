import { beforeEach, describe, expect, it } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { clientFor } from '#server/testing/leads/lead-creation.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import type { UpstreamClient } from '#server/upstream/client/upstream.client.ts';

import { findSentLeads } from './find-sent-leads.ts';

const { token } = seeded.bea;
const person = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri',
  phone: '+6490001234',
};
const target = (reference: string) => ({ ...person, reference });

describe('searching a stand-in', () => {
  const standIn = started(async () => startStandIn());
  beforeEach(async () => standIn.clearFailures());

  const clientOf = (settings: object = {}) => clientFor(standIn.url, settings);
  const create = async (reference: string, fields: object = person) => {
    const body = JSON.stringify({ fields: { ...fields, partnerLeadReferenceId: reference } });
    await clientOf().read({ method: 'POST', path: '/api/v1/lead', token, body });
  };

  it('finds many leads at once, on pages that start at 0 and are smaller than requested', async () => {
    const since = new Date();
    const references = Array.from({ length: 12 }, (_, n) => `many ${n}`);
    for (const reference of references) await create(reference);
    await standIn.setOpenPoints({ firstPage: 0, maxPageSize: 5 });
    const client = clientOf({ UPSTREAM_FIRST_PAGE: '0' });
    const sought = [...references, 'nowhere'].map(target);
    const { found, unclear, isComplete } = await findSentLeads(client, token, sought, since);
    expect([...found.keys()]).toEqual(references);
    expect([unclear.size, isComplete]).toEqual([0, true]);
    await standIn.setOpenPoints({ firstPage: 1, maxPageSize: 100 });
  });

  it('a reference of several leads, or of one with other names, is unclear; other spellings are not', async () => {
    await create('twice');
    await create('twice');
    await create('other name', { ...person, lastName: 'Ngatai' });
    await create('other company', { ...person, companyName: 'Rimu' });
    await create('other phone', { ...person, phone: '+6490001235' });
    await create('written', { ...person, firstName: ' AROHA', phone: '+64 9 000 1234' });
    const names = ['twice', 'other name', 'other company', 'other phone', 'written'];
    const { found, unclear } = await findSentLeads(
      clientOf(),
      token,
      names.map(target),
      new Date(),
    );
    expect([...unclear]).toEqual(names.slice(0, 4));
    expect([...found.keys()]).toEqual(['written']);
  });

  it('two leads sent with one reference are unclear, even if one of them arrived', async () => {
    await create('shared');
    const both = [target('shared'), target('shared')];
    const { found, unclear } = await findSentLeads(clientOf(), token, both, new Date());
    expect([found.size, [...unclear]]).toEqual([0, ['shared']]);
  });

  it('leads with one reference are distinguished by names, company and phone', async () => {
    const people = [
      person,
      { ...person, firstName: 'Wiremu' },
      { ...person, phone: '+6490001236' },
    ];
    for (const fields of people) await create('campaign', fields);
    const sought = [...people, { ...person, firstName: 'Nobody' }].map((fields, at) => ({
      ...fields,
      reference: 'campaign',
      key: `row ${at}`,
    }));
    const { found, unclear } = await findSentLeads(clientOf(), token, sought, new Date());
    expect([[...found.keys()], [...unclear]]).toEqual([['row 0', 'row 1', 'row 2'], ['row 3']]);
  });

  it.each([
    { kind: 'unreadable', as: 'null' },
    { kind: 'unreadable', as: 'no-id' },
    { kind: 'html', status: 200 },
    { kind: 'reject', status: 401 },
    { kind: 'drop' },
  ] as const)('is incomplete if a record or page cannot be read: %o', async (error) => {
    await create('any');
    await standIn.addFailure({ ...error, method: 'GET' });
    const { isComplete } = await findSentLeads(clientOf(), token, [target('x')], new Date());
    expect(isComplete).toBe(false);
  });

  it('ends when it is aborted', async () => {
    await standIn.addFailure({ kind: 'slow', method: 'GET', ms: 60_000 });
    const signal = AbortSignal.timeout(20);
    const search = findSentLeads(clientOf(), token, [target('x')], new Date(), { signal });
    expect((await search).isComplete).toBe(false);
  });
});

describe('searching services with other clocks, orders and pages', () => {
  const minute = 60_000;
  /**
   * Returns a client that lists pages of leads, each created the given number of minutes ago. The
   * clock of the service is `fast` minutes ahead of ours. All further pages are `beyond`.
   */
  const service = (
    pages: readonly (readonly number[])[],
    { fast = 0, date = true, beyond = [] as readonly number[] } = {},
  ) => {
    const requestedPages: string[] = [];
    const leadOf = (ago: number) => ({
      id: `lead-${ago}`,
      createdAt: new Date(Date.now() + (fast - ago) * minute).toISOString(),
      fields: { ...person, partnerLeadReferenceId: `${ago} ago` },
    });
    const client: UpstreamClient = {
      ...clientFor('http://127.0.0.1:1'),
      read: async ({ query }) => {
        requestedPages.push(query?.get('page') ?? '');
        const page = pages[requestedPages.length - 1] ?? beyond;
        const headers = new Headers({ 'content-type': 'application/json' });
        if (date) headers.set('date', new Date(Date.now() + fast * minute).toUTCString());
        return {
          upstreamName: 'Acme',
          status: 200,
          headers,
          text: JSON.stringify(page.map(leadOf)),
        };
      },
    };
    return { client, requestedPages };
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
  const search = async ({ client }: { client: UpstreamClient }, since: Date, maxPages = 10) =>
    findSentLeads(client, token, [target('2 ago'), target('nowhere')], since, { maxPages });

  it('searches by the clock that stores when a lead was sent, whatever this process’s says', async () => {
    const tenDays = 10 * 24 * 60;
    const one = service([[1, 2, 3], [4, 9], [10]]);
    const client = { ...one.client, now: () => ago(-tenDays) };
    const { found, isComplete } = await search({ client }, ago(3 - tenDays));
    expect([found.has('2 ago'), isComplete]).toEqual([true, true]);
  });

  it('searches back to just before the time of sending', async () => {
    const one = service([[1, 2, 3], [4, 9], [10]]);
    const { found, isComplete } = await search(one, ago(3));
    expect([found.has('2 ago'), isComplete]).toEqual([true, true]);
    expect(one.requestedPages).toEqual(['1', '2']);
  });

  it.each([180, -180])(
    'corrects a clock that is %i minutes off by the Date of its responses',
    async (fast) => {
      const one = service([[1, 2], [9], [10]], { fast });
      expect((await search(one, ago(3))).isComplete).toBe(true);
      expect(one.requestedPages).toEqual(['1', '2']);
    },
  );

  it('searches back an hour further if no response has a Date', async () => {
    const one = service([[1, 2], [9], [70]], { date: false });
    expect((await search(one, ago(3))).isComplete).toBe(true);
    expect(one.requestedPages).toHaveLength(3);
  });

  it('searches back to a lead that existed before', async () => {
    const one = service([[1, 2], [3, 4], [10]]);
    const targetLeads = [target('2 ago'), target('nowhere')];
    const earlier = new Set(['lead-3']);
    const result = await findSentLeads(one.client, token, targetLeads, ago(60), { earlier });
    expect([result.found.has('2 ago'), result.isComplete]).toEqual([true, true]);
    expect(one.requestedPages).toEqual(['1', '2']);
  });

  it('an identical lead from long before is unclear, so a person has to check', async () => {
    const one = service([[1, 2, 10]]);
    const { found, unclear } = await findSentLeads(
      one.client,
      token,
      ['2 ago', '10 ago'].map(target),
      ago(3),
    );
    expect([[...found.keys()], [...unclear]]).toEqual([['2 ago'], ['10 ago']]);
  });

  it('reads a list that is not newest first to its end', async () => {
    const one = service([[90, 30], [2]]);
    const { found, isComplete } = await search(one, ago(3));
    expect([found.has('2 ago'), isComplete]).toEqual([true, true]);
    expect(one.requestedPages).toHaveLength(3);
  });

  it('is incomplete if the pages do not end, or repeat', async () => {
    const oldestFirst = service([[90], [80], [70], [60]]);
    expect((await search(oldestFirst, ago(3), 4)).isComplete).toBe(false);
    const repeating = service([[1, 2]], { beyond: [1, 2] });
    expect((await search(repeating, ago(3))).isComplete).toBe(false);
    expect(repeating.requestedPages).toHaveLength(2);
  });
});
