import { recordAction } from '#server/audit/audit.store.ts';
import {
  createOperatorKey,
  type KeyLimits,
  listOperatorKeys,
  revokeOperatorKey,
} from '#server/auth/keys.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { findPartnerById } from '#server/partners/partners.store.ts';

const maxNameLength = 100;

/** Creates a key of the operator and returns it, the only time that it is shown. */
export async function addOperatorKey(db: Db, name: string | undefined, limits: KeyLimits = {}) {
  const validName = requireName(name);
  const { partnerId } = limits;
  if (partnerId !== undefined && !(await findPartnerById(db, partnerId)))
    throw new ExplainedError('--partner: no partner has this ID.');
  const key = await db.transaction().execute(async (tx) => {
    const created = await createOperatorKey(tx, validName, limits);
    if (created !== undefined)
      await recordAction(tx, {
        ...byCommand,
        action: 'operator-key-created',
        details: { name: validName, ...(partnerId !== undefined && { partner: partnerId }) },
      });
    return created;
  });
  if (key === undefined)
    throw new ExplainedError(
      `A key named ${validName} is in use. Choose another name, or revoke that key first.`,
    );
  return key;
}

/** Revokes a key of the operator at once. */
export async function revokeKey(db: Db, name: string | undefined): Promise<void> {
  const validName = requireName(name);
  const isRevoked = await db.transaction().execute(async (tx) => {
    if (!(await revokeOperatorKey(tx, validName))) return false;
    await recordAction(tx, {
      ...byCommand,
      action: 'operator-key-revoked',
      details: { name: validName },
    });
    return true;
  });
  if (!isRevoked) throw new ExplainedError(`No key named ${validName} is in use.`);
}

/**
 * Returns after how many days a key expires; undefined: it does not.
 * @throws ExplainedError
 */
export function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ExplainedError('--days: enter a number of days, 1 to 9999.');
}

/** Returns one line per key: name, days of its creation and last use, rights, and its state. */
export async function operatorKeyLines(db: Db): Promise<string[]> {
  const rows = await listOperatorKeys(db);
  return rows.map(
    ({ name, created_at: created, last_used_at: used, revoked_at: revoked, ...row }) =>
      [
        name,
        `created ${toDay(created)}`,
        describeUse(used, row.last_address),
        row.is_read_only ? 'read-only' : 'full',
        ...(row.partner_id === null ? [] : [`partner ${row.partner_id}`]),
        describeState(revoked, row.expires_at),
      ].join('\t'),
  );
}

function requireName(name: string | undefined): string {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '' || trimmed.length > maxNameLength || /\p{Cc}/u.test(trimmed))
    throw new ExplainedError(
      `--name: enter a name of at most ${maxNameLength} characters, such as the program that uses the key.`,
    );
  return trimmed;
}

function describeUse(used: Date | null, address: string | null): string {
  if (used === null) return 'never used';
  return `last used ${toDay(used)}${address === null ? '' : ` from ${address}`}`;
}

function describeState(revoked: Date | null, expires: Date | null): string {
  if (revoked) return `revoked ${toDay(revoked)}`;
  return expires ? `until ${toDay(expires)}` : 'active';
}

/** Returns the day of a time, in UTC. */
export const toDay = (time: Date) => time.toISOString().slice(0, 10);
