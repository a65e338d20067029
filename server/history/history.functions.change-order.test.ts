import { expect, test } from 'vitest';

import { newId } from '#server/db/ids.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { openTestDatabase } from '#server/testing/database/databases.ts';
import { untilWaiting } from '#server/testing/database/simultaneous.ts';
import { makePerson } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

test('a file attached while its lead is changed is the later change of both', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const { db, pool } = database;
  const { partnerId, contactId, accountId } = await makePerson(db, 'broker');
  const by = { created_by: accountId, created_via: 'api' } as const;
  const owner = { partner_id: partnerId, contact_id: contactId };
  const [leadId = ''] = await insertLeads(db, { ...owner, ...by }, [smallestLead]);
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from leads where id = $1 for no key update', [leadId]);
  const attached = db
    .insertInto('attachments')
    .values({
      id: newId(),
      lead_id: leadId,
      lead_partner_id: partnerId,
      type: 'Other',
      file_name: 'a.pdf',
      media_type: 'application/pdf',
      size: 1,
      sha256: '',
      ...by,
    })
    .execute();
  await untilWaiting(pool, 1);
  await other.query(
    `update leads set fields = fields || '{"tradingName": "Kauri"}', version = version + 1 where id = $1`,
    [leadId],
  );
  await other.query('commit');
  other.release();
  await attached;
  const { rows } = await pool.query('select kind from changes where record_id = $1 order by id', [
    leadId,
  ]);
  expect(rows).toEqual([{ kind: 'created' }, { kind: 'changed' }, { kind: 'attached' }]);
  await database.close();
});
