import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { databases } from '#server/testing/database/databases.ts';
import { type ContactPerson, makePerson } from '#server/testing/people.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

const leads = 1_600;

describe.each(databases)('an export on %s', (kind) => {
  let service: TestApp;
  let admin: ContactPerson;
  beforeAll(async () => {
    service = await startTestApp(kind);
    admin = await makePerson(service.database.db, 'partner-admin');
    await insertLeads(1, leads);
  });
  afterAll(async () => service.close());

  /** Creates leads with long notes: more of the file than a connection holds back. */
  const insertLeads = async (from: number, to: number) => {
    const { partnerId, contactId, accountId } = admin;
    await sql`
      insert into leads (id, partner_id, contact_id, status, sub_status, created_by, updated_by, fields, search)
      select 'changing' || n, ${partnerId}, ${contactId}, 'New', 'Received', ${accountId}, ${accountId},
        jsonb_build_object('firstName', 'Ada', 'lastName', 'Row', 'companyName', 'Changing Row', 'phone', '+61491570156',
          'notes', repeat('Rang, will ring again. ', 400)), 'ada row changing row'
      from generate_series(${from}::integer, ${to}::integer) as n`.execute(service.database.db);
  };

  const open = async () => {
    const response = await service.call('POST', '/portal/exports', {
      headers: admin.session,
      payload: { list: 'leads', query: '' },
    });
    const { id } = response.json<{ id: string }>();
    const { app } = service;
    const origin = app.server.listening
      ? app.listeningOrigin
      : await app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await fetch(`${origin}/portal/exports/${id}/file`, { headers: admin.session });
    if (!body) throw new Error('The file has no body.');
    return { id, reader: body.getReader() };
  };
  it('has every lead once while leads are changed, reassigned and created', async () => {
    const { reader } = await open();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value, { stream: true });
    const colleague = await makePerson(service.database.db, 'broker', admin.partnerId);
    await insertLeads(leads + 1, leads + 100);
    await sql`
      update leads set status = 'Work in progress', updated_at = now(), contact_id = ${colleague.contactId},
        version = version + 1
      where partner_id = ${admin.partnerId}`.execute(service.database.db);
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value, { stream: true });
    const { data } = Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    });
    const ids = data.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const before = Array.from({ length: leads }, (_, index) => `changing${index + 1}`);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    // Some were read before the change, some after it.
    expect(new Set(data.map((row) => row['Status']))).toEqual(new Set(['New', 'Work in progress']));
  }, 30_000);

  it('reads no further once the client has disconnected, and is not recorded as sent', async () => {
    const { id, reader } = await open();
    await reader.read();
    await reader.cancel();
    // Waits for the end of the response.
    await service.app.close();
    const { rows } = await sql`select ended_at from exports where id = ${id}`.execute(
      service.database.db,
    );
    expect(rows).toEqual([{ ended_at: null }]);
  });
});
