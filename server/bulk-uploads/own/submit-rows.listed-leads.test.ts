import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

describe.each(databases)('the leads of an upload on %s', (kind) => {
  let admin: Person;
  const service = withService(kind);

  const open = async (read: number) => {
    admin = await makePerson(service.database.db, 'partner-admin');
    const upload = await openUploadFor(service, admin);
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

  it('are listed in the order of the file, also when batches overtake each other, and newest first its reverse', async () => {
    const upload = await open(160);
    const batches = [2, 42, 82, 122].map((first) => uploadRows(first, first + 39));
    await upload.submit(batches[3]!.slice(20));
    await Promise.all(batches.toReversed().map(async (batch) => upload.submit(batch.toReversed())));
    expect(await listed('createdAt')).toEqual(numbers(2, 161));
    expect(await listed('-createdAt')).toEqual(numbers(2, 161).toReversed());
  });

  it('are so also when rows are sent singly, mixed with rows that become no leads, and after a pause', async () => {
    const upload = await open(30);
    await upload.submit([uploadRow(2), uploadRow(30), [9], uploadRow(20, { phone: '0' })]);
    await upload.set('paused', 30);
    await upload.set('submitting', 30);
    for (const row of [15, 7, 31, 20, 3, 10, 25, 9]) await upload.submit([uploadRow(row)]);
    await upload.submit(uploadRows(2, 31));
    expect(await listed('createdAt')).toEqual(numbers(2, 31));
  });

  it('are named in the results with client and company, like rejected rows while their cells are stored', async () => {
    const upload = await open(5);
    const names = { firstName: ' Zoë ', lastName: 'Moss', companyName: 'Moss & Daughters' };
    await upload.submit(
      [
        uploadRow(2, names),
        uploadRow(3, { ...names, phone: '0' }),
        uploadRow(4, { firstName: '' }),
        [5],
      ],
      [{ row: 6, reason: 'person', of: null }],
    );
    const clients = async () =>
      (await upload.results()).rows.map(({ client, company }) => [client, company]);
    const zoe = ['Zoë Moss', 'Moss & Daughters'];
    const { lastName, companyName } = smallestLead;
    const nobody = ['', ''];
    expect(await clients()).toEqual([zoe, zoe, [lastName, companyName], nobody, nobody]);
    await service.database.db.updateTable('bulk_upload_rows').set({ cells: null }).execute();
    expect(await clients()).toEqual([zoe, nobody, nobody, nobody, nobody]);
  });

  it('are created when they are stored: a row corrected later comes after the leads of then', async () => {
    const upload = await open(3);
    await upload.submit([uploadRow(2), uploadRow(3, { phone: '0' }), uploadRow(4)]);
    const { db } = service.database;
    await sql`update leads set created_at = created_at - interval '11 minutes'`.execute(db);
    await sql`
      update bulk_uploads set lead_times = (
        select coalesce(jsonb_agg(jsonb_build_array(saved -> 0, (saved ->> 1)::bigint - 11 * 60000)), '[]')
        from jsonb_array_elements(lead_times) as saved)`.execute(db);
    await upload.submit([uploadRow(3)]);
    expect(await listed('createdAt')).toEqual([2, 4, 3]);
  });
});
