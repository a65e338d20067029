import { beforeAll, describe, expect, test } from 'vitest';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator as operatorEndpoints } from '#contract/operator/endpoints.ts';
import type { Deal } from '#contract/v1/deals.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { eraseLead } from '#server/erasure/erase-lead.ts';
import { computeEtag } from '#server/http/preconditions.ts';
import { liveCredentials } from '#server/testing/access/access-credentials.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { makeTestData } from '#server/testing/access/access-test-data.ts';
import type { Access } from '#server/testing/access/expected-access.ts';
import {
  type OperatorAccess,
  operatorAccessTable,
} from '#server/testing/access/operator-access-table.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import { withPeople, started } from '#server/testing/access/with-people.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { testFiles } from '#server/testing/test-app.ts';

// Every endpoint of the contract is called once, as the access tests call it, and so is everything
// else that can change a record.

const portalTable: Readonly<Record<string, Access>> = accessTable;
const operatorTable: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;
const writing = (endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ method }) => method !== 'GET');

/** What says that a record has changed. */
interface Version {
  readonly etag: string;
  readonly updatedAt: string;
  readonly lastActivityDate: string | null;
}

describe('what moves the ETag of a record, its updatedAt and its lastActivityDate', () => {
  const role = 'partner-admin';
  const { service, operator } = withPeople();
  const data = started(async () => makeTestData(service));

  const versions = async (): Promise<Map<string, Version>> => {
    const lists = ['/leads?pageSize=100', '/deals?pageSize=100'].map(async (path) =>
      (await operator.send('GET', path)).json<(Lead | Deal)[]>(),
    );
    const records = (await Promise.all(lists)).flat();
    return new Map(
      records.map((record) => {
        const { id, updatedAt, fields } = record;
        return [
          id,
          { etag: computeEtag(record), updatedAt, lastActivityDate: fields.lastActivityDate },
        ];
      }),
    );
  };
  let before: Map<string, Version>;
  beforeAll(async () => void (before = await versions()));
  /** Returns in words what a change moves of the records that there were after the last one. */
  const movedBy = async (change: () => Promise<unknown>): Promise<string[]> => {
    await change();
    const after = await versions();
    const moves = Array.from(before, ([id, version]) =>
      (['etag', 'updatedAt', 'lastActivityDate'] as const)
        .filter((name) => version[name] !== after.get(id)?.[name])
        .join(' '),
    );
    before = after;
    return [...new Set(moves)].filter((words) => words !== '');
  };

  const callOperator = async ({ id, method, path }: Endpoint) => {
    const { broker } = data.callers;
    const { recordType = 'lead', send } = operatorTable[id] ?? {};
    const record =
      recordType === 'partner' ? broker.partnerId : data.idOf(recordType, 'own', 'broker');
    return service.call(method, path.replace(':id', record ?? ''), {
      headers: operator.headers,
      ...send?.({ ...broker, leadId: data.idOf('lead', 'own', 'broker') }),
    });
  };
  const callPortal = async (endpoint: Endpoint, access: Access | undefined) => {
    const caller = access?.kind === 'call' ? await data.newcomer(role) : data.callers[role];
    const id = access?.kind === 'record' ? data.idOf(access.recordType, 'own', role) : '';
    const [headers = {}] = await liveCredentials(service, endpoint, caller);
    const sent = await access?.send({ id, caller, db: service.database.db });
    return service.call(endpoint.method, endpoint.path.replace(':id', id), { headers, ...sent });
  };

  test('all three together', async () => {
    const seen: Record<string, string[]> = {};
    for (const endpoint of writing([...Object.values(v1), ...Object.values(web)])) {
      const moved = await movedBy(async () => callPortal(endpoint, portalTable[endpoint.id]));
      if (moved.length > 0) seen[endpoint.id] = moved;
    }
    for (const endpoint of writing(Object.values(operatorEndpoints))) {
      const moved = await movedBy(async () => callOperator(endpoint));
      if (moved.length > 0) seen[`operator: ${endpoint.id}`] = moved;
    }
    const { 'partner-admin': admin } = data.callers;
    const bulk = bulkChangeCalls(service);
    const change = { kind: 'add-note', note: 'Call again.' } as const;
    let id = '';
    seen['bulk change'] = await movedBy(async () => {
      ({ id } = await bulk.made(admin, { query: '' }, change));
    });
    seen['bulk change undone'] = await movedBy(async () => bulk.undone(admin, id));
    const erased = data.idOf('lead', 'own', 'broker');
    seen['erase'] = await movedBy(async () =>
      eraseLead(service.database.db, testFiles(service), erased),
    );
    const all = ['etag updatedAt lastActivityDate'];
    expect(seen).toEqual({
      updateLead: all,
      createAttachments: all,
      changeAttachmentType: all,
      withdrawAttachment: all,
      'operator: updateLead': all,
      'operator: convertLead': all,
      'operator: recordLeadCall': all,
      'operator: updateDeal': all,
      'operator: recordDealCall': all,
      'operator: runBatch': all,
      // The names are those of the partner and the contact (docs/decisions/history-and-feed.md).
      'operator: updatePartner': ['etag'],
      'operator: updateContact': ['etag'],
      'bulk change': all,
      'bulk change undone': all,
      erase: all,
    });
  });
});
