import { describe, expect, it } from 'vitest';

import type { Lead } from '#contract/v1/lead-records.ts';
import { databases } from '#server/testing/database/databases.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { leadFields } from '#server/testing/leads/lead-calls.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;

describe.each(databases)('undoing bulk changes on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;

  const patch = async (id: string, fields: object) =>
    calls.service.as(calls.admin).patch(`/api/v1/lead/${id}`, { fields });
  const fieldsOf = async (id: string) => (await calls.read(calls.admin, id)).json<Lead>().fields;
  const contactOf = async (id: string) => (await fieldsOf(id)).brokerRep?.id;
  /** Each reason for which leads stay, with the ids of its leads. */
  const reasonsOf = ({ left }: Awaited<ReturnType<typeof bulk.undone>>) =>
    left.map(({ reason, leads }) => [reason, leads.map(({ id }) => id)]);

  it('gives each lead its contact back, unless it was reassigned since', async () => {
    const { admin, broker, colleague } = calls;
    const ids = [
      await calls.made(broker),
      await calls.made(admin),
      await calls.made(broker),
      await calls.made(colleague),
      await calls.made(broker),
    ];
    const change = { kind: 'reassign', brokerRepId: colleague.contactId } as const;
    const made = await bulk.made(admin, { ids }, change);
    expect(made).toMatchObject({ changed: 4, unchanged: 1 });
    await patch(ids[2]!, { brokerRepId: admin.contactId });
    await patch(ids[0]!, { tradingName: 'Kauri' });
    // One went and came back.
    await patch(ids[4]!, { brokerRepId: broker.contactId });
    await patch(ids[4]!, { brokerRepId: colleague.contactId });

    const undone = await bulk.undone(admin, made.id);
    expect(undone).toMatchObject({
      isUndone: true,
      changed: 0,
      unchanged: 1,
      rejected: 0,
      undone: 2,
      superseded: 2,
      undoUntil: null,
    });
    const contacts = await Promise.all(ids.map(contactOf));
    expect(contacts).toEqual([
      broker.contactId,
      admin.contactId,
      admin.contactId,
      colleague.contactId,
      colleague.contactId,
    ]);
    expect((await fieldsOf(ids[0]!)).tradingName).toBe('Kauri');
    expect(reasonsOf(undone)).toEqual([
      ['It has been reassigned since.', expect.arrayContaining([ids[2], ids[4]])],
    ]);
    const again = await bulk.undone(admin, made.id);
    expect(again).toEqual({ ...undone, left: [] });
    expect(await Promise.all(ids.map(contactOf))).toEqual(contacts);
  });

  it('takes the note away and nothing else, unless it was edited since', async () => {
    const { broker } = calls;
    const ids = [
      await calls.made(broker),
      await calls.made(broker, { ...leadFields, notes: 'Prefers mornings.' }),
      await calls.made(broker),
    ];
    const first = await bulk.made(broker, { ids }, noted);
    const second = await bulk.made(broker, { ids }, { kind: 'add-note', note: 'Later.' });
    await patch(ids[1]!, { notes: 'Prefers mornings.\nCall again.\nLater.\nCalled.' });
    await patch(ids[2]!, { notes: 'Call again soon.' });
    const undone = await bulk.undone(broker, first.id);
    await bulk.undone(broker, second.id);
    expect((await fieldsOf(ids[0]!)).notes).toBe('');
    expect((await fieldsOf(ids[1]!)).notes).toBe('Prefers mornings.\nCalled.');
    expect((await fieldsOf(ids[2]!)).notes).toBe('Call again soon.');
    expect(reasonsOf(undone)).toEqual([['The note has been edited since.', [ids[2]]]]);
  });

  /** Notes before, a note, what somebody makes of both, and the notes once it is undone. */
  const edits: [before: string, note: string, edited: string | null, after: string | null][] = [
    ['', 'Call\nagain.', null, ''],
    ['first', 'Call\nagain.', null, 'first'],
    ['first\n\nsecond', 'Call\nagain.', null, 'first\n\nsecond'],
    ['', 'note', 'note\nlater', 'later'],
    ['first', 'note', 'first\nnote\nlater', 'first\nlater'],
    ['', 'note', 'new\nnote\nlast', 'new\nlast'],
    ['', 'note', 'new\nnote', 'new'],
    ['note', 'note', null, 'note'],
    ['note\nmore', 'note', null, 'note\nmore'],
    ['🦘 first', 'note', '🦘 first\nnote\nnote', '🦘 first\nnote'],
    ['long before', 'note', 'note\nnew\nnote', null],
    ['', 'note', 'a note', null],
    ['', 'note', '', null],
  ];

  it('finds the lines of a note where they were added, or where they stand alone once', async () => {
    const { broker } = calls;
    for (const [before, note, edited, after] of edits) {
      const id = await calls.made(broker, { ...leadFields, notes: before });
      const made = await bulk.made(broker, { ids: [id] }, { kind: 'add-note', note });
      if (edited !== null) await patch(id, { notes: edited });
      const { undone, superseded } = await bulk.undone(broker, made.id);
      const { notes } = await fieldsOf(id);
      expect([before, edited, undone, superseded, notes]).toEqual([
        before,
        edited,
        after === null ? 0 : 1,
        after === null ? 1 : 0,
        after ?? edited,
      ]);
    }
  });

  it('leaves a lead that the person does not see any more', async () => {
    const { admin, broker } = calls;
    const id = await calls.made(broker);
    const made = await bulk.made(broker, { ids: [id] }, noted);
    await patch(id, { brokerRepId: admin.contactId });
    expect(await bulk.undone(broker, made.id)).toMatchObject({
      superseded: 1,
      left: [{ reason: /access/, leads: [{ id, client: '', company: '' }] }].map((one) => ({
        ...one,
        reason: expect.stringMatching(one.reason),
      })),
    });
    expect((await fieldsOf(id)).notes).toBe('Call again.');
  });

  it('is rejected 10 minutes after the change, and to others', async () => {
    const { broker, colleague, admin } = calls;
    const id = await calls.made(broker);
    const made = await bulk.made(broker, { ids: [id] }, noted);
    for (const other of [colleague, admin])
      expect((await bulk.undo(other, made.id)).statusCode).toBe(403);
    const age = async (period: string) =>
      calls.service.database.pool.query(
        `update bulk_changes set ended_at = now() - $2::interval where id = $1`,
        [made.id, period],
      );
    await age('11 minutes');
    expect((await bulk.listed(broker)).map((one) => one.id)).not.toContain(made.id);
    const late = await bulk.undo(broker, made.id);
    expect([late.statusCode, late.json().code]).toEqual([409, 'too-late-to-undo']);
    expect((await fieldsOf(id)).notes).toBe('Call again.');
    await age('9 minutes');
    expect((await bulk.undone(broker, made.id)).undone).toBe(1);
  });

  it('is rejected where nothing changed', async () => {
    const { admin, broker } = calls;
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const made = await bulk.made(admin, { ids: [await calls.made(broker)] }, change);
    expect([made.unchanged, made.undoUntil]).toEqual([1, null]);
    const response = await bulk.undo(admin, made.id);
    expect([response.statusCode, response.json().code]).toEqual([
      409,
      'bulk-change-state-conflict',
    ]);
  });
});
