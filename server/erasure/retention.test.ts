import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { buildApp } from '#server/app.ts';
import { verifyAudit } from '#server/audit/verify-audit.store.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { filesFolder, readConfig } from '#server/config/config.ts';
import { attachmentForm } from '#server/testing/access/access-test-data.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople, testService } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets, testFiles } from '#server/testing/test-app.ts';

import { listDue } from './retention.store.ts';
import { eraseDue } from './retention.ts';

const rules = [
  { status: 'Closed', months: 24 },
  { status: 'Cost', months: 12 },
  { status: 'Declined', months: 12 },
];

describe.each(databases)('erasing after retention on %s', (kind) => {
  const { service, broker, operator } = withPeople(kind);

  const files = () => testFiles(service);
  const eraseAll = async (more = {}) =>
    eraseDue({ db: service.database.db, files: files(), rules, ...more });
  const run = async (...args: string[]) => erase(service.database.db, files(), args, rules);
  const make = async (fields = {}) =>
    submitLead(service, broker, { lastName: 'Erasable', companyName: 'Erasable Pty', ...fields });
  const set = async (path: string, fields: object) => operator.send('PATCH', path, { fields });
  /** Moves the times of a record’s statuses to so many months ago. */
  const age = async (table: 'leads' | 'deals', id: string, months: number) =>
    service.database.pool.query(
      `update ${table} set status_since = now() - make_interval(months => $1),
        sub_status_since = now() - make_interval(months => $1) where id = $2`,
      [months, id],
    );
  const makeEnded = async (statuses: object, months: number) => {
    const id = await make();
    await set(`/leads/${id}`, statuses);
    await age('leads', id, months);
    return id;
  };
  const makeDeal = async (months: number, leadId?: string) => {
    const fields = { name: 'Erasable', customer: { id: '1', name: 'Erasable' } };
    const [path, body] = leadId
      ? [`/leads/${leadId}/conversion`, {}]
      : ['/deals', { name: 'Erasable', brokerRepId: broker.contactId }];
    const made = await operator.send('POST', path, { fields: body });
    const { id, dealId } = made.json<{ id: string; dealId: string }>();
    await set(`/deals/${id ?? dealId}`, { ...fields, status: 'Declined', subStatus: 'ATO debt' });
    await age('deals', id ?? dealId, months);
    return id ?? dealId;
  };
  const isErased = async (path: string) =>
    !(await operator.send('GET', path)).body.includes('Erasable');

  it('takes what was in a final status for so long, with its files and deal, once', async () => {
    const closed = await makeEnded({ status: 'Closed', subStatus: 'Closed' }, 25);
    const payload = attachmentForm(closed);
    await service.call('POST', '/api/v1/attachment', { headers: broker.bearer, payload });
    const bySubStatus = await makeEnded({ status: 'Not Progressing', subStatus: 'Cost' }, 13);
    const converted = await make();
    const ofLead = await makeDeal(13, converted);
    const alone = await makeDeal(13);
    const remaining = {
      tooNew: await makeEnded({ status: 'Closed' }, 23),
      open: await makeEnded({ status: 'With Broker' }, 60),
      convertedLater: await make(),
    };
    const young = await makeDeal(11, remaining.convertedLater);
    await age('leads', remaining.convertedLater, 60);

    const report = await run('due');
    expect(report).toContain(`lead ${closed}\tClosed since`);
    expect(report).toContain('Leads and deals: 4. Nothing has been erased.');
    expect(await run('due', '--days', '60')).toContain(`lead ${remaining.tooNew}`);
    expect(await isErased(`/leads/${closed}`)).toBe(false);

    expect(await eraseAll()).toBe(4);
    const erased = [closed, bySubStatus, converted].map((id) => `/leads/${id}`);
    for (const path of [...erased, `/deals/${ofLead}`, `/deals/${alone}`])
      expect([path, await isErased(path)]).toEqual([path, true]);
    for (const path of [...Object.values(remaining).map((id) => `/leads/${id}`), `/deals/${young}`])
      expect([path, await isErased(path)]).toEqual([path, false]);
    expect(await readdir(filesFolder(service.config))).toEqual(['incoming']);
    expect(await eraseAll()).toBe(0);
    const { rows } = await service.database.pool.query(
      `select subject_type, subject_id, actor_type, partner_id, details from audit_entries
        where kind = 'data-erased'`,
    );
    expect(rows).toHaveLength(4);
    expect(rows).toContainEqual({
      subject_type: 'lead',
      subject_id: closed,
      actor_type: 'service',
      partner_id: broker.partnerId,
      details: '{"status":"Closed"}',
    });
    expect(await verifyAudit(service.database.db, { auditDays: 730 })).not.toHaveProperty('broken');
  });

  it('continues where it stopped, with what is still due', async () => {
    const [first, second, third] = [
      await makeEnded({ status: 'Closed' }, 30),
      await makeEnded({ status: 'Closed' }, 29),
      await makeEnded({ status: 'Closed' }, 28),
    ];
    let requests = 0;
    expect(await eraseAll({ isClosing: () => (requests += 1) > 1 })).toBe(1);
    expect(await isErased(`/leads/${first}`)).toBe(true);
    // A status that changes after the list was read, while the first of two is erased.
    const isClosing = () => false;
    const reopen = async () => set(`/leads/${third}`, { status: 'New' });
    const [count] = await Promise.all([eraseAll({ isClosing }), reopen()]);
    expect(count).toBeGreaterThan(0);
    expect(await isErased(`/leads/${second}`)).toBe(true);
    expect(await isErased(`/leads/${third}`)).toBe(count === 2);
  });

  it('leaves what else is about the client, who came back, and counts from the last status', async () => {
    const phone = '+61491570159';
    const old = await make({ phone });
    await set(`/leads/${old}`, { status: 'Closed', subStatus: 'Closed' });
    await age('leads', old, 25);
    const current = await make({ phone });
    const content = {
      texts: { firstName: 'Erasable', phone: '0491 570 159' },
      businessCountry: null,
      sent: null,
      rejections: 0,
    };
    const draft = { id: randomBytes(16).toString('hex'), content };
    const created = await service.as(broker).post('/portal/drafts', draft);
    expect(created.statusCode).toBe(200);
    // Its sub-status is that of an end, but its status has just changed.
    const reopened = await makeEnded({ status: 'Closed', subStatus: 'Closed' }, 60);
    await set(`/leads/${reopened}`, { status: 'With Broker' });
    expect(await eraseAll()).toBe(1);
    expect(await isErased(`/leads/${old}`)).toBe(true);
    for (const id of [current, reopened]) expect(await isErased(`/leads/${id}`)).toBe(false);
    const { rows } = await service.database.pool.query('select from lead_drafts');
    expect(rows).toHaveLength(1);
  });

  it('erases what the lender asked on a record after its erasure, after as long again', async () => {
    const closed = await makeEnded({ status: 'Closed' }, 25);
    const converted = await make();
    const deal = await makeDeal(13, converted);
    expect(await eraseAll()).toBe(2);
    for (const [recordType, recordId] of [
      ['lead', closed],
      ['lead', converted],
      ['deal', deal],
    ]) {
      const fields = { recordType, recordId, kind: 'question', text: 'Ask Erasable' };
      expect((await operator.send('POST', '/requests', { fields })).statusCode).toBe(200);
    }
    expect(await eraseAll()).toBe(0);
    const { pool } = service.database;
    await pool.query(`update requests set updated_at = now() - interval '25 months'`);
    expect(await eraseAll()).toBe(2);
    expect((await pool.query(`select from requests where text <> ''`)).rows).toEqual([]);
    expect(await eraseAll()).toBe(0);
  });

  it('erases what was asked about a record after its erasure, after as long again', async () => {
    const closed = await makeEnded({ status: 'Closed' }, 25);
    const converted = await make();
    const deal = await makeDeal(13, converted);
    expect(await eraseAll()).toBe(2);
    const { session: headers } = broker;
    for (const record of [`leads/${closed}`, `leads/${converted}`, `deals/${deal}`]) {
      const payload = { text: 'Ask Erasable' };
      const asked = await service.call('POST', `/portal/${record}/questions`, { headers, payload });
      expect(asked.statusCode).toBe(200);
    }
    expect(await eraseAll()).toBe(0);
    const { pool } = service.database;
    await pool.query(`update questions set updated_at = now() - interval '25 months'`);
    expect(await eraseAll()).toBe(2);
    expect((await pool.query(`select from questions where text <> ''`)).rows).toEqual([]);
    expect(await eraseAll()).toBe(0);
  });

  it('erases the others where one can’t be', async () => {
    const stuck = await makeEnded({ status: 'Closed' }, 40);
    const payload = attachmentForm(stuck);
    await service.call('POST', '/api/v1/attachment', { headers: broker.bearer, payload });
    const other = await makeEnded({ status: 'Closed' }, 30);
    const remove = async () => Promise.reject(new Error('read-only'));
    await expect(eraseAll({ files: { ...files(), remove } })).rejects.toThrow(
      `Not erased: lead ${stuck}.`,
    );
    expect(await isErased(`/leads/${stuck}`)).toBe(false);
    expect(await isErased(`/leads/${other}`)).toBe(true);
    expect(await eraseAll()).toBe(1);
  });

  it('erases each record once, however many processes do so at the same time', async () => {
    for (let months = 25; months < 31; months += 1) await makeEnded({ status: 'Closed' }, months);
    const counts = await Promise.all([eraseAll(), eraseAll(), eraseAll()]);
    const total = counts.reduce((sum, count) => sum + count, 0) + (await eraseAll());
    expect(total).toBe(6);
    expect(await listDue(service.database.db, rules)).toEqual([]);
  });
});

it('runs in the service, as the setting says', async () => {
  const service = await testService();
  const broker = await makePerson(service.database.db, 'broker');
  await submitLead(service, broker);
  const { pool } = service.database;
  await pool.query(`update leads set status = 'Closed'`);
  await pool.query(
    `update leads set (status_since, sub_status_since) = (now() - interval '3 years', now() - interval '3 years')`,
  );
  const config = readConfig({ DEMO: '0', RETENTION: 'Closed=24 months' });
  const deps = { config, database: service.database, secrets: testSecrets };
  const restarted = await buildApp({
    ...deps,
    files: testFiles(service),
  });
  await restarted.ready();
  const read = async () => (await pool.query('select fields from leads')).rows;
  await expect.poll(read).toEqual([{ fields: {} }]);
  await restarted.close();
});
