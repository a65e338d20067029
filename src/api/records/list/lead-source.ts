import * as z from 'zod/mini';

import { lead, leadReads } from '#contract/v1/lead-records.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import { leadListQuery } from '#contract/v1/lists.ts';

import { recordSource } from './record-source.ts';

/** The source of leads. */
export const leadSource = recordSource({
  type: 'lead',
  endpoint: leadReads.listLeads,
  schema: lead,
  pageSchema: z.extend(leadListQuery, { columns: chosenColumns(), group: chosenGroup() }),
});
