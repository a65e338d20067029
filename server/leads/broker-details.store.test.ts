import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { BrokerDetails } from '#contract/portal/new-lead/new-lead.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import type { Db } from '#server/db/connect.ts';
import { started, withPeople } from '#server/testing/access/with-people.ts';
import { explainPlan } from '#server/testing/explain-plan.ts';
import type { Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { type TestApp, testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';
import { signInBrowser } from '#server/testing/upstream-test-app.ts';

import { findLastSubmitted, findLastSubmittedUpstream } from './broker-details.store.ts';

/** Returns what a person does with leads of a service. */
const callsOf = ({ service }: { readonly service: TestApp }) => ({
  /** Submits a lead on a page of the portal, or with the headers of a program. */
  submit: async (person: Person, fields: object, headers?: Record<string, string>) => {
    const response = await service.call('POST', '/api/v1/lead', {
      headers: headers ?? (await signInBrowser(service, person)),
      payload: { fields: { ...smallestLead, ...fields } },
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ id: string }>().id;
  },
  details: async ({ session: headers }: Person) =>
    (await service.call('GET', '/portal/broker-details', { headers })).json<BrokerDetails>(),
});

describe('the broker details of the last lead', () => {
  const people = withPeople();

  it('are those that a person submitted for themselves, and nobody else’s', async () => {
    const { admin, colleague, service } = people;
    const { submit, details } = callsOf(people);
    expect(await details(admin)).toEqual({});
    const own = { brokerContactName: 'Ada Marsh', brokerContactNumber: '+61491570156' };
    await submit(admin, own);
    const newer = await submit(admin, { callOnBehalfOf: 'The broker desk', notes: 'x' });
    expect(await details(admin)).toEqual({ callOnBehalfOf: 'The broker desk' });

    const others = { brokerContactName: 'Bea Harper' };
    await submit(admin, { ...others, brokerRepId: colleague.contactId });
    await submit(colleague, others, colleague.bearer);
    await submit(admin, { brokerContactName: 'Of a program' }, admin.bearer);
    await submit(admin, {});
    expect(await details(admin)).toEqual({ callOnBehalfOf: 'The broker desk' });
    expect(await details(colleague)).toEqual({});
    const given = await submit(colleague, others);
    expect(await details(colleague)).toEqual(others);

    // From one to the other, and back.
    for (const [id, { contactId }] of [
      [newer, colleague],
      [given, admin],
    ] as const)
      await service.as(admin).patch(`/api/v1/LEAD/${id}`, { fields: { brokerRepId: contactId } });
    expect(await details(admin)).toEqual(own);
    expect(await details(colleague)).toEqual({});
  });

  it('are found without reading the leads that have none', async () => {
    const { broker, colleague, service } = people;
    const { db } = service.database;
    const { submit } = callsOf(people);
    const none = await submit(broker, { notes: 'x' });
    const some = await submit(colleague, { callOnBehalfOf: 'The broker desk' });
    await sql`
      insert into leads (id, partner_id, contact_id, status, sub_status, created_at, created_by, created_via,
        updated_at, updated_by, updated_via, fields, search)
      select id || n, partner_id, contact_id, status, sub_status, created_at - n * interval '1 hour', created_by,
        created_via, updated_at, updated_by, updated_via, fields, search
      from leads, generate_series(1, 1000) as n where id in (${none}, ${some})`.execute(db);
    await sql`analyze leads`.execute(db);
    const plan = await explainPlan(db, async (explained) => findLastSubmitted(explained, broker));
    expect(plan).toMatch(/Index Scan using leads_by_submitter/);
    expect(plan).not.toMatch(/Filter|Sort/);
  });
});

describe('in front of an existing service', () => {
  const standIn = started(async () => startStandIn());
  const people = withPeople('PostgreSQL', () => ({ env: { UPSTREAM_URL: standIn.url } }));
  beforeAll(async () => {
    const { db } = people.service.database;
    const { admin, broker } = people;
    for (const [{ accountId }, { token }] of [
      [admin, seeded.ada],
      [broker, seeded.bea],
    ] as const)
      await storeEnteredKey(db, testSecrets.apiKeys, accountId, token);
  });

  it('they are those that a person submitted there, with what its records don’t have', async () => {
    const { admin, broker } = people;
    const { submit, details } = callsOf(people);
    expect(await details(admin)).toEqual({});
    await submit(broker, { brokerContactName: 'Bea Harper' });
    // The admin sees the lead of the broker, but has submitted none.
    expect(await details(admin)).toEqual({});
    const own = { callClientOrBroker: 'Call Broker', brokerContactEmail: 'ada@harbour.test' };
    await submit(admin, own);
    const program = { authorization: `Bearer ${seeded.ada.token}` };
    await submit(admin, { brokerContactName: 'Of a program' }, program);
    await submit(admin, { notes: 'Nothing about the broker' });
    expect(await details(admin)).toEqual(own);
    expect(await details(broker)).toEqual({ brokerContactName: 'Bea Harper' });
  });

  it('they are found without reading the creations that have none', async () => {
    const { accountId } = people.broker;
    const { db } = people.service.database;
    const others = people.admin.accountId;
    await sql`
      insert into upstream_changes (record_id, kind, account_id, via, current)
      select name || n, 'created', account_id, 'portal', jsonb_build_object(name, 'x')
      from (values ('notes', ${accountId}), ('callOnBehalfOf', ${others})) as made (name, account_id),
        generate_series(1, 1000) as n`.execute(db);
    await sql`analyze upstream_changes`.execute(db);
    const find = async (explained: Db) => findLastSubmittedUpstream(explained, { accountId });
    const plan = await explainPlan(db, find);
    expect(plan).toMatch(/Index Scan using upstream_changes_by_submitter/);
    expect(plan).not.toMatch(/Filter|Sort/);
  });
});
