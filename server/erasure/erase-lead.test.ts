import { readdir } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import { erase as runErase } from '#server/cli/erase-commands.ts';
import { filesFolder } from '#server/config/config.ts';
import { operatorClient, submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { makeUploadTestData } from '#server/testing/leads/upload-test-data.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

import { eraseLead, leadHoldings } from './erase-lead.ts';

describe.each(databases)('erasing a lead on %s', (kind) => {
  const { service, support } = withPeople(kind);

  const erase = async (id: string) => eraseLead(service.database.db, testFiles(service), id);
  const read = async ({ bearer }: Person, id: string) =>
    service.call('GET', `/api/v1/lead/${id}`, { headers: bearer });

  it('keeps its id and its place in lists, and nothing of the person in any table or file', async () => {
    const { broker, leadId: other, ...world } = await makeUploadTestData(service);
    const submit = async () =>
      service.as(broker).post(
        '/api/v1/lead',
        {
          fields: {
            firstName: 'Erasmus',
            lastName: 'Erasable',
            companyName: 'Erasable Pty',
            phone: '+6490001234',
            amountRequested: 5_000,
            residentialAddress: { addressLine1: '1 Erasable St' },
            partnerLeadReferenceId: 'erasable-1',
          },
        },
        { 'idempotency-key': 'lead' },
      );
    const { id } = (await submit()).json<{ id: string }>();
    const files = { 'erasable.pdf': attachableFiles['statement.pdf'], 'b.csv': Buffer.from('a,b') };
    const upload = async () =>
      world.send(uploadParts(id, files), { headers: { 'idempotency-key': 'files' } });
    const [file] = (await upload()).json<{ id: string }[]>();
    const stored = await world.send(uploadParts(other, { 'kept.csv': Buffer.from('a,b') }));
    await world.download(file?.id ?? '', support);
    const before = await read(broker, id);
    expect(await leadHoldings(service.database.db, id)).toMatchObject({
      fields: 7,
      files: [expect.any(String), expect.any(String)],
      about: { uploadRows: [], drafts: [], bulkNotes: [] },
      deal: null,
    });

    await erase(id);

    const after = await read(broker, id);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.json()).toMatchObject({
      id,
      createdAt: before.json<{ createdAt: string }>().createdAt,
      fields: { firstName: '', phone: '', amountRequested: '', status: 'New' },
    });
    const listed = await service.as(broker).get(`/portal/leads/${id}/attachments`);
    expect(listed.json()).toEqual([]);
    const list = await service.as(broker).get('/api/v1/lead');
    expect(list.headers['x-total-count']).toBe('2');
    expect(await everythingStored()).not.toMatch(/eras(able|mus)/i);
    expect(await readdir(filesFolder(service.config))).toEqual(
      expect.arrayContaining([stored.json<{ id: string }>().id, 'incoming']),
    );
    expect(await readdir(filesFolder(service.config))).toHaveLength(2);

    // A late retry creates nothing new.
    expect((await submit()).json()).toMatchObject({ id, fields: { partnerLeadReferenceId: '' } });
    expect((await upload()).json()).toMatchObject([{ id: file?.id, fields: { fileName: '' } }, {}]);
    expect(await leadHoldings(service.database.db, id)).toMatchObject({
      fields: 0,
      files: [],
      about: { uploadRows: [], drafts: [], bulkNotes: [], choices: [] },
      person: { names: [] },
      deal: null,
    });
  });

  it('empties what its deal and the history of the deal have of the customer', async () => {
    const { db } = service.database;
    const broker = await makePerson(db, 'broker');
    const operator = await operatorClient(service);
    const names = { companyName: 'Vanishing Pty', lastName: 'Vanisher' };
    const id = await submitLead(service, broker, names);
    const converted = await operator.send('POST', `/leads/${id}/conversion`, {
      fields: { amount: 90_000, customer: { id: 'c1', name: 'Vanishing Group' }, omTermDays: 90 },
    });
    const { dealId } = converted.json<{ dealId: string }>();
    for (const fields of [
      { name: 'Vanishing II' },
      { status: 'Approved', subStatus: 'Offer Made' },
    ])
      expect((await operator.send('PATCH', `/deals/${dealId}`, { fields })).statusCode).toBe(200);
    expect(await leadHoldings(db, id)).toMatchObject({ deal: { id: dealId, fields: 2 } });

    const files = testFiles(service);
    expect(await runErase(db, files, ['lead', id, '--yes'])).toMatch(
      `Its deal ${dealId}: fields that say who the customer is, also in the deal’s history: 2.\nErased.`,
    );

    expect(await everythingStored()).not.toMatch(/vanish/i);
    expect(await leadHoldings(db, id)).toMatchObject({ deal: { id: dealId, fields: 0 } });
    const { session, bearer: headers } = broker;
    const deal = await service.call('GET', `/api/v1/deal/${dealId}`, { headers });
    expect(deal.json()).toMatchObject({
      fields: { name: '', customer: null, amount: '90000.00', omTermDays: 90, status: 'Approved' },
    });
    const url = `/portal/deals/${dealId}/history`;
    const { entries } = (await service.call('GET', url, { headers: session })).json<HistoryPage>();
    expect(entries.map((entry) => entry.kind)).toEqual(['erased', 'changed', 'changed', 'created']);
    expect(entries[1]?.changes).toContainEqual(
      expect.objectContaining({ field: 'status', to: 'Approved' }),
    );
    expect(entries[3]?.changes).toContainEqual({ field: 'amount', from: '', to: '90000.00' });
  });

  it('erases what bulk uploads store of the person, in their own row and in others', async () => {
    const { db } = service.database;
    const admin = await makePerson(db, 'partner-admin');
    const contacts = { phone: '+6490009876', email: 'forgotten@clients.test' };
    const cells = { ...contacts, firstName: 'Forgotten' };
    const upload = await openUploadFor(service, admin);
    await upload.edit(
      { row: 2, column: 'firstName', text: 'Forgotten' },
      { row: 4, column: 'email', text: contacts.email },
      { row: 4, column: 'firstName', text: 'Forgotten' },
      { row: 5, column: 'firstName', text: 'Remembered' },
    );
    await upload.set('submitting', 6);
    await upload.submit([
      uploadRow(2, cells),
      uploadRow(3, { ...cells, phone: '9000 9876' }),
      uploadRow(6, { firstName: 'Forgotten', phone: '64 9000 9876' }),
      uploadRow(7, { firstName: 'Forgotten', phone: '0', email: 'Forgotten@Clients.test' }),
      uploadRow(5, { firstName: 'Remembered', phone: '0' }),
    ]);
    const id = (await upload.results()).rows[0]?.leadId ?? '';
    expect(await leadHoldings(db, id)).toMatchObject({ about: { uploadRows: { length: 5 } } });

    await erase(id);

    expect(await everythingStored()).not.toMatch(/forgotten|90009876/i);
    expect(await everythingStored()).toMatch(/Remembered/);
    expect((await upload.results()).rows.map(({ outcome }) => outcome)).toEqual([
      'submitted',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ]);
    // The row still counts as submitted: the same file creates no new lead.
    await upload.submit([uploadRow(2, cells)]);
    expect(await everythingStored()).not.toMatch(/forgotten/i);
  });

  it('finds the person in rows with their phone in national format or split into two cells', async () => {
    const admin = await makePerson(service.database.db, 'partner-admin');
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 6);
    const rejected = (row: number, phone: string) =>
      uploadRow(row, { firstName: 'Homedialled', phone, email: 'none' });
    const [, ...cells] = rejected(5, '+61 491 570 156');
    await upload.submit([
      uploadRow(2, { phone: '+61491570156' }),
      rejected(3, '0491 570 156'),
      rejected(4, '491570156'),
      [5, 'Cut', ...cells],
      rejected(6, '+61 (0)491 570 156'),
      uploadRow(7, { firstName: 'Remembered2', phone: '0491 570 157' }),
    ]);
    await upload.edit({ row: 7, column: 'secondaryPhone', text: '0491 570 158' });
    await erase((await upload.results()).rows[0]?.leadId ?? '');
    const stored = await everythingStored();
    expect(stored).not.toMatch(/Homedialled|570 ?156/);
    expect(stored).toMatch(/Remembered2/);
    expect(stored).toMatch(/570 158/);
  });

  it('can be repeated, as after a crash', async () => {
    const { leadId } = await makeUploadTestData(service);
    await erase(leadId);
    await erase(leadId);
    expect((await read(support, leadId)).statusCode).toBe(200);
  });

  /** Returns every row of every table of the service, as text. */
  async function everythingStored(): Promise<string> {
    const { pool } = service.database;
    const tables = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ text: string }>(
        `select t::text as text from ${name} as t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  }
});
