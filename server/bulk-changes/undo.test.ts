import { describe, expect, it } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
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

  it('gives each lead its contact back, unless it was reassigned since', async () => {
    const { admin, broker, colleague } = calls;
    const ids = [
      await calls.made(broker),
      await calls.made(admin),
      await calls.made(broker),
      await calls.made(colleague),
    ];
    const change = { kind: 'reassign', brokerRepId: colleague.contactId } as const;
    const { id } = await bulk.prepared(admin, { ids }, change);
    await bulk.done(admin, id, 'apply');
    await patch(ids[2]!, { brokerRepId: admin.contactId });
    await patch(ids[0]!, { tradingName: 'Kauri' });

    const undone = await bulk.done(admin, id, 'undo');
    expect(undone.outcomes).toEqual({
      pending: 0,
      changed: 0,
      unchanged: 1,
      rejected: 0,
      undone: 2,
      superseded: 1,
    });
    expect(undone.undoUntil).toBe(null);
    const contacts = await Promise.all(ids.map(async (one) => (await fieldsOf(one)).brokerRep?.id));
    const { contactId } = admin;
    expect(contacts).toEqual([broker.contactId, contactId, contactId, colleague.contactId]);
    expect((await fieldsOf(ids[0]!)).tradingName).toBe('Kauri');
    expect((await bulk.outcomes(admin, id))[ids[2]!]).toEqual([
      'superseded',
      'It has been reassigned since.',
    ]);
    const again = await bulk.act(admin, id, 'undo');
    expect(again.json<BulkChange>().outcomes).toEqual(undone.outcomes);
    expect((await bulk.act(admin, id, 'apply')).json<BulkChange>().state).toBe('undone');
  });

  it('takes the note away and nothing else, unless it was edited since', async () => {
    const { broker } = calls;
    const ids = [
      await calls.made(broker),
      await calls.made(broker, { ...leadFields, notes: 'Prefers mornings.' }),
      await calls.made(broker),
    ];
    const first = await bulk.prepared(broker, { ids }, noted);
    const second = await bulk.prepared(broker, { ids }, { kind: 'add-note', note: 'Later.' });
    await bulk.done(broker, first.id, 'apply');
    await bulk.done(broker, second.id, 'apply');
    await patch(ids[1]!, { notes: 'Prefers mornings.\nCall again.\nLater.\nCalled.' });
    await patch(ids[2]!, { notes: 'Call again soon.' });
    await bulk.done(broker, first.id, 'undo');
    await bulk.done(broker, second.id, 'undo');
    expect((await fieldsOf(ids[0]!)).notes).toBe('');
    expect((await fieldsOf(ids[1]!)).notes).toBe('Prefers mornings.\nCalled.');
    expect((await fieldsOf(ids[2]!)).notes).toBe('Call again soon.');
    expect((await bulk.outcomes(broker, first.id))[ids[2]!]).toEqual([
      'superseded',
      'The note has been edited since.',
    ]);
  });

  it('is rejected before the change is applied, and 10 minutes after its end', async () => {
    const { broker, colleague } = calls;
    const { id } = await bulk.prepared(broker, { ids: [await calls.made(broker)] }, noted);
    const early = await bulk.act(broker, id, 'undo');
    expect([early.statusCode, early.json().code]).toEqual([409, 'bulk-change-state-conflict']);
    await bulk.done(broker, id, 'apply');
    expect((await bulk.act(colleague, id, 'undo')).statusCode).toBe(403);
    await calls.service.database.pool.query(
      `update bulk_changes set ended_at = ended_at - interval '11 minutes' where id = $1`,
      [id],
    );
    const late = await bulk.act(broker, id, 'undo');
    expect([late.statusCode, late.json().code]).toEqual([409, 'too-late-to-undo']);
    expect((await bulk.read(broker, id)).json<BulkChange>().outcomes.changed).toBe(1);
  });

  it('is rejected where nothing changed', async () => {
    const { admin, broker } = calls;
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const { id } = await bulk.prepared(admin, { ids: [await calls.made(broker)] }, change);
    const after = await bulk.done(admin, id, 'apply');
    expect([after.outcomes.unchanged, after.undoUntil]).toEqual([1, null]);
    const response = await bulk.act(admin, id, 'undo');
    expect(response.statusCode).toBe(409);
    expect(response.json().code).toBe('bulk-change-state-conflict');
    expect((await bulk.read(admin, id)).json<BulkChange>().state).toBe('applied');
  });
});
