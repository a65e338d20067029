import { beforeAll, describe, expect, test } from 'vitest';

import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import {
  type OperatorClient,
  operatorClient,
  submitLead,
} from '#server/testing/access/operator-client.ts';
import { readCookies } from '#server/testing/access/sign-ins.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { type Person, testPassword } from '#server/testing/people.ts';

describe('the audit trail', () => {
  const { service, broker, colleague, admin, stranger, support, operator } = withPeople();
  let leadId = '';
  beforeAll(async () => {
    leadId = await submitLead(service, broker);
  });

  const list = async (person: Person, query = '') => {
    const response = await service.as(person).get(`/portal/audit${query}`);
    return response.json<{ entries: AuditEntry[]; next: string | null }>();
  };
  const listActions = async (person: Person, query = '') =>
    (await list(person, query)).entries.map(({ act }) => act);

  test('records who did what, from where; each reads what concerns them', async () => {
    await service.as(broker).post('/portal/password-confirmation', { password: testPassword });
    await service.as(broker).post('/portal/api-key/reveal');
    await service.as(broker).post('/portal/exports', { list: 'leads', query: '' });
    expect((await service.as(broker).get('/portal/bulk-uploads')).statusCode).toBe(403);
    // The first use of the key that submitted the lead is recorded meanwhile.
    const { entries } = await list(admin);
    expect(entries.filter(({ act }) => act !== 'key-new-address')).toMatchObject([
      { act: 'access-denied', details: { route: 'GET /portal/bulk-uploads', code: 'no-access' } },
      {
        act: 'export-created',
        subject: { type: 'export' },
        details: { list: 'leads', records: 1 },
      },
      { act: 'key-shown', actor: { type: 'account', id: broker.accountId, name: 'Pat Moss' } },
    ]);
    expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(await listActions(stranger)).toEqual([]);
    // Brokers read what they did themselves.
    const own = (await listActions(broker)).filter((action) => action !== 'key-new-address');
    expect(own).toEqual(['access-denied', 'export-created', 'key-shown']);
    expect(await listActions(colleague)).toEqual([]);
    expect(await listActions(broker, `?person=${admin.accountId}`)).toEqual([]);
    const people = await service.as(broker).get('/portal/audit/people');
    expect(people.json()).toEqual([{ id: broker.accountId, name: 'Pat Moss' }]);
    const { body } = await service.as(colleague).get('/portal/audit/file');
    expect(body).not.toContain('API key shown');
    expect(await listActions(support, `?person=${broker.accountId}&act=key-shown`)).toEqual([
      'key-shown',
    ]);
    expect(await listActions(support, `?person=${stranger.accountId}`)).toEqual([]);
  });

  test('support’s reads are recorded once a minute, and not by name for the partner', async () => {
    // As many tabs at once.
    const read = async () => service.as(support).get(`/api/v1/lead/${leadId}`);
    await Promise.all(Array.from({ length: 20 }, read));
    await service.as(support).get(`/portal/leads/${leadId}/history`);
    await service.as(support).get('/api/v1/lead/missing');
    const [entry, ...more] = (await list(admin, '?act=record-read')).entries;
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor: { type: 'account', id: null, name: null },
      subject: { type: 'lead', id: leadId },
      address: null,
    });
    const [known] = (await list(support, '?act=record-read')).entries;
    expect(known).toMatchObject({ actor: { id: support.accountId, name: 'Pat Moss' } });
  });

  test('the operator’s changes are recorded, one by one and in batches, unless they fail', async () => {
    await operator.send('PATCH', `/leads/${leadId}`, { fields: { status: 'Banks In' } });
    const operations = [
      { operation: 'recordLeadCall', id: leadId, body: {} },
      { operation: 'recordLeadCall', id: 'missing', body: {} },
    ];
    await operator.send('POST', '/batch', { operations });
    const { entries } = await list(support, '?act=operator-change');
    expect(entries).toMatchObject([
      { details: { operation: 'recordLeadCall' }, actor: { id: operator.keyId } },
      { details: { operation: 'updateLead' }, subject: { type: 'record', id: leadId } },
    ]);
    expect(await listActions(admin, '?act=operator-change')).toEqual([]);
  });

  test('the operator’s programs read what support does, those of a partner what its admin does', async () => {
    const ofPartner = await operatorClient(service, admin.partnerId);
    const read = async (by: OperatorClient, query = '') =>
      (await by.send('GET', `/audit${query}`)).json<{ entries: AuditEntry[] }>().entries;
    const queries = ['act=record-read', `person=${broker.accountId}`, 'until=P1D', 'pageSize=2'];
    for (const query of queries) {
      expect(await read(operator, `?${query}`)).toEqual((await list(support, `?${query}`)).entries);
      expect(await read(ofPartner, `?${query}`)).toEqual((await list(admin, `?${query}`)).entries);
    }
    const ofAdmin = `?partnerId=${admin.partnerId}&act=record-read`;
    expect(await read(operator, ofAdmin)).toHaveLength(1);
    expect(await read(operator, `?partnerId=${stranger.partnerId}`)).toEqual([]);
    await service.as(stranger).post('/portal/exports', { list: 'leads', query: '' });
    expect(await read(operator, `?partnerId=${stranger.partnerId}`)).toHaveLength(1);
    expect(await read(ofPartner, `?partnerId=${stranger.partnerId}`)).toEqual([]);
    expect(await read(ofPartner, `?person=${stranger.accountId}`)).toEqual([]);
  });

  test('pages and times narrow the list, and a file has all of it', async () => {
    const all = await list(support, '?pageSize=100');
    const first = await list(support, '?pageSize=2');
    const second = await list(support, `?pageSize=2&cursor=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 4));
    const [latest, before] = all.entries;
    expect(await listActions(support, `?since=${latest?.at}&until=${latest?.at}`)).toEqual([]);
    expect((await list(support, `?until=${latest?.at}`)).entries[0]?.at).toBe(before?.at);
    const file = await service.as(support).get('/portal/audit/file');
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(all.entries.length + 2);
    expect(lines[1]).toMatch(/,Export downloaded,Pat Moss,.*list: audit,127\.0\.0\.1$/);
  });

  test('records sign-ins, failed ones, passwords and sign-outs', async () => {
    const signIn = async (email: string, password: string) =>
      service.call('POST', '/portal/session', { payload: { email, password } });
    await signIn('nobody@people.test', 'a wrong password');
    await signIn(colleague.email, 'a wrong password');
    const session = readCookies(await signIn(colleague.email, testPassword));
    const password = 'kauri rimu totara matai';
    const change = { payload: { current: testPassword, password }, headers: session };
    const changed = await service.call('PUT', '/portal/password', change);
    expect(changed.statusCode).toBe(200);
    for (const headers of [readCookies(changed), readCookies(changed)])
      await service.call('DELETE', '/portal/session', { headers });
    const { entries } = await list(support, '?pageSize=5');
    expect(entries).toMatchObject([
      { act: 'sign-out', actor: { id: colleague.accountId } },
      { act: 'password-set', actor: { id: colleague.accountId } },
      { act: 'sign-in', actor: { id: colleague.accountId } },
      { act: 'sign-in-failed', actor: { type: 'unknown' }, subject: { id: colleague.accountId } },
      { act: 'sign-in-failed', actor: { type: 'unknown' }, subject: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain('nobody');
  });

  test('records what was tried and denied, once a minute', async () => {
    const wrong = { password: 'a wrong password' };
    const signIn = async (headers = {}) =>
      service.call('POST', '/portal/session', {
        payload: { ...wrong, email: stranger.email },
        headers,
      });
    await signIn({ origin: 'https://elsewhere.test' });
    for (const key of ['ppk_none', 'ppk_neither'])
      await service.call('GET', '/api/v1/lead', { headers: { authorization: `Bearer ${key}` } });
    await service.as(stranger).post('/portal/password-confirmation', wrong);
    for (let guesses = 0; guesses < 7; guesses += 1) await signIn();
    await service.call('POST', '/portal/password', {
      payload: { token: 'none', password: 'kauri rimu totara matai' },
    });
    const { entries } = await list(support, '?act=access-denied&pageSize=5');
    const unknown = { type: 'unknown' };
    expect(entries).toMatchObject([
      { details: { code: 'link-expired' }, actor: unknown },
      { details: { code: 'too-many-failed-attempts', route: 'POST /portal/session' } },
      { details: { code: 'wrong-password' }, actor: { id: stranger.accountId } },
      { details: { code: 'invalid-token', route: 'GET /api/v1/lead' }, actor: unknown },
      { details: { code: 'cross-site-request' }, actor: unknown, address: '127.0.0.1' },
    ]);
  });

  test('people to filter by are those of the partner', async () => {
    const people = (await service.as(stranger).get('/portal/audit/people')).json();
    expect(people).toEqual([{ id: stranger.accountId, name: 'Pat Moss' }]);
  });
});
