import { bodyLimits, type Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import {
  bearer,
  type Credentials,
  makeOperatorKey,
} from '#server/testing/access/access-credentials.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { makeTestData } from '#server/testing/access/access-test-data.ts';
import type { Access } from '#server/testing/access/expected-access.ts';
import {
  type OperatorAccess,
  operatorAccessTable,
} from '#server/testing/access/operator-access-table.ts';
import { web } from '#server/testing/access/portal-endpoints.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** An endpoint of the contract, and how somebody with access to it calls it successfully. */
export interface EndpointCall {
  readonly endpoint: Endpoint;
  readonly name: string;
  /** With the id of a record of the caller. */
  readonly path: string;
  readonly credentials: Credentials;
  /** A JSON body that the endpoint accepts; undefined if it takes none. */
  readonly body: unknown;
  readonly limits: { readonly bytes: number; readonly values: number };
}

/**
 * Returns a call of every endpoint of the contract except the stream of events, which has no end,
 * by a partner admin or by the operator. Those that delete a record come last.
 */
export async function endpointCalls(service: TestApp): Promise<EndpointCall[]> {
  const { db } = service.database;
  const data = await makeTestData(service);
  const admin = data.callers['partner-admin'];
  const key = bearer(await makeOperatorKey(db));
  const credentials = { none: {}, bearer: admin.bearer, session: admin.session, operator: key };
  const calls: EndpointCall[] = [];
  const add = (endpoint: Endpoint, id: string, payload: unknown) =>
    calls.push({
      endpoint,
      name: `${endpoint.method} ${endpoint.path}`,
      path: endpoint.path.replace(':id', id),
      credentials: credentials[endpoint.auth],
      body: endpoint.body && JSON.parse(JSON.stringify(payload ?? {})),
      limits: bodyLimits(endpoint),
    });

  const table: Readonly<Record<string, Access>> = accessTable;
  for (const endpoint of [...Object.values<Endpoint>(v1), ...Object.values<Endpoint>(web)]) {
    if (endpoint === web.streamEvents) continue;
    const access = table[endpoint.id];
    const id =
      access?.kind === 'record' ? data.idOf(access.recordType, 'own', 'partner-admin') : '';
    add(endpoint, id, endpoint.body && (await access?.send({ id, caller: admin, db }))?.payload);
  }
  const operatorTable: Readonly<Record<string, OperatorAccess>> = operatorAccessTable;
  for (const endpoint of Object.values<Endpoint>(operator)) {
    const { recordType, send } = operatorTable[endpoint.id] ?? {};
    const id =
      recordType === 'partner'
        ? admin.partnerId
        : recordType && data.idOf(recordType, 'own', 'broker');
    const owner = { ...admin, leadId: data.idOf('lead', 'own', 'broker') };
    add(endpoint, id ?? '', send?.(owner).payload);
  }
  // A body of the table needs the password confirmed, which would allow replacing the admin’s key.
  await db.updateTable('sessions').set({ password_confirmed_at: null }).execute();
  return calls.toSorted((a, b) => Number(isDeletion(a)) - Number(isDeletion(b)));
}

const isDeletion = ({ endpoint }: EndpointCall) => endpoint.method === 'DELETE';
