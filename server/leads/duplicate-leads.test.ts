import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import type { StoredFields } from '#server/records/lead-values.ts';
import { creations, storedFieldsOf } from '#server/testing/arbitrary/arbitrary-leads.ts';
import { openUploadOf } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { findKeyMatches } from './duplicate-leads.store.ts';
import { insertLeads } from './new-leads.store.ts';

describe.each(databases)('leads about the same client on %s', (kind) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(kind);
  });
  afterAll(async () => service.close());

  it('have the keys of the contract, whatever is stored', async () => {
    const numbers = fc.record({
      abn: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.normalize('NFC')),
      uen: fc.stringMatching(/^[A-Za-z0-9 .-]{1,12}$/),
      email: fc.constantFrom('Ä.B@c.test', 'a@B.test'),
    });
    await fc.assert(
      fc.asyncProperty(creations, numbers, async (given, more) => {
        fc.pre(!more.abn.includes('\0'));
        const fields: StoredFields = { ...storedFieldsOf(given), ...more };
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
    const create = async ({ bearer: headers }: typeof admin, fields: object) => {
      const all = { firstName: 'Aroha', lastName: 'Moss', companyName: 'Kauri', ...fields };
      const response = await service.call('POST', '/api/v1/lead', {
        headers,
        payload: { fields: all },
      });
      return response.json<{ id: string }>().id;
    };
    const phone = '+61491570156';
    await create(admin, { phone, email: 'Old@kauri.test' });
    const newest = await create(admin, { phone, abn: '51 824 753 556', lastName: 'Newest' });
    await create(stranger, { phone: '+61491570157' });

    const upload = await openUploadOf(service, admin);
    const keys = [`phone:${phone}`, 'phone:+61491570157', 'abn:51824753556', 'reference:none'];
    const found = { leadId: newest, client: 'Aroha Newest, Kauri' };
    expect((await upload.findDuplicates(...keys)).json()).toEqual([
      { key: 'abn:51824753556', ...found },
      { key: `phone:${phone}`, ...found },
    ]);
    expect((await upload.findDuplicates()).json()).toEqual([]);
    await service.call('PATCH', `/api/v1/LEAD/${newest}`, {
      headers: admin.bearer,
      payload: { fields: { abn: null } },
    });
    expect((await upload.findDuplicates('abn:51824753556')).json()).toEqual([]);
  });

  it('are found as fast before the database has statistics', async () => {
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
    const start = performance.now();
    expect(await findKeyMatches(db, owner.partner_id, keys)).toHaveLength(keys.length);
    // Takes 0.1 s; comparing each key with each lead takes 6 s.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
