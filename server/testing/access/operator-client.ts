import type { LightMyRequestResponse } from 'fastify';

import { newId } from '#server/db/ids.ts';
import type { Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { bearer, type Credentials, makeOperatorKey } from './access-credentials.ts';

/** A program of the operator, with a key of its own. */
export interface OperatorClient {
  /** The id of the key, which records and history name. */
  readonly keyId: string;
  readonly headers: Credentials;
  /** Calls an endpoint, by its path after `/operator/v1`. */
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    payload?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
}

/** Makes a key of the operator, for one partner or for all, and returns a program that uses it. */
export async function operatorClient(
  service: TestApp,
  partnerId?: string,
): Promise<OperatorClient> {
  const name = `Program ${newId()}`;
  const key = bearer(await makeOperatorKey(service.database.db, name, partnerId));
  const { id } = await service.database.db
    .selectFrom('keys')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return {
    keyId: id,
    headers: key,
    send: async (method, path, payload, headers = {}) =>
      service.call(method, `/operator/v1${path}`, {
        headers: { ...headers, ...key },
        ...(payload && { payload }),
      }),
  };
}

/** Creates a lead of a person, with an API key, which must succeed. Returns its id. */
export async function submitLead(
  service: TestApp,
  person: Person,
  fields: object = {},
): Promise<string> {
  const payload = { fields: { ...smallestLead, ...fields } };
  const response = await service.as(person).post('/api/v1/lead', payload);
  if (response.statusCode !== 200) throw new Error(`The lead was not created: ${response.body}`);
  return response.json<{ id: string }>().id;
}
