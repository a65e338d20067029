import type { Role } from '#contract/endpoint.ts';

/** The roles in a person's words (glossary). */
export const roleNames: Readonly<Record<Role, string>> = {
  broker: 'Broker',
  'partner-admin': 'Partner admin',
  support: 'Support',
};
