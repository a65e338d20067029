import { describe, expect, it } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { databases } from '#server/testing/database/databases.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { leadFields } from '#server/testing/leads/lead-calls.ts';
import { makePerson } from '#server/testing/people.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;
const noAccess = ['rejected', 'This lead doesn’t exist, or you don’t have access to it.'];

describe.each(databases)('bulk changes on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;

  it('say what they would do, change nothing before they are applied, and then each lead', async () => {
    const { admin, broker } = await calls.newTeam();
    const mine = await calls.made(admin, { ...leadFields, companyName: 'Rimu Roofing' });
    const theirs = await calls.made(broker);
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const preview = await bulk.prepared(admin, { ids: [mine, theirs, mine] }, change);
    expect(preview).toMatchObject({ state: 'prepared', total: 2, change, contactName: 'Pat Moss' });
    expect(preview.outcomes).toMatchObject({ pending: 1, unchanged: 1, changed: 0 });
    const before = (await calls.read(admin, mine)).json<Lead>();
    expect(before.fields.brokerRep?.id).toBe(admin.contactId);

    const after = await bulk.done(admin, preview.id, 'apply');
    expect(after.outcomes).toMatchObject({ pending: 0, unchanged: 1, changed: 1 });
    expect(Date.parse(after.undoUntil ?? '')).toBeGreaterThan(Date.now());
    const lead = (await calls.read(broker, mine)).json<Lead>();
    expect(lead).toMatchObject({ updatedBy: admin.accountId, fields: { leadSource: 'API' } });
    expect(lead.updatedAt > before.updatedAt).toBe(true);
    expect((await calls.read(admin, theirs)).json<Lead>().updatedBy).toBe(broker.accountId);
    const history = await calls.service.as(admin).get(`/portal/leads/${mine}/history`);
    expect(history.json<HistoryPage>().entries[0]).toMatchObject({ kind: 'changed' });
    const found = await calls.service.as(broker).get('/api/v1/lead?q=rimu');
    expect(found.json<Lead[]>().map(({ id }) => id)).toEqual([mine]);

    const listed = await bulk.leadsOf(admin, preview.id, '?outcome=changed&pageSize=1');
    expect(listed.headers['x-total-count']).toBe('1');
    expect(listed.json()).toEqual([
      {
        id: mine,
        client: 'Aroha Ngata',
        company: 'Rimu Roofing',
        contactBefore: 'Pat Moss',
        outcome: 'changed',
        reason: '',
      },
    ]);
    const second = await bulk.leadsOf(admin, preview.id, '?page=2&pageSize=1');
    expect(second.json()).toMatchObject([{ id: mine }]);
  });

  it('have all leads that the list shows, and none that is created later', async () => {
    const { admin, broker } = await calls.newTeam();
    for (const companyName of ['Totara One', 'Totara Two', 'Matai'])
      await calls.made(companyName === 'Totara Two' ? broker : admin, {
        ...leadFields,
        companyName,
      });
    const query = `q=totara&status=New&page=2&pageSize=1`;
    const list = await calls.service.as(admin).get('/api/v1/lead?q=totara&status=New');
    const { id, total } = await bulk.prepared(admin, { query }, noted);
    const later = await calls.made(admin, { ...leadFields, companyName: 'Totara Three' });
    await bulk.done(admin, id, 'apply');
    const leads = (await bulk.leadsOf(admin, id)).json<{ id: string; outcome: string }[]>();
    expect(leads.map((lead) => lead.id)).toEqual(list.json<Lead[]>().map((lead) => lead.id));
    expect([total, leads.map(({ outcome }) => outcome)]).toEqual([2, ['changed', 'changed']]);
    expect((await calls.read(admin, later)).json<Lead>().fields.notes).toBe('');
    expect((await bulk.prepared(broker, { query: '' }, noted)).total).toBe(1);
    const mistyped = await bulk.prepared(admin, { query: 'q=totaar' }, noted);
    expect(mistyped.total).toBe(3);
  });

  it.each([
    'status=Nwe',
    'status=New&status=Nwe',
    'statsu=New',
    'createdSince=yesterday',
    'hasAttachments=perhaps',
    'q=one&q=two',
  ])('are rejected with the filter %s, which would be ignored', async (query) => {
    const selection = { query: `q=kahikatea&${query}` };
    const response = await bulk.prepare(calls.admin, selection, noted);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid-fields', fields: { 'selection.query': expect.any(String) } },
    ]);
  });

  it('are prepared whatever the page, the order and the columns of the list', async () => {
    const { broker } = await calls.newTeam();
    await calls.made(broker);
    const query = 'page=3&pageSize=50&sort=-updatedAt&columns=client.status&view=table&cursor=x';
    expect((await bulk.prepared(broker, { query }, noted)).total).toBe(1);
  });

  it('never change a lead that is not within the scope', async () => {
    const { admin, broker } = await calls.newTeam();
    const own = await calls.made(broker);
    const others = await calls.made(admin);
    const foreign = await calls.made(calls.stranger);
    const ids = [own, others, foreign, 'no lead'];
    const { id, outcomes } = await bulk.prepared(broker, { ids }, noted);
    expect(outcomes).toMatchObject({ pending: 1, rejected: 3 });
    await bulk.done(broker, id, 'apply');
    expect(await bulk.outcomes(broker, id)).toEqual({
      [own]: ['changed', ''],
      [others]: noAccess,
      [foreign]: noAccess,
      'no lead': noAccess,
    });
    for (const [person, lead] of [
      [admin, others],
      [calls.stranger, foreign],
    ] as const)
      expect((await calls.read(person, lead)).json<Lead>().fields.notes).toBe('');
  });

  it('check again when they are applied what the person may see and do', async () => {
    const { admin, broker } = await calls.newTeam();
    const { db } = calls.service.database;
    const lead = await calls.made(broker);
    const moved = await bulk.prepared(broker, { ids: [lead] }, noted);
    const change = { kind: 'reassign', brokerRepId: admin.contactId } as const;
    const taken = await bulk.prepared(admin, { ids: [lead] }, change);
    await bulk.done(admin, (await bulk.prepared(admin, { ids: [lead] }, change)).id, 'apply');
    await bulk.done(broker, moved.id, 'apply');
    expect(await bulk.outcomes(broker, moved.id)).toEqual({ [lead]: noAccess });
    const [shown] = (await bulk.leadsOf(broker, moved.id)).json<object[]>();
    expect(shown).toMatchObject({ client: '', company: '', contactBefore: '' });
    const { rows } = await calls.service.database.pool.query(
      'select contact_before from bulk_change_leads where change_id = $1',
      [moved.id],
    );
    expect(rows).toEqual([{ contact_before: broker.contactId }]);

    await db
      .updateTable('accounts')
      .set({ role: 'broker' })
      .where('id', '=', admin.accountId)
      .execute();
    expect((await bulk.act(admin, taken.id, 'apply')).statusCode).toBe(403);
    expect((await bulk.read(admin, taken.id)).json<BulkChange>().state).toBe('prepared');
  });

  it('reassign only to contacts of the partner, and only by admins', async () => {
    const { admin, broker } = await calls.newTeam();
    const ids = [await calls.made(broker)];
    for (const [person, contact] of [
      [broker, broker.contactId],
      [admin, calls.stranger.contactId],
      [admin, 'nobody'],
    ] as const) {
      const change = { kind: 'reassign', brokerRepId: contact } as const;
      const response = await bulk.prepare(person, { ids }, change);
      expect([response.statusCode, response.json().code]).toEqual([403, 'no-access']);
    }
  });

  it('add a note on a new line, unless the notes would be too long', async () => {
    const { broker } = await calls.newTeam();
    const [none, some, full] = [
      await calls.made(broker),
      await calls.made(broker, { ...leadFields, notes: 'Prefers mornings.' }),
      await calls.made(broker, { ...leadFields, notes: 'x'.repeat(9_990) }),
    ];
    const change = { kind: 'add-note', note: ' Called.\r\nNo reply. ' } as const;
    const preview = await bulk.prepared(broker, { ids: [none, some, full] }, change);
    expect(preview.outcomes).toMatchObject({ pending: 2, rejected: 1 });
    await bulk.done(broker, preview.id, 'apply');
    const notesOf = async (id: string) => (await calls.read(broker, id)).json<Lead>().fields.notes;
    expect(await notesOf(none)).toBe('Called.\nNo reply.');
    expect(await notesOf(some)).toBe('Prefers mornings.\nCalled.\nNo reply.');
    expect(await notesOf(full)).toBe('x'.repeat(9_990));
    expect((await bulk.outcomes(broker, preview.id))[full]).toEqual([
      'rejected',
      'Its notes would have more than 10,000 characters.',
    ]);
    for (const note of [' ', 'a\u0007b', 'x'.repeat(2_001)]) {
      const response = await bulk.prepare(broker, { ids: [none] }, { kind: 'add-note', note });
      expect(response.statusCode).toBe(400);
    }
  });

  it('are listed once they are applied, to their person and the partner’s admins', async () => {
    const { admin, broker } = await calls.newTeam();
    const selection = { ids: [await calls.made(broker)] };
    const [, applied] = [
      await bulk.prepared(broker, selection, noted),
      await bulk.prepared(broker, selection, noted),
    ];
    await bulk.done(broker, applied.id, 'apply');
    const listed = async ({ session: headers }: typeof admin) =>
      (await calls.service.call('GET', '/portal/bulk-changes', { headers })).json<BulkChange[]>();
    for (const reader of [broker, admin])
      expect((await listed(reader)).map(({ id }) => id)).toEqual([applied.id]);
    expect(await listed(calls.stranger)).toEqual([]);
    expect(
      await listed(await makePerson(calls.service.database.db, 'broker', admin.partnerId)),
    ).toEqual([]);
  });
});
