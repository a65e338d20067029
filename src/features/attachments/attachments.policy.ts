import type { Role } from '#contract/endpoint.ts';
import { leadWrites } from '#contract/v1/write-endpoints.ts';

/**
 * Returns whether a role may attach files. The service decides; this only hides what the service
 * would reject.
 */
export function mayAttachFiles(role: Role): boolean {
  return (leadWrites.createAttachments.roles as readonly Role[]).includes(role);
}
