import { beforeAll, describe, expect, test } from 'vitest';

import type { FeedEntry } from '#contract/operator/changes.ts';
import type { OperationResult } from '#contract/operator/endpoints.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { newId } from '#server/db/ids.ts';
import {
  type OperatorClient,
  operatorClient,
  submitLead,
} from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';

// operator.policy.access.test.ts calls every endpoint with ids of others. These are the ways around
// it.

describe('a key of one partner', () => {
  let ofPartner: OperatorClient;
  let [leadId, othersLead, othersDeal, othersRequest, othersQuestion] = ['', '', '', '', ''];
  const { service, broker, stranger, operator } = withPeople();
  beforeAll(async () => {
    ofPartner = await operatorClient(service, broker.partnerId);
    leadId = await submitLead(service, broker);
    othersLead = await submitLead(service, stranger);
    const deal = { fields: { name: 'Rimu', brokerRepId: stranger.contactId } };
    othersDeal = await create('/deals', deal);
    othersRequest = await create('/requests', ask(othersLead));
    const asked = await service.call('POST', `/portal/leads/${othersLead}/questions`, {
      headers: stranger.session,
      payload: { text: 'Since when?' },
    });
    othersQuestion = asked.json<{ id: string }>().id;
  });

  const ask = (recordId: string) => ({
    fields: { recordType: 'lead', recordId, kind: 'question', text: 'Since when?' },
  });
  const create = async (path: string, payload: object, by = operator) =>
    (await by.send('POST', path, payload)).json<{ id: string }>().id;
  const get = async (path: string) => ofPartner.send('GET', path);
  const codeAt = async (path: string) => (await get(path)).json<ErrorBody>().code;

  test.each(['/leads', '/deals', '/requests', '/questions', '/partners', '/contacts', '/changes'])(
    'lists at %s what is the partner’s, whatever is asked for',
    async (path) => {
      const others = [stranger.partnerId, stranger.contactId, othersLead, othersDeal];
      const [isOwners, isPaged] = [/leads|deals/.test(path), path !== '/changes'];
      const queries = [
        '',
        ...(isPaged && path !== '/partners' ? [`?partnerId=${stranger.partnerId}`] : []),
        ...(isOwners ? [`?brokerId=${stranger.partnerId}`] : []),
        ...(isOwners ? [`?brokerRepId=${stranger.contactId}`, '?q=Rimu'] : []),
        ...(/requests|questions/.test(path) ? [`?recordId=${othersLead}`] : []),
      ];
      for (const query of queries) {
        const { statusCode, body, headers } = await get(path + query);
        expect([query, statusCode]).toEqual([query, 200]);
        for (const id of [...others, othersRequest, othersQuestion]) expect(body).not.toContain(id);
        const unknown = await get(path + query.replace(/=.*/, `=${newId()}`));
        expect(body).toBe(unknown.body);
        expect(headers['x-total-count']).toBe(unknown.headers['x-total-count']);
      }
    },
  );

  test('totals count the partner’s records alone', async () => {
    const ofAll = await operator.send('GET', '/leads');
    expect(ofAll.headers['x-total-count']).toBe('2');
    expect((await get('/leads')).headers['x-total-count']).toBe('1');
    expect((await get('/partners')).headers['x-total-count']).toBe('1');
    expect((await get(`/leads?brokerId=${stranger.partnerId}`)).headers['x-total-count']).toBe('0');
    // Not what is the partner’s own, as without the filter.
    for (const path of ['/leads', '/contacts'])
      expect((await get(`${path}?partnerId=${stranger.partnerId}`)).json()).toEqual([]);
  });

  test('cursors of another key continue nothing of others', async () => {
    await create('/requests', ask(othersLead));
    expect(await codeAt(`/requests?cursor=${othersRequest}`)).toBe('invalid-cursor');
    expect(await codeAt(`/questions?cursor=${othersQuestion}`)).toBe('invalid-cursor');
    const first = await operator.send('GET', '/leads?pageSize=1&sort=createdAt');
    const cursor = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(String(first.headers.link))?.[1];
    const next = await get(`/leads?pageSize=1&sort=createdAt&cursor=${cursor}`);
    expect(next.json()).toEqual([]);
    const last = await operator.send('GET', '/leads?pageSize=1&sort=-createdAt');
    const back = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(String(last.headers.link))?.[1];
    const own = await get(`/leads?pageSize=1&sort=-createdAt&cursor=${back}`);
    expect(own.json<{ id: string }[]>().map(({ id }) => id)).toEqual([leadId]);
  });

  test('the feed continues after own entries alone, and waits for nothing of others', async () => {
    const all = (await operator.send('GET', '/changes')).json<FeedEntry[]>();
    const own = (await get('/changes')).json<FeedEntry[]>();
    expect(own).toEqual(all.filter(({ brokerId }) => brokerId === broker.partnerId));
    const others = all.find(({ brokerId }) => brokerId === stranger.partnerId)?.position;
    expect(await codeAt(`/changes?after=${others}`)).toBe('unknown-position');
    const after = own.at(-1)?.position;
    const waiting = get(`/changes?after=${after}&wait=30`);
    await submitLead(service, stranger);
    const created = await submitLead(service, broker);
    const entries = (await waiting).json<FeedEntry[]>();
    expect(entries.map(({ recordId }) => recordId)).toEqual([created]);
  });

  test('of a batch that mixes, only what is the partner’s is done', async () => {
    const question = ask(othersLead);
    const operations = [
      { operation: 'recordLeadCall', id: othersLead, body: {} },
      { operation: 'recordLeadCall', id: leadId, body: {} },
      { operation: 'updateDeal', id: othersDeal, body: { fields: { sfid: 'A-1' } } },
      { operation: 'createRequest', body: question },
      { operation: 'updateRequest', id: othersRequest, body: { fields: { state: 'done' } } },
      {
        operation: 'createDeal',
        body: { fields: { name: 'Kauri', brokerRepId: stranger.contactId } },
      },
      { operation: 'answerQuestion', id: othersQuestion, body: { text: 'Yes.' } },
      { operation: 'createPartner', body: { fields: { name: 'Summit' } } },
      { operation: 'updatePartner', id: stranger.partnerId, body: { fields: { name: 'Summit' } } },
      { operation: 'updateContact', id: stranger.contactId, body: { fields: { firstName: 'A' } } },
    ];
    const before = await readOthers();
    for (const key of [undefined, { 'idempotency-key': 'batch' }]) {
      const response = await ofPartner.send('POST', '/batch', { operations }, key);
      const { results } = response.json<{ results: OperationResult[] }>();
      expect(results.map(({ status }) => status)).toEqual([
        404, 200, 404, 400, 404, 400, 404, 403, 404, 404,
      ]);
    }
    expect(await readOthers()).toEqual(before);
  });

  test('a deal can’t go to a contact of others, who is as one that doesn’t exist', async () => {
    const fields = { name: 'Kauri', brokerRepId: broker.contactId };
    const id = await create('/deals', { fields }, ofPartner);
    const move = async (brokerRepId: string) =>
      (await ofPartner.send('PATCH', `/deals/${id}`, { fields: { brokerRepId } })).body;
    expect(await move(stranger.contactId)).toBe(await move(newId()));
    expect(await move(stranger.contactId)).toContain('doesn’t exist');
  });

  test('ETags and idempotency keys of another key open nothing', async () => {
    const path = `/leads/${othersLead}`;
    const { headers } = await operator.send('GET', path);
    const etag = String(headers.etag);
    const call = { 'idempotency-key': 'one-call' };
    await operator.send('POST', `${path}/calls`, {}, call);
    const bodies = [
      await ofPartner.send('GET', path, undefined, { 'if-none-match': etag }),
      await ofPartner.send('PATCH', path, { fields: { status: 'New' } }, { 'if-match': etag }),
      await ofPartner.send('POST', `${path}/calls`, {}, call),
      await ofPartner.send('PATCH', path, { fields: { status: 'unknown' } }, { 'if-match': '"a"' }),
      await ofPartner.send('GET', `${path}?colour=red`),
      await ofPartner.send('GET', `/leads/${newId()}`),
    ].map(({ statusCode, body }) => `${statusCode} ${body}`);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('404');
  });

  async function readOthers() {
    const { id, contactId } = { id: stranger.partnerId, contactId: stranger.contactId };
    const paths = [
      `/leads/${othersLead}`,
      `/deals/${othersDeal}`,
      `/requests?recordId=${othersLead}`,
      `/questions?recordId=${othersLead}`,
      `/deals?partnerId=${id}`,
      `/partners/${id}`,
      `/contacts/${contactId}`,
    ];
    const read = paths.map(async (path) => (await operator.send('GET', path)).body);
    return Promise.all(read);
  }
});
