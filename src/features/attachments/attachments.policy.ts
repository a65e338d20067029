import type { Role } from '#contract/endpoint.ts';
import { v1 } from '#contract/v1/endpoints.ts';

/**
 * Returns whether a role may attach files. The service decides; this only hides what the service
 * would reject.
 */
export function mayAttachFiles(role: Role): boolean {
  return (v1.createAttachments.roles as readonly Role[]).includes(role);
}
