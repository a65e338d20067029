import fc from 'fast-check';
import type { ControlledTransaction } from 'kysely';
import { expect, test, vi } from 'vitest';

import type { Tables } from '#server/db/schema.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { updateByOperator } from '#server/records/records.store.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { ListMirror } from '#server/testing/leads/list-mirror.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { type ContactPerson, makePartner, makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

const { service, operator } = withPeople();

const writers = 4;
const writer = fc.nat(writers - 1);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('begin' as const), writer }),
    { arbitrary: fc.record({ kind: fc.constant('change' as const), writer }), weight: 3 },
    fc.record({ kind: fc.constant('create' as const), writer }),
    fc.record({ kind: fc.constant('commit' as const), writer }),
    { arbitrary: fc.record({ kind: fc.constant('read' as const) }), weight: 4 },
  ),
  { minLength: 20, maxLength: 60 },
);
const sorts = fc.constantFrom('-createdAt', 'updatedAt', '-updatedAt', 'lastActivityDate');

test(
  'a reader that asks again from the last updatedAt it saw has everything, however long transactions are open',
  { timeout: isLongRun ? 900_000 : 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, sorts, async (schedule, sort) => {
        const { id: partnerId } = await makePartner(service.database.db);
        const people = Array.from({ length: writers }, async () =>
          openWriter(await makePerson(service.database.db, 'broker', partnerId)),
        );
        const open = await Promise.all(people);
        const newMirror = (order: string) =>
          new ListMirror(operator, '/leads', `brokerId=${partnerId}&sort=${order}&pageSize=5`);
        const mirror = newMirror(sort);
        for (const step of schedule)
          if (step.kind === 'read') await mirror.readPage();
          else await open[step.writer]?.[step.kind]();
        for (const one of open) await one.commit();
        await mirror.readOn();
        const everything = async () => newMirror('createdAt').readOn();
        // A change of the present millisecond is returned in the next one.
        await vi.waitFor(async () => expect(await mirror.readOn()).toEqual(await everything()), {
          interval: 1,
          timeout: 30_000,
        });
      }),
      { numRuns: isLongRun ? 200 : 5, endOnFailure: true },
    );
  },
);

/** Returns what a person does, within a transaction while one is open. */
async function openWriter({ partnerId, contactId, accountId }: ContactPerson) {
  const { db } = service.database;
  const owner = { partner_id: partnerId, contact_id: contactId };
  const by = { created_by: accountId, created_via: 'portal' } as const;
  const ids = await insertLeads(db, { ...owner, ...by }, [smallestLead, smallestLead]);
  let tx: ControlledTransaction<Tables> | undefined;
  let count = 0;
  return {
    begin: async () => {
      if (tx) return;
      tx = await db.startTransaction().execute();
      // The time that its statements would have.
      await tx.selectFrom('partners').select('id').limit(1).execute();
    },
    create: async () =>
      void ids.push(...(await insertLeads(tx ?? db, { ...owner, ...by }, [smallestLead]))),
    change: async () => {
      count += 1;
      const status = { status: 'New', sub_status: 'Received' };
      const change = { ...status, operator_fields: { sfid: String(count) } };
      const record = { id: ids[count % ids.length] ?? '', keyId: 'key' };
      await updateByOperator(tx ?? db, 'leads', record, change);
    },
    commit: async () => {
      await tx?.commit().execute();
      tx = undefined;
    },
  };
}
