import type { NamedKey } from '#contract/portal/api-keys.ts';
import { maskApiKey } from '#server/auth/keys.rules.ts';
import type { ListedKeyRow } from '#server/auth/keys.store.ts';

/** Returns a named key without its secret part. */
export function presentNamedKey(key: ListedKeyRow): NamedKey {
  return {
    id: key.id,
    name: key.name,
    masked: maskApiKey(key.last_four, false),
    isReadOnly: key.is_read_only,
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at?.toISOString() ?? null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    lastAddress: key.last_address,
  };
}
