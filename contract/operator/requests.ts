import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { day, requestKinds, requestLimits, requestStates } from '#contract/portal/requests.ts';
import { notes } from '#contract/v1/fields.ts';
import { leadFieldNames } from '#contract/v1/leads.ts';
import { anyFrom, oneText } from '#contract/v1/list-parameters.ts';
import { pageParameters } from '#contract/v1/paging.ts';
import { recordTypes } from '#contract/v1/record-types.ts';
import { record } from '#contract/v1/records.ts';
import { attachmentTypes } from '#contract/v1/values.ts';

import * as field from './operator-fields.ts';

const lines = (label: string) => field.notEmpty(notes(label, requestLimits.text));

const common = {
  recordType: z.enum(recordTypes),
  recordId: z.string(),
  text: field.creating(lines('Text')),
  dueDate: z.optional(z.nullable(day)),
};
const requestCreate = z.strictObject({
  fields: z.discriminatedUnion('kind', [
    z.strictObject({
      ...common,
      kind: z.literal('document'),
      documentType: z.enum(attachmentTypes),
    }),
    z.strictObject({ ...common, kind: z.literal('question') }),
    z.strictObject({
      ...common,
      kind: z.literal('correction'),
      fieldNames: z
        .array(z.enum(leadFieldNames))
        .check(z.minLength(1, 'Name a field.'), z.maxLength(requestLimits.fields)),
    }),
  ]),
});

const requestUpdate = z.strictObject({
  fields: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal(['done', 'withdrawn']) }),
    z.strictObject({ state: z.literal('returned'), reason: field.creating(lines('Reason')) }),
  ]),
});

const request = record(
  z.object({
    recordType: z.enum(recordTypes),
    recordId: z.string(),
    brokerId: z.string(),
    brokerRepId: z.string(),
    kind: z.enum(requestKinds),
    documentType: z.nullable(z.string()),
    fieldNames: z.array(z.string()),
    text: z.string(),
    dueDate: z.nullable(z.string()),
    state: z.enum(requestStates),
    /** The last answer of the partner, and the last reason for a return. */
    answer: z.string(),
    reason: z.string(),
    attachmentIds: z.array(z.string()),
  }),
);
/** A request, as the operator reads it. */
export type OperatorRequest = z.infer<typeof request>;

const requests = z.object({
  requests: z.array(request),
  /** The cursor of the next page; null on the last one. */
  next: z.nullable(z.string()),
});
/** A page of requests, as the operator reads it. */
export type OperatorRequests = z.infer<typeof requests>;

/** The query of the operator's list of requests. */
export const requestListQuery = z.object({
  state: anyFrom(requestStates),
  kind: anyFrom(requestKinds),
  recordId: oneText(100, 'The ID of a lead or deal: only its requests.'),
  ...field.ofPartner,
  pageSize: pageParameters.pageSize,
  cursor: oneText(100, '`next` of the page before.'),
});
export type RequestListQuery = z.infer<typeof requestListQuery>;

/** Endpoints for what the operator asks partners for. */
export const operatorRequestEndpoints = endpoints('operator', [], {
  listRequests: [
    'GET /operator/v1/requests',
    'List requests to all partners, newest first.',
    { query: requestListQuery, response: requests },
  ],
  readRequest: ['GET /operator/v1/requests/:id', 'Read one request.', { response: request }],
  createRequest: [
    'POST /operator/v1/requests',
    'Ask the partner for a document, the answer to a question, or the correction of fields, on a lead or deal. Documents and fields are those of the lead: a deal needs one.',
    { body: requestCreate, response: z.object({ id: z.string() }), idempotent: true },
  ],
  updateRequest: [
    'PATCH /operator/v1/requests/:id',
    'Accept a request (`done`), return what was sent with a reason (`returned`), or withdraw the request (`withdrawn`). A state that does not follow from its own is rejected with 409.',
    { body: requestUpdate, response: request },
  ],
});
