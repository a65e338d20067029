import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/api-keys.store.ts';
import {
  openUploadOf,
  type SentRow,
  uploadRow,
  uploadRows,
} from '#server/testing/bulk-upload-test-data.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { startTestApp, type TestApp, testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';
import { type StandIn, startStandIn } from '#server/testing/upstream-stand-in/stand-in.ts';

const creation = { method: 'POST', path: '/api/v1/lead' } as const;

describe.each(databases)('passing rows on, on %s', (kind) => {
  let standIn: StandIn;
  let service: TestApp;
  let admin: Person;
  beforeAll(async () => {
    standIn = await startStandIn();
    service = await startTestApp(kind, {
      env: { UPSTREAM_URL: standIn.url },
      deps: { upstreamTimeouts: { connect: 500, headers: 500, body: 500, whole: 1_000 } },
    });
    admin = await makePerson(service.database.db, 'partner-admin');
    await storeEnteredKey(
      service.database.db,
      testSecrets.apiKeys,
      admin.accountId,
      seeded.ada.token,
    );
  });
  afterAll(async () => {
    await service.close();
    await standIn.stop();
  });
  beforeEach(async () => {
    await standIn.clearFailures();
    await standIn.clearRequests();
  });

  const open = async (read: number, content?: string) => {
    const upload = await openUploadOf(service, admin, content);
    await upload.set('submitting', read);
    return upload;
  };
  const reconcile = async ({ id }: { id: string }) =>
    service.call('POST', `/portal/bulk-uploads/${id}/search`, { headers: admin.session });
  /** Returns the references with this prefix of the leads at the upstream service. */
  const leadsOf = async (mark: string) => {
    const references = (await standIn.leads()).map(({ fields }) =>
      String(fields['partnerLeadReferenceId']),
    );
    return references.filter((reference) => reference.startsWith(mark));
  };
  const marked = (mark: string, first: number, last: number): SentRow[] =>
    Array.from({ length: last - first + 1 }, (_, at) =>
      uploadRow(first + at, { partnerLeadReferenceId: `${mark}${first + at}` }),
    );
  const created = async () =>
    (await standIn.requests()).filter(({ method }) => method === 'POST').length;

  it('takes small batches, and makes each row a lead there, as often as it is sent', async () => {
    const upload = await open(12);
    expect(upload.opened.rowsInBatch).toBe(50);
    const rows = marked('once-', 2, 13);
    const responses = await Promise.all([upload.submit(rows), upload.submit(rows.toReversed())]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await leadsOf('once-')).toHaveLength(12);
    expect((await upload.submit(rows)).json()).toEqual({
      isDone: true,
      totals: totals(12, { submitted: 12 }),
    });
  });

  it('keeps the id and the links that the service answers, and the reference', async () => {
    const upload = await open(2);
    await upload.submit([uploadRow(2, { partnerLeadReferenceId: '', amountRequested: '5000' })]);
    const lead = (await standIn.leads()).at(-1);
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

  it('keeps the service’s own rejection, at the column it names, until the row comes back corrected', async () => {
    const upload = await open(3);
    const nobody = uploadRow(3, { brokerRepId: 'nobody' });
    const response = await upload.submit([uploadRow(2, { phone: '0' }), nobody, uploadRow(4)]);
    expect(response.json()).toMatchObject({ totals: totals(3, { submitted: 1, rejected: 2 }) });
    const { rows } = await upload.results('&outcome=rejected');
    expect(rows.map(({ row, errors }) => [row, errors])).toEqual([
      [2, [{ column: 'phone', error: expect.any(String) }]],
      [3, [{ column: '', error: 'brokerRepId names nobody.' }]],
    ]);
    const file = await service.call('GET', `/portal/bulk-uploads/${upload.id}/rejected-rows-file`, {
      headers: admin.session,
    });
    expect(file.body).toContain('nobody');
    const again = await upload.submit([uploadRow(2), uploadRow(3, { brokerRepId: 'rep-bea' })]);
    expect(again.json()).toMatchObject({ totals: totals(3, { submitted: 3 }) });
  });

  it('finds the leads whose answers were lost, and sends none twice', async () => {
    await standIn.addFailure({ kind: 'drop', ...creation, every: 3 });
    const upload = await open(30);
    const rows = marked('dropped-', 2, 31).map(([row, ...cells], at): SentRow =>
      at % 2 ? [row, ...cells] : uploadRow(row, { partnerLeadReferenceId: '' }),
    );
    expect((await upload.submit(rows)).json()).toMatchObject({
      totals: totals(30, { submitted: 30 }),
    });
    expect(await created()).toBe(30);
    const { rows: results } = await upload.results();
    expect(new Set(results.map(({ leadId }) => leadId)).size).toBe(30);
    expect(results.every(({ applicationLink }) => applicationLink !== '')).toBe(true);
  });

  it('tells rows with one reference of their own apart where it can, and names the others', async () => {
    await standIn.addFailure({ kind: 'drop', ...creation });
    const upload = await open(4);
    const campaign = { partnerLeadReferenceId: 'campaign' };
    const rows = ['Ana', 'Bea', 'Cy', 'Cy'].map((firstName, at) =>
      uploadRow(2 + at, { ...campaign, firstName }),
    );
    const response = await upload.submit(rows);
    expect(response.json()).toMatchObject({ totals: totals(4, { submitted: 2, unknown: 2 }) });
    expect(await created()).toBe(4);
    const { rows: unknown, total } = await upload.results('&outcome=unknown');
    expect([total, unknown.map(({ row }) => row)]).toEqual(['2', [4, 5]]);
    expect(unknown[0]).toMatchObject({ reference: 'campaign', leadId: null });
    expect(Date.parse(unknown[0]?.sentAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('names what never arrived as unknown, and does not send it again', async () => {
    await standIn.addFailure({ kind: 'hang-up', ...creation, every: 4 });
    const content = `hang-up ${kind}`;
    const upload = await open(8, content);
    const rows = marked('hung-', 2, 9);
    const expected = totals(8, { submitted: 6, unknown: 2 });
    expect((await upload.submit(rows)).json()).toMatchObject({ totals: expected });
    await standIn.clearFailures();
    expect((await upload.submit(rows)).json()).toMatchObject({ totals: expected });
    expect((await reconcile(upload)).json()).toMatchObject({
      upload: { totals: expected },
      isComplete: true,
    });
    expect(await leadsOf('hung-')).toHaveLength(6);
    expect((await upload.set('finished', 8)).json()).toMatchObject({ state: 'finished' });
    const { opened } = await openUploadOf(service, admin, content);
    expect(opened.unknownRows.flatMap(([first, last]) => last - first + 1)).toEqual([1, 1]);
    const file = await service.call('GET', `/portal/bulk-uploads/${upload.id}/results-file`, {
      headers: admin.session,
    });
    expect(file.body.match(/unknown.*reference hung-/g)).toHaveLength(2);
  });

  it('looks again for what comes to light later', async () => {
    await standIn.addFailure({ kind: 'drop', ...creation });
    await standIn.addFailure({ kind: 'unreadable', as: 'null', method: 'GET' });
    const upload = await open(1);
    const response = await upload.submit(marked('later-', 2, 2));
    expect(response.json()).toMatchObject({ totals: totals(1, { unknown: 1 }) });
    await standIn.clearFailures();
    expect((await reconcile(upload)).json()).toMatchObject({
      upload: { totals: totals(1, { submitted: 1 }) },
      isComplete: true,
    });
  });

  it('waits when the service asks to, and goes on by itself', async () => {
    await standIn.addFailure({ kind: 'reject', status: 429, retryAfter: 1, ...creation, times: 3 });
    const upload = await open(10);
    const begun = Date.now();
    const response = await upload.submit(marked('busy-', 2, 11));
    expect(response.json()).toMatchObject({ isDone: true, totals: totals(10, { submitted: 10 }) });
    expect(Date.now() - begun).toBeGreaterThan(900);
    expect(await leadsOf('busy-')).toHaveLength(10);
  });

  it('hands a longer wait on to the browser, which goes on later', async () => {
    await standIn.addFailure({ kind: 'reject', status: 429, retryAfter: 7, ...creation, times: 1 });
    const slowTest = await startTestApp(kind, { env: { UPSTREAM_URL: standIn.url } });
    const other = await makePerson(slowTest.database.db, 'partner-admin');
    await storeEnteredKey(
      slowTest.database.db,
      testSecrets.apiKeys,
      other.accountId,
      seeded.ada.token,
    );
    const upload = await openUploadOf(slowTest, other);
    await upload.set('submitting', 6);
    const response = await upload.submit(marked('long-', 2, 7));
    expect([response.statusCode, response.headers['retry-after']]).toEqual([
      429,
      expect.stringMatching(/^[567]$/),
    ]);
    expect((await upload.read()).totals).toEqual(totals(6, { submitted: 4, waiting: 2 }));
    await slowTest.close();
  });

  it('waits after a 503 that says how long, and never sends that row again', async () => {
    await standIn.addFailure({ kind: 'reject', status: 503, retryAfter: 1, ...creation, times: 1 });
    const upload = await open(7);
    const begun = Date.now();
    const response = await upload.submit(marked('closed-', 2, 8));
    expect(response.json()).toMatchObject({ totals: totals(7, { submitted: 6, unknown: 1 }) });
    expect(Date.now() - begun).toBeGreaterThan(900);
    expect(await created()).toBe(7);
  });

  it.each([403, 404, 405])(
    'stops at a %i that no row can fix, and keeps the rows waiting',
    async (status) => {
      await standIn.addFailure({ kind: 'reject', status, ...creation, times: 6 });
      const upload = await open(7);
      const response = await upload.submit(marked(`no-${status}-`, 2, 8));
      expect([response.statusCode, response.json().error]).toEqual([
        status === 403 ? 403 : 422,
        expect.stringMatching(/\.$/),
      ]);
      expect(await upload.read()).toMatchObject({
        state: 'paused',
        totals: totals(7, { waiting: 7 }),
      });
      await upload.set('submitting', 7);
      await standIn.clearFailures();
      await upload.submit(marked(`no-${status}-`, 2, 8));
      expect(await leadsOf(`no-${status}-`)).toHaveLength(7);
    },
  );

  it('says when the key is rejected: nothing is sent, nothing is lost', async () => {
    await standIn.addFailure({ kind: 'reject', status: 401 });
    const upload = await open(2);
    const response = await upload.submit(marked('key-', 2, 3));
    expect([response.statusCode, response.json().error]).toEqual([
      403,
      expect.stringContaining('rejects your API key'),
    ]);
    expect(await upload.read()).toMatchObject({
      state: 'paused',
      totals: totals(2, { waiting: 2 }),
    });
  });

  it('makes few rows unknown at a service that gives no usable answers, and asks a person to look', async () => {
    await standIn.addFailure({ kind: 'reject', status: 500, ...creation });
    const upload = await open(40);
    const response = await upload.submit(marked('broken-', 2, 41));
    expect(response.statusCode).toBe(422);
    expect(await upload.read()).toMatchObject({
      state: 'paused',
      totals: totals(40, { unknown: 7, waiting: 33 }),
    });
  });

  it('sends nothing to a service that cannot even be looked through after an answer was lost', async () => {
    await standIn.addFailure({ kind: 'reject', status: 500 });
    const upload = await open(40);
    const rows = marked('down-', 2, 41);
    expect((await upload.submit(rows)).statusCode).toBe(502);
    expect((await upload.submit(rows)).statusCode).toBe(502);
    expect(await created()).toBe(5);
    expect(await upload.read()).toMatchObject({
      state: 'submitting',
      totals: totals(40, { unknown: 5, waiting: 35 }),
    });
  });

  it('obeys a pause within a batch', async () => {
    await standIn.addFailure({ kind: 'slow', ms: 100, ...creation });
    const upload = await open(40);
    const responses = upload.submit(marked('paused-', 2, 41));
    while ((await created()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const paused = await upload.set('paused', 40);
    // Rows in flight have completed by then.
    const { totals: after } = paused.json<{ totals: UploadTotals }>();
    expect((await responses).statusCode).toBe(409);
    expect((await upload.read()).totals).toEqual(after);
    expect(after.unknown).toBe(0);
    expect(after.submitted).toBe((await leadsOf('paused-')).length);
    expect(after.waiting).toBe(40 - after.submitted);
    expect(after.waiting).toBeGreaterThan(0);
  });

  it('forgets nothing of an upload in which rows are unknown when it is stopped', async () => {
    await standIn.addFailure({ kind: 'hang-up', ...creation, times: 1 });
    const upload = await open(9);
    await upload.submit(uploadRows(2, 6));
    const { totals: after } = (await upload.set('stopped', 9)).json<{ totals: UploadTotals }>();
    expect(after).toEqual(totals(9, { submitted: 4, unknown: 1, leftOut: 4, waiting: 0 }));
  });
});

/** Returns totals of `read` rows; a count that is not given is 0. */
function totals(read: number, reported: Partial<UploadTotals>): UploadTotals {
  return {
    read,
    submitted: 0,
    rejected: 0,
    leftOut: 0,
    blank: 0,
    unknown: 0,
    waiting: 0,
    ...reported,
  };
}
