import type { Role } from '#contract/endpoint.ts';

/** Display names of the roles, as in the glossary. */
export const roleNames: Readonly<Record<Role, string>> = {
  broker: 'Broker',
  'partner-admin': 'Partner admin',
  support: 'Support',
};
