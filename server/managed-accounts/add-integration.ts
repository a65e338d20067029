import type { Role } from '#contract/endpoint.ts';
import { integrationMark } from '#contract/portal/people/managed-accounts.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { fieldError } from '#server/errors/api-error.ts';
import { insertContact } from '#server/partners/partners.store.ts';

import { hasRoomForIntegration, tooManyIntegrations } from './managed-accounts.rules.ts';
import { countIntegrations, insertProgram } from './managed-accounts.store.ts';

/** An integration to add to a partner. */
export interface NewIntegration {
  readonly name: string;
  readonly role: Exclude<Role, 'support'>;
  readonly partnerId: string;
}

/**
 * Adds an account of a program, which can’t sign in, with a contact for the leads it creates.
 * `before` is done in the same transaction.
 * @throws ApiError 400 when the partner has too many
 */
export async function addIntegration(
  db: Db,
  { name, role, partnerId: partner_id }: NewIntegration,
  origin: Origin,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const [id, contact_id] = [newId(), newId()];
  await db.transaction().execute(async (tx) => {
    await before(tx);
    if (!hasRoomForIntegration(await countIntegrations(tx, partner_id)))
      throw fieldError('name', tooManyIntegrations);
    const names = { first_name: name, last_name: integrationMark };
    await insertContact(tx, { id: contact_id, partner_id, ...names, email: '' });
    const account = { id, name: `${name} ${integrationMark}`, role, partner_id, contact_id };
    await insertProgram(tx, account);
    const subject = { type: 'account', id };
    await recordAction(tx, { ...origin, action: 'account-added', subject, details: { role } });
  });
}
