import { expect, test, vi } from 'vitest';

import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const { service, support, testData } = withUploads();

// The embedded database runs one transaction after the other.
test('a file that is withdrawn while it is about to be sent is not there', async () => {
  const parts = uploadParts(testData.leadId, { 'a.pdf': attachableFiles['statement.pdf'] });
  const { id } = (await testData.send(parts)).json();

  // Support's read is recorded between the row of the file and its bytes.
  const { pool } = service.database;
  const other = await pool.connect();
  await other.query('begin');
  await other.query('lock table attachment_reads in share mode');
  const read = testData.view(id, support);
  await vi.waitFor(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1), {
    timeout: 10_000,
    interval: 10,
  });
  const withdrawn = await service.as(testData.broker).delete(`/portal/attachments/${id}`);
  expect(withdrawn.statusCode).toBe(200);
  await other.query('commit');
  other.release();
  const response = await read;
  expect([response.statusCode, response.json().code]).toEqual([404, 'not-found']);
  expect(response.headers['content-disposition']).toBeUndefined();
});
