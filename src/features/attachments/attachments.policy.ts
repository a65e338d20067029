import type { Role } from '#contract/endpoint.ts';
import { v1 } from '#contract/v1/endpoints.ts';

/** Whether somebody may attach files. The service decides; this only hides what would be rejected. */
export function mayAttachFiles(role: Role): boolean {
  return (v1.createAttachments.roles as readonly Role[]).includes(role);
}
