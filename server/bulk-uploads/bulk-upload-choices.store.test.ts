import { describe, expect, it } from 'vitest';

import { noChoices, uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import type { ErrorBody } from '#contract/v1/errors.ts';
import { withPeople, started } from '#server/testing/access/with-people.ts';
import {
  savedChoices,
  openUploadFor,
  parseOptions,
  uploadRow,
} from '#server/testing/bulk-upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';

import { emptyOldUploads } from './bulk-uploads.store.ts';

describe('choices and edits of bulk uploads', () => {
  const { service, admin } = withPeople();
  const colleague = started(async () =>
    makePerson(service.database.db, 'partner-admin', admin.partnerId),
  );

  const open = async (content?: string) => openUploadFor(service, admin, content);
  it('parse options cannot change once a row is a lead', async () => {
    const upload = await open();
    await upload.choose(savedChoices);
    await upload.choose({ ...savedChoices, parseOptions: { ...parseOptions, delimiter: ',' } });
    await upload.set('submitting', 1);
    await upload.choose(savedChoices);
    await upload.submit([uploadRow(2)]);
    const other = await upload.choose({
      ...savedChoices,
      parseOptions: { ...parseOptions, encoding: 'utf-16le' },
    });
    expect(other.statusCode).toBe(409);
    expect((await upload.choose({ ...savedChoices, fixes: [] })).statusCode).toBe(200);
  });

  it('the contact cannot change while rows are submitted, so that rows of one file go to one contact', async () => {
    const upload = await open();
    const choose = async (contactId: string | null) => {
      const response = await upload.choose({ ...noChoices, contactId });
      return response.statusCode;
    };
    expect(await choose(admin.contactId)).toBe(200);
    await upload.set('submitting', 2);
    expect([await choose(admin.contactId), await choose(colleague.contactId)]).toEqual([200, 409]);
    const rejected = await upload.choose(noChoices);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json().error).toContain('to choose another contact');
    await upload.set('paused', 2);
    expect(await choose(colleague.contactId)).toBe(200);
  });

  it('no contact can be chosen while rows are submitted', async () => {
    const upload = await open();
    await upload.set('submitting', 2);
    expect((await upload.choose(savedChoices)).statusCode).toBe(200);
    const other = await upload.choose({ ...savedChoices, contactId: colleague.contactId });
    expect(other.statusCode).toBe(409);
  });

  it('the last edit of a cell is saved, and an undone edit is deleted', async () => {
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

  it('edits are limited in total size, and none beyond the limit is saved', async () => {
    const upload = await open('many bytes');
    await service.database.pool.query(
      `insert into bulk_upload_edits select $1, n, 'notes', repeat('n', 16384) from generate_series(2, 2049) as n`,
      [upload.id],
    );
    const rejected = await upload.edit({ row: 9_000, column: 'notes', text: 'n' });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().error).toContain('32 MiB');
    const shorter = await upload.edit(
      { row: 2, column: 'notes', text: null },
      { row: 9_000, column: 'notes', text: 'n' },
    );
    expect(shorter.json()).toEqual({ edits: 2_048 });
  });

  it('choices that the database cannot store are rejected', async () => {
    const upload = await open();
    for (const text of ['a\0', 'a\uD800']) {
      const response = await upload.choose({
        ...savedChoices,
        fixes: [{ issue: text, option: null }],
      });
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(['fixes.0.issue']);
    }
  });

  it('the maximum number of choices is accepted', async () => {
    const upload = await open();
    const rows = Array.from({ length: uploadLimits.rowChoices }, (_, at) => ({
      row: 9_000_000 + at,
      leaveOut: false,
    }));
    const response = await upload.choose({
      ...savedChoices,
      leaveOut: { ...savedChoices.leaveOut, rows },
    });
    expect(response.statusCode).toBe(200);
    const wrong = await upload.choose({
      ...savedChoices,
      leaveOut: { ...savedChoices.leaveOut, rows: rows.map((one) => ({ ...one, row: -1 })) },
    });
    expect(Object.keys(wrong.json<ErrorBody>().fields ?? {})).toEqual(['leaveOut.rows']);
  });

  it('choices, edits and cells of rejected rows are deleted 30 days after the last change', async () => {
    const [old, young] = [await open('old'), await open('young')];
    for (const upload of [old, young]) {
      await upload.choose(savedChoices);
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
    expect((await open('young')).opened).toMatchObject({
      choices: savedChoices,
      edits: [{ row: 2 }],
    });
  });

  it('an upload says that its rejected rows are deleted, until rows are sent again', async () => {
    const upload = await open('emptied');
    await upload.set('submitting', 1);
    await upload.submit([uploadRow(2, { phone: '0' })]);
    await upload.set('finished', 1);
    expect((await upload.read()).storedUntil).not.toBeNull();
    await touched(upload.id, 31);
    await emptyOldUploads(service.database.db);
    expect((await open('emptied')).opened.upload.storedUntil).toBeNull();

    await upload.choose(savedChoices);
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
