import type { Role } from '#contract/endpoint.ts';
import { v1 } from '#contract/v1/endpoints.ts';

/** Whether somebody may submit leads. The service decides; this only hides what would be refused. */
export function mayCreateLead(role: Role): boolean {
  return (v1.createLead.roles as readonly Role[]).includes(role);
}
