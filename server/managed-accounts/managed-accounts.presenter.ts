import type { ManagedAccount } from '#contract/portal/people/managed-accounts.ts';
import type { Factor } from '#contract/portal/second-factor/second-factor.ts';

import { findAccountState } from './managed-accounts.rules.ts';
import type { ManagedAccountRow } from './managed-accounts.store.ts';

/** What is known about the accounts of a list. */
interface ListedAccounts {
  /** The accounts that nobody can sign in to for some time. */
  readonly locked: ReadonlySet<string>;
  readonly factors: ReadonlyMap<string, Factor[]>;
  /** The number of open leads of each contact; undefined if it is not known. */
  readonly openLeads: ReadonlyMap<string, number> | undefined;
  /** The name of the identity provider; undefined if there is none. */
  readonly provider: string | undefined;
  /** The account of the reader. */
  readonly readerId: string;
}

/** Returns an account as those who manage it see it. */
export function presentManagedAccount(
  row: ManagedAccountRow,
  { locked, factors, openLeads, provider, readerId }: ListedAccounts,
): ManagedAccount {
  const { id, contact_id: contactId } = row;
  return {
    id,
    contactId,
    name: row.name,
    email: row.email,
    role: row.role,
    state: findAccountState(row, locked.has(id)),
    factors: factors.get(id) ?? [],
    hasPassword: row.has_password,
    provider: (row.is_connected && provider) || null,
    linkUntil: row.link_until?.toISOString() ?? null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    openLeads: openLeads && contactId !== null ? (openLeads.get(contactId) ?? 0) : null,
    isOwn: id === readerId,
  };
}
