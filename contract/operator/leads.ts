import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { choice } from '#contract/v1/fields.ts';
import { leadLabels as labels } from '#contract/v1/lead-labels.ts';
import { lead } from '#contract/v1/lead-records.ts';
import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { leadListQuery } from '#contract/v1/lists.ts';
import { loanTypes } from '#contract/v1/values.ts';

import { leadConversion } from './deals.ts';
import { ofPartner } from './lists.ts';
import { callRecord, callsMade } from './operator-fields.ts';
import * as field from './operator-fields.ts';

/** The fields of a lead that the operator sets; an absent field keeps its value. */
const leadUpdate = field.fieldsBody(
  {
    status: field.changing(field.notEmpty(choice(labels.status, leadStatuses))),
    subStatus: field.changing(field.notEmpty(choice(labels.subStatus, leadStatuses))),
    watchers: field.usersField(labels.watchers),
    delegateTo: field.userField(labels.delegateTo),
    bankStatementsUpdateLink: field.link(labels.bankStatementsUpdateLink),
    bankStatementsVendorLink: field.link(labels.bankStatementsVendorLink),
    provisoLinkPdf: field.link(labels.provisoLinkPdf),
    applicationLink: field.link(labels.applicationLink),
    bankStatementsReceived: field.line(labels.bankStatementsReceived),
    bankStatementsReceivedDate: field.dayOrTime(labels.bankStatementsReceivedDate),
    applicationCompleted: field.anyField(labels.applicationCompleted),
    applicationCompletedDate: field.dayOrTime(labels.applicationCompletedDate),
    internalBdmUser: field.anyField(labels.internalBdmUser),
    loanType: field.changing(choice(labels.loanType, loanTypes)),
    leadSource: field.line(labels.leadSource),
  },
  'lead',
);

/** Endpoints for the leads of all partners. */
export const operatorLeadEndpoints = endpoints('operator', [], {
  listLeads: {
    route: 'GET /operator/v1/leads',
    summary: 'List leads of all partners, newest first.',
    query: z.extend(leadListQuery, ofPartner),
    response: z.array(lead),
  },
  readLead: {
    route: 'GET /operator/v1/leads/:id',
    summary: 'Read one lead.',
    response: lead,
  },
  updateLead: {
    route: 'PATCH /operator/v1/leads/:id',
    summary:
      'Set the status and the fields of a lead that partners can’t set; only the fields sent change. A lead that became a deal stays Converted: another status is rejected with 409.',
    body: leadUpdate,
    response: lead,
  },
  convertLead: {
    route: 'POST /operator/v1/leads/:id/conversion',
    summary:
      'Convert a lead: creates its deal and sets convertedDealId, the status Converted and the sub-status Banks In, once. Of the fields not sent, the deal gets name, amount, callClientOrBroker, callOnBehalfOf and partnerLeadReferenceId from the lead.',
    body: leadConversion,
    response: z.object({ dealId: z.string() }),
    idempotent: true,
  },
  recordLeadCall: {
    route: 'POST /operator/v1/leads/:id/calls',
    summary: 'Record a call about a lead.',
    body: callRecord,
    response: callsMade,
    idempotent: true,
  },
});
