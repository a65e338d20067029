import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import type { Role } from '#contract/endpoint.ts';

// The service decides; this only hides what the service would reject.

/** Returns whether a role may upload files of leads and see the partner's uploads. */
export function mayUploadInBulk(role: Role): boolean {
  return (bulkUploadEndpoints.openBulkUpload.roles as readonly Role[]).includes(role);
}
