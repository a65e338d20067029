import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { jsonSchema, notes } from '#contract/v1/fields.ts';

import { day, requestLimits } from './requests.ts';

/** What became of a call or an email to a client; `handed-back`: it is the lender’s turn. */
export const outcomes = ['reached', 'no-answer', 'handed-back'] as const;
export type Outcome = (typeof outcomes)[number];

const body = z.strictObject({
  outcome: z.enum(outcomes),
  note: z.optional(jsonSchema(notes('Note', requestLimits.text), 'create')),
  /** The day on which to try again; required if nobody answered. */
  followUp: z.optional(day),
});
/** The follow-up day afterwards, YYYY-MM-DD. */
const response = z.object({ day: z.nullable(z.string()) });

const options = { body, response, idempotent: true } as const;
const recording =
  ': the client was reached, nobody answered, or it is handed back to the lender. It is in the history with its note, and sets or ends my follow-up day. What is handed back leaves what waits for the partner until the lender acts, and the lender is told.';

/** What became of calls and emails. Only of the portal’s own records. */
export const outcomeEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  recordLeadOutcome: [
    'POST /portal/leads/:id/outcome',
    `Record what became of a call on a lead${recording}`,
    options,
  ],
  recordDealOutcome: [
    'POST /portal/deals/:id/outcome',
    `Record what became of a call on a deal${recording}`,
    options,
  ],
});
