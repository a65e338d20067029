import { sumCounts } from '#contract/portal/home.ts';
import { lockManagers } from '#server/accounts/accounts.store.ts';
import { deleteFailures } from '#server/accounts/failed-attempts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { byCommand } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { ExplainedError } from '#server/errors/explained-error.ts';
import { countOtherManagers } from '#server/managed-accounts/managed-accounts.store.ts';

import {
  anonymiseAccount,
  countOpenRecords,
  anonymiseContact,
  eraseTraces,
} from './erase-account.store.ts';
import { deleteOwnRows } from './personal-data.store.ts';

/** Somebody with an account: `contactId` is null of support, `id` of a contact without one. */
export interface ErasedPerson {
  readonly id: string | null;
  readonly contactId: string | null;
}

/**
 * Asserts that nothing has to be handed over before somebody is erased, in a transaction. Others
 * are signed in by the identity provider of `issuer` alone.
 * @throws ExplainedError
 */
export async function assertErasable(tx: Db, { id, contactId }: ErasedPerson, issuer = '') {
  // If two managers are erased at the same time, one remains. A sign-in of theirs waits.
  await lockManagers(tx, id ?? '');
  if (contactId !== null) await assertHandedOver(tx, contactId);
  if (id !== null) await assertManaged(tx, id, issuer);
}

/**
 * Erases somebody with an account, or a contact without one, in a transaction: who they are, what
 * they sign in by, their settings, drafts and own views. Leads, deals, uploads and views of the
 * partner stay, and say "Former user". The audit trail loses the addresses, as its hashes allow.
 */
export async function eraseAccount(tx: Db, { id, contactId }: ErasedPerson): Promise<void> {
  const email = `former-${id ?? contactId}@erased.invalid`;
  if (id !== null) {
    await deleteFailures(tx, id);
    await deleteOwnRows(tx, id);
    await eraseTraces(tx, id);
    await anonymiseAccount(tx, id, email);
  }
  if (contactId !== null) await anonymiseContact(tx, contactId, email);
  const [type, subject] = id === null ? ['contact', contactId] : ['account', id];
  await recordAction(tx, {
    ...byCommand,
    action: 'data-erased',
    subject: { type, id: subject ?? '' },
  });
}

/** Asserts that a contact has no open lead or deal, which somebody would have to take over. */
async function assertHandedOver(tx: Db, contactId: string): Promise<void> {
  const open = await countOpenRecords(tx, contactId);
  if (sumCounts(open) > 0)
    throw new ExplainedError(
      `Nothing has been erased: this person has open leads (${open.leads}) and deals (${open.deals}). First reassign the leads: select them in the list as a partner admin. Deals follow their lead; others get another brokerRepId by /operator/v1/deals.`,
    );
}

/** Asserts that others of the same partner, or of support, have somebody else who manages them. */
async function assertManaged(tx: Db, id: string, issuer: string): Promise<void> {
  const { others, managers } = (await countOtherManagers(tx, id, issuer)) ?? { others: 0 };
  if (others > 0 && managers === 0)
    throw new ExplainedError(
      'Nothing has been erased: nobody else manages the accounts of their colleagues. First make another active person a partner admin under People; of support, run: npm run account -- manage --email <email>',
    );
}
