import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type BulkUpload,
  noChoices,
  type ParseOptions,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { openUploadOf, uploadRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { emptyOldUploads } from './bulk-uploads.store.ts';

const parseOptions: ParseOptions = {
  encoding: 'utf-8',
  delimiter: ';',
  columns: ['firstName', null],
};
const choices = {
  ...noChoices,
  parseOptions,
  fixes: [{ issue: 'phone:plus', option: 'AU' }],
  leaveOut: { duplicateRows: true, duplicateLeads: false, rows: [{ row: 7, leaveOut: false }] },
};

describe.each(databases)('bulk uploads on %s', (kind) => {
  let service: TestApp;
  let admin: Person;
  let colleague: Person;
  let stranger: Person;
  beforeAll(async () => {
    service = await startTestApp(kind);
    const { db } = service.database;
    admin = await makePerson(db, 'partner-admin');
    colleague = await makePerson(db, 'partner-admin', admin.partnerId ?? '');
    stranger = await makePerson(db, 'partner-admin');
  });
  afterAll(async () => service.close());

  const open = async (content?: string, person = admin) => openUploadOf(service, person, content);
  const list = async (person: Person, query = '') => {
    const response = await service.call('GET', `/portal/bulk-uploads${query}`, {
      headers: person.session,
    });
    return { rows: response.json<BulkUpload[]>(), total: response.headers['x-total-count'] };
  };

  it('are one for each partner and content, with all that was chosen, edited and submitted', async () => {
    const first = await open('the file');
    expect(first.opened).toMatchObject({
      upload: { state: 'checking', totals: { read: 0 }, createdBy: 'Pat Moss', lastSentAt: null },
      choices: noChoices,
      edits: [],
      submittedRows: [],
    });
    await first.choose(choices);
    await first.edit({ row: 3, column: 'phone', text: '+61491570156' });
    await first.set('submitting', 9);
    await first.submit([...uploadRows(2, 4), ...uploadRows(6, 7), uploadRow(9, { phone: '0' })]);

    const again = await Promise.all([open('the file'), open('the file', colleague)]);
    for (const { opened } of again) {
      expect(opened.upload.id).toBe(first.id);
      expect(opened.upload.totals).toMatchObject({ submitted: 5, rejected: 1, waiting: 3 });
      expect(opened.choices).toEqual(choices);
      expect(opened.edits).toEqual([{ row: 3, column: 'phone', text: '+61491570156' }]);
      expect(opened.submittedRows).toEqual([
        [2, 4],
        [6, 7],
      ]);
    }
    expect((await open('the file', stranger)).id).not.toBe(first.id);
  });

  it('are made once when a file is opened many times at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, async () => open('at once')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it('are listed for the partner, newest first, page by page', async () => {
    const newest = [await open(), await open()].map(({ id }) => id).toReversed();
    const { rows, total } = await list(colleague, '?pageSize=2');
    expect(rows.map(({ id }) => id)).toEqual(newest);
    const all = await list(admin, '?pageSize=100');
    expect(total).toBe(String(all.rows.length));
    expect((await list(admin, '?pageSize=2&page=2')).rows).toEqual(all.rows.slice(2, 4));
    const ids = (await list(stranger)).rows.map(({ id }) => id);
    expect(ids.filter((id) => newest.includes(id))).toEqual([]);
  });

  it('have no more rows than the file has bytes', async () => {
    const { id } = await open('a small file');
    await service.database.db
      .updateTable('bulk_uploads')
      .set({ size: 5_000 })
      .where('id', '=', id)
      .execute();
    const start = async (read: number) =>
      service.call('PUT', `/portal/bulk-uploads/${id}/state`, {
        headers: admin.session,
        payload: { state: 'submitting', read },
      });
    const rejected = await start(5_001);
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().fields).toEqual({
      read: 'A file of 5,000 bytes can’t have 5,001 rows.',
    });
    expect((await start(5_000)).statusCode).toBe(200);
  });

  it('go from state to state; the same one again is no error, because answers get lost', async () => {
    const upload = await open();
    const state = async (wanted: string, read = 2) => (await upload.set(wanted, read)).statusCode;
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

  it('are read the same way once a row is a lead', async () => {
    const upload = await open();
    await upload.choose(choices);
    await upload.choose({ ...choices, parseOptions: { ...parseOptions, delimiter: ',' } });
    await upload.set('submitting', 1);
    await upload.choose(choices);
    await upload.submit([uploadRow(2)]);
    const other = await upload.choose({
      ...choices,
      parseOptions: { ...parseOptions, encoding: 'utf-16le' },
    });
    expect(other.statusCode).toBe(409);
    expect((await upload.choose({ ...choices, fixes: [] })).statusCode).toBe(200);
  });

  it('keep their contact while rows are submitted, so that those of one file go to one contact', async () => {
    const upload = await open();
    const choose = async (contactId: string | null) => {
      const response = await upload.choose({ ...noChoices, contactId });
      return response.statusCode;
    };
    expect(await choose(admin.contactId)).toBe(200);
    await upload.set('submitting', 2);
    expect([await choose(admin.contactId), await choose(colleague.contactId)]).toEqual([200, 409]);
    const rejected = await upload.choose(noChoices);
    expect([rejected.statusCode, rejected.json().error]).toEqual([
      409,
      expect.stringContaining('to choose another contact'),
    ]);
    await upload.set('paused', 2);
    expect(await choose(colleague.contactId)).toBe(200);
  });

  it('keep that nothing was chosen while rows are submitted', async () => {
    const upload = await open();
    await upload.set('submitting', 2);
    expect((await upload.choose(choices)).statusCode).toBe(200);
    const other = await upload.choose({ ...choices, contactId: colleague.contactId });
    expect(other.statusCode).toBe(409);
  });

  it('keep the last edit of a cell, and forget one that is taken back', async () => {
    const content = 'edits';
    const upload = await open(content);
    await upload.edit(
      { row: 3, column: 'phone', text: '1' },
      { row: 2, column: 'notes', text: 'a\nb' },
      { row: 3, column: 'phone', text: '2' },
      { row: 4, column: 'email', text: 'x\0' },
    );
    const more = await upload.edit(
      { row: 2, column: 'notes', text: null },
      { row: 9, column: 'notes', text: null },
      { row: 5, column: 'abn', text: '' },
    );
    expect(more.json()).toEqual({ edits: 3 });
    expect((await open(content)).opened.edits).toEqual([
      { row: 3, column: 'phone', text: '2' },
      { row: 4, column: 'email', text: 'x\uFFFD' },
      { row: 5, column: 'abn', text: '' },
    ]);
    expect((await upload.edit({ row: 2, column: 'nothing', text: '' })).statusCode).toBe(400);
  });

  it('take edits up to a size in all, and keep none of those beyond it', async () => {
    const upload = await open('many bytes');
    await service.database.pool.query(
      `insert into bulk_upload_edits select $1, n, 'notes', repeat('n', 16384) from generate_series(2, 2049) as n`,
      [upload.id],
    );
    const rejected = await upload.edit({ row: 9_000, column: 'notes', text: 'n' });
    expect([rejected.statusCode, rejected.json().error]).toEqual([
      400,
      expect.stringContaining('32 MiB'),
    ]);
    const shorter = await upload.edit(
      { row: 2, column: 'notes', text: null },
      { row: 9_000, column: 'notes', text: 'n' },
    );
    expect(shorter.json()).toEqual({ edits: 2_048 });
  });

  it('take no choices that cannot be kept', async () => {
    const upload = await open();
    for (const text of ['a\0', 'a\uD800']) {
      const response = await upload.choose({ ...choices, fixes: [{ issue: text, option: null }] });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([
        400,
        ['fixes.0.issue'],
      ]);
    }
  });

  it('take as many choices as there may be', async () => {
    const upload = await open();
    const rows = Array.from({ length: 100_000 }, (_, at) => ({
      row: 9_000_000 + at,
      leaveOut: false,
    }));
    const response = await upload.choose({ ...choices, leaveOut: { ...choices.leaveOut, rows } });
    expect(response.statusCode).toBe(200);
  });

  it('show what became of their rows, page by page', async () => {
    const upload = await open();
    await upload.set('submitting', 150);
    await upload.submit(uploadRows(2, 151));
    const { rows, total } = await upload.results('&page=2');
    expect([total, rows.length, rows[0]?.row]).toEqual(['150', 50, 102]);
    expect((await upload.results('&outcome=rejected')).total).toBe('0');
    expect((await upload.results('&page=1000000000')).rows).toEqual([]);
  });

  it('show the same pages while rows are missing and once none is', async () => {
    const upload = await open();
    await upload.set('submitting', 150);
    await upload.submit([...uploadRows(2, 40), ...uploadRows(42, 151)]);
    const numbers = async () => (await upload.results('&page=2')).rows.map(({ row }) => row);
    expect(await numbers()).toEqual(Array.from({ length: 49 }, (_, at) => 103 + at));
    await upload.submit([[41]]);
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, at) => 102 + at));
  });

  it('lose choices, edits and the cells of rejected rows 30 days after they were touched last', async () => {
    const [old, young] = [await open('old'), await open('young')];
    for (const upload of [old, young]) {
      await upload.choose(choices);
      await upload.edit({ row: 2, column: 'phone', text: '0' });
      await upload.set('submitting', 2);
      await upload.submit([uploadRow(2, { phone: '0' }), uploadRow(3)]);
    }
    await touched(old.id, 31);
    await touched(young.id, 29);
    await emptyOldUploads(service.database.db);
    expect(await storedCells(old.id)).toEqual([null, null]);
    expect(await storedCells(young.id)).toEqual([null, expect.any(Array)]);
    expect((await old.results()).rows.map(({ outcome }) => outcome)).toEqual([
      'rejected',
      'submitted',
    ]);
    expect((await open('old')).opened).toMatchObject({
      choices: noChoices,
      edits: [],
      submittedRows: [[3, 3]],
    });
    expect((await open('young')).opened).toMatchObject({ choices, edits: [{ row: 2 }] });
  });

  it('say that rejected rows are gone once they are, until rows are sent again', async () => {
    const upload = await open('emptied');
    await upload.set('submitting', 1);
    await upload.submit([uploadRow(2, { phone: '0' })]);
    await upload.set('finished', 1);
    expect((await upload.read()).storedUntil).not.toBeNull();
    await touched(upload.id, 31);
    await emptyOldUploads(service.database.db);
    expect((await open('emptied')).opened.upload.storedUntil).toBeNull();

    await upload.choose(choices);
    await upload.edit({ row: 2, column: 'phone', text: '0' });
    expect((await upload.read()).storedUntil).toBeNull();
    await touched(upload.id, 31);
    await emptyOldUploads(service.database.db);
    expect((await open('emptied')).opened).toMatchObject({ choices: noChoices, edits: [] });

    await upload.set('submitting', 1);
    await upload.submit([uploadRow(2, { phone: '0' })]);
    const daysLeft =
      (Date.parse((await upload.read()).storedUntil ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBe(30);
  });

  const touched = async (id: string, daysAgo: number) =>
    service.database.pool.query(
      `update bulk_uploads set touched_at = now() - $2 * interval '1 day' where id = $1`,
      [id, daysAgo],
    );
  /** Returns the stored cells of the rows; rows without cells come first. */
  const storedCells = async (id: string) => {
    const { rows } = await service.database.pool.query<{ cells: unknown }>(
      'select cells from bulk_upload_rows where upload_id = $1 order by cells is not null',
      [id],
    );
    return rows.map(({ cells }) => cells);
  };
});
