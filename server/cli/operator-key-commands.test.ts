import { describe, expect, test } from 'vitest';

import { withService } from '#server/testing/access/with-people.ts';
import { makePartner } from '#server/testing/people.ts';

import { addOperatorKey, operatorKeyLines, readDays, revokeKey } from './operator-key-commands.ts';

describe('keys of the operator from the command line', () => {
  const service = withService();

  const add = async (name?: string) => addOperatorKey(service.database.db, name);
  const statusWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await service.call('GET', '/operator/v1/leads', { headers })).statusCode;
  };

  test('a key works until it is revoked, and its name is then free', async () => {
    const key = await add('CRM');
    expect(key).toMatch(/^pok_[\w-]{43}$/);
    expect(await statusWith(key)).toBe(200);
    await expect(add('crm')).rejects.toThrow('A key named crm is in use.');
    await revokeKey(service.database.db, 'CRM');
    expect(await statusWith(key)).toBe(401);
    await expect(revokeKey(service.database.db, 'CRM')).rejects.toThrow('No key named CRM');
    expect(await statusWith(await add('CRM'))).toBe(200);
  });

  test('the list has names, days and states, and the database only hashes', async () => {
    const key = await add('Reports');
    const { db } = service.database;
    const today = new Date().toISOString().slice(0, 10);
    expect(await operatorKeyLines(db)).toContain(
      `Reports\tcreated ${today}\tnever used\tfull\tactive`,
    );
    const rows = await db.selectFrom('keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    await revokeKey(db, 'Reports');
    expect(await operatorKeyLines(db)).toContain(
      `Reports\tcreated ${today}\tnever used\tfull\trevoked ${today}`,
    );
  });

  test('a read-only key changes nothing, and a key can expire', async () => {
    const { db } = service.database;
    const key = await addOperatorKey(db, 'Reader', { isReadOnly: true, days: 30 });
    expect(await statusWith(key)).toBe(200);
    const changed = await service.call('POST', '/operator/v1/partners', {
      headers: { authorization: `Bearer ${key}` },
      payload: { fields: { name: 'Rimu' } },
    });
    expect([changed.statusCode, changed.json().code]).toEqual([403, 'no-access']);
    expect(await operatorKeyLines(db)).toContainEqual(
      expect.stringMatching(/^Reader\t.*\tread-only\tuntil \d{4}-\d\d-\d\d$/),
    );
    expect(() => readDays('soon')).toThrow('--days');
  });

  test('a key can be limited to one partner, who must exist', async () => {
    const { db } = service.database;
    const partner = await makePartner(db);
    const key = await addOperatorKey(db, 'Harbour', { partnerId: partner.id });
    expect(await statusWith(key)).toBe(200);
    expect(await operatorKeyLines(db)).toContainEqual(
      expect.stringMatching(new RegExp(`^Harbour\\t.*\\tfull\\tpartner ${partner.id}\\tactive$`)),
    );
    const unknown = addOperatorKey(db, 'Nobody', { partnerId: 'missing' });
    await expect(unknown).rejects.toThrow('--partner: no partner has this ID.');
  });

  test('the use of a key is noted', async () => {
    const key = await add('Nightly');
    await statusWith(key);
    await expect
      .poll(async () => operatorKeyLines(service.database.db))
      .toContainEqual(expect.stringMatching(/^Nightly\t.*\tlast used \d/));
  });

  test.each([undefined, '  ', 'a\nb', 'x'.repeat(101)])('%j is no name of a key', async (name) => {
    await expect(add(name)).rejects.toThrow('--name');
  });
});
