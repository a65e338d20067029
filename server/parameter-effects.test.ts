import { beforeAll, expect, it } from 'vitest';

import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FeedEntry } from '#contract/operator/changes.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { auditEndpoints } from '#contract/portal/audit/audit.ts';
import { historyEndpoints } from '#contract/portal/history.ts';
import { homeEndpoints } from '#contract/portal/home.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { byCommand } from '#server/auth/origin.ts';
import { newId } from '#server/db/ids.ts';
import { setOperatorRight } from '#server/managed-accounts/change-account.ts';
import { bearer, makeOperatorKey } from '#server/testing/access/access-credentials.ts';
import { attachmentForm } from '#server/testing/access/access-test-data.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { insertDeals } from '#server/testing/insert-deals.ts';
import { insertListedLeads, linksIn } from '#server/testing/leads/listed-leads.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

/** Some parameters of an endpoint, with a value each by which its response changes. */
interface Walk {
  readonly endpoint: Endpoint;
  /** In place of support, who reads most. */
  readonly reader?: Person;
  readonly id?: string;
  readonly values: Readonly<Record<string, string>>;
}
let operatorKey: Record<string, string>;
const { service, support } = withPeople();
beforeAll(async () => {
  operatorKey = bearer(await makeOperatorKey(service.database.db));
});

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, more: object) => {
  const response = await service.call(method, url, more);
  expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
  return response;
};
const read = async ({ endpoint, reader = support, id = '' }: Walk, query: string) => {
  const credentials = { ...reader, operator: operatorKey, none: {} };
  const path = endpoint.path.replace(':id', id);
  return call('GET', `${path}?${query}`, { headers: credentials[endpoint.auth] });
};

/** Parameters not walked here, as their effect is in time or in rights, by their own test. */
const elsewhere = new Set([
  // server/feed/feed.routes.test.ts
  'listChanges wait',
  // server/live/live.routes.changes.test.ts
  'streamEvents ageMs',
  // server/managed-accounts/integrations.routes.test.ts
  'listNamedKeys accountId',
]);

it('every query parameter of the contract has an effect', async () => {
  const endpoints = [v1, web, operator].flatMap((table): Endpoint[] => Object.values(table));
  const walks = await prepareWalks();
  const untested = endpoints.flatMap((endpoint) =>
    Object.keys(endpoint.query?.shape ?? {})
      .filter((name) => !elsewhere.has(`${endpoint.id} ${name}`))
      .filter((name) => !walks.some((walk) => walk.endpoint === endpoint && name in walk.values))
      .map((name) => `${endpoint.method} ${endpoint.path} ${name}`),
  );
  expect(untested).toEqual([]);

  const withoutEffect: string[] = [];
  for (const walk of walks)
    for (const name of Object.keys(walk.endpoint.query?.shape ?? {})) {
      const value = walk.values[name];
      if (value === undefined) continue;
      const isOfPage = name === 'page' || name === 'cursor';
      const page = isOfPage ? 'pageSize=1&' : '';
      const before = await read(walk, page);
      const next = () =>
        new URL(linksIn(before)['next'] ?? 'none:').searchParams.get('cursor') ??
        before.json<{ next?: string }>().next;
      const after = await read(walk, `${page}${name}=${value === 'next' ? next() : value}`);
      if (after.body === before.body) withoutEffect.push(`${walk.endpoint.path} ${name}`);
    }
  expect(withoutEffect).toEqual([]);
});

