import { beforeEach, describe, expect, it } from 'vitest';

import type { UploadTotals } from '#contract/bulk-upload/bulk-uploads.ts';
import { storeEnteredKey } from '#server/auth/profile-keys.store.ts';
import { started, testService } from '#server/testing/access/with-people.ts';
import { openUploadFor } from '#server/testing/bulk-upload-test-data.ts';
import { makePerson } from '#server/testing/people.ts';
import { creation, rowsWith, startRowForwarding, totals } from '#server/testing/row-forwarding.ts';
import { testSecrets } from '#server/testing/test-app.ts';
import { seeded } from '#server/testing/upstream-stand-in/records/seed-people.ts';

describe('waits, pauses and rejections of all rows', () => {
  const forwarding = started(async () => startRowForwarding('PostgreSQL'));
  beforeEach(async () => forwarding.reset());

  it('a requested wait is obeyed, and sending continues by itself', async () => {
    await forwarding.standIn.addFailure({
      kind: 'reject',
      status: 429,
      retryAfter: 1,
      ...creation,
      times: 3,
    });
    const upload = await forwarding.open(10);
    const startedAt = Date.now();
    const response = await upload.submit(rowsWith('busy-', 2, 11));
    expect(response.json()).toMatchObject({ isDone: true, totals: totals(10, { submitted: 10 }) });
    expect(Date.now() - startedAt).toBeGreaterThan(900);
    expect(await forwarding.references('busy-')).toHaveLength(10);
  });

  it('a longer requested wait is forwarded to the browser, which continues later', async () => {
    await forwarding.standIn.addFailure({
      kind: 'reject',
      status: 429,
      retryAfter: 3600,
      ...creation,
      times: 1,
    });
    const slowTest = await testService({
      env: { UPSTREAM_URL: forwarding.standIn.url },
    });
    const other = await makePerson(slowTest.database.db, 'partner-admin');
    await storeEnteredKey(
      slowTest.database.db,
      testSecrets.apiKeys,
      other.accountId,
      seeded.ada.token,
    );
    const upload = await openUploadFor(slowTest, other);
    await upload.set('submitting', 6);
    const response = await upload.submit(rowsWith('long-', 2, 7));
    expect(response.statusCode).toBe(429);
    const retryAfter = Number(response.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(3000);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    expect((await upload.read()).totals).toEqual(totals(6, { submitted: 4, waiting: 2 }));
  });

  it('a wait requested with a 503 is obeyed, and that row is never sent again', async () => {
    await forwarding.standIn.addFailure({
      kind: 'reject',
      status: 503,
      retryAfter: 1,
      ...creation,
      times: 1,
    });
    const upload = await forwarding.open(7);
    const startedAt = Date.now();
    const response = await upload.submit(rowsWith('closed-', 2, 8));
    expect(response.json()).toMatchObject({ totals: totals(7, { submitted: 6, unknown: 1 }) });
    expect(Date.now() - startedAt).toBeGreaterThan(900);
    expect(await forwarding.sentCount()).toBe(7);
  });

  it.each([403, 404, 405])(
    'a %i that no row can fix pauses the upload, and its rows stay waiting',
    async (status) => {
      await forwarding.standIn.addFailure({ kind: 'reject', status, ...creation, times: 6 });
      const upload = await forwarding.open(7);
      const response = await upload.submit(rowsWith(`no-${status}-`, 2, 8));
      expect([response.statusCode, response.json().error]).toEqual([
        status === 403 ? 403 : 422,
        expect.stringMatching(/\.$/),
      ]);
      expect(await upload.read()).toMatchObject({
        state: 'paused',
        totals: totals(7, { waiting: 7 }),
      });
      await upload.set('submitting', 7);
      await forwarding.standIn.clearFailures();
      await upload.submit(rowsWith(`no-${status}-`, 2, 8));
      expect(await forwarding.references(`no-${status}-`)).toHaveLength(7);
    },
  );

  it('a rejected key pauses the upload, and its rows stay waiting', async () => {
    await forwarding.standIn.addFailure({ kind: 'reject', status: 401 });
    const upload = await forwarding.open(2);
    const response = await upload.submit(rowsWith('key-', 2, 3));
    expect(response.statusCode).toBe(403);
    expect(response.json().error).toContain('rejects your API key');
    expect(await upload.read()).toMatchObject({
      state: 'paused',
      totals: totals(2, { waiting: 2 }),
    });
  });

  it('a pause takes effect within a batch', async () => {
    await forwarding.standIn.addFailure({ kind: 'slow', ms: 100, ...creation });
    // So many that sending them takes ten seconds or more, on the fastest machine as well.
    const upload = await forwarding.open(500);
    const responses = upload.submit(rowsWith('paused-', 2, 501));
    while ((await forwarding.sentCount()) === 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const paused = await upload.set('paused', 500);
    // Rows in flight have completed by then.
    const { totals: after } = paused.json<{ totals: UploadTotals }>();
    expect((await responses).statusCode).toBe(409);
    expect((await upload.read()).totals).toEqual(after);
    expect(after.unknown).toBe(0);
    expect(after.submitted).toBe((await forwarding.references('paused-')).length);
    expect(after.waiting).toBe(500 - after.submitted);
    expect(after.waiting).toBeGreaterThan(0);
  });
});
