import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { auditEndpoints } from '#contract/portal/audit/audit.ts';
import { mapValues } from '#contract/typed-objects.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { deal, dealLabels, termLabels } from '#contract/v1/deals.ts';
import { errorBody } from '#contract/v1/errors.ts';
import { choice, text } from '#contract/v1/fields.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { lead } from '#contract/v1/lead-records.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { callTargets, dealStatuses, dealSubStatuses, loanTypes } from '#contract/v1/values.ts';

import { changesEndpoints } from './changes.ts';
import * as field from './operator-fields.ts';
import { operatorPartnerEndpoints } from './partners.ts';
import { operatorQuestionEndpoints } from './questions.ts';
import { operatorRequestEndpoints } from './requests.ts';

const subStatuses = [...new Set(Object.values(dealSubStatuses).flat())];
const name = field.notEmpty(text(dealLabels.name));
const contact = field.notEmpty(text('Contact ID'));

/** The fields of a deal that a conversion, a creation and an update have in common. */
const dealFields = {
  status: field.changing(field.notEmpty(choice(dealLabels.status, dealStatuses))),
  subStatus: field.changing(field.notEmpty(choice(dealLabels.subStatus, subStatuses))),
  amount: field.amount(dealLabels.amount),
  watchers: field.usersField(dealLabels.watchers),
  customer: field.customerField(dealLabels.customer),
  callClientOrBroker: field.changing(choice(dealLabels.callClientOrBroker, callTargets)),
  loanType: field.changing(choice(dealLabels.loanType, loanTypes)),
  internalBdmUser: field.anyField(dealLabels.internalBdmUser),
  ...mapValues(termLabels, field.anyField),
  bankStatementsVendorLink: field.link(dealLabels.bankStatementsVendorLink),
  bankStatementsUpdateLink: field.link(dealLabels.bankStatementsUpdateLink),
  applicationLink: field.link(dealLabels.applicationLink),
  sfid: field.anyField(dealLabels.sfid),
  callOnBehalfOf: field.line(dealLabels.callOnBehalfOf),
  partnerLeadReferenceId: field.line(dealLabels.partnerLeadReferenceId),
};

const dealCreate = field.fieldsBody(
  { ...dealFields, name: field.creating(name), brokerRepId: field.creating(contact) },
  'deal',
);
const dealUpdate = field.fieldsBody(
  { ...dealFields, name: field.changing(name), brokerRepId: field.changing(contact) },
  'deal',
);
/** The body of the conversion of a lead: the fields of its deal. */
const leadConversion = field.fieldsBody({ ...dealFields, name: field.changing(name) }, 'deal');
/** The fields of a change of a deal. */
export type DealChanges = z.output<typeof dealUpdate>['fields'];

/** Endpoints for the deals of all partners. */
const operatorDealEndpoints = endpoints('operator', [], {
  listDeals: [
    'GET /operator/v1/deals',
    'List deals of all partners, newest first.',
    { query: z.extend(dealListQuery, field.ofPartner), response: z.array(deal) },
  ],
  readDeal: ['GET /operator/v1/deals/:id', 'Read one deal.', { response: deal }],
  createDeal: [
    'POST /operator/v1/deals',
    'Create a deal of a contact, by default with the status Application Received and the sub-status Banks In.',
    { body: dealCreate, response: z.object({ id: z.string() }), idempotent: true },
  ],
  updateDeal: [
    'PATCH /operator/v1/deals/:id',
    'Set the status and fields of a deal; only the fields sent change.',
    { body: dealUpdate, response: deal },
  ],
  recordDealCall: [
    'POST /operator/v1/deals/:id/calls',
    'Record a call about a deal.',
    { body: field.callRecord, response: field.callsMade, idempotent: true },
  ],
});

/** The fields of a lead that the operator sets; an absent field keeps its value. */
const leadUpdate = field.fieldsBody(
  {
    status: field.changing(field.notEmpty(choice(leadLabels.status, leadStatuses))),
    subStatus: field.changing(field.notEmpty(choice(leadLabels.subStatus, leadStatuses))),
    watchers: field.usersField(leadLabels.watchers),
    delegateTo: field.userField(leadLabels.delegateTo),
    bankStatementsUpdateLink: field.link(leadLabels.bankStatementsUpdateLink),
    bankStatementsVendorLink: field.link(leadLabels.bankStatementsVendorLink),
    provisoLinkPdf: field.link(leadLabels.provisoLinkPdf),
    applicationLink: field.link(leadLabels.applicationLink),
    bankStatementsReceived: field.line(leadLabels.bankStatementsReceived),
    bankStatementsReceivedDate: field.dayOrTime(leadLabels.bankStatementsReceivedDate),
    applicationCompleted: field.anyField(leadLabels.applicationCompleted),
    applicationCompletedDate: field.dayOrTime(leadLabels.applicationCompletedDate),
    internalBdmUser: field.anyField(leadLabels.internalBdmUser),
    loanType: field.changing(choice(leadLabels.loanType, loanTypes)),
    leadSource: field.line(leadLabels.leadSource),
  },
  'lead',
);

