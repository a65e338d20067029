import type { Role } from '#contract/endpoint.ts';
import { writers } from '#contract/v1/read-endpoints.ts';

// The service decides; these only hide what the service would reject.

/** Returns whether a role may submit leads. */
export function mayCreateLead(role: Role): boolean {
  return (writers as readonly Role[]).includes(role);
}

/** Returns whether a role may change the leads it sees. */
export function mayEditLead(role: Role): boolean {
  return (writers as readonly Role[]).includes(role);
}

/**
 * Returns whether a role may reassign a lead to another contact of the partner (design, section 1).
 */
export function mayReassignLead(role: Role): boolean {
  return role === 'partner-admin';
}
