import type pg from 'pg';

import { inBatches } from '#server/db/in-batches.ts';

import type { Caller, OperatorCaller } from './caller.ts';
import { hashToken } from './tokens.ts';

/** Whose key it is: a person’s or an integration’s, or a program’s of the operator. */
export type KeyHolder = { readonly keyId: string } & (
  | { readonly kind: 'account'; readonly caller: Caller }
  | { readonly kind: 'operator'; readonly caller: OperatorCaller }
);

interface HolderRow {
  readonly keyHash: string;
  readonly kind: KeyHolder['kind'];
  readonly keyId: string;
  readonly caller: Caller & OperatorCaller;
}

// Named, so that each connection plans this query once: it runs before every request of a program.
const holdersQuery = {
  name: 'holders-of-keys',
  text: `
    select key_hash as "keyHash", k.id as "keyId",
      case kind when 'operator' then kind else 'account' end as kind,
      case kind
        when 'operator' then json_build_object('keyId', k.id, 'name', k.name,
          'isReadOnly', is_read_only, 'partnerId', k.partner_id)
        else json_build_object('accountId', a.id, 'role', a.role, 'partnerId', a.partner_id,
          'contactId', a.contact_id, 'name', a.name, 'isReadOnly', is_read_only, 'sessionId', null)
      end as caller
    from keys k left join accounts a on a.id = k.account_id
    where key_hash = any ($1::text[]) and revoked_at is null
      and (expires_at is null or expires_at > now()) and a.disabled_at is null`,
};

/**
 * Returns a function that returns whose key this is; undefined for one that does not work. Keys
 * that arrive in the same turn of the event loop are looked up by one query, which begins after
 * they have arrived: nothing is kept from one query to the next.
 */
export function keyHolders(pool: pg.Pool): (key: string) => Promise<KeyHolder | undefined> {
  const find = inBatches(
    async (hashes: readonly string[]) => {
      const values = [[...new Set(hashes)]];
      const { rows } = await pool.query<HolderRow>({ ...holdersQuery, values });
      const holders = new Map(rows.map(({ keyHash, ...holder }) => [keyHash, holder]));
      return hashes.map((hash) => holders.get(hash));
    },
    { maxItems: 100 },
  );
  return async (key) => find(hashToken(key));
}

/**
 * Stores that a key was used just now from an address. Returns whether that is the first time that
 * it is used from there.
 */
export async function recordUse(pool: pg.Pool, keyId: string, address: string): Promise<boolean> {
  const { rows } = await pool.query<{ isNew: boolean }>(
    `with used as (update keys set last_used_at = now() where id = $1)
      insert into key_uses as known (key_id, address) values ($1, $2)
      on conflict (key_id, address) do update set last_at = now()
      returning known.first_at = known.last_at as "isNew"`,
    [keyId, address],
  );
  return rows[0]?.isNew === true;
}
