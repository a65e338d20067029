import { beforeEach, describe, expect, it } from 'vitest';

import { started } from '#server/testing/access/with-people.ts';
import { uploadRow } from '#server/testing/bulk-upload-test-data.ts';
import { creation, rowsWith, startRowForwarding, totals } from '#server/testing/row-forwarding.ts';

describe('rows sent to the existing service', () => {
  const forwarding = started(async () => startRowForwarding('PostgreSQL'));
  beforeEach(async () => forwarding.reset());

  it('small batches are taken, and each row becomes one lead there, however often it is sent', async () => {
    const upload = await forwarding.open(12);
    expect(upload.opened.rowsInBatch).toBe(50);
    const rows = rowsWith('once-', 2, 13);
    const responses = await Promise.all([upload.submit(rows), upload.submit(rows.toReversed())]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await forwarding.references('once-')).toHaveLength(12);
    expect((await upload.submit(rows)).json()).toEqual({
      isDone: true,
      totals: totals(12, { submitted: 12 }),
    });
  });

  it('the id and links of the response are stored, and the reference', async () => {
    const upload = await forwarding.open(2);
    await upload.submit([uploadRow(2, { partnerLeadReferenceId: '', amountRequested: '5000' })]);
    const lead = (await forwarding.standIn.leads()).at(-1);
    const { rows } = await upload.results();
    expect(rows[0]).toMatchObject({
      outcome: 'submitted',
      leadId: lead?.id,
      bankStatementsUpdateLink: `https://statements.test/${lead?.id}`,
      applicationLink: `https://applications.test/${lead?.id}`,
      reference: lead?.fields['partnerLeadReferenceId'],
      sentAt: null,
    });
    expect(rows[0]?.reference).toMatch(/^P-\w{6}-\w{6}$/);
    expect(lead?.submitted).toMatchObject({ amountRequested: 5_000 });
  });

  it('a rejection of the service is stored at the column it names, until the row is sent corrected', async () => {
    const upload = await forwarding.open(3);
    const nobody = uploadRow(3, { brokerRepId: 'nobody' });
    const response = await upload.submit([uploadRow(2, { phone: '0' }), nobody, uploadRow(4)]);
    expect(response.json()).toMatchObject({ totals: totals(3, { submitted: 1, rejected: 2 }) });
    const { rows } = await upload.results('&outcome=rejected');
    expect(rows.map(({ row, errors }) => [row, errors])).toEqual([
      [2, [{ column: 'phone', error: expect.any(String) }]],
      [3, [{ column: '', error: 'brokerRepId names nobody.' }]],
    ]);
    const file = await forwarding.service
      .as(forwarding.admin)
      .get(`/portal/bulk-uploads/${upload.id}/rejected-rows-file`);
    expect(file.body).toContain('nobody');
    const again = await upload.submit([uploadRow(2), uploadRow(3, { brokerRepId: 'rep-bea' })]);
    expect(again.json()).toMatchObject({ totals: totals(3, { submitted: 3 }) });
  });

  it('runs of blank rows are counted and not sent, and a row that was filled in since becomes a lead once', async () => {
    const upload = await forwarding.open(1_001);
    const blank = [[2, 1_001]] as const;
    await Promise.all([
      upload.submit(rowsWith('filled-', 1_002, 1_002), [], blank),
      upload.submit(rowsWith('filled-', 1_002, 1_002), [], blank),
    ]);
    expect((await upload.read()).totals).toEqual(totals(1_001, { submitted: 1, blank: 1_000 }));
    await upload.submit(rowsWith('filled-', 500, 500));
    await forwarding.standIn.addFailure({ kind: 'hang-up', ...creation, times: 1 });
    await upload.submit(rowsWith('filled-', 600, 600));
    const response = await upload.submit(rowsWith('filled-', 1_002, 1_002), [], blank);
    expect(response.json().totals).toEqual(totals(1_001, { submitted: 2, blank: 998, unknown: 1 }));
    expect(await forwarding.references('filled-')).toHaveLength(2);
    const { rows } = await upload.results('&outcome=unknown');
    expect(rows).toMatchObject([{ row: 600, client: 'Aroha Moss', company: 'Kauri Joinery' }]);
  });
});
