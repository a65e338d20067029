import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { mapValues } from '#contract/typed-objects.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { deal, dealLabels as labels, termLabels } from '#contract/v1/deals.ts';
import { choice, text } from '#contract/v1/fields.ts';
import { callTargets, dealStatuses, dealSubStatuses, loanTypes } from '#contract/v1/values.ts';

import { ofPartner } from './lists.ts';
import { callRecord, callsMade } from './operator-fields.ts';
import * as field from './operator-fields.ts';

const subStatuses = [...new Set(Object.values(dealSubStatuses).flat())];
const name = field.notEmpty(text(labels.name));
const contact = field.notEmpty(text('Contact ID'));

/** The fields of a deal that a conversion, a creation and an update have in common. */
const dealFields = {
  status: field.changing(field.notEmpty(choice(labels.status, dealStatuses))),
  subStatus: field.changing(field.notEmpty(choice(labels.subStatus, subStatuses))),
  amount: field.amount(labels.amount),
  watchers: field.usersField(labels.watchers),
  customer: field.customerField(labels.customer),
  callClientOrBroker: field.changing(choice(labels.callClientOrBroker, callTargets)),
  loanType: field.changing(choice(labels.loanType, loanTypes)),
  internalBdmUser: field.anyField(labels.internalBdmUser),
  ...mapValues(termLabels, field.anyField),
  bankStatementsVendorLink: field.link(labels.bankStatementsVendorLink),
  bankStatementsUpdateLink: field.link(labels.bankStatementsUpdateLink),
  applicationLink: field.link(labels.applicationLink),
  sfid: field.anyField(labels.sfid),
  callOnBehalfOf: field.line(labels.callOnBehalfOf),
  partnerLeadReferenceId: field.line(labels.partnerLeadReferenceId),
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
export const leadConversion = field.fieldsBody(
  { ...dealFields, name: field.changing(name) },
  'deal',
);
/** The fields of a change of a deal. */
export type DealChanges = z.output<typeof dealUpdate>['fields'];

/** Endpoints for the deals of all partners. */
export const operatorDealEndpoints = endpoints('operator', [], {
  listDeals: {
    route: 'GET /operator/v1/deals',
    summary: 'List deals of all partners, newest first.',
    query: z.extend(dealListQuery, ofPartner),
    response: z.array(deal),
  },
  readDeal: {
    route: 'GET /operator/v1/deals/:id',
    summary: 'Read one deal.',
    response: deal,
  },
  createDeal: {
    route: 'POST /operator/v1/deals',
    summary:
      'Create a deal of a contact, by default with the status Application Received and the sub-status Banks In.',
    body: dealCreate,
    response: z.object({ id: z.string() }),
    idempotent: true,
  },
  updateDeal: {
    route: 'PATCH /operator/v1/deals/:id',
    summary: 'Set the status and fields of a deal; only the fields sent change.',
    body: dealUpdate,
    response: deal,
  },
  recordDealCall: {
    route: 'POST /operator/v1/deals/:id/calls',
    summary: 'Record a call about a deal.',
    body: callRecord,
    response: callsMade,
    idempotent: true,
  },
});
