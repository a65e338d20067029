import { sql } from 'kysely';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { databases } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

const leads = 1_600;

describe.each(databases)('an export on %s', (kind) => {
  const logged: string[] = [];
  const logStream = { write: (line: string) => void logged.push(line) };
  const { service, admin } = withPeople(kind, { deps: { logStream } });
  beforeAll(async () => {
    await insertLeads(1, leads);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

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
    const response = await service.as(admin).post('/portal/exports', { list: 'leads', query: '' });
    const { id } = response.json<{ id: string }>();
    const url = `${service.app.listeningOrigin}/portal/exports/${id}/file`;
    const { body } = await fetch(url, { headers: admin.session });
    if (!body) throw new Error('The file has no body.');
    return { id, reader: body.getReader() };
  };
  /** Opens the file, and reads the header and the first of the leads. */
  const openAndBegin = async () => {
    const file = await open();
    await file.reader.read();
    await file.reader.read();
    return file;
  };
  const recordOf = async (id: string) =>
    service.database.db
      .selectFrom('exports')
      .select(['sent', 'ended_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

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
  });

  it('ends once the account is disabled or changed, and records what was taken', async () => {
    const { db } = service.database;
    const { id, reader } = await openAndBegin();
    await sql`update accounts set role = 'broker' where id = ${admin.accountId}`.execute(db);
    const readAll = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read());
    };
    await expect(readAll()).rejects.toThrow('terminated');
    await sql`update accounts set role = 'partner-admin' where id = ${admin.accountId}`.execute(db);
    await vi.waitFor(async () => {
      const { sent, ended_at: endedAt } = await recordOf(id);
      expect(endedAt).toBeNull();
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(leads);
    });
  });

  it('reads no further once the client has disconnected, and records what was taken', async () => {
    const { id, reader } = await openAndBegin();
    await reader.cancel();
    // Waits for the end of the response.
    await service.app.close();
    await vi.waitFor(async () => {
      const { sent, ended_at: endedAt } = await recordOf(id);
      expect(endedAt).toBeNull();
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(leads);
    });
    // Neither is a failure of the service, nor is an account that may read no further.
    expect(logged).toEqual([]);
  });
});
