import type { LightMyRequestResponse } from 'fastify';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { extraCellsError } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { openUploadFor, uploadRow, uploadRows } from '#server/testing/bulk-upload-test-data.ts';

/** Returns the lines of a downloaded CSV file as the portal parses them, and its text. */
function readCsv(response: LightMyRequestResponse) {
  const text = new TextDecoder().decode(response.rawPayload);
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
  return { lines: data.map((cells) => cells.map(unguardCell)), text };
}

describe('files of bulk uploads', () => {
  const env = { APPLICATION_LINK: 'https://apply.example.test/{leadId}' };
  const { service, admin } = withPeople('PostgreSQL', { env });

  const get = async (path: string) => service.as(admin).get(`/portal/${path}`);
  const of = async (id: string, file: string) => get(`bulk-uploads/${id}/${file}`);
  const rejectedUpload = async (...rows: readonly Record<string, string>[]) => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', rows.length);
    await upload.submit(rows.map((cells, at) => uploadRow(at + 2, { phone: '0', ...cells })));
    return upload;
  };

  it('the template is only its header, and is downloaded, not shown or cached', async () => {
    const response = await get('lead-template-file');
    expect(response.body).toBe(`${templateHeader}\r\n`);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="lead template.csv"'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('rejected rows come back unchanged, in the template’s form, and are no formulas', async () => {
    const odd = {
      firstName: `=HYPERLINK("http://x.test","a")`,
      lastName: `'=1`,
      companyName: '@SUM, "Ünïts" & Söhne',
      notes: '-one\nline, two\r\nthree',
      secondaryPhone: '+61491570156',
      amountRequested: '+1',
    };
    const { id } = await rejectedUpload(odd, { firstName: 'Zoë' });
    const response = await of(id, 'rejected-rows-file');
    expect(response.headers['content-disposition']).toContain('filename="leads rejected rows.csv"');
    const { lines, text } = readCsv(response);
    expect(text.split('\r\n', 1)).toEqual([templateHeader]);
    expect(lines.slice(1)).toEqual(
      [uploadRow(2, { phone: '0', ...odd }), uploadRow(3, { phone: '0', firstName: 'Zoë' })].map(
        ([, ...cells]) => cells,
      ),
    );
    expect(text).toContain(`"'=HYPERLINK(""http`);
    expect(text).toContain(',+61491570156,');
  });

  it('files of rows are UTF-8 with BOM, whatever their letters', async () => {
    const { id } = await rejectedUpload({ firstName: 'Tāne', lastName: '李' });
    for (const file of ['rejected-rows-file', 'rejection-reasons-file', 'results-file']) {
      const response = await of(id, file);
      expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    }
    const response = await of(id, 'rejected-rows-file');
    expect(readCsv(response).lines[1]?.slice(0, 2)).toEqual(['Tāne', '李']);
  });

  it('reasons give the row of an error in both files, and the text of its cell', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 4);
    await upload.submit([
      ...uploadRows(2, 3),
      uploadRow(4, { phone: '0', email: '@ann' }),
      uploadRow(5, { lastName: '' }),
    ]);
    const { lines } = readCsv(await of(upload.id, 'rejection-reasons-file'));
    expect(lines.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
      ['2', '4', 'phone', '0'],
      ['2', '4', 'email', '@ann'],
      ['3', '5', 'lastName', ''],
    ]);
    expect(lines[3]?.[4]).toBe('Enter a last name.');
  });

  it('a row with too many cells has those of the template in its file, and the others with its reason', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 2);
    await upload.submit([uploadRow(2, { phone: '0' }), [...uploadRow(3), '=1', 'more']]);
    const rejected = readCsv(await of(upload.id, 'rejected-rows-file'));
    expect(rejected.lines.map((cells) => cells.length)).toEqual([61, 61, 61]);
    expect(rejected.lines[2]).toEqual(uploadRow(3).slice(1));
    const reasons = readCsv(await of(upload.id, 'rejection-reasons-file'));
    expect(reasons.lines[2]).toEqual(['3', '3', '', '=1, more', extraCellsError]);
    const results = readCsv(await of(upload.id, 'results-file'));
    expect(results.lines[2]?.join()).toBe(
      `3,rejected,,,,${extraCellsError},Aroha Moss,Kauri Joinery`,
    );
    expect((await of(upload.id, 'rejected-rows-workbook')).statusCode).toBe(200);
  });

  it('rows that were never sent share one line of the results', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 10_000_000);
    const response = await of(upload.id, 'results-file');
    expect(response.rawPayload.length).toBeLessThan(1_000);
    expect(readCsv(response).lines.slice(1)).toEqual([
      ['2 to 10000001', 'waiting', '', '', '', 'Not submitted: 10000000 rows.', '', ''],
    ]);
    await upload.submit([uploadRow(500, { phone: '0' })]);
    await upload.set('stopped', 10_000_000);
    const { lines } = readCsv(await of(upload.id, 'results-file'));
    expect(lines.slice(1).map(([row, outcome]) => [row, outcome])).toEqual([
      ['2 to 499', 'left out'],
      ['500', 'rejected'],
      ['501 to 10000001', 'left out'],
    ]);
  });

  it('runs of blank rows share one line of the results, and each has its own in the list', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 1_000_010);
    await upload.submit([uploadRow(1_000_005, { phone: '0' })], [], [[3, 1_000_003]]);
    await upload.submit([], [], [[1_000_006, 1_000_006]]);
    await upload.submit([uploadRow(700)]);
    const { lines } = readCsv(await of(upload.id, 'results-file'));
    expect(lines.slice(1).map(([row, outcome, , , , reason]) => [row, outcome, reason])).toEqual([
      ['2', 'waiting', 'Not submitted.'],
      ['3 to 699', 'blank', 'Blank: 697 rows.'],
      ['700', 'submitted', ''],
      ['701 to 1000003', 'blank', 'Blank: 999303 rows.'],
      ['1000004', 'waiting', 'Not submitted.'],
      ['1000005', 'rejected', expect.stringContaining('phone')],
      ['1000006', 'blank', ''],
      ['1000007 to 1000011', 'waiting', 'Not submitted: 5 rows.'],
    ]);
    expect((await upload.read()).totals).toMatchObject({
      submitted: 1,
      rejected: 1,
      blank: 1_000_001,
      waiting: 7,
    });
    const { rows, total } = await upload.results('&page=10001');
    expect([total, rows.map(({ row, outcome }) => [row, outcome])]).toEqual([
      '1000003',
      [
        [1_000_003, 'blank'],
        [1_000_005, 'rejected'],
        [1_000_006, 'blank'],
      ],
    ]);
  });

  it('results list every row of the file, sent or not', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 6);
    const leftOut = [{ row: 6, reason: 'duplicate-row', of: '3' }];
    await upload.submit([uploadRow(3), uploadRow(4, { phone: '0' }), [5, '', '']], leftOut);
    const read = async () => readCsv(await of(upload.id, 'results-file')).lines.slice(1);
    const lines = await read();
    const aroha = ['Aroha Moss', 'Kauri Joinery'];
    expect(lines.map(([row, outcome, , , , , ...client]) => [row, outcome, ...client])).toEqual([
      ['2', 'waiting', '', ''],
      ['3', 'submitted', ...aroha],
      ['4', 'rejected', ...aroha],
      ['5', 'blank', '', ''],
      ['6', 'left out', '', ''],
      ['7', 'waiting', '', ''],
    ]);
    const [, submitted, rejected, , repeated] = lines;
    expect(submitted?.[2]).toBe((await upload.results()).rows.find(({ row }) => row === 3)?.leadId);
    expect(submitted?.[4]).toContain(submitted?.[2]);
    expect(rejected?.[5]).toMatch(/^phone: Start with \+/);
    expect(repeated?.[5]).toBe('Repeats row 3.');
    await upload.set('stopped', 6);
    expect((await read()).at(-1)).toEqual(['7', 'left out', '', '', '', 'Not submitted.', '', '']);
  });

  it('files of many pages are complete', async () => {
    const upload = await openUploadFor(service, admin);
    await upload.set('submitting', 2_500);
    for (const first of [2, 1_002, 2_002]) {
      const size = Math.min(1_000, 2_502 - first);
      const invalid = Array.from({ length: size }, (_, at) =>
        uploadRow(first + at, { phone: '0' }),
      );
      await upload.submit(invalid);
    }
    const place = templateColumns.findIndex(({ name }) => name === 'partnerLeadReferenceId');
    const { lines } = readCsv(await of(upload.id, 'rejected-rows-file'));
    expect(lines.slice(1).map((cells) => cells[place])).toEqual(
      Array.from({ length: 2_500 }, (_, at) => `row-${at + 2}`),
    );
    expect(readCsv(await of(upload.id, 'results-file')).lines).toHaveLength(2_501);
    expect(readCsv(await of(upload.id, 'rejection-reasons-file')).lines.at(-1)?.[0]).toBe('2501');
  });

  it('a file without rejected rows is the header alone; with deleted rows it is 404', async () => {
    const empty = await openUploadFor(service, admin);
    expect(readCsv(await of(empty.id, 'rejected-rows-file')).lines).toEqual([
      templateHeader.split(','),
    ]);
    const { id } = await rejectedUpload({});
    await service.database.db
      .updateTable('bulk_upload_rows')
      .set({ cells: null })
      .where('upload_id', '=', id)
      .execute();
    for (const file of ['rejected-rows-file', 'rejected-rows-workbook']) {
      const response = await of(id, file);
      expect(response.statusCode).toBe(404);
      expect(response.json().error).toContain('no longer stored');
    }
    const { lines } = readCsv(await of(id, 'rejection-reasons-file'));
    expect(lines[1]?.slice(0, 4)).toEqual(['', '2', 'phone', '']);
  });

  it('a workbook can be downloaded up to a size, beyond it only the CSV', async () => {
    const { id } = await rejectedUpload({ firstName: 'Tāne' });
    const response = await of(id, 'rejected-rows-workbook');
    expect(response.headers['content-type']).toContain('spreadsheetml.sheet');
    expect(response.headers['content-disposition']).toContain('leads rejected rows.xlsx');
    expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK');
    await service.database.db
      .updateTable('bulk_uploads')
      .set({ read: 20_000, rejected: 10_001 })
      .where('id', '=', id)
      .execute();
    const tooMany = await of(id, 'rejected-rows-workbook');
    expect(tooMany.statusCode).toBe(409);
    expect(tooMany.json().error).toContain('Download them as CSV');
  });
});
