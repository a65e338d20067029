import { describe, expect, it } from 'vitest';

import type { HistoryPage } from '#contract/portal/history.ts';
import { buildApp } from '#server/app.ts';
import { newId } from '#server/db/ids.ts';
import { databases } from '#server/testing/database/databases.ts';
import { withBulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { deleteOldBulkChanges } from './bulk-changes.store.ts';

const noted = { kind: 'add-note', note: 'Call again.' } as const;

describe.each(databases)('what is stored of bulk changes on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;
  const { service } = calls;

  const latestOf = async (reader: Person, id: string) => {
    const response = await service.as(reader).get(`/portal/leads/${id}/history`);
    return response.json<HistoryPage>().entries[0];
  };
  const storedOf = async (id: string) => {
    const { rows } = await service.database.pool.query<{ note: string; leads: number }>(
      `select note, (select count(*)::integer from bulk_change_leads where change_id = id) as leads
        from bulk_changes where id = $1`,
      [id],
    );
    return rows[0];
  };

  it('the history of a lead says how many others were changed alike', async () => {
    const { admin, broker } = await calls.newTeam();
    const lead = await calls.made(admin);
    const ids = [lead, await calls.made(admin), await calls.made(admin)];
    const change = { kind: 'reassign', brokerRepId: broker.contactId } as const;
    const { id } = await bulk.made(admin, { ids }, change);
    const support = await makePerson(service.database.db, 'support');
    for (const reader of [admin, broker, support])
      expect(await latestOf(reader, lead)).toMatchObject({
        bulkChange: { others: 2, isUndo: false },
      });
    await bulk.undone(admin, id);
    expect(await latestOf(admin, lead)).toMatchObject({ bulkChange: { others: 2, isUndo: true } });
    await service.database.db.deleteFrom('bulk_changes').where('id', '=', id).execute();
    expect(await latestOf(admin, lead)).toMatchObject({
      bulkChange: { others: null, isUndo: true },
    });
    const edit = { fields: { notes: 'Edited by hand.' } };
    await service.as(admin).patch(`/api/v1/lead/${lead}`, edit);
    expect(await latestOf(admin, lead)).not.toHaveProperty('bulkChange');
  });

  it('what undoing needs goes once it is undone or too late, the change after 30 days', async () => {
    const { admin } = await calls.newTeam();
    const ids = [await calls.made(admin), await calls.made(admin)];
    const [undone, old] = [
      await bulk.made(admin, { ids }, noted),
      await bulk.made(admin, { ids }, noted),
    ];
    expect(await storedOf(undone.id)).toEqual({ note: 'Call again.', leads: 2 });
    await bulk.undone(admin, undone.id);
    expect(await storedOf(undone.id)).toEqual({ note: '', leads: 0 });
    const age = async (column: string, period: string) =>
      service.database.pool.query(
        `update bulk_changes set ${column} = now() - $2::interval where id = $1`,
        [old.id, period],
      );
    await age('ended_at', '9 minutes');
    await deleteOldBulkChanges(service.database.db);
    expect(await storedOf(old.id)).toEqual({ note: 'Call again.', leads: 2 });
    await age('ended_at', '11 minutes');
    await deleteOldBulkChanges(service.database.db);
    expect(await storedOf(old.id)).toEqual({ note: '', leads: 0 });
    expect(await latestOf(admin, ids[0]!)).toMatchObject({ bulkChange: { others: 1 } });
    await age('created_at', '31 days');
    await deleteOldBulkChanges(service.database.db);
    expect(await storedOf(old.id)).toBeUndefined();
  });
});

