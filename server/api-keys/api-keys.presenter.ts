import type { Person, Profile } from '#contract/portal/api-keys.ts';
import { maskApiKey } from '#server/auth/keys.rules.ts';
import type { ProfileKeyRow } from '#server/auth/profile-keys.store.ts';

import type { PersonRow } from './api-keys.store.ts';

/** Returns the API key of a profile page without its secret part. */
export function presentProfileKey(key: ProfileKeyRow, isEntered: boolean): Profile['apiKey'] {
  return {
    masked: maskApiKey(key.last_four, isEntered),
    createdAt: key.created_at.toISOString(),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    rejectedAt: key.rejected_at?.toISOString() ?? null,
  };
}

/** Returns one of a partner’s people, with the state of their API key. */
export function presentPerson({
  contact_id: id,
  created_at: createdAt,
  rejected_at: rejectedAt,
  ...person
}: PersonRow): Person {
  return {
    ...person,
    id,
    apiKey: createdAt && {
      createdAt: createdAt.toISOString(),
      rejectedAt: rejectedAt?.toISOString() ?? null,
    },
  };
}
