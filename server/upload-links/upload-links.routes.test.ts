import { describe, expect, it } from 'vitest';

import type { AuditEntry } from '#contract/portal/audit/audit.ts';
import { sendFilesAddress, type UploadLink } from '#contract/portal/upload-links.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { submitLead } from '#server/testing/access/operator-client.ts';
import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { deleteExpiredLinks } from './upload-links.store.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

describe.each(databases)('links for clients on %s', (kind) => {
  const people = withPeople(kind);
  const { operator } = people;

  const ask = async (leadId: string, item: object = { documentType: 'Bank Statements' }) => {
    const asked = { recordType: 'lead', recordId: leadId, kind: 'document', text: 'January.' };
    const response = await operator.send('POST', '/requests', { fields: { ...asked, ...item } });
    return response.json<{ id: string }>().id;
  };
  const submit = async () => submitLead(people.service, people.broker);
  const path = (requestId: string) => `/portal/requests/${requestId}/upload-link`;
  const make = async (requestId: string, person = people.broker) =>
    people.service.as(person).post(path(requestId));
  const makeUrl = async (requestId: string) => {
    const { url } = (await make(requestId)).json<{ url: string }>();
    return new URL(url).pathname;
  };
  const read = async (requestId: string, person = people.broker) =>
    (await people.service.as(person).get(path(requestId))).json<{ link: UploadLink | null }>().link;
  const open = async (url: string) => people.service.call('GET', url);
  const links = async () => {
    const rows = await people.service.database.db.selectFrom('upload_links').selectAll().execute();
    return rows.length;
  };

  it('a link works for seven days, a new one replaces it, and its address is nowhere stored', async () => {
    const { service, broker, colleague, admin } = people;
    const id = await ask(await submit());
    expect(await read(id)).toBeNull();
    const first = await makeUrl(id);
    expect(first).toMatch(/^\/send-files\/[\w-]{43}$/);
    expect((await open(first)).statusCode).toBe(200);
    const link = await read(id, admin);
    const { createdAt = '', until = '' } = link ?? {};
    expect(Date.parse(until) - Date.parse(createdAt)).toBe(weekMs);

    const second = await makeUrl(id);
    expect((await open(first)).statusCode).toBe(404);
    expect((await open(second)).statusCode).toBe(200);
    const stored = await service.database.pool.query(`select * from upload_links`);
    const [token = ''] = second.split('/').slice(-1);
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect((await service.as(colleague).post(path(id))).statusCode).toBe(403);
    expect((await service.as(broker).delete(path(id))).statusCode).toBe(200);
    expect((await service.as(broker).delete(path(id))).statusCode).toBe(200);
    expect((await open(second)).statusCode).toBe(404);
    expect(await read(id)).toBeNull();

    const trail = await service.as(admin).get('/portal/audit?act=upload-link-created');
    expect(trail.json<{ entries: AuditEntry[] }>().entries).toHaveLength(2);
    const ended = await service.as(admin).get('/portal/audit?act=upload-link-withdrawn');
    expect(ended.json<{ entries: AuditEntry[] }>().entries).toMatchObject([
      { actor: { id: broker.accountId }, subject: { type: 'request', id } },
    ]);
    expect(trail.body + ended.body).not.toContain(token);
  });

  it('only documents that are still wanted have a link, and it ends with the request', async () => {
    const leadId = await submit();
    const question = await ask(leadId, { kind: 'question' });
    expect((await make(question)).json()).toMatchObject({ code: 'request-state-conflict' });
    const id = await ask(leadId);
    const url = await makeUrl(id);
    await operator.send('PATCH', `/requests/${id}`, { fields: { state: 'withdrawn' } });
    expect((await open(url)).statusCode).toBe(404);
    expect((await make(id)).statusCode).toBe(409);
  });

  it('an erased lead has no link, and an expired one is deleted', async () => {
    const { service } = people;
    const { db } = service.database;
    const leadId = await submit();
    const url = await makeUrl(await ask(leadId));
    await erase(db, testFiles(service), ['lead', leadId, '--yes']);
    expect((await open(url)).statusCode).toBe(404);

    await makeUrl(await ask(await submit()));
    const before = await links();
    const inOneWeek = (ms: number) => new Date(Date.now() + weekMs + ms);
    await deleteExpiredLinks(db, inOneWeek(-60_000));
    expect(await links()).toBe(before);
    await deleteExpiredLinks(db, inOneWeek(60_000));
    expect(await links()).toBe(0);
  });

  it('the page is told to no cache, no search engine and no other page, and runs nothing', async () => {
    const url = await makeUrl(await ask(await submit()));
    const { headers, body } = await open(url);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toContain('<script');
    expect(sendFilesAddress.replace(':token', url.split('/')[2] ?? '')).toBe(url);
  });
});