/** Endpoints for the leads of all partners. */
const operatorLeadEndpoints = endpoints('operator', [], {
  listLeads: [
    'GET /operator/v1/leads',
    'List leads of all partners, newest first.',
    { query: z.extend(leadListQuery, field.ofPartner), response: z.array(lead) },
  ],
  readLead: ['GET /operator/v1/leads/:id', 'Read one lead.', { response: lead }],
  updateLead: [
    'PATCH /operator/v1/leads/:id',
    'Set the status and the fields of a lead that partners can’t set; only the fields sent change. A lead that became a deal stays Converted: another status is rejected with 409.',
    { body: leadUpdate, response: lead },
  ],
  convertLead: [
    'POST /operator/v1/leads/:id/conversion',
    'Convert a lead: creates its deal and sets convertedDealId, the status Converted and the sub-status Banks In, once. Of the fields not sent, the deal gets name, amount, callClientOrBroker, callOnBehalfOf and partnerLeadReferenceId from the lead.',
    { body: leadConversion, response: z.object({ dealId: z.string() }), idempotent: true },
  ],
  recordLeadCall: [
    'POST /operator/v1/leads/:id/calls',
    'Record a call about a lead.',
    { body: field.callRecord, response: field.callsMade, idempotent: true },
  ],
});

/** Maximum number of operations in one batch. */
export const maxOperations = 1_000;
/** Maximum size of a batch, in bytes. */
export const maxBatchBytes = 4 * 1024 * 1024;

/** The operations that change something, each with an endpoint of its own, too. */
export const operationNames = [
  'updateLead',
  'convertLead',
  'recordLeadCall',
  'createDeal',
  'updateDeal',
  'recordDealCall',
  'createRequest',
  'updateRequest',
  'answerQuestion',
  'createPartner',
  'updatePartner',
  'createContact',
  'updateContact',
] as const;
export type OperationName = (typeof operationNames)[number];

/** An operation of a batch: the id of its path, its `If-Match` and its body. */
export const batchOperation = z.strictObject({
  operation: z.enum(operationNames),
  id: z.optional(z.string()),
  ifMatch: z.optional(z.string()),
  body: z.optional(z.unknown()),
});
export type BatchOperation = z.infer<typeof batchOperation>;

/**
 * The result of one operation: the status that its own endpoint responds with; the id of the
 * record that was created or changed, and its ETag; or the error.
 */
export const operationResult = z.object({
  status: z.number(),
  id: z.optional(z.string()),
  etag: z.optional(z.string()),
  error: z.optional(errorBody),
});
export type OperationResult = z.infer<typeof operationResult>;

/** The endpoint for many changes in one request. */
const batchEndpoints = endpoints('operator', [], {
  runBatch: [
    'POST /operator/v1/batch',
    `Make up to ${maxOperations.toLocaleString('en')} changes, one after the other, each on its own: one that fails stops none of the others. The results are in the order of the operations.`,
    {
      body: z.strictObject({
        operations: z.array(batchOperation).check(z.minLength(1), z.maxLength(maxOperations)),
      }),
      maxBodyBytes: maxBatchBytes,
      maxBodyValues: 100 * maxOperations,
      response: z.object({ results: z.array(operationResult) }),
      idempotent: true,
    },
  ],
});

const { query, response } = auditEndpoints.listAuditEntries;

/**
 * All endpoints under `/operator/v1`, for programs of the operator. Their ids are unique in this
 * table only.
 */
export const operator = {
  ...operatorLeadEndpoints,
  ...operatorDealEndpoints,
  ...operatorRequestEndpoints,
  ...operatorQuestionEndpoints,
  ...operatorPartnerEndpoints,
  ...batchEndpoints,
  ...changesEndpoints,
  ...endpoints('operator', [], {
    listAuditEntries: [
      'GET /operator/v1/audit',
      'List entries of the audit trail, newest first: who did what, when, from where.',
      { query: z.extend(query, field.ofPartner), response },
    ],
  }),
};
