import { expect, it } from 'vitest';

import { attachableFiles } from '#server/testing/fixture-files.ts';
import { withUploads } from '#server/testing/leads/upload-test-data.ts';
import { uploadParts } from '#server/testing/upload-form.ts';

const { service, support, openFiles, testData } = withUploads('the embedded database');

it('shows pictures and PDFs in a sandbox, and downloads every other kind of file', async () => {
  await testData.send(uploadParts(testData.leadId, attachableFiles, 'Image'));
  const shown: string[] = [];
  for (const { id, fields } of (await testData.attached()).json()) {
    const file = await testData.view(id);
    expect(file.statusCode).toBe(200);
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers['content-type']).toContain(fields.mediaType);
    const policy = String(file.headers['content-security-policy']).split('; ');
    expect(policy).toContain('sandbox');
    expect(policy).toContain("default-src 'none'");
    if (String(file.headers['content-disposition']).startsWith('inline'))
      shown.push(fields.mediaType);
  }
  expect(shown.toSorted()).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'image/webp']);
});

it('never shows HTML or SVG, even if it is stored as such', async () => {
  const csv = attachableFiles['rows.csv'];
  const sent = await testData.send(uploadParts(testData.leadId, { 'a.csv': csv }));
  const { id } = sent.json();
  for (const mediaType of ['text/html', 'image/svg+xml', 'application/xhtml+xml']) {
    await service.database.db
      .updateTable('attachments')
      .set({ media_type: mediaType })
      .where('id', '=', id)
      .execute();
    const { headers } = await testData.view(id);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
  }
});

it('says in a page why a file can’t be opened in a tab, and to programs in JSON', async () => {
  const open = async (headers: Record<string, string> = {}) =>
    service.call('GET', `/portal/attachments/${'a'.repeat(24)}/view`, { headers });
  const page = await open({ 'sec-fetch-dest': 'document' });
  expect(page.statusCode).toBe(401);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(page.body).toContain('Couldn’t open this file');
  expect(page.body).toContain('your session has expired');
  expect((await open()).json()).toMatchObject({ code: 'not-signed-in' });
});

it('records that support viewed a file', async () => {
  const pdf = attachableFiles['statement.pdf'];
  const { id } = (await testData.send(uploadParts(testData.leadId, { 'a.pdf': pdf }))).json();
  expect((await testData.view(id, support)).rawPayload).toEqual(pdf);
  const reads = await service.database.db
    .selectFrom('audit_entries')
    .select(['kind', 'actor_id', 'partner_id'])
    .where('subject_id', '=', id)
    .execute();
  expect(reads).toEqual([
    { kind: 'record-read', actor_id: support.accountId, partner_id: testData.broker.partnerId },
  ]);
});

it('closes a file that a client stops reading or only asks about', async () => {
  const pdf = Buffer.concat([attachableFiles['statement.pdf'], Buffer.alloc(20 * 1024 * 1024)]);
  const { id } = (await testData.send(uploadParts(testData.leadId, { 'a.pdf': pdf }))).json();
  const path = `/portal/attachments/${id}/view`;
  const headers = testData.broker.session;
  const allClosed = async () => {
    await expect.poll(openFiles).toEqual([]);
  };
  expect((await service.call('HEAD', path, { headers })).statusCode).toBe(200);
  await allClosed();
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const stopped = new AbortController();
  const response = await fetch(`${origin}${path}`, { headers, signal: stopped.signal });
  expect([response.status, await openFiles()]).toEqual([200, [expect.stringContaining(id)]]);
  stopped.abort();
  await allClosed();
});
