import { describe, expect, test } from 'vitest';

import type { ErrorBody } from '#contract/v1/errors.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

describe('leads on the operator’s side', () => {
  const { service, broker, operator } = withPeople();

  const update = async (id: string, fields: object, headers = {}) =>
    operator.send('PATCH', `/leads/${id}`, { fields }, headers);
  const asBroker = async (id: string) =>
    (await service.as(broker).get(`/api/v1/lead/${id}`)).json<Lead>();
  const changesOf = async (id: string) =>
    service.database.db
      .selectFrom('changes')
      .selectAll()
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();

  test('a status is set, and the broker sees it, since when, and who set it is recorded', async () => {
    const id = await submitLead(service, broker);
    const before = await asBroker(id);
    const response = await update(id, { status: 'Attempting Contact', subStatus: 'Attempting 1' });
    expect(response.statusCode).toBe(200);
    const after = await asBroker(id);
    expect(response.json()).toEqual(after);
    expect(after.updatedBy).toBe(operator.keyId);
    expect(after.fields).toMatchObject({ status: 'Attempting Contact', subStatus: 'Attempting 1' });
    expect(after.fields.statusSinceDate > before.fields.statusSinceDate).toBe(true);
    expect(after.fields.lastActivityDate).toBe(after.updatedAt);
    expect((await changesOf(id)).slice(1)).toMatchObject([
      {
        kind: 'changed',
        by: operator.keyId,
        via: 'operator',
        former: { status: 'New', subStatus: 'Received' },
        current: { status: 'Attempting Contact', subStatus: 'Attempting 1' },
      },
    ]);
  });

  test('every status can be set as status and as sub-status', async () => {
    const id = await submitLead(service, broker);
    for (const [at, status] of leadStatuses.entries()) {
      const subStatus = leadStatuses.at(-1 - at);
      const response = await update(id, { status, subStatus });
      expect(response.json<Lead>().fields).toMatchObject({ status, subStatus });
    }
  });

  test('fields that only the operator sets are set, stay, and are cleared', async () => {
    const id = await submitLead(service, broker);
    const user = { type: 'user', id: 'u-1' };
    const fields = {
      watchers: [user, { type: 'user', id: 'u-2' }],
      delegateTo: user,
      bankStatementsUpdateLink: 'https://bank-data.test/update/1',
      bankStatementsVendorLink: 'https://bank-data.test/vendor/1',
      provisoLinkPdf: 'https://bank-data.test/1.pdf',
      applicationLink: 'https://apply.test/1',
      bankStatementsReceived: 'Yes',
      bankStatementsReceivedDate: '2026-10-12T03:20:00.000Z',
      applicationCompleted: true,
      applicationCompletedDate: '2026-10-14',
      internalBdmUser: { name: 'Rua', id: 7 },
      loanType: 'Renewal',
      leadSource: 'Referral',
    };
    await update(id, fields);
    expect((await asBroker(id)).fields).toMatchObject(fields);
    await update(id, { loanType: 'New' });
    expect((await asBroker(id)).fields).toMatchObject({ ...fields, loanType: 'New' });

    const empty = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
    await update(id, { ...empty, watchers: [], leadSource: '' });
    const untouched = await asBroker(await submitLead(service, broker));
    const { bankStatementsUpdateLink: link, ...others } = (await asBroker(id)).fields;
    expect(link).toContain(`/leads/${id}`);
    expect(others).toMatchObject({
      watchers: [],
      delegateTo: null,
      leadSource: 'API',
      loanType: null,
      applicationCompleted: untouched.fields.applicationCompleted,
    });
  });

  test('a change that changes nothing leaves version and history as they are', async () => {
    const id = await submitLead(service, broker);
    await update(id, { status: 'Banks In', watchers: [{ type: 'user', id: 'u' }] });
    const before = await asBroker(id);
    await update(id, { status: 'Banks In', watchers: [{ type: 'user', id: 'u' }] });
    expect(await asBroker(id)).toEqual(before);
    expect(await changesOf(id)).toHaveLength(2);
  });

  test('a change is based on the state that was read', async () => {
    const id = await submitLead(service, broker);
    const read = await operator.send('GET', `/leads/${id}`);
    const seen = { 'if-match': String(read.headers['etag']) };
    const first = await update(id, { status: 'Banks In' }, seen);
    expect(first.statusCode).toBe(200);
    const second = await update(id, { status: 'Closed' }, seen);
    expect([second.statusCode, second.json<ErrorBody>().code]).toEqual([412, 'version-conflict']);
    const next = { 'if-match': String(first.headers['etag']) };
    expect((await update(id, { status: 'Closed' }, next)).statusCode).toBe(200);
    const same = {
      'if-none-match': String((await operator.send('GET', `/leads/${id}`)).headers['etag']),
    };
    expect((await operator.send('GET', `/leads/${id}`, undefined, same)).statusCode).toBe(304);
  });

  test('a call is counted, and the last one has its time', async () => {
    const id = await submitLead(service, broker);
    const record = async (body: object) => operator.send('POST', `/leads/${id}/calls`, body);
    expect((await record({ at: '2026-11-20T01:00:00Z' })).json()).toEqual({
      numberOfCallsMade: 1,
      lastCallDate: '2026-11-20T01:00:00.000Z',
    });
    expect((await record({ at: '2026-11-19T12:00:00+11:00' })).json()).toEqual({
      numberOfCallsMade: 2,
      lastCallDate: '2026-11-20T01:00:00.000Z',
    });
    const { fields } = await asBroker(id);
    expect(fields).toMatchObject({
      numberOfCallsMade: 2,
      lastCallDate: '2026-11-20T01:00:00.000Z',
    });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await record({ at: tomorrow })).json<ErrorBody>().fields).toEqual({
      at: 'This is in the future.',
    });
    expect((await record({ at: '0000-01-01T00:00:00Z' })).statusCode).toBe(400);
    await record({});
    const kinds = (await changesOf(id)).map((change) => change.kind);
    expect(kinds).toEqual(['created', 'call', 'call', 'call']);
  });

  test('a list has the leads of all partners, or of one', async () => {
    const other = await makePerson(service.database.db, 'broker');
    const id = await submitLead(service, other, { companyName: 'Totara Tiles' });
    const idsOf = async (query: string) => {
      const response = await operator.send('GET', `/leads?${query}`);
      const ids = response.json<Lead[]>().map((lead) => lead.id);
      return { ids, total: response.headers['x-total-count'] };
    };
    expect(await idsOf(`partnerId=${other.partnerId}`)).toEqual({ ids: [id], total: '1' });
    expect(await idsOf(`partnerId=${other.partnerId}&q=totara&status=New`)).toEqual({
      ids: [id],
      total: '1',
    });
    expect(await idsOf('partnerId=nobody')).toEqual({ ids: [], total: '0' });
    const { ids: all } = await idsOf('pageSize=100');
    expect(all.length).toBeGreaterThan(1);
    const page = await operator.send('GET', '/leads?pageSize=1');
    const next = /<([^>]*)>; rel="next"/.exec(String(page.headers['link']))?.[1] ?? '';
    expect(next).toContain('/operator/v1/leads?');
    const { search } = new URL(next);
    const following = await operator.send('GET', `/leads${search}`);
    expect(following.json<Lead[]>().map((lead) => lead.id)).toEqual([all[1]]);
  });
});
