import type { OwnSession } from '#contract/portal/own-account.ts';
import type { SessionRow } from '#server/auth/sessions.store.ts';

import { deviceName } from './device.rules.ts';

/** Returns a session as its owner sees it, who reads it in the session with `currentId`. */
export function presentSession(row: SessionRow, currentId: string): OwnSession {
  return {
    id: row.id,
    device: deviceName(row.user_agent),
    address: row.address,
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === currentId,
  };
}
