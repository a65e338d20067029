import type { Passkey } from '#contract/portal/passkeys/passkeys.ts';

import type { PasskeyRow } from './passkeys.store.ts';

/** Returns a passkey as its owner sees it. */
export function presentPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}
