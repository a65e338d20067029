import { expect, test } from 'vitest';

import { insertLeads } from '#server/leads/leads.store.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { bulkChangeCalls } from '#server/testing/leads/bulk-change-calls.ts';
import { makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

const service = withService('PostgreSQL');
const bulk = bulkChangeCalls(service);

test('twenty at once, of the same leads in any order, wait for each other and all end', async () => {
  const { db, pool } = service.database;
  const admin = await makePerson(db, 'partner-admin');
  const broker = await makePerson(db, 'broker', admin.partnerId);
  const owner = { partner_id: admin.partnerId, contact_id: admin.contactId };
  const by = { created_by: admin.accountId, created_via: 'api' } as const;
  const rows = Array.from({ length: 300 }, () => smallestLead);
  const ids = await insertLeads(db, { ...owner, ...by }, rows);
  const note = (at: number) => ({ kind: 'add-note', note: `Note ${at}.` }) as const;
  const contact = (at: number) => ({
    kind: 'reassign' as const,
    brokerRepId: at % 4 === 0 ? admin.contactId : broker.contactId,
  });
  const made = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const [first, last] = [ids.slice(at * 7), ids.slice(0, at * 7)];
      const requested = at % 3 === 0 ? [...ids].toReversed() : [...first, ...last];
      const selection = { ids: requested.slice(0, 200) };
      return bulk.make(admin, { selection, change: at % 2 === 0 ? note(at) : contact(at) });
    }),
  );
  expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 200));
  const undone = await Promise.all(
    made.map(async (response) => bulk.undo(admin, response.json().id)),
  );
  // One that changed no lead has nothing to undo.
  expect(undone.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409)).toEqual([]);
  const { rows: left } = await pool.query(
    `select from leads where contact_id = any($1) and fields ->> 'notes' <> ''`,
    [[admin.contactId, broker.contactId]],
  );
  expect(left).toEqual([]);
});