describe.each(databases)('bulk changes of the version before on %s', (kind) => {
  const calls = withBulkChangeCalls(kind);
  const { bulk } = calls;
  const { service } = calls;

  /** Stores a change as the version before did, of leads to which it has given the contact. */
  const storeFormer = async (
    admin: { accountId: string; partnerId: string },
    { state, age, ...counts }: { state: string; age: string; pending: number; changed: number },
    contactId: string,
    leads: readonly { id: string; outcome: string; before: string }[],
  ) => {
    const id = newId();
    const own = [id, admin.accountId, admin.partnerId, contactId, state];
    await service.database.pool.query(
      `insert into bulk_changes (id, account_id, partner_id, kind, contact_id, state, pending, changed, created_at, ended_at)
        values ($1, $2, $3, 'reassign', $4, $5, $6, $7, now() - $8::interval,
          case when $5 = 'applied' then now() - $8::interval end)`,
      [...own, counts.pending, counts.changed, age],
    );
    for (const [position, { id: lead, outcome, before }] of leads.entries()) {
      if (outcome === 'changed')
        await service.database.pool.query(
          `with named as (select set_config('portal.bulk_change', $1, true))
            update leads set contact_id = $3, version = version + 1, updated_by = $4, updated_via = 'portal'
            from named where id = $2`,
          [id, lead, contactId, admin.accountId],
        );
      await service.database.pool.query(
        `insert into bulk_change_leads (change_id, partner_id, position, lead_id, outcome, contact_before)
          values ($1, $2, $3, $4, $5, $6)`,
        [id, admin.partnerId, position, lead, outcome, before],
      );
    }
    return id;
  };

  it('are undone as they could be; those that were only prepared go, those not completed end', async () => {
    const { admin, broker } = await calls.newTeam();
    const before = admin.contactId;
    const [one, two, three] = [
      await calls.made(admin),
      await calls.made(admin),
      await calls.made(admin),
    ];
    const counts = { pending: 0, changed: 1 };
    const applied = await storeFormer(
      admin,
      { ...counts, state: 'applied', age: '5 minutes' },
      broker.contactId,
      [{ id: one, outcome: 'changed', before }],
    );
    expect(await bulk.listed(admin)).toMatchObject([{ id: applied, changed: 1 }]);
    expect(await bulk.undone(admin, applied)).toMatchObject({ undone: 1, superseded: 0 });
    const { fields } = (await calls.read(admin, one)).json();
    expect(fields.brokerRep.id).toBe(before);

    const prepared = { pending: 1, changed: 0, state: 'prepared' };
    const applying = { pending: 1, changed: 1, state: 'applying' };
    const ofTwo = [
      { id: two, outcome: 'changed', before },
      { id: three, outcome: 'pending', before },
    ];
    const old = await storeFormer(admin, { ...prepared, age: '61 minutes' }, broker.contactId, [
      { id: two, outcome: 'pending', before },
    ]);
    const started = await storeFormer(
      admin,
      { ...applying, age: '61 minutes' },
      broker.contactId,
      ofTwo,
    );
    const running = await storeFormer(
      admin,
      { ...applying, age: '59 minutes' },
      broker.contactId,
      [],
    );
    const early = await bulk.undo(admin, running);
    expect([early.statusCode, early.json().code]).toEqual([409, 'bulk-change-state-conflict']);
    // A process of this version starts.
    const { config, database } = service;
    const next = await buildApp({ config, database, secrets: testSecrets });
    await next.ready();
    await next.close();
    const { rows } = await service.database.pool.query(
      'select id, state, pending, changed, rejected from bulk_changes where id = any($1) order by array_position($1, id)',
      [[old, started, running]],
    );
    expect(rows).toEqual([
      { id: started, state: 'applied', pending: 0, changed: 1, rejected: 1 },
      { id: running, state: 'applying', pending: 1, changed: 1, rejected: 0 },
    ]);
    const audit = await service.as(admin).get('/portal/audit?act=bulk-change');
    expect(audit.json().entries).toMatchObject([
      {
        subject: { type: 'bulk-change', id: started },
        actor: { id: admin.accountId },
        details: { change: 'reassign', leads: 1, abandoned: 1 },
      },
    ]);
    expect(await bulk.undone(admin, started)).toMatchObject({ undone: 1, rejected: 1 });
  });
});
