import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { jsonSchema, notes, required } from '#contract/v1/fields.ts';

import { requestLimits } from './requests.ts';

/** The states of a question to the lender: it waits for the lender, or has the answer. */
export const questionStates = ['open', 'answered'] as const;
export type QuestionState = (typeof questionStates)[number];

/** A question to the lender, as the partner's people and support read it. */
const question = z.object({
  id: z.string(),
  state: z.enum(questionStates),
  /** Empty once a person's data were erased, as is the answer. */
  text: z.string(),
  /** Who asked; null if the reader may not know it. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
  /** Empty until it is answered. */
  answer: z.string(),
  /** When the present answer was given; null if there is none. */
  answeredAt: z.nullable(z.string()),
});
export type Question = z.infer<typeof question>;

const asking = {
  roles: ['broker', 'partner-admin'],
  body: z.strictObject({
    text: jsonSchema(
      required(notes('Question', requestLimits.text), 'Enter a question.'),
      'create',
    ),
  }),
  response: z.object({ id: z.string() }),
  idempotent: true,
} as const;

/** The questions of partners to the lender. Only about the portal's own records. */
export const questionEndpoints = endpoints('session', roles, {
  listLeadQuestions: [
    'GET /portal/leads/:id/questions',
    'List the questions to the lender about a lead, the latest first.',
    { response: z.array(question) },
  ],
  listDealQuestions: [
    'GET /portal/deals/:id/questions',
    'List the questions to the lender about a deal, the latest first.',
    { response: z.array(question) },
  ],
  askAboutLead: ['POST /portal/leads/:id/questions', 'Ask the lender about a lead.', asking],
  askAboutDeal: ['POST /portal/deals/:id/questions', 'Ask the lender about a deal.', asking],
});
