import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { questionStates } from '#contract/portal/questions.ts';
import { requestLimits } from '#contract/portal/requests.ts';
import { notes } from '#contract/v1/fields.ts';
import { anyFrom, oneText } from '#contract/v1/list-parameters.ts';
import { pageParameters } from '#contract/v1/paging.ts';
import { recordTypes } from '#contract/v1/record-types.ts';
import { record } from '#contract/v1/records.ts';

import * as field from './operator-fields.ts';

const question = record(
  z.object({
    recordType: z.enum(recordTypes),
    recordId: z.string(),
    brokerId: z.string(),
    brokerRepId: z.string(),
    state: z.enum(questionStates),
    text: z.string(),
    /** Empty until it is answered. */
    answer: z.string(),
    answeredAt: z.nullable(z.string()),
  }),
);
/** A question, as the operator reads it. */
export type OperatorQuestion = z.infer<typeof question>;

/** The query of the operator's list of questions. */
export const questionListQuery = z.object({
  state: anyFrom(questionStates),
  recordType: anyFrom(recordTypes),
  recordId: oneText(100, 'The ID of a lead or deal: only its questions.'),
  ...field.ofPartner,
  pageSize: pageParameters.pageSize,
  cursor: oneText(100, '`next` of the page before.'),
});
export type QuestionListQuery = z.infer<typeof questionListQuery>;

/** Endpoints for what partners ask the operator. */
export const operatorQuestionEndpoints = endpoints('operator', [], {
  listQuestions: [
    'GET /operator/v1/questions',
    'List questions of all partners, newest first.',
    {
      query: questionListQuery,
      response: z.object({
        questions: z.array(question),
        /** The cursor of the next page; null on the last one. */
        next: z.nullable(z.string()),
      }),
    },
  ],
  readQuestion: ['GET /operator/v1/questions/:id', 'Read one question.', { response: question }],
  answerQuestion: [
    'PUT /operator/v1/questions/:id/answer',
    'Answer a question, or replace the answer. The same answer again changes nothing.',
    {
      body: z.strictObject({
        text: field.creating(field.notEmpty(notes('Answer', requestLimits.text))),
      }),
      response: question,
    },
  ],
});
