import { beforeEach, describe, expect, it } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { started } from '#server/testing/access/with-people.ts';
import {
  openUploadFor,
  type SentRow,
  uploadRow,
  uploadRows,
} from '#server/testing/bulk-upload-test-data.ts';
import { creation, rowsWith, startRowForwarding, totals } from '#server/testing/row-forwarding.ts';

describe('rows whose response was lost', () => {
  const forwarding = started(async () => startRowForwarding('PostgreSQL'));
  beforeEach(async () => forwarding.reset());

  it('leads whose responses were lost are found, and none is sent twice', async () => {
    await forwarding.standIn.addFailure({ kind: 'drop', ...creation, every: 3 });
    const upload = await forwarding.open(30);
    const rows = rowsWith('dropped-', 2, 31).map(([row, ...cells], at): SentRow =>
      at % 2 ? [row, ...cells] : uploadRow(row, { partnerLeadReferenceId: '' }),
    );
    expect((await upload.submit(rows)).json()).toMatchObject({
      totals: totals(30, { submitted: 30 }),
    });
    expect(await forwarding.sentCount()).toBe(30);
    const { rows: results } = await upload.results();
    expect(new Set(results.map(({ leadId }) => leadId)).size).toBe(30);
    expect(results.every(({ applicationLink }) => applicationLink !== '')).toBe(true);
  });

  it('rows with one reference are distinguished where possible; the others are unknown', async () => {
    await forwarding.standIn.addFailure({ kind: 'drop', ...creation });
    const upload = await forwarding.open(4);
    const campaign = { partnerLeadReferenceId: 'campaign' };
    const rows = ['Ana', 'Bea', 'Cy', 'Cy'].map((firstName, at) =>
      uploadRow(2 + at, { ...campaign, firstName }),
    );
    const response = await upload.submit(rows);
    expect(response.json()).toMatchObject({ totals: totals(4, { submitted: 2, unknown: 2 }) });
    expect(await forwarding.sentCount()).toBe(4);
    const { rows: unknown, total } = await upload.results('&outcome=unknown');
    expect([total, unknown.map(({ row }) => row)]).toEqual(['2', [4, 5]]);
    expect(unknown[0]).toMatchObject({ reference: 'campaign', leadId: null });
    expect(Date.parse(unknown[0]?.sentAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('a row that never arrived is unknown and not sent again', async () => {
    await forwarding.standIn.addFailure({ kind: 'hang-up', ...creation, every: 4 });
    const content = 'hang-up';
    const upload = await forwarding.open(8, content);
    const rows = rowsWith('hung-', 2, 9);
    const expected = totals(8, { submitted: 6, unknown: 2 });
    expect((await upload.submit(rows)).json()).toMatchObject({ totals: expected });
    await forwarding.standIn.clearFailures();
    expect((await upload.submit(rows)).json()).toMatchObject({ totals: expected });
    expect((await forwarding.reconcile(upload.id)).json()).toMatchObject({
      upload: { totals: expected },
      isComplete: true,
    });
    expect(await forwarding.references('hung-')).toHaveLength(6);
    expect((await upload.set('finished', 8)).json()).toMatchObject({ state: 'finished' });
    const { opened } = await openUploadFor(forwarding.service, forwarding.admin, content);
    expect(opened.unknownRows.flatMap(([first, last]) => last - first + 1)).toEqual([1, 1]);
    const file = await forwarding.service
      .as(forwarding.admin)
      .get(`/portal/bulk-uploads/${upload.id}/results-file`);
    expect(file.body.match(/unknown.*reference hung-/g)).toHaveLength(2);
  });

  it('a lead that is listed later is found by reconciling again', async () => {
    await forwarding.standIn.addFailure({ kind: 'drop', ...creation });
    await forwarding.standIn.addFailure({ kind: 'unreadable', as: 'null', method: 'GET' });
    const upload = await forwarding.open(1);
    const response = await upload.submit(rowsWith('later-', 2, 2));
    expect(response.json()).toMatchObject({ totals: totals(1, { unknown: 1 }) });
    await forwarding.standIn.clearFailures();
    expect((await forwarding.reconcile(upload.id)).json()).toMatchObject({
      upload: { totals: totals(1, { submitted: 1 }) },
      isComplete: true,
    });
  });

  it('a service without usable responses makes few rows unknown, and the message asks a person to check', async () => {
    await forwarding.standIn.addFailure({ kind: 'reject', status: 500, ...creation });
    const upload = await forwarding.open(40);
    const response = await upload.submit(rowsWith('broken-', 2, 41));
    expect(response.statusCode).toBe(422);
    expect(await upload.read()).toMatchObject({
      state: 'paused',
      totals: totals(40, { unknown: 7, waiting: 33 }),
    });
  });

  it('after a lost response nothing is sent to a service that cannot be searched', async () => {
    await forwarding.standIn.addFailure({ kind: 'reject', status: 500 });
    const upload = await forwarding.open(40);
    const rows = rowsWith('down-', 2, 41);
    expect((await upload.submit(rows)).statusCode).toBe(502);
    expect((await upload.submit(rows)).statusCode).toBe(502);
    expect(await forwarding.sentCount()).toBe(5);
    expect(await upload.read()).toMatchObject({
      state: 'submitting',
      totals: totals(40, { unknown: 5, waiting: 35 }),
    });
  });

  it('a stopped upload keeps its unknown rows', async () => {
    await forwarding.standIn.addFailure({ kind: 'hang-up', ...creation, times: 1 });
    const upload = await forwarding.open(9);
    await upload.submit(uploadRows(2, 6));
    const { totals: after } = (await upload.set('stopped', 9)).json<{ totals: UploadTotals }>();
    expect(after).toEqual(totals(9, { submitted: 4, unknown: 1, leftOut: 4, waiting: 0 }));
  });
});
