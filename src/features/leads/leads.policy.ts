import type { Role } from '#contract/endpoint.ts';
import { v1 } from '#contract/v1/endpoints.ts';

// The service decides; these only hide what would be rejected.

/** Whether somebody may submit leads. */
export function mayCreateLead(role: Role): boolean {
  return (v1.createLead.roles as readonly Role[]).includes(role);
}

/** Whether somebody may change the leads they see. */
export function mayEditLead(role: Role): boolean {
  return (v1.updateLead.roles as readonly Role[]).includes(role);
}

/** Whether somebody may hand a lead to another contact of the partner (design, section 1). */
export function mayReassignLead(role: Role): boolean {
  return role === 'partner-admin';
}
