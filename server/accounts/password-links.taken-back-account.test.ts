import { describe, expect, test } from 'vitest';

import { withPeople } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { readAccount } from './accounts.store.ts';
import { newEmailLinks } from './password-links.ts';

const password = 'lantern kauri tide';

describe('an account that its former address takes back', () => {
  const { service } = withPeople();

  test('the link that undoes a change of email ends what was added since the change was asked for, and nothing older', async () => {
    const { db, pool } = service.database;
    const owner = await makePerson(db, 'broker');
    const { accountId: id } = owner;
    const add = async (name: string, age: string) => {
      await pool.query(
        `insert into passkeys (id, account_id, credential_id, public_key, counter, name, created_at)
          values ($1, $2, $1, '', 0, $3, now() - $4::interval)`,
        [`${name} ${id}`, id, name, age],
      );
      await pool.query(
        `insert into keys (id, kind, account_id, name, key_hash, created_at)
          values ($1, 'named', $2, $3, $1, now() - $4::interval)`,
        [`${name} ${id}`, id, name, age],
      );
    };
    await add('old', '1 hour');
    await pool.query(`update keys set created_at = now() - interval '1 hour' where id = $1`, [id]);
    const { token, undoToken } = await newEmailLinks(
      db,
      await readAccount(db, id),
      `new-${id}@people.test`,
    );
    await service.call('POST', '/portal/email', { payload: { token } });
    await add('new', '0');
    await pool.query(
      `insert into authenticators (account_id, encrypted, since) values ($1, 'x', now())`,
      [id],
    );
    await pool.query(`insert into recovery_codes (account_id, code_hash) values ($1, $1)`, [id]);
    expect(
      (await service.call('POST', '/portal/password', { payload: { token: undoToken, password } }))
        .statusCode,
    ).toBe(200);
    const { rows } = await pool.query(
      `select name from passkeys where account_id = $1 union all select coalesce(name, kind) from keys where account_id = $1
        union all select 'app' from authenticators where account_id = $1 union all select 'code' from recovery_codes where account_id = $1`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['old', 'old', 'profile']);
    const payload = { email: owner.email, password };
    expect((await service.call('POST', '/portal/session', { payload })).json()).toHaveProperty(
      'account',
    );
  });

  test('what was added between two requests for a change ends too, and recovery codes of any app', async () => {
    const { db, pool } = service.database;
    const { accountId: id } = await makePerson(db, 'broker');
    const account = await readAccount(db, id);
    await newEmailLinks(db, account, `new-${id}@people.test`);
    await pool.query(
      `insert into passkeys (id, account_id, credential_id, public_key, counter, name)
        values ($1, $1, $1, '', 0, 'between')`,
      [id],
    );
    await pool.query(
      `insert into authenticators (account_id, encrypted, since) values ($1, 'x', now() - interval '1 hour')`,
      [id],
    );
    await pool.query(`insert into recovery_codes (account_id, code_hash) values ($1, $1)`, [id]);
    const { undoToken } = await newEmailLinks(db, account, `second-${id}@people.test`);
    await service.call('POST', '/portal/password', { payload: { token: undoToken, password } });
    const { rows } = await pool.query(
      `select name from passkeys where account_id = $1
        union all select 'app' from authenticators where account_id = $1 union all select 'code' from recovery_codes where account_id = $1`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['app']);
  });
});
