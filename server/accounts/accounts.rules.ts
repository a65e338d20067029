import type { AccountRow } from './accounts.store.ts';

/** Returns whether an account manages others: of its partner, or the operator’s. */
export function isManager(account: Pick<AccountRow, 'role' | 'manages_accounts'>): boolean {
  return account.role === 'partner-admin' || account.manages_accounts;
}

/** Returns the names of a contact from the name of its account. */
export function toContactNames(name: string) {
  const [first_name = '', ...rest] = name.split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}
