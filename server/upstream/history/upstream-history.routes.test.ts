import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';

import type { HistoryEntry, HistoryPage } from '#contract/portal/history.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { started } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { type ContactPerson, makePerson, type Person } from '#server/testing/people.ts';
import { rowsWith, startRowForwarding } from '#server/testing/row-forwarding.ts';
import { testSecrets, testFiles } from '#server/testing/test-app.ts';
import { multipart, uploadParts } from '#server/testing/upload-form.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { signInBrowser } from '#server/testing/upstream-test-app.ts';

const names = { firstName: 'Mia', lastName: 'Moss', companyName: 'Kauri', phone: '+6490001234' };
const update = { method: 'PATCH', path: '/api/v1/LEAD' } as const;

describe('what was done through the portal', () => {
  let admin: Person;
  let browser: { authorization: string };
  /** Of the same partner, with the key of another person there; of another partner; and support. */
  let colleague: ContactPerson;
  let stranger: Person;
  let support: Person;
  const forwarding = started(async () => startRowForwarding('PostgreSQL'));
  beforeAll(async () => {
    const { service } = forwarding;
    const { db } = service.database;
    admin = forwarding.admin;
    browser = await signInBrowser(service, admin);
    const { partnerId } = await db
      .selectFrom('accounts')
      .select('partner_id as partnerId')
      .where('id', '=', admin.accountId)
      .executeTakeFirstOrThrow();
    colleague = await makePerson(db, 'broker', partnerId ?? '');
    stranger = await makePerson(db, 'broker');
    support = await makePerson(db, 'support');
    const keys = [
      [colleague, seeded.bea],
      [stranger, seeded.sol],
      [support, seeded.sam],
    ] as const;
    for (const [person, { token }] of keys)
      await storeEnteredKey(db, testSecrets.apiKeys, person.accountId, token);
  });

  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, more = {}) =>
    forwarding.service.call(method, url, {
      headers: { ...browser, ...more },
      ...(payload && { payload }),
    });
  const create = async (fields = {}, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const response = await call(
      'POST',
      '/api/v1/lead',
      { fields: { ...names, ...fields } },
      headers,
    );
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ id: string }>().id;
  };
  const edit = async (id: string, fields: object) =>
    call('PATCH', `/api/v1/lead/${id}`, { fields });
  const ask = async (person: Person, id: string, query = '') =>
    forwarding.service.as(person).get(`/portal/leads/${id}/history?${query}`);
  const read = async (id: string, person = admin, query = '') =>
    (await ask(person, id, query)).json<HistoryPage>();
  const changesOf = (entry: HistoryEntry | undefined) =>
    Object.fromEntries((entry?.changes ?? []).map(({ field, from, to }) => [field, [from, to]]));

  it('has a creation with the sent values, once however often it is repeated', async () => {
    const fields = { amountRequested: 5_000, businessAddress: { city: 'Taupō' }, notes: 'a\0b' };
    const key = 'create';
    const id = await create(fields, key);
    expect(await create(fields, key)).toBe(id);
    const { entries, next } = await read(id);
    expect(entries).toMatchObject([
      {
        kind: 'created',
        who: { source: 'portal', id: admin.accountId, name: 'Pat Moss' },
        upload: null,
      },
    ]);
    expect(next).toBeNull();
    expect(changesOf(entries[0])).toMatchObject({
      companyName: ['', 'Kauri'],
      amountRequested: ['', '5000.00'],
      businessAddress: [{ fullAddress: '' }, { city: 'Taupō', fullAddress: 'Taupō' }],
    });
    expect((await read(await create())).entries).toMatchObject([{ kind: 'created' }]);
  });

  it('has a lead whose response was lost, once it is found', async () => {
    await forwarding.standIn.addFailure({ kind: 'drop', method: 'POST' });
    const id = await create({ partnerLeadReferenceId: 'lost' }, 'lost');
    expect((await read(id)).entries).toMatchObject([{ kind: 'created' }]);
    await forwarding.reset();
  });

  it('has an edit, from and to as the service had them, and nothing that it did not accept', async () => {
    const id = await create({ tradingName: 'Kauri Co' });
    const edited = await edit(id, {
      tradingName: 'Kauri & Sons',
      amountRequested: 7_000,
      phone: names.phone,
    });
    expect(edited.statusCode).toBe(200);
    await forwarding.standIn.addFailure({ kind: 'reject', status: 412, ...update });
    expect((await edit(id, { tradingName: 'Rejected' })).statusCode).toBe(412);
    await forwarding.standIn.addFailure({ kind: 'drop', ...update });
    expect((await edit(id, { tradingName: 'Lost' })).statusCode).toBe(502);
    await forwarding.reset();
    const { entries } = await read(id);
    expect(entries.map((entry) => entry.kind)).toEqual(['changed', 'created']);
    expect(changesOf(entries[0])).toEqual({
      tradingName: ['Kauri Co', 'Kauri & Sons'],
      amountRequested: ['', '7000.00'],
    });
  });

  it('leaves out a former value that could not be read', async () => {
    const id = await create();
    await forwarding.standIn.addFailure({ kind: 'reject', status: 500, method: 'GET', times: 1 });
    expect((await edit(id, { tradingName: 'Kauri Co' })).statusCode).toBe(200);
    await forwarding.reset();
    const [entry] = (await read(id)).entries;
    expect(entry?.changes).toEqual([{ field: 'tradingName', to: 'Kauri Co' }]);
  });

  it('has attached files, of which none can be downloaded here', async () => {
    const id = await create();
    const { payload, contentType } = await multipart(
      uploadParts(id, { 'june.pdf': attachableFiles['statement.pdf'] }),
    );
    const headers = { ...browser, 'content-type': contentType };
    const sent = await forwarding.service.call('POST', '/api/v1/attachment', { headers, payload });
    expect(sent.statusCode).toBe(200);
    const [entry] = (await read(id)).entries;
    expect(entry).toMatchObject({ kind: 'attached', changes: [] });
    expect(entry?.file).toMatchObject({ id: null, fileName: 'june.pdf' });
  });

  it('has the row of a bulk upload that became the lead, also if its response was lost', async () => {
    const upload = await forwarding.open(3);
    await forwarding.standIn.addFailure({ kind: 'drop', method: 'POST', times: 1 });
    await upload.submit(rowsWith('row-', 2, 3));
    await forwarding.reconcile(upload.id);
    await forwarding.reset();
    const { rows } = await upload.results();
    expect(rows).toHaveLength(2);
    for (const { row, leadId } of rows) {
      const { entries } = await read(leadId ?? '');
      expect(entries).toMatchObject([
        {
          kind: 'created',
          who: { source: 'bulk-upload' },
          changes: [],
          upload: { id: upload.id, row },
        },
      ]);
    }
  });

  it('is read by those to whom the service returns the lead at the moment, and by nobody else', async () => {
    const id = await create();
    const statuses = async () =>
      Promise.all(
        [admin, support, stranger].map(async (person) => (await ask(person, id)).statusCode),
      );
    expect(await statuses()).toEqual([200, 200, 403]);
    expect((await ask(admin, 'no-such-lead')).statusCode).toBe(404);
    expect((await read(id, support)).entries[0]?.who.name).toBe('Pat Moss');
    await forwarding.standIn.addFailure({ kind: 'reject', status: 403, method: 'GET' });
    expect(await statuses()).toEqual([403, 403, 403]);
    await forwarding.reset();
    const own = { ...names, brokerRepId: seeded.bea.owner.brokerRep.id };
    const shared = await create(own);
    expect((await read(shared, colleague)).entries[0]?.who.name).toBe('Pat Moss');
  });

  it('names nobody of another partner', async () => {
    const { service } = forwarding;
    const { db } = service.database;
    const response = await service.call('POST', '/api/v1/lead', {
      headers: await signInBrowser(service, stranger),
      payload: { fields: names },
    });
    // Of another partner than the stranger here, but of the same one there.
    const other = await makePerson(db, 'partner-admin');
    await storeEnteredKey(db, testSecrets.apiKeys, other.accountId, seeded.ana.token);
    const { entries } = await read(response.json<{ id: string }>().id, other);
    expect(entries[0]?.who).toEqual({ source: 'portal', id: null, name: null });
  });

  it('is read page by page', async () => {
    await create();
    const id = await create();
    for (const amountRequested of [1, 2, 3]) await edit(id, { amountRequested });
    const first = await read(id, admin, 'pageSize=2');
    const second = await read(id, admin, `pageSize=2&cursor=${first.next}`);
    const kinds = [first, second].flatMap(({ entries }) => entries.map((entry) => entry.kind));
    expect(kinds).toEqual(['changed', 'changed', 'changed', 'created']);
    expect([first.next, second.next]).toEqual(['3', null]);
    expect(await read(id, admin, 'statusOnly=true')).toEqual({ entries: [], next: null });
  });

  it('is append-only; erasing the lead or the person empties its values', async () => {
    const phone = '+6490007771';
    const [one, other] = [await create({ notes: 'Erasable' }), await create({ phone })];
    await edit(one, { notes: 'Also Erasable' });
    const { db } = forwarding.service.database;
    for (const statement of [
      `delete from upstream_changes`,
      `update upstream_changes set current = '{}'`,
      `truncate upstream_changes`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only');
    const run = async (...args: string[]) => erase(db, testFiles(forwarding.service), args);
    expect(await run('lead', one)).toMatch(/through the portal: 6\.\n.*\nNothing has been erased/);
    expect(JSON.stringify(await read(one))).toContain('Erasable');
    expect(await run('lead', one, '--yes')).toContain('Erased');
    expect(await run('contact', phone, '--yes')).toMatch(/leads .* through the portal: 1\./);
    for (const id of [one, other]) {
      const { entries } = await read(id);
      expect(entries.flatMap(({ changes }) => changes)).toEqual([]);
      expect(entries[0]).toMatchObject({ kind: 'erased', who: { source: 'command', name: null } });
      expect(entries.at(-1)).toMatchObject({ kind: 'created', who: { name: 'Pat Moss' } });
    }
    await expect(run('lead', 'nothing-here')).rejects.toThrow('There is no lead nothing-here');
  });
});
