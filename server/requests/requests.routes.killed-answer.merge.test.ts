import { expect, test } from 'vitest';

import { insertAttachments } from '#server/attachments/attachments.store.ts';
import { newId } from '#server/db/ids.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import { processSettings, testDatabase } from '#server/testing/access/with-people.ts';
import { killAt, whileLocked } from '#server/testing/kill-at.ts';
import { makePerson } from '#server/testing/people.ts';
import { startProcess } from '#server/testing/service-process.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { insertRequest } from './request-changes.store.ts';
import { findRequest } from './requests.store.ts';

// The embedded database ends with its process, and no other process can hold a lock on it.
test('an answer whose process is killed between its file and its state is not given, and is given once by sending it again', async () => {
  const database = await testDatabase();
  const { db, pool } = database;
  const settings = await processSettings(database);
  const broker = await makePerson(db, 'broker');
  const owner = { partner_id: broker.partnerId, contact_id: broker.contactId };
  const by = { created_by: broker.accountId, created_via: 'portal' } as const;
  const [leadId = ''] = await insertLeads(db, { ...owner, ...by }, [smallestLead]);
  const file = { type: 'Image', file_name: 'shop.png', media_type: 'image/png', size: 1 };
  const fileId = newId();
  const ofLead = { lead_id: leadId, lead_partner_id: broker.partnerId };
  await insertAttachments(db, [{ ...file, ...by, ...ofLead, id: fileId, sha256: '' }]);
  const record = { record_type: 'lead', record_id: leadId, lead_id: leadId, due_on: null } as const;
  const requested = { kind: 'document', document_type: 'Image', text: 'The shop.' } as const;
  const id = await insertRequest(db, { ...owner, ...record, ...requested }, 'key');
  const send = async (origin: string) =>
    fetch(`${origin}/portal/requests/${id}/answer`, {
      method: 'PUT',
      headers: { ...broker.session, 'content-type': 'application/json' },
      body: JSON.stringify({ answer: '', attachmentIds: [fileId] }),
    });
  const stored = async () => {
    const { state, files } = (await findRequest(db, id)) ?? {};
    const { rows } = await pool.query<{ state: string }>(
      `select current -> 'request' ->> 'state' as state from changes where kind = 'request' order by id`,
    );
    return [state, files?.length, rows.map((row) => row.state)];
  };

  await killAt(
    {
      start: () => startProcess(settings),
      // The link of the file is written before the entry of the history.
      at: [whileLocked(pool, 'lock table changes in share mode')],
    },
    send,
    async (origin) => {
      expect(await stored()).toEqual(['open', 0, ['open']]);
      for (const again of [1, 2]) {
        expect((await send(origin)).status, String(again)).toBe(200);
        expect(await stored()).toEqual(['sent', 1, ['open', 'sent']]);
      }
    },
  );
});
