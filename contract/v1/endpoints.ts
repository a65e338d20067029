import { dealReads } from './deal-endpoints.ts';
import { leadReads } from './lead-records.ts';
import { leadWrites } from './lead-writes.ts';

/**
 * The seven operations of the specified API. Service, client, OpenAPI document and access tests
 * derive from this table.
 */
export const v1 = {
  readLead: leadReads.readLead,
  listLeads: leadReads.listLeads,
  ...leadWrites,
  readDeal: dealReads.readDeal,
  listDeals: dealReads.listDeals,
};
