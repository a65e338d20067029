import { describe, expect, it } from 'vitest';

import { type BulkUpload, noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { withPeople, started } from '#server/testing/access/with-people.ts';
import {
  savedChoices,
  openUploadFor,
  uploadRow,
  uploadRows,
} from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';

describe.each(databases)('bulk uploads on %s', (kind) => {
  const { service, admin, stranger } = withPeople(kind);
  const colleague = started(async () =>
    makePerson(service.database.db, 'partner-admin', admin.partnerId),
  );

  const open = async (content?: string, person = admin) => openUploadFor(service, person, content);
  const list = async (person: Person, query = '') => {
    const response = await service.as(person).get(`/portal/bulk-uploads${query}`);
    return { rows: response.json<BulkUpload[]>(), total: response.headers['x-total-count'] };
  };

  it('the same file of the same partner is the same upload, with its choices, edits and submitted rows', async () => {
    const first = await open('the file');
    expect(first.opened).toMatchObject({
      upload: { state: 'checking', totals: { read: 0 }, createdBy: 'Pat Moss', lastSentAt: null },
      choices: noChoices,
      edits: [],
      submittedRows: [],
    });
    await first.choose(savedChoices);
    await first.edit({ row: 3, column: 'phone', text: '+61491570156' });
    await first.set('submitting', 9);
    await first.submit([...uploadRows(2, 4), ...uploadRows(6, 7), uploadRow(9, { phone: '0' })]);

    const again = await Promise.all([open('the file'), open('the file', colleague)]);
    for (const { opened } of again) {
      expect(opened.upload.id).toBe(first.id);
      expect(opened.upload.totals).toMatchObject({ submitted: 5, rejected: 1, waiting: 3 });
      expect(opened.choices).toEqual(savedChoices);
      expect(opened.edits).toEqual([{ row: 3, column: 'phone', text: '+61491570156' }]);
      expect(opened.submittedRows).toEqual([
        [2, 4],
        [6, 7],
      ]);
    }
    expect((await open('the file', stranger)).id).not.toBe(first.id);
  });

  it('a file that is opened several times at once is one upload', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, async () => open('at once')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it('uploads are listed for the partner, newest first, page by page', async () => {
    const newest = [await open(), await open()].map(({ id }) => id).toReversed();
    const { rows, total } = await list(colleague, '?pageSize=2');
    expect(rows.map(({ id }) => id)).toEqual(newest);
    const all = await list(admin, '?pageSize=100');
    expect(total).toBe(String(all.rows.length));
    expect((await list(admin, '?pageSize=2&page=2')).rows).toEqual(all.rows.slice(2, 4));
    const ids = (await list(stranger)).rows.map(({ id }) => id);
    expect(ids.filter((id) => newest.includes(id))).toEqual([]);
  });

  it('an upload has no more rows than its file has bytes', async () => {
    const { id } = await open('a small file');
    await service.database.db
      .updateTable('bulk_uploads')
      .set({ size: 5_000 })
      .where('id', '=', id)
      .execute();
    const start = async (read: number) =>
      service.as(admin).put(`/portal/bulk-uploads/${id}/state`, { state: 'submitting', read });
    const rejected = await start(5_001);
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().fields).toEqual({
      read: 'A file of 5,000 bytes can’t have 5,001 rows.',
    });
    expect((await start(5_000)).statusCode).toBe(200);
  });

  it('the state changes step by step; repeating a state is no error, because responses get lost', async () => {
    const upload = await open();
    const state = async (requested: string, read = 2) =>
      (await upload.set(requested, read)).statusCode;
    expect([await state('paused'), await state('stopped'), await state('finished')]).toEqual([
      409, 409, 409,
    ]);
    expect([await state('submitting'), await state('submitting', 3)]).toEqual([200, 200]);
    await upload.submit([uploadRow(2)]);
    expect((await upload.set('submitting', 2)).json().error).toContain('had 3 rows; now it has 2');
    expect([await state('paused', 3), await state('paused', 3)]).toEqual([200, 200]);
    expect((await upload.set('finished', 3)).json().error).toContain('2 of 3 rows');

    expect(await state('stopped', 3)).toBe(200);
    const stopped = await upload.read();
    expect(stopped.totals).toMatchObject({ submitted: 1, leftOut: 2, waiting: 0 });
    expect(stopped.endedAt).not.toBeNull();
    expect(await state('submitting', 3)).toBe(200);
    expect(await upload.read()).toMatchObject({
      endedAt: null,
      totals: { leftOut: 0, waiting: 2 },
    });
    await upload.submit([uploadRow(3), uploadRow(4)]);
    expect([await state('finished', 3), await state('finished', 3)]).toEqual([200, 200]);
    expect((await upload.read()).state).toBe('finished');
    expect(await state('submitting', 3)).toBe(200);
  });

  it('the results of the rows are listed page by page', async () => {
    const upload = await open();
    await upload.set('submitting', 150);
    await upload.submit(uploadRows(2, 151));
    const { rows, total } = await upload.results('&page=2');
    expect([total, rows.length, rows[0]?.row]).toEqual(['150', 50, 102]);
    expect((await upload.results('&outcome=rejected')).total).toBe('0');
    expect((await upload.results('&page=1000000000')).rows).toEqual([]);
  });

  it('the pages of results are the same while rows are missing and once none is', async () => {
    const upload = await open();
    await upload.set('submitting', 150);
    await upload.submit([...uploadRows(2, 40), ...uploadRows(42, 151)]);
    const numbers = async () => (await upload.results('&page=2')).rows.map(({ row }) => row);
    expect(await numbers()).toEqual(Array.from({ length: 49 }, (_, at) => 103 + at));
    await upload.submit([[41]]);
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, at) => 102 + at));
  });
});
