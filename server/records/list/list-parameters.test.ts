import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { web } from '#contract/portal/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { newId } from '#server/db/ids.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { attachmentForm } from '#server/testing/access/access-test-data.ts';
import { insertListedLeads, linksIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

let service: TestApp;
let credentials: Partial<Record<Endpoint['auth'], Record<string, string>>>;
/** A value of every parameter by which a list with both leads, or both deals, changes. */
let values: Readonly<Record<string, string>>;
/** The values of those that the lists of leads and deals have with other choices. */
const ofLeads = { status: 'New', subStatus: 'Received' };
const ofDeals = { status: 'Settled', subStatus: 'Performing' };

beforeAll(async () => {
  service = await startTestApp('PostgreSQL');
  const { db } = service.database;
  const [one, other] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
  const support = await makePerson(db, 'support');
  credentials = {
    bearer: support.bearer,
    session: support.session,
    operator: bearer(await makeOperatorKey(db)),
  };
  const now = new Date();
  const long = new Date('2026-01-01T00:00:00Z');
  const times = (at: Date) => ({ created_at: at, updated_at: at, status_since: at });
  const dealIds = [newId(), newId()];
  const deal = { name: 'Deal', search: 'deal', created_by: 'operator', updated_by: 'operator' };
  await db
    .insertInto('deals')
    .values([
      {
        ...deal,
        ...times(now),
        id: dealIds[0] ?? '',
        partner_id: one.partnerId,
        contact_id: one.contactId,
        status: 'In Progress',
        sub_status: 'Scrubbing',
        search: 'zebra',
      },
      {
        ...deal,
        ...times(long),
        id: dealIds[1] ?? '',
        partner_id: other.partnerId,
        contact_id: other.contactId,
        status: ofDeals.status,
        sub_status: ofDeals.subStatus,
      },
    ])
    .execute();
  const leadId = newId();
  await insertListedLeads(db, one, 1, () => ({
    ...times(now),
    id: leadId,
    converted_deal_id: dealIds[0],
    fields: { lastName: 'Zebra' },
  }));
  await insertListedLeads(db, other, 1, () => ({
    ...times(long),
    status: 'Closed',
    sub_status: 'Cost',
  }));
  await service.call('POST', '/api/v1/attachment', {
    headers: one.bearer,
    payload: attachmentForm(leadId),
  });
  const uploadId = newId();
  await db
    .insertInto('bulk_upload_rows')
    .values({ upload_id: uploadId, row_number: 2, outcome: 'submitted', lead_id: leadId })
    .execute();
  values = {
    page: '2',
    pageSize: '1',
    q: 'zebra',
    waitingOn: 'nobody',
    outcome: 'ended',
    createdSince: 'P30D',
    createdBefore: 'P30D',
    updatedSince: 'P30D',
    updatedBefore: 'P30D',
    statusSince: 'P30D',
    statusBefore: 'P30D',
    changedSince: 'P30D',
    brokerId: one.partnerId,
    brokerRepId: one.contactId,
    partnerId: one.partnerId,
    hasAttachments: 'yes',
    bulkUploadId: uploadId,
    sort: 'createdAt',
  };
});
afterAll(async () => service.close());

const read = async ({ auth, path }: Endpoint, query: string) => {
  const response = await service.call('GET', `${path}?${query}`, {
    headers: credentials[auth] ?? {},
  });
  expect(response.statusCode, `${path}?${query}: ${response.body}`).toBe(200);
  return response;
};

it.each<[list: string, endpoint: Endpoint, choices: Record<string, string>]>([
  ['leads', v1.listLeads, ofLeads],
  ['deals', v1.listDeals, ofDeals],
  ['the operator’s leads', operator.listLeads, ofLeads],
  ['the operator’s deals', operator.listDeals, ofDeals],
  ['counts of leads', web.countLeads, ofLeads],
  ['counts of deals', web.countDeals, ofDeals],
  ['the board', web.readDealsBoard, ofDeals],
  ['partners', operator.listPartners, {}],
  ['contacts', operator.listContacts, {}],
])('every parameter of %s has an effect', async (_list, endpoint, choices) => {
  const withoutEffect: string[] = [];
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    const isOfPage = name === 'page' || name === 'cursor';
    const before = await read(endpoint, isOfPage ? 'pageSize=1' : '');
    const next = new URL(linksIn(before)['next'] ?? 'none:').searchParams.get('cursor');
    const value = name === 'cursor' ? next : { ...values, ...choices }[name];
    const after = await read(endpoint, `${isOfPage ? 'pageSize=1&' : ''}${name}=${value}`);
    if (after.body === before.body) withoutEffect.push(name);
  }
  expect(withoutEffect).toEqual([]);
});
