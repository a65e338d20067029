import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { type Draft, draftLimits, type ListedDraft } from '#contract/portal/new-lead/new-lead.ts';
import { erase } from '#server/cli/erase-commands.ts';
import { issueToken } from '#server/testing/access/access-credentials.ts';
import { withService } from '#server/testing/access/with-people.ts';
import { makePerson, type Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { deleteOldDrafts } from './drafts.store.ts';

const newKey = () => randomBytes(16).toString('hex');
const contentOf = (texts: Record<string, string>, more = {}) => ({
  texts,
  businessCountry: null,
  sent: null,
  rejections: 0,
  ...more,
});

describe('drafts', () => {
  const service = withService();

  const newBroker = async () => makePerson(service.database.db, 'broker');
  const create = async (
    { session: headers }: Person,
    content: object = contentOf({ firstName: 'Aroha' }),
    id = newKey(),
  ) => {
    const response = await service.call('POST', '/portal/drafts', {
      headers,
      payload: { id, content },
    });
    return { id, response, etag: String(response.headers['etag']) };
  };
  const save = async ({ session }: Person, id: string, content: object, etag?: string) =>
    service.call('PUT', `/portal/drafts/${id}`, {
      headers: { ...session, ...(etag !== undefined && { 'if-match': etag }) },
      payload: { content },
    });
  const read = async ({ session: headers }: Person, id: string) =>
    service.call('GET', `/portal/drafts/${id}`, { headers });
  const list = async ({ session: headers }: Person) =>
    (await service.call('GET', '/portal/drafts', { headers })).json<ListedDraft[]>();
  const submit = async (person: Person, key: string, fields: object = smallestLead) =>
    service.call('POST', '/api/v1/lead', {
      headers: {
        authorization: `Bearer ${await issueToken(service, person)}`,
        'idempotency-key': key,
      },
      payload: { fields },
    });

  it('are stored as typed, listed by name, and deleted when they are discarded', async () => {
    const broker = await newBroker();
    // Texts that are not valid, and that jsonb would reject.
    const texts = { firstName: ' Aroha ', lastName: 'Moss', phone: 'a \0 \uD800', notes: 'x' };
    const { id, response } = await create(broker, contentOf(texts, { businessCountry: 'NZ' }));
    expect(response.json<Draft>()).toMatchObject({ id, leadId: null });
    expect((await read(broker, id)).json<Draft>().content).toEqual(
      contentOf(texts, { businessCountry: 'NZ' }),
    );
    const [listed] = await list(broker);
    expect(listed).toMatchObject({ id, client: 'Aroha Moss', company: '' });
    expect(Date.parse(listed?.expiresAt ?? '') - Date.parse(listed?.updatedAt ?? '')).toBe(
      draftLimits.retentionDays * 24 * 60 * 60 * 1000,
    );
    const discard = async () => service.as(broker).delete(`/portal/drafts/${id}`);
    expect((await discard()).statusCode).toBe(200);
    expect((await discard()).statusCode).toBe(404);
    expect(await list(broker)).toEqual([]);
  });

  it('are listed by the beginning of a text that was pasted into a name', async () => {
    const broker = await newBroker();
    const pasted = 'W'.repeat(draftLimits.textLength);
    const texts = { firstName: pasted, lastName: pasted, companyName: `${'x'.repeat(199)}👩` };
    const { id } = await create(broker, contentOf(texts));
    const first = 'W'.repeat(200);
    const company = `${'x'.repeat(199)}\uFFFD`;
    expect(await list(broker)).toMatchObject([{ id, client: `${first} ${first}`, company }]);
    expect((await read(broker, id)).json<Draft>().content?.texts).toEqual(texts);
  });

  it('are created once however often the request arrives, and never replaced by it', async () => {
    const broker = await newBroker();
    const { id, etag } = await create(broker, contentOf({ firstName: 'Aroha' }));
    const again = await create(broker, contentOf({ firstName: 'Other' }), id);
    expect(again.etag).toBe(etag);
    expect(again.response.json<Draft>().content?.texts).toEqual({ firstName: 'Aroha' });
    expect(await list(broker)).toHaveLength(1);
    const other = await newBroker();
    expect((await create(other, contentOf({}), id)).response.statusCode).toBe(403);
  });

  it('are not overwritten by who has not seen the latest version', async () => {
    const broker = await newBroker();
    const { id, etag } = await create(broker);
    const saved = await save(broker, id, contentOf({ firstName: 'First' }), etag);
    expect(saved.statusCode).toBe(200);
    const late = await save(broker, id, contentOf({ firstName: 'Late' }), etag);
    expect([late.statusCode, late.json().code]).toEqual([412, 'version-conflict']);
    const seen = await read(broker, id);
    expect(seen.json<Draft>().content?.texts).toEqual({ firstName: 'First' });
    expect(seen.headers['etag']).toBe(saved.headers['etag']);
    const next = await save(
      broker,
      id,
      contentOf({ firstName: 'Late' }),
      String(seen.headers['etag']),
    );
    expect(next.statusCode).toBe(200);
  });

  it('end when their lead is submitted, in the same transaction, and become one lead', async () => {
    const broker = await newBroker();
    const { id, etag } = await create(broker);
    const rejected = await submit(broker, id, { ...smallestLead, phone: '1' });
    expect(rejected.statusCode).toBe(400);
    expect((await read(broker, id)).json<Draft>().leadId).toBeNull();

    const created = await submit(broker, `${id}.1`);
    const { id: leadId } = created.json<{ id: string }>();
    expect((await read(broker, id)).json<Draft>()).toMatchObject({ content: null, leadId });
    expect(await list(broker)).toEqual([]);
    // The same request gets the same response; any other of the draft makes no second lead.
    expect((await submit(broker, `${id}.1`)).json<{ id: string }>().id).toBe(leadId);
    for (const response of [
      await submit(broker, `${id}.2`),
      await save(broker, id, contentOf({}), etag),
    ])
      expect([response.statusCode, response.json().code]).toEqual([409, 'draft-submitted']);
    const { rows } = await sql`select from leads where contact_id = ${broker.contactId}`.execute(
      service.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('of somebody else stay when their id is used as a key', async () => {
    const { id } = await create(await newBroker());
    const other = await newBroker();
    expect((await submit(other, id)).statusCode).toBe(200);
    const { rows } =
      await sql`select from lead_drafts where id = ${id} and lead_id is null`.execute(
        service.database.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('are erased with the person whose phone or email they have, however it is typed', async () => {
    const { db } = service.database;
    const broker = await newBroker();
    const lead = { ...smallestLead, phone: '+61491570110', email: 'Mere@kauri.test' };
    const created = await submit(broker, newKey(), lead);
    const about = [
      contentOf({ phone: '(0491) 570-110' }),
      contentOf({ secondaryEmail: ' mere@KAURI.test' }),
      contentOf({}, { sent: { phone: '+61491570110' } }),
    ];
    for (const content of about) await create(broker, content);
    const { id: other } = await create(broker, contentOf({ phone: '0491 570 111' }));
    const elsewhere = await newBroker();
    await create(elsewhere, contentOf({ phone: '0491570110' }));
    const files = testFiles(service);
    const { id: leadId } = created.json<{ id: string }>();
    expect(await erase(db, files, ['lead', leadId])).toContain('person’s data: 3.');
    await erase(db, files, ['lead', leadId, '--yes']);
    expect((await list(broker)).map(({ id }) => id)).toEqual([other]);
    expect(await list(elsewhere)).toHaveLength(1);
    await erase(db, files, ['contact', '+61 491 570 110', '--yes']);
    expect(await list(elsewhere)).toEqual([]);
  });

  it('are limited in number and size, and deleted 30 days after the last change', async () => {
    const { db } = service.database;
    const broker = await newBroker();
    const { id } = await create(broker);
    const long = 'é'.repeat(draftLimits.textLength + 1);
    expect((await save(broker, id, contentOf({ notes: long }))).json()).toMatchObject({
      code: 'invalid-fields',
      error: expect.stringContaining('Notes can have at most 20,000 characters.'),
    });
    const four = Object.fromEntries(
      ['notes', 'partnerNotes', 'industry', 'tradingName'].map((name) => [name, long.slice(1)]),
    );
    expect((await save(broker, id, contentOf(four))).statusCode).toBe(413);
    expect((await save(broker, id, contentOf({ surname: 'x' }))).statusCode).toBe(400);
    await sql`insert into lead_drafts (id, account_id, content)
      select md5(${id} || at), ${broker.accountId}, '{"texts":{}}' from generate_series(3, ${draftLimits.drafts}::integer) as at`.execute(
      db,
    );
    const together = await Promise.all(Array.from({ length: 4 }, async () => create(broker)));
    const statuses = together.map(({ response }) => response.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await create(broker)).response.json()).toMatchObject({
      error: 'You have 50 drafts. Submit or discard one of them first.',
      code: 'too-many-drafts',
    });
    const age = async (days: number) =>
      sql`update lead_drafts set updated_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
        db,
      );
    await age(29);
    await deleteOldDrafts(db);
    expect((await read(broker, id)).statusCode).toBe(200);
    await age(31);
    await deleteOldDrafts(db);
    expect((await read(broker, id)).statusCode).toBe(404);
  });
});
