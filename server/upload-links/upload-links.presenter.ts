import type { UploadLink } from '#contract/portal/upload-links.ts';

import type { UploadLinkRow } from './upload-links.store.ts';

/** Returns a link as the partner’s people read it. */
export function presentUploadLink(row: UploadLinkRow, received: number): UploadLink {
  return {
    createdAt: row.created_at.toISOString(),
    until: row.expires_at.toISOString(),
    received,
  };
}
