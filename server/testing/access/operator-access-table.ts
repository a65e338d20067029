import type { InjectOptions } from 'fastify';

import type { operator } from '#contract/operator/endpoints.ts';

import type { Noun } from './access-test-data.ts';

/**
 * How an endpoint of the operator is called: the record that its path names, if any, and the
 * payload. With a key of the operator it succeeds, whoever owns the record; with all other
 * credentials the response is 401.
 */
export interface OperatorAccess {
  readonly noun?: Noun;
  readonly send?: Pick<InjectOptions, 'payload'>;
}

/** Every endpoint of the operator has its row here; the access test fails without one. */
export const operatorAccessTable: Record<keyof typeof operator, OperatorAccess> = {
  listLeads: {},
  readLead: { noun: 'lead' },
  listDeals: {},
  readDeal: { noun: 'deal' },
};
