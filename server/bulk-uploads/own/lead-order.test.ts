import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openUploadOf, uploadRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

describe.each(databases)('leads of an upload in lists on %s', (kind) => {
  let service: TestApp;
  let admin: Person;
  beforeAll(async () => {
    service = await startTestApp(kind);
  });
  afterAll(async () => service.close());

  const open = async (read: number) => {
    admin = await makePerson(service.database.db, 'partner-admin');
    const upload = await openUploadOf(service, admin);
    await upload.set('submitting', read);
    return upload;
  };
  /** Returns the row numbers of the partner's leads, as listed. */
  const listed = async (sort: string) => {
    const rows: number[] = [];
    for (let page = 1; ; page += 1) {
      const url = `/api/v1/lead?sort=${sort}&pageSize=100&page=${page}`;
      const list = await service.call('GET', url, { headers: admin.bearer });
      const leads = list.json<{ fields: { partnerLeadReferenceId: string } }[]>();
      rows.push(...leads.map(({ fields }) => Number(fields.partnerLeadReferenceId.slice(4))));
      if (leads.length < 100) return rows;
    }
  };
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('have the order of the file, also when batches overtake each other, and newest first its reverse', async () => {
    const upload = await open(160);
    const batches = [2, 42, 82, 122].map((first) => uploadRows(first, first + 39));
    await upload.submit(batches[3]!.slice(20));
    await Promise.all(batches.toReversed().map(async (batch) => upload.submit(batch.toReversed())));
    expect(await listed('createdAt')).toEqual(numbers(2, 161));
    expect(await listed('updatedAt')).toEqual(numbers(2, 161));
    expect(await listed('-createdAt')).toEqual(numbers(2, 161).toReversed());
  });

  it('have it also when rows are sent singly, mixed with rows that become no leads, and after a pause', async () => {
    const upload = await open(30);
    await upload.submit([uploadRow(2), uploadRow(30), [9], uploadRow(20, { phone: '0' })]);
    await upload.set('paused', 30);
    await upload.set('submitting', 30);
    for (const row of [15, 7, 31, 20, 3, 10, 25, 9]) await upload.submit([uploadRow(row)]);
    await upload.submit(uploadRows(2, 31));
    expect(await listed('createdAt')).toEqual(numbers(2, 31));
  });

  it('are created when they are stored: a row corrected later comes after the leads of then', async () => {
    const upload = await open(3);
    await upload.submit([uploadRow(2), uploadRow(3, { phone: '0' }), uploadRow(4)]);
    await sql`update leads set created_at = created_at - interval '11 minutes'`.execute(
      service.database.db,
    );
    await upload.submit([uploadRow(3)]);
    expect(await listed('createdAt')).toEqual([2, 4, 3]);
  });
});
