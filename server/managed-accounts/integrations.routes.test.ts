import { describe, expect, test } from 'vitest';

import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import { type ManagedAccount, maxIntegrations } from '#contract/portal/people/managed-accounts.ts';
import { addPartnerIntegration } from '#server/cli/account-commands.ts';
import { erasePerson, reportPerson } from '#server/cli/person-report.ts';
import { filesFolder, readConfig } from '#server/config/config.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { makePerson, type Person, testPassword } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { testSecrets } from '#server/testing/test-app.ts';

describe('integrations', () => {
  const { service, broker, colleague, admin, stranger, support } = withPeople();

  const list = async () =>
    (await service.as(admin).get('/portal/accounts')).json<ManagedAccount[]>();
  const add = async (name: string, role = 'broker', by: Person = admin) => {
    await service.as(by).post('/portal/password-confirmation', { password: testPassword });
    const response = await service.as(by).post('/portal/integrations', { name, role });
    expect(response.statusCode).toBe(200);
    return (await list()).find((account) => account.name === `${name} (integration)`);
  };
  const createKey = async (accountId: string | undefined, more: object = {}, by: Person = admin) =>
    service
      .as(by)
      .post('/portal/api-keys', { name: 'Live', isReadOnly: false, days: 90, accountId, ...more });
  const call = async (apiKey: string, method: 'GET' | 'POST', payload?: object) =>
    service.call(method, '/api/v1/lead', {
      headers: { authorization: `Bearer ${apiKey}` },
      ...(payload && { payload }),
    });
  const added = async (name: string, role = 'broker') => {
    const account = await add(name, role);
    const { apiKey, id } = (await createKey(account?.id)).json<{ apiKey: string; id: string }>();
    return { account, id: account?.id ?? '', apiKey, keyId: id };
  };

  test('have no email, no session and no link, and are shown by their names everywhere', async () => {
    const { account, id, apiKey } = await added('Acme CRM');
    expect(account).toMatchObject({ email: null, state: 'active', hasPassword: false });
    const created = await call(apiKey, 'POST', { fields: smallestLead });
    const lead = created.json<{ id: string }>();
    const history = await service.as(admin).get(`/portal/leads/${lead.id}/history`);
    expect(history.body).toContain('Acme CRM (integration)');
    const link = await service.as(admin).post(`/portal/accounts/${id}/link`);
    expect([link.statusCode, link.json().code]).toEqual([403, 'no-access']);
    const { entries } = (await service.as(admin).get(`/portal/audit?person=${id}`)).json<{
      entries: AuditEntry[];
    }>();
    expect(entries.map(({ act }) => act)).toContain('account-added');
    expect(JSON.stringify(entries)).toContain('Acme CRM (integration)');
  });

  test('see their own records as a broker, and those of the partner as an admin', async () => {
    const lead = await service.as(broker).post('/api/v1/lead', { fields: smallestLead });
    const { id } = lead.json<{ id: string }>();
    expect((await call((await added('Own')).apiKey, 'GET')).body).not.toContain(id);
    expect((await call((await added('All', 'partner-admin')).apiKey, 'GET')).body).toContain(id);
  });

  test('are no contact to choose until they have records', async () => {
    const { account, apiKey } = await added('Chosen');
    const contacts = async () => (await service.as(admin).get('/portal/contacts')).body;
    expect(await contacts()).not.toContain(account?.contactId);
    await call(apiKey, 'POST', { fields: smallestLead });
    expect(await contacts()).toContain(account?.contactId);
  });

  test('are the contact of a row of a bulk upload that names them, also without records', async () => {
    const account = await add('Named in a file');
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 1);
    await upload.submit([uploadRow(2, { brokerRepId: account?.contactId ?? '' })]);
    expect((await upload.read()).totals).toMatchObject({ submitted: 1 });
  });

  test('have keys that whoever manages them replaces and revokes, and nobody else', async () => {
    const { id, keyId } = await added('Keys');
    const path = `/portal/api-keys?accountId=${id}`;
    for (const by of [broker, stranger, support]) {
      await service.as(by).post('/portal/password-confirmation', { password: testPassword });
      expect((await service.as(by).get(path)).statusCode).toBe(403);
      expect((await createKey(id, {}, by)).statusCode).toBe(403);
      expect((await service.as(by).delete(`/portal/api-keys/${keyId}`)).statusCode).toBe(403);
    }
    expect((await createKey(colleague.accountId)).statusCode).toBe(403);
    const readOnly = (await createKey(id, { isReadOnly: true })).json<{ apiKey: string }>();
    expect((await call(readOnly.apiKey, 'POST', { fields: smallestLead })).statusCode).toBe(403);
    const replace = `/portal/api-keys/${keyId}/replace`;
    expect((await service.as(admin).post(replace, { overlapHours: 0 })).statusCode).toBe(200);
    await service.as(admin).delete(`/portal/api-keys/${keyId}`);
    expect((await service.as(admin).get(path)).json()).toHaveLength(2);
  });

  test('lose their keys when they are deactivated, and get new ones once they are activated', async () => {
    const { id, apiKey } = await added('Leaver');
    await service.as(admin).patch(`/portal/accounts/${id}`, { isActive: false });
    expect((await call(apiKey, 'GET')).statusCode).toBe(401);
    await service.as(admin).patch(`/portal/accounts/${id}`, { isActive: true });
    expect((await call(apiKey, 'GET')).statusCode).toBe(401);
    const { apiKey: next } = (await createKey(id)).json<{ apiKey: string }>();
    expect((await call(next, 'GET')).statusCode).toBe(200);
  });

  test.each(['create', 'replace'])(
    'get no key from a request to %s one that waits for their deactivation',
    async (action) => {
      const { id, keyId } = await added(`Raced ${action}`);
      const { db, pool } = service.database;
      const replace = `/portal/api-keys/${keyId}/replace`;
      const answer = await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('accounts')
          .set({ disabled_at: new Date() })
          .where('id', '=', id)
          .execute();
        const response =
          action === 'create'
            ? createKey(id)
            : service.as(admin).post(replace, { overlapHours: 1 });
        const waiting = `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%from accounts where id =%no key update%'`;
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
        return { response };
      });
      expect((await answer.response).statusCode).toBe(action === 'create' ? 403 : 404);
      const keys = await service.as(admin).get(`/portal/api-keys?accountId=${id}`);
      expect(keys.json()).toEqual([]);
      expect((await createKey(id)).statusCode).toBe(403);
    },
  );

  test('have entries of their keys in the audit trail that say whose key, and which', async () => {
    const { id, keyId } = await added('Audited');
    const replaced = await service
      .as(admin)
      .post(`/portal/api-keys/${keyId}/replace`, { overlapHours: 1 });
    const { id: newKey } = replaced.json<{ id: string }>();
    await service.as(admin).delete(`/portal/api-keys/${newKey}`);
    const { entries } = (await service.as(admin).get(`/portal/audit?person=${id}`)).json<{
      entries: AuditEntry[];
    }>();
    const subject = { type: 'account', id, name: 'Audited (integration)' };
    expect(entries.slice(0, 3)).toMatchObject([
      { act: 'key-revoked', subject, details: { key: newKey } },
      { act: 'key-replaced', subject, details: { key: keyId, newKey } },
      { act: 'key-created', subject, details: { key: keyId } },
    ]);
  });

  test('are added by a command, reported and erased by id', async () => {
    const { db } = service.database;
    const { name } = await db
      .selectFrom('partners')
      .select('name')
      .where('id', '=', admin.partnerId)
      .executeTakeFirstOrThrow();
    await addPartnerIntegration(
      db,
      { name: 'Ledger', role: 'broker', partner: name },
      service.config,
    );
    await expect(
      addPartnerIntegration(db, { name: 'Ledger', role: 'support', partner: name }, service.config),
    ).rejects.toThrow('Choose a role.');
    const account = (await list()).find((one) => one.name === 'Ledger (integration)');
    const { apiKey } = (await createKey(account?.id)).json<{ apiKey: string }>();
    expect(await reportPerson(db, account?.id ?? '')).toContain('Ledger (integration)');
    const files = folderStore(filesFolder(service.config), testSecrets.fileKeys);
    await erasePerson(db, files, account?.id ?? '', true);
    expect((await call(apiKey, 'GET')).statusCode).toBe(401);
    expect(JSON.stringify(await list())).not.toContain('Ledger');
  });

  test('are not added in front of an existing service, which makes the keys', async () => {
    const config = readConfig({
      UPSTREAM_URL: 'http://127.0.0.1:1',
      PORTAL_SECRET: 'x'.repeat(40),
    });
    const given = { name: 'Ledger', role: 'broker', partner: 'Harbour' };
    await expect(addPartnerIntegration(service.database.db, given, config)).rejects.toThrow(
      'UPSTREAM_URL',
    );
  });

  test('have names that no person has', async () => {
    const person = { name: 'Ana (Integration)', email: 'ana@harbour.test', role: 'broker' };
    const invited = await service.as(admin).post('/portal/accounts', person);
    expect(invited.json()).toMatchObject({
      fields: { name: 'Only integrations have such a name.' },
    });
    const own = await makePerson(service.database.db, 'broker');
    await service.as(own).post('/portal/password-confirmation', { password: testPassword });
    const renamed = { name: 'Bot (integration)', email: own.email };
    expect((await service.as(own).patch('/portal/account', renamed)).statusCode).not.toBe(200);
  });

  test('of a partner are at most fifty that are active, also if added at once', async () => {
    const { db } = service.database;
    const manager = await makePerson(db, 'partner-admin');
    await service.as(manager).post('/portal/password-confirmation', { password: testPassword });
    const post = async (name: string) =>
      service.as(manager).post('/portal/integrations', { name, role: 'broker' });
    const names = Array.from({ length: maxIntegrations + 5 }, (_, at) => `Program ${at}`);
    const rejected = (await Promise.all(names.map(post))).filter(
      ({ statusCode }) => statusCode !== 200,
    );
    expect(rejected).toHaveLength(5);
    expect(rejected[0]?.json()).toMatchObject({
      fields: { name: 'The partner has 50 integrations: deactivate one first.' },
    });
    const accounts = (await service.as(manager).get('/portal/accounts')).json<ManagedAccount[]>();
    const first = accounts.find(({ email }) => email === null);
    const change = async (isActive: boolean) =>
      service.as(manager).patch(`/portal/accounts/${first?.id}`, { isActive });
    await change(false);
    expect((await post('One more')).statusCode).toBe(200);
    expect((await change(true)).json()).toMatchObject({ code: 'conflict' });
  });
});
