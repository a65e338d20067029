import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { databases } from '#server/testing/database/databases.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { leadFields } from '#server/testing/leads/lead-calls.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;
const noAccess = 'This lead doesn’t exist, or you don’t have access to it.';
const left = (reason: string, ...ids: string[]) => ({
  reason,
  total: ids.length,
  leads: ids.map((id) => expect.objectContaining({ id })),
});

describe.each(databases)('bulk changes on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;
  const fieldsOf = async (person: typeof calls.admin, id: string) =>
    (await calls.read(person, id)).json<Lead>().fields;

  it('say what they would do, which stores nothing, and then change each lead', async () => {
    const { admin, broker } = await calls.newTeam();
    const mine = await calls.made(admin, { ...leadFields, companyName: 'Rimu Roofing' });
    const theirs = await calls.made(broker);
    const selection = { ids: [mine, theirs, mine] };
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const { previewedAt, ...preview } = await bulk.previewed(admin, selection, change);
    const client = { id: mine, client: 'Aroha Ngata', company: 'Rimu Roofing' };
    expect(preview).toEqual({
      contactName: 'Pat Moss',
      changed: 1,
      unchanged: 1,
      first: [{ ...client, contact: 'Pat Moss' }],
      rejected: [],
    });
    const before = (await calls.read(admin, mine)).json<Lead>();
    expect(before.fields.brokerRep?.id).toBe(admin.contactId);
    const { rows } = await calls.service.database.pool.query(
      'select from bulk_changes where account_id = $1',
      [admin.accountId],
    );
    expect(rows).toEqual([]);

    const after = (await bulk.make(admin, { selection, change, previewedAt })).json();
    expect(after).toMatchObject({ changed: 1, unchanged: 1, rejected: 0, left: [] });
    expect(Date.parse(after.undoUntil)).toBeGreaterThan(Date.now());
    const lead = (await calls.read(broker, mine)).json<Lead>();
    expect(lead).toMatchObject({ updatedBy: admin.accountId, fields: { leadSource: 'API' } });
    expect(lead.updatedAt > before.updatedAt).toBe(true);
    expect((await calls.read(admin, theirs)).json<Lead>().updatedBy).toBe(broker.accountId);
    const found = await calls.service.as(broker).get('/api/v1/lead?q=rimu');
    expect(found.json<Lead[]>().map(({ id }) => id)).toEqual([mine]);
  });

  it('are of all leads that the list shows, and of none that is created later', async () => {
    const { admin, broker } = await calls.newTeam();
    for (const companyName of ['Totara One', 'Totara Two', 'Matai'])
      await calls.made(companyName === 'Totara Two' ? broker : admin, {
        ...leadFields,
        companyName,
      });
    const selection = { query: `q=totara&status=New&page=2&pageSize=1` };
    const list = await calls.service.as(admin).get('/api/v1/lead?q=totara&status=New');
    const { previewedAt, first } = await bulk.previewed(admin, selection, noted);
    const shown = list.json<Lead[]>().map(({ id }) => id);
    expect(first.map(({ id }) => id)).toEqual(shown);
    const later = await calls.made(admin, { ...leadFields, companyName: 'Totara Three' });
    const made = await bulk.make(admin, { selection, change: noted, previewedAt });
    expect(made.json()).toMatchObject({ changed: 2, rejected: 0 });
    for (const id of shown) expect((await fieldsOf(admin, id)).notes).toBe('Call again.');
    expect((await fieldsOf(admin, later)).notes).toBe('');
    expect((await bulk.previewed(broker, { query: '' }, noted)).changed).toBe(1);
    const mistyped = await bulk.previewed(admin, { query: 'q=totaar' }, noted);
    expect(mistyped.changed).toBe(3);
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
    for (const response of [
      await bulk.preview(calls.admin, selection, noted),
      await bulk.make(calls.admin, { selection, change: noted }),
    ])
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'invalid-fields', fields: { 'selection.query': expect.any(String) } },
      ]);
  });

  it('are made whatever the page, the order and the columns of the list', async () => {
    const { broker } = await calls.newTeam();
    await calls.made(broker);
    const query = 'page=3&pageSize=50&sort=-updatedAt&columns=client.status&view=table&cursor=x';
    expect((await bulk.made(broker, { query }, noted)).changed).toBe(1);
  });

  it('never change a lead that is not within the scope', async () => {
    const { admin, broker } = await calls.newTeam();
    const own = await calls.made(broker);
    const others = await calls.made(admin);
    const foreign = await calls.made(calls.stranger);
    const ids = [own, others, foreign, 'no lead'];
    const preview = await bulk.previewed(broker, { ids }, noted);
    const rejected = [
      {
        reason: noAccess,
        total: 3,
        leads: [others, foreign, 'no lead'].map((id) => ({ id, client: '', company: '' })),
      },
    ];
    expect(preview).toMatchObject({ changed: 1, rejected });
    const made = await bulk.made(broker, { ids }, noted);
    expect(made).toMatchObject({ changed: 1, rejected: 3, left: rejected });
    for (const [person, lead] of [
      [admin, others],
      [calls.stranger, foreign],
    ] as const)
      expect((await fieldsOf(person, lead)).notes).toBe('');
  });

  it('are of what the person sees and may do when they are made', async () => {
    const { admin, broker } = await calls.newTeam();
    const { db } = calls.service.database;
    const lead = await calls.made(broker);
    const { previewedAt } = await bulk.previewed(broker, { ids: [lead] }, noted);
    const change = { kind: 'reassign', brokerRepId: admin.contactId } as const;
    await bulk.made(admin, { ids: [lead] }, change);
    const made = await bulk.make(broker, {
      selection: { ids: [lead] },
      change: noted,
      previewedAt,
    });
    expect(made.json()).toMatchObject({ changed: 0, rejected: 1, left: [left(noAccess, lead)] });

    const again = await bulk.made(
      admin,
      { ids: [lead] },
      { ...change, brokerRepId: broker.contactId },
    );
    await db
      .updateTable('accounts')
      .set({ role: 'broker' })
      .where('id', '=', admin.accountId)
      .execute();
    const denied = await bulk.make(admin, { selection: { ids: [lead] }, change });
    expect(denied.statusCode).toBe(403);
    expect((await bulk.undo(admin, again.id)).statusCode).toBe(403);
  });

  it('reassign only to contacts of the partner, and only by admins', async () => {
    const { admin, broker } = await calls.newTeam();
    const selection = { ids: [await calls.made(broker)] };
    for (const [person, contact] of [
      [broker, broker.contactId],
      [admin, calls.stranger.contactId],
      [admin, 'nobody'],
    ] as const) {
      const change = { kind: 'reassign', brokerRepId: contact } as const;
      for (const response of [
        await bulk.preview(person, selection, change),
        await bulk.make(person, { selection, change }),
      ])
        expect([response.statusCode, response.json().code]).toEqual([403, 'no-access']);
    }
  });

  it('add a note on a new line, unless the notes would be too long', async () => {
    const { broker } = await calls.newTeam();
    const ids = [];
    for (const notes of ['', 'Prefers mornings.', 'x'.repeat(9_990), '🦘'.repeat(9_980)])
      ids.push(await calls.made(broker, { ...leadFields, notes }));
    const [none = '', some = '', full = '', long = ''] = ids;
    const change = { kind: 'add-note', note: ' Called.\r\nNo reply. ' } as const;
    const preview = await bulk.previewed(broker, { ids }, change);
    expect(preview).toMatchObject({ changed: 3, rejected: [{ total: 1 }] });
    const made = await bulk.made(broker, { ids }, change);
    expect(made.left).toEqual([left('Its notes would have more than 10,000 characters.', full)]);
    const notesOf = async (id: string) => (await fieldsOf(broker, id)).notes;
    expect(await notesOf(none)).toBe('Called.\nNo reply.');
    expect(await notesOf(some)).toBe('Prefers mornings.\nCalled.\nNo reply.');
    expect(await notesOf(full)).toBe('x'.repeat(9_990));
    // The contract counts characters, whatever they are encoded as.
    expect(await notesOf(long)).toBe(`${'🦘'.repeat(9_980)}\nCalled.\nNo reply.`);
    await bulk.undone(broker, made.id);
    expect(await notesOf(long)).toBe('🦘'.repeat(9_980));
    for (const note of [' ', 'a\u0007b', 'x'.repeat(2_001)]) {
      const response = await bulk.preview(broker, { ids: [none] }, { kind: 'add-note', note });
      expect(response.statusCode).toBe(400);
    }
  });

  it('are entries of their person’s history, which brokers read too, and listed while they can be undone', async () => {
    const { admin, broker } = await calls.newTeam();
    const made = await bulk.made(broker, { ids: [await calls.made(broker)] }, noted);
    const { left: none, ...change } = made;
    expect(none).toEqual([]);
    expect(await bulk.listed(broker)).toEqual([change]);
    for (const other of [admin, calls.stranger]) expect(await bulk.listed(other)).toEqual([]);
    const listActions = async ({ accountId }: typeof admin, reader: typeof admin) => {
      const query = `?person=${accountId}&act=bulk-change&act=bulk-change-undone`;
      const response = await calls.service.as(reader).get(`/portal/audit${query}`);
      return response.json<{ entries: object[] }>().entries;
    };
    const subject = { type: 'bulk-change', id: made.id, name: null };
    const entry = {
      act: 'bulk-change',
      subject,
      details: { change: 'add-note', leads: 1, unchanged: 0, rejected: 0 },
    };
    for (const reader of [broker, admin])
      expect(await listActions(broker, reader)).toMatchObject([entry]);
    await bulk.undone(broker, made.id);
    expect(await bulk.listed(broker)).toEqual([]);
    expect(await listActions(broker, broker)).toMatchObject([
      { act: 'bulk-change-undone', subject, details: { leads: 1, superseded: 0 } },
      entry,
    ]);
    expect(await listActions(admin, broker)).toEqual([]);
    expect(await listActions(broker, calls.stranger)).toEqual([]);
  });
});
