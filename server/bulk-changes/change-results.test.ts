import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import type { HistoryPage } from '#contract/portal/history.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { leadFields } from '#server/testing/leads/lead-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

describe('what is known of a bulk change afterwards', () => {
  const calls = withBulkChangeCalls();

  const latestOf = async ({ session: headers }: Person, id: string) => {
    const response = await calls.service.call('GET', `/portal/leads/${id}/history`, { headers });
    return response.json<HistoryPage>().entries[0];
  };

  it('the history of a lead names the change, with a link for who may read it', async () => {
    const { admin, broker } = await calls.newTeam();
    const lead = await calls.made(admin);
    const ids = [lead, await calls.made(admin), await calls.made(admin)];
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const { id } = await calls.bulk.prepared(admin, { ids }, change);
    await calls.bulk.done(admin, id, 'apply');
    const applied = { id, others: 2, isUndo: false };
    expect(await latestOf(admin, lead)).toMatchObject({ bulkChange: applied });
    const support = await makePerson(calls.service.database.db, 'support');
    for (const reader of [broker, support])
      expect(await latestOf(reader, lead)).toMatchObject({ bulkChange: { ...applied, id: null } });

    await calls.bulk.done(admin, id, 'undo');
    expect(await latestOf(admin, lead)).toMatchObject({ bulkChange: { ...applied, isUndo: true } });
    await calls.service.database.db.deleteFrom('bulk_changes').where('id', '=', id).execute();
    const deleted = { id: null, others: null, isUndo: true };
    expect(await latestOf(admin, lead)).toMatchObject({ bulkChange: deleted });

    const edit = { fields: { notes: 'Edited by hand.' } };
    const response = await calls.service.as(admin).patch(`/api/v1/lead/${lead}`, edit);
    expect(response.statusCode).toBe(200);
    expect(await latestOf(admin, lead)).not.toHaveProperty('bulkChange');
  });

  it('leads that had the contact already and lost it since are reassigned too', async () => {
    const { admin, broker } = await calls.newTeam();
    const [stays, leaves] = [await calls.made(broker), await calls.made(broker)];
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const { id, outcomes } = await calls.bulk.prepared(admin, { ids: [stays, leaves] }, change);
    expect(outcomes).toMatchObject({ pending: 0, unchanged: 2 });
    await calls.service
      .as(admin)
      .patch(`/api/v1/lead/${leaves}`, { fields: { brokerRepId: admin.contactId } });
    expect(await calls.bulk.done(admin, id, 'apply')).toMatchObject({
      outcomes: { pending: 0, changed: 1, unchanged: 1 },
    });
    expect(await calls.bulk.outcomes(admin, id)).toEqual({
      [stays]: ['unchanged', 'Already with Pat Moss.'],
      [leaves]: ['changed', ''],
    });
    const { fields } = (await calls.read(admin, leaves)).json();
    expect(fields).toMatchObject({ brokerRep: { id: broker.contactId } });
  });

  it('an admin reads the changes of the partner’s people and undoes none of them', async () => {
    const { admin, broker } = await calls.newTeam();
    const noted = { kind: 'add-note', note: 'Call again.' } as const;
    const ids = [await calls.made(broker)];
    const { id } = await calls.bulk.prepared(broker, { ids }, noted);
    const listed = async ({ session: headers }: Person) =>
      (await calls.service.call('GET', '/portal/bulk-changes', { headers })).json<BulkChange[]>();
    expect((await calls.bulk.read(admin, id)).statusCode).toBe(403);
    const applied = await calls.bulk.done(broker, id, 'apply');
    expect(applied).toMatchObject({ isOwn: true, createdBy: 'Pat Moss' });
    expect(applied.undoUntil).not.toBeNull();
    expect(await listed(broker)).toEqual([applied]);
    const ofAdmin = { ...applied, isOwn: false, undoUntil: null };
    expect(await listed(admin)).toEqual([ofAdmin]);
    expect((await calls.bulk.read(admin, id)).json()).toEqual(ofAdmin);
    expect((await calls.bulk.leadsOf(admin, id)).json()).toMatchObject([{ id: ids[0] }]);
    expect((await calls.bulk.act(admin, id, 'undo')).statusCode).toBe(403);
    const colleague = await makePerson(calls.service.database.db, 'broker', admin.partnerId);
    for (const other of [colleague, calls.stranger]) {
      expect(await listed(other)).toEqual([]);
      expect((await calls.bulk.read(other, id)).statusCode).toBe(403);
      expect((await calls.bulk.leadsOf(other, id)).statusCode).toBe(403);
    }
  });

  it('after five failures its remaining leads have failed, and the log says so', async () => {
    const { db } = calls.service.database;
    const { admin } = await calls.newTeam();
    await sql`
      create function reject_change() returns trigger language plpgsql as $$
      begin raise exception 'Failed for %.', old.fields ->> 'companyName'; end $$`.execute(db);
    await sql`
      create trigger rejected before update on leads for each row
      when (old.fields ->> 'companyName' = 'Pohutukawa Pies') execute function reject_change()`.execute(
      db,
    );
    const log = vi.spyOn(calls.service.app.log, 'error');
    const warnings = vi.spyOn(calls.service.app.log, 'warn');
    const lead = await calls.made(admin, { ...leadFields, companyName: 'Pohutukawa Pies' });
    const noted = { kind: 'add-note', note: 'Call again.' } as const;
    const { id } = await calls.bulk.prepared(admin, { ids: [lead] }, noted);
    const ended = await vi.waitFor(
      async () => {
        // Each application wakes the work, as every minute does.
        await calls.bulk.act(admin, id, 'apply');
        const change = (await calls.bulk.read(admin, id)).json<BulkChange>();
        expect(change.state).toBe('applied');
        return change;
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(ended.outcomes).toMatchObject({ pending: 0, changed: 0, rejected: 1 });
    expect(await calls.bulk.outcomes(admin, id)).toEqual({
      [lead]: [
        'rejected',
        'Something went wrong on our side. Try this lead again, or contact support.',
      ],
    });
    // Others may see the end before who stored it learns that it is stored.
    const end = [{ bulkChange: id, leads: 1 }, 'given up: change many leads'] as const;
    await vi.waitFor(() => expect(log).toHaveBeenCalledExactlyOnceWith(...end));
    // The message of the database names the company.
    for (const attempts of [1, 2, 3, 4, 5])
      expect(warnings).toHaveBeenCalledWith(
        expect.objectContaining({ code: 'P0001', bulkChange: id, attempts }),
        'not done: change many leads',
      );
    expect(JSON.stringify(warnings.mock.calls)).not.toContain('Pohutukawa');
    await sql`drop trigger rejected on leads`.execute(db);
  });
});
