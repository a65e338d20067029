import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import { insertLeads } from '#server/leads/leads.store.ts';
import type { StoredFields } from '#server/records/records.store.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { creations, toStoredFields } from '#server/testing/arbitrary/arbitrary-leads.ts';
import { openUploadFor } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { explainPlan } from '#server/testing/explain-plan.ts';
import { makePerson } from '#server/testing/people.ts';

import { findKeyMatches } from './duplicate-leads.store.ts';

describe.each(databases)('leads about the same client on %s', (kind) => {
  const service = withService(kind);

  it('have the keys of the contract, whatever is stored', async () => {
    const numbers = fc.record({
      abn: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.normalize('NFC')),
      uen: fc.stringMatching(/^[A-Za-z0-9 .-]{1,12}$/),
      email: fc.constantFrom('Ä.B@c.test', 'a@B.test'),
    });
    await fc.assert(
      fc.asyncProperty(creations, numbers, async (given, more) => {
        fc.pre(!more.abn.includes('\0'));
        const fields: StoredFields = { ...toStoredFields(given), ...more };
        const { rows } = await sql<{ keys: string[] }>`
          select lead_duplicate_keys(${JSON.stringify(fields)}::jsonb) as keys`.execute(
          service.database.db,
        );
        const textOf = (name: string) => {
          const value = fields[name];
          return typeof value === 'string' ? value : '';
        };
        expect(rows[0]?.keys).toEqual(duplicateKeys(textOf));
      }),
    );
  });

  it('are found by key: the newest of the partner, as it is now', async () => {
    const { db } = service.database;
    const admin = await makePerson(db, 'partner-admin');
    const stranger = await makePerson(db, 'partner-admin');
    const names = { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri' };
    const create = async (person: typeof admin, fields: object) =>
      submitLead(service, person, { ...names, ...fields });
    const phone = '+61491570156';
    await create(admin, { phone, email: 'Old@kauri.test' });
    const newest = await create(admin, { phone, abn: '51 824 753 556', lastName: 'Newest' });
    await create(stranger, { phone: '+61491570157' });

    const upload = await openUploadFor(service, admin);
    const keys = [`phone:${phone}`, 'phone:+61491570157', 'abn:51824753556', 'reference:none'];
    const found = { leadId: newest, client: 'Aroha Newest, Kauri' };
    expect((await upload.findDuplicates(...keys)).json()).toEqual([
      { key: 'abn:51824753556', ...found },
      { key: `phone:${phone}`, ...found },
    ]);
    expect((await upload.findDuplicates()).json()).toEqual([]);
    await service.as(admin).patch(`/api/v1/LEAD/${newest}`, { fields: { abn: null } });
    expect((await upload.findDuplicates('abn:51824753556')).json()).toEqual([]);
  });

  it('are found by the index also before the database has statistics', async () => {
    const { db } = service.database;
    const admin = await makePerson(db, 'partner-admin');
    const owner = {
      partner_id: admin.partnerId,
      contact_id: admin.contactId,
      created_by: admin.accountId,
      created_via: 'bulk-upload' as const,
    };
    const phones = Array.from({ length: 4_000 }, (_, at) => `+6149157${10_000 + at}`);
    const names = { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri' };
    const fields = phones.map((phone) => ({ ...names, phone }));
    await db.transaction().execute(async (tx) => insertLeads(tx, owner, fields));
    const keys = phones.slice(0, uploadLimits.keysInRequest).map((phone) => `phone:${phone}`);
    expect(await findKeyMatches(db, owner.partner_id, keys)).toHaveLength(keys.length);
    const plan = await explainPlan(db, async (explained) =>
      findKeyMatches(explained, owner.partner_id, keys),
    );
    expect(plan).toMatch(/Index Scan on leads_by_duplicate_key/);
    expect(plan).not.toMatch(/Seq Scan on leads/);
  });
});
