import type { Caller } from '#server/auth/caller.ts';

import type { ReadableEntries } from './audit.store.ts';

/** Returns which entries a caller may read: brokers only their own actions. */
export function toReadable({ role, partnerId, accountId }: Caller): ReadableEntries {
  return { partnerId, ...(role === 'broker' && { doneBy: accountId }) };
}
