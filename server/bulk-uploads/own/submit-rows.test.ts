import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { extraCellsError } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import {
  openUploadFor,
  type SentRow,
  uploadRow,
  uploadRows,
} from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

describe.each(databases)('submitting rows on %s', (kind) => {
  const env = { APPLICATION_LINK: 'https://apply.example.test/{leadId}' };
  const { service, admin, colleague } = withPeople(kind, { env });

  const open = async (read: number, content?: string) => {
    const upload = await openUploadFor(service, admin, content);
    await upload.set('submitting', read);
    return upload;
  };
  /** Returns the references with this prefix of all leads. */
  const leadsOf = async (mark: string) => {
    const { rows } = await service.database.pool.query<{ reference: string }>(
      `select fields ->> 'partnerLeadReferenceId' as reference from leads
       where fields ->> 'partnerLeadReferenceId' like $1 order by 1`,
      [`${mark}%`],
    );
    return rows.map(({ reference }) => reference);
  };
  const marked = (mark: string, first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) =>
      uploadRow(first + index, { partnerLeadReferenceId: `${mark}${first + index}` }),
    );

  it('each row becomes one lead, however often and in whatever batches it is sent', async () => {
    const upload = await open(60);
    const batch = marked('once-', 2, 61);
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, async () => upload.submit(batch)),
      upload.submit(batch.slice(10, 40)),
      upload.submit(batch.slice(30).toReversed()),
    ]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await leadsOf('once-')).toHaveLength(60);
    expect((await upload.read()).totals).toMatchObject({ read: 60, submitted: 60, waiting: 0 });
  });

  it('a row is stored as a lead like those of the interface, with its result', async () => {
    const upload = await open(1);
    await upload.submit([uploadRow(2, { 'businessAddress.city': 'Napier', amountRequested: '5' })]);
    const [result] = (await upload.results()).rows;
    const url = `/api/v1/lead/${result?.leadId}`;
    const lead = await service.call('GET', url, { headers: admin.bearer });
    expect(lead.json()).toMatchObject({
      createdBy: admin.accountId,
      fields: {
        firstName: 'Aroha',
        amountRequested: '5.00',
        status: 'New',
        subStatus: 'Received',
        brokerRepId: admin.contactId,
        businessAddress: { city: 'Napier', fullAddress: 'Napier' },
        applicationLink: `https://apply.example.test/${result?.leadId}`,
      },
    });
    // The lead's own page, which replaces a link that is not set, is not for the client.
    expect(result).toMatchObject({
      applicationLink: lead.json().fields.applicationLink,
      bankStatementsUpdateLink: '',
    });
    const list = await service.as(admin).get('/api/v1/lead?q=row-2');
    expect(list.json()).toHaveLength(1);
  });

  it('a rejected row is stored with its reasons until it is sent corrected', async () => {
    const upload = await open(3);
    await upload.submit([
      uploadRow(2),
      uploadRow(3, {
        phone: '0412\0',
        email: 'x\uD800',
        dateOfBirth: '1984-03-13T13:00:00.000Z',
      }),
      [4, '', ' '],
    ]);
    const { rows, total } = await upload.results('&outcome=rejected');
    expect([total, rows.map(({ row }) => row)]).toEqual(['1', [3]]);
    expect(rows[0]?.errors.map(({ column }) => column)).toEqual(['phone', 'email', 'dateOfBirth']);
    expect((await upload.read()).totals).toMatchObject({ submitted: 1, rejected: 1, blank: 1 });

    await upload.submit([uploadRow(3)]);
    // A late copy of the invalid row changes nothing.
    await upload.submit([uploadRow(3, { phone: '0' })]);
    const outcomes = (await upload.results()).rows.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['submitted', 'submitted', 'blank']);
    expect((await upload.read()).totals).toMatchObject({ submitted: 2, rejected: 0, blank: 1 });
    const stored = await service.database.db
      .selectFrom('bulk_upload_rows')
      .select(['cells', 'errors'])
      .where('upload_id', '=', upload.id)
      .execute();
    expect(new Set(stored.flatMap((row) => [row.cells, row.errors]))).toEqual(new Set([null]));
  });

  it('a row with more cells than the template is rejected as a whole and counted', async () => {
    const upload = await open(3);
    const wide: SentRow = [...uploadRow(3), '', 'beyond'];
    const response = await upload.submit([
      uploadRow(2),
      wide,
      [4, ...templateColumns.map(() => '')],
    ]);
    expect(response.json().totals).toMatchObject({
      submitted: 1,
      rejected: 1,
      blank: 1,
      waiting: 0,
    });
    const { rows } = await upload.results('&outcome=rejected');
    expect(rows).toMatchObject([{ row: 3, errors: [{ column: '', error: extraCellsError }] }]);
    expect((await upload.submit([uploadRow(3)])).json().totals).toMatchObject({ submitted: 2 });
  });

  it('rows that are left out have a reason in words', async () => {
    const upload = await open(3);
    await upload.submit(
      [],
      [
        { row: 2, reason: 'person', of: null },
        { row: 3, reason: 'duplicate-row', of: '2' },
        { row: 4, reason: 'duplicate-lead', of: 'abc' },
      ],
    );
    const reasons = (await upload.results()).rows.map(({ reason }) => reason);
    expect(reasons).toEqual(['Left out by choice.', 'Repeats row 2.', 'Is already a lead: abc.']);
  });

  it('rows belong to the contact they name, else to the chosen one', async () => {
    const upload = await open(3);
    const { contactId } = colleague;
    await upload.set('paused', 3);
    await upload.choose({ ...noChoices, contactId });
    await upload.set('submitting', 3);
    await upload.submit([
      uploadRow(2),
      uploadRow(3, { brokerRepId: admin.contactId ?? '' }),
      uploadRow(4, { brokerRepId: 'nobody', brokerId: 'other' }),
    ]);
    const { rows } = await upload.results();
    expect(rows[2]?.errors).toEqual([
      { column: 'brokerId', error: 'This is not your partner.' },
      { column: 'brokerRepId', error: 'Your partner has no such contact.' },
    ]);
    const { rows: leads } = await service.database.pool.query<{ contact_id: string }>(
      'select contact_id from leads join bulk_upload_rows on lead_id = leads.id where upload_id = $1 order by row_number',
      [upload.id],
    );
    expect(leads.map((lead) => lead.contact_id)).toEqual([contactId, admin.contactId]);
    const stranger = await makePerson(service.database.db, 'broker');
    const rejected = await upload.choose({ ...noChoices, contactId: stranger.contactId });
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().fields).toEqual({ contactId: 'Your partner has no such contact.' });
  });

  it.each<[string, SentRow[], number]>([
    ['twice in one batch', [uploadRow(2), uploadRow(2)], 400],
    ['beyond the end of the file', [uploadRow(7)], 400],
    ['of the header', [uploadRow(1)], 400],
    ['with far too many cells', [[2, ...Array.from({ length: 101 }, () => 'a')]], 400],
    ['with a cell that is far too long', [[2, 'a'.repeat(20_001)]], 400],
  ])('a row %s rejects the whole batch', async (_what, rows, status) => {
    const upload = await open(5);
    const response = await upload.submit([uploadRow(3), ...rows]);
    expect([response.statusCode, (await upload.results()).total]).toEqual([status, '0']);
  });

  it.each<[string, [number, number][]]>([
    ['with a row of the batch', [[2, 4]]],
    [
      'that share a row',
      [
        [4, 5],
        [5, 6],
      ],
    ],
    ['beyond the end of the file', [[4, 7]]],
    ['of the header', [[1, 2]]],
    ['that end before they begin', [[5, 4]]],
  ])('runs of blank rows %s reject the whole batch', async (_what, blank) => {
    const upload = await open(5);
    const response = await upload.submit([uploadRow(3)], [], blank);
    expect([response.statusCode, (await upload.results()).total]).toEqual([400, '0']);
  });

  it('an upload takes rows only while it is submitting', async () => {
    const upload = await openUploadFor(service, admin);
    expect((await upload.submit([uploadRow(2)])).statusCode).toBe(409);
    await upload.set('submitting', 2);
    await upload.set('paused', 2);
    const response = await upload.submit([uploadRow(2)]);
    expect(response.statusCode).toBe(409);
    expect(response.json().error).toBe('This upload is paused and takes no rows. Start it first.');
  });

  it('a batch of a thousand long rows is accepted, a larger one gets a message', async () => {
    const upload = await open(1_000);
    const rows = uploadRows(2, 1_001).map((row): SentRow => [
      row[0],
      ...row.slice(1, 60).map(String),
      'n'.repeat(3_000),
    ]);
    expect((await upload.submit(rows)).statusCode).toBe(200);
    expect((await upload.submit([...rows, ...rows])).json()).toEqual({
      error: expect.stringContaining('4 MiB'),
      code: 'request-too-large',
    });
  });
});