/** Makes two leads and two deals that differ in everything, and what else is listed. */
async function prepareWalks(): Promise<readonly Walk[]> {
  const { db } = service.database;
  await setOperatorRight(db, support.accountId, true, byCommand);
  const [broker, other] = [await makePerson(db, 'broker'), await makePerson(db, 'broker')];
  const admin = await makePerson(db, 'partner-admin', broker.partnerId);
  const { leadId, dealId, uploadId } = await makeRecords(broker, other);
  const page = { page: '2', pageSize: '1' };
  const list = {
    ...page,
    cursor: 'next',
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
    brokerId: broker.partnerId,
    brokerRepId: broker.contactId,
    partnerId: broker.partnerId,
    hasAttachments: 'yes',
    bulkUploadId: uploadId,
    hasFollowUp: 'yes',
    sort: 'createdAt',
  };
  const leads = { ...list, status: 'New', subStatus: 'Received' };
  const deals = { ...list, status: 'Settled', subStatus: 'Performing' };

  const patch = { headers: admin.bearer, payload: { fields: { notes: 'Call after 3' } } };
  await call('PATCH', `/api/v1/lead/${leadId}`, patch);
  const history = { cursor: 'next', pageSize: '1', statusOnly: 'true' };
  for (const name of ['One', 'Two']) {
    const payload = { fields: { name } };
    const url = `/operator/v1/partners/${broker.partnerId}`;
    await call('PATCH', url, { headers: operatorKey, payload });
    const contact = { headers: operatorKey, payload: { fields: { firstName: name } } };
    await call('PATCH', `/operator/v1/contacts/${broker.contactId}`, contact);
  }
  const upload = await openUploadFor(service, admin);
  await openUploadFor(service, admin);
  await upload.set('submitting', 2);
  await upload.submit([uploadRow(2), uploadRow(3, { phone: '0' })]);
  const otherLead = await submitLead(service, other);
  const question = { recordId: otherLead, kind: 'question' };
  const dueDate = '2999-01-02';
  const correction = { recordId: leadId, kind: 'correction', fieldNames: ['abn'], dueDate };
  const ofDeal = { recordType: 'deal', recordId: dealId, kind: 'question' };
  for (const requested of [correction, correction, question, ofDeal]) {
    const payload = { fields: { recordType: 'lead', text: 'Please help.', ...requested } };
    const made = await call('POST', '/operator/v1/requests', { headers: operatorKey, payload });
    const url = `/operator/v1/requests/${made.json<{ id: string }>().id}`;
    const withdrawn = { headers: operatorKey, payload: { fields: { state: 'withdrawn' } } };
    if (requested === question) await call('PATCH', url, withdrawn);
  }
  const asked: readonly (readonly [string, Person])[] = [
    [`leads/${leadId}`, broker],
    [`deals/${dealId}`, broker],
    [`leads/${otherLead}`, other],
  ];
  for (const [record, { session: headers }] of asked)
    await call('POST', `/portal/${record}/questions`, { headers, payload: { text: 'Why?' } });
  const { questions } = (
    await call('GET', '/operator/v1/questions', { headers: operatorKey })
  ).json<{ questions: { id: string }[] }>();
  const answerUrl = `/operator/v1/questions/${questions[0]?.id}/answer`;
  await call('PUT', answerUrl, { headers: operatorKey, payload: { text: 'So.' } });
  const [first] = (await call('GET', '/operator/v1/changes', { headers: operatorKey })).json<
    FeedEntry[]
  >();

  // Those of the operator’s changes above.
  const audited = {
    act: 'sign-in',
    person: 'nobody',
    since: '2100-01-01T00:00:00Z',
    until: 'P30D',
  };
  return [
    { endpoint: v1.listLeads, values: leads },
    {
      endpoint: auditEndpoints.listAuditEntries,
      values: { ...audited, cursor: 'next', pageSize: '1' },
    },
    { endpoint: auditEndpoints.downloadAudit, values: audited },
    { endpoint: v1.listDeals, values: deals },
    { endpoint: web.listMarkedLeads, values: leads },
    { endpoint: web.listMarkedDeals, values: deals },
    { endpoint: operator.listLeads, values: leads },
    { endpoint: operator.listDeals, values: deals },
    {
      endpoint: operator.listRequests,
      values: { ...list, state: 'open', kind: 'question', recordId: leadId },
    },
    {
      endpoint: operator.listQuestions,
      values: { ...list, state: 'open', recordType: 'lead', recordId: leadId },
    },
    { endpoint: web.listTodo, values: { ...page, partnerId: other.partnerId } },
    { endpoint: web.listTodo, values: { ...page, today: '2999-12-31' } },
    { endpoint: operator.listPartners, values: list },
    { endpoint: operator.listContacts, values: list },
    { endpoint: operator.readPartnerHistory, id: broker.partnerId, values: history },
    { endpoint: operator.readContactHistory, id: broker.contactId, values: history },
    {
      endpoint: operator.listAuditEntries,
      values: { ...audited, cursor: 'next', pageSize: '1', partnerId: other.partnerId },
    },
    { endpoint: operator.listChanges, values: { after: first?.position ?? '', limit: '1' } },
    { endpoint: web.listAccounts, values: { partnerId: broker.partnerId } },
    { endpoint: web.countLeads, values: leads },
    { endpoint: web.countDeals, values: deals },
    { endpoint: web.sumLeads, values: { ...leads, by: 'status' } },
    { endpoint: web.sumDeals, values: { ...deals, by: 'status' } },
    { endpoint: historyEndpoints.readLeadHistory, id: leadId, values: history },
    { endpoint: historyEndpoints.readDealHistory, id: dealId, values: history },
    {
      endpoint: homeEndpoints.readHome,
      values: { partnerId: other.partnerId, today: '2999-12-31' },
    },
    { endpoint: homeEndpoints.readHome, reader: broker, values: { week: '2026-01-05T00:00:00Z' } },
    { endpoint: web.listUserNames, values: { id: broker.accountId } },
    { endpoint: bulkUploadEndpoints.listBulkUploads, reader: admin, values: page },
    {
      endpoint: bulkUploadEndpoints.listRowResults,
      reader: admin,
      id: upload.id,
      values: { ...page, outcome: 'rejected' },
    },
  ];
}

/** Makes a lead and a deal of each person: the first's are new, with all that can be filtered. */
async function makeRecords(...[one, other]: readonly [Owner, Owner]) {
  const { db } = service.database;
  const [leadId, dealId, uploadId] = [newId(), newId(), newId()];
  const times = (at: Date) => ({ created_at: at, updated_at: at, status_since: at });
  const now = times(new Date());
  const long = times(new Date('2026-01-01T00:00:00Z'));
  const ofNew = { id: dealId, search: 'zebra', status: 'In Progress', sub_status: 'Scrubbing' };
  const ofOld = { id: newId(), search: 'deal', status: 'Settled', sub_status: 'Performing' };
  await insertDeals(db, one, { ...now, ...ofNew });
  await insertDeals(db, other, { ...long, ...ofOld });
  const renamed = { headers: operatorKey, payload: { fields: { name: 'Deal 2' } } };
  await call('PATCH', `/operator/v1/deals/${dealId}`, renamed);
  const converted = { id: leadId, converted_deal_id: dealId, fields: { lastName: 'Zebra' } };
  await insertListedLeads(db, one, 1, () => ({ ...now, ...converted }));
  const closed = { status: 'Closed', sub_status: 'Cost' };
  await insertListedLeads(db, other, 1, () => ({ ...long, ...closed }));
  const payload = attachmentForm(leadId);
  await call('POST', '/api/v1/attachment', { headers: one.bearer, payload });
  const ofUpload = { upload_id: uploadId, partner_id: one.partnerId };
  await db
    .insertInto('bulk_upload_rows')
    .values({ ...ofUpload, row_number: 2, outcome: 'submitted', lead_id: leadId })
    .execute();
  return { leadId, dealId, uploadId };
}

type Owner = Awaited<ReturnType<typeof makePerson>> & { partnerId: string; contactId: string };
