import type { Role } from '#contract/endpoint.ts';
import { writers } from '#contract/v1/lead-records.ts';

// The service decides; these only hide what the service would reject.

/** Returns whether a role may submit leads. */
export const mayCreateLead = (role: Role): boolean => (writers as readonly Role[]).includes(role);

/** Returns whether a role may change the leads it sees. */
export const mayEditLead = mayCreateLead;

/**
 * Returns whether a role may reassign a lead to another contact of the partner (design, section 1).
 */
export const mayReassignLead = (role: Role): boolean => role === 'partner-admin';
