import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { OpenedUpload } from '#contract/bulk-upload/bulk-uploads.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { respondedMeanwhile } from '#server/testing/responded-meanwhile.ts';

// On the embedded database: it shares the event loop with the service.
describe('while a long response about a bulk upload is sent', () => {
  const { service, admin } = withPeople('the embedded database');

  /** Creates an upload whose rows are all rejected. */
  const rejectedUpload = async (rows: number) => {
    const { db } = service.database;
    const { id } = await openUploadFor(service, admin);
    const cells = JSON.stringify(uploadRow(2, { phone: '0' }).slice(1));
    await sql`
      insert into bulk_upload_rows (upload_id, row_number, outcome, cells, errors)
      select ${id}, n, 'rejected', ${cells}::jsonb, '[{"column": "phone", "fault": "Start with +."}]'
      from generate_series(2, ${rows + 1}::integer) as n`.execute(db);
    await sql`update bulk_uploads set state = 'submitting', read = ${rows}, rejected = ${rows} where id = ${id}`.execute(
      db,
    );
    return id;
  };

  it.each([
    ['results-file', 20_000],
    ['rejected-rows-file', 20_000],
    ['rejection-reasons-file', 20_000],
    ['rejected-rows-workbook', 8_000],
  ])('other requests get responses: %s', async (file, rows) => {
    const id = await rejectedUpload(rows);
    const response = await respondedMeanwhile(service.app, `/portal/bulk-uploads/${id}/${file}`, {
      headers: admin.session,
    });
    expect(response.status).toBe(200);
    expect(response.body.length).toBeGreaterThan(50_000);
    expect(response.longestTurn).toBeLessThan(0.25);
  });

  it('other requests get responses: an upload with all its edits', async () => {
    const upload = await openUploadFor(service, admin, 'edited');
    await sql`
      insert into bulk_upload_edits (upload_id, row_number, column_name, text)
      select ${upload.id}, n, name, 'an edited text' from generate_series(2, 20001) as n, unnest(array['notes', 'email']) as name`.execute(
      service.database.db,
    );
    const { contentHash, fileName, size } = upload.opened.upload;
    const response = await respondedMeanwhile(service.app, '/portal/bulk-uploads', {
      method: 'POST',
      headers: { ...admin.session, 'content-type': 'application/json' },
      body: JSON.stringify({ contentHash, fileName, size }),
    });
    const opened: OpenedUpload = JSON.parse(response.body.toString());
    expect(opened.upload.id).toBe(upload.id);
    expect(opened.rowsInBatch).toBe(1_000);
    expect(opened.edits).toHaveLength(40_000);
    expect(opened.edits.slice(0, 3)).toEqual([
      { row: 2, column: 'email', text: 'an edited text' },
      { row: 2, column: 'notes', text: 'an edited text' },
      { row: 3, column: 'email', text: 'an edited text' },
    ]);
    expect(response.longestTurn).toBeLessThan(0.25);
  });
});
