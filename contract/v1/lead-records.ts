import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { leadListQuery } from './lead-lists.ts';
import {
  addressResponse,
  brokerResponse,
  brokerRepResponse,
  record,
  unspecified,
  userResponse,
} from './records.ts';

/**
 * Every field of a lead in a response: the fields of the specification's table, then the creation
 * fields that the table omits.
 */
export const leadResponseFields = z.object({
  status: z.string(),
  subStatus: z.string(),
  statusSinceDate: z.string(),
  subStatusSinceDate: z.string(),
  watchers: z.array(z.unknown()),
  delegateTo: z.nullable(userResponse),
  lastActivityDate: z.nullable(z.string()),
  lastCallDate: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  tradingName: z.string(),
  broker: z.nullable(brokerResponse),
  brokerRep: z.nullable(brokerRepResponse),
  residentialAddress: addressResponse,
  businessAddress: addressResponse,
  physicalAddress: addressResponse,
  tradingAddress: addressResponse,
  nzbn: z.nullable(z.string()),
  phone: z.string(),
  secondaryPhone: z.string(),
  email: z.string(),
  secondaryEmail: z.string(),
  bankStatementsUpdateLink: z.string(),
  bankStatementsVendorLink: z.string(),
  provisoLinkPdf: z.string(),
  applicationLink: z.string(),
  bankStatementsReceived: z.string(),
  bankStatementsReceivedDate: z.nullable(z.string()),
  industryCategory: z.string(),
  industry: z.string(),
  dateOfBirth: z.string(),
  businessStartDate: z.string(),
  driversLicenseNumber: z.string(),
  driverVersionNumber: z.string(),
  citizenshipStatus: z.string(),
  soleDirector: z.string(),
  homeOwner: z.string(),
  loanPurpose: z.string(),
  averageMonthlyTurnover: z.string(),
  amountRequested: z.string(),
  callClientOrBroker: z.string(),
  documentId: z.string(),
  applicationCompleted: unspecified,
  applicationCompletedDate: z.nullable(z.string()),
  internalBdmUser: unspecified,
  loanType: z.nullable(z.string()),
  suitableProducts: z.array(z.string()),
  leadSource: z.string(),
  numberOfCallsMade: z.number(),
  callOnBehalfOf: z.string(),
  partnerLeadReferenceId: z.string(),
  convertedDealId: z.string(),
  brokerId: z.string(),
  brokerRepId: z.string(),
  abn: z.string(),
  acn: z.string(),
  crn: z.string(),
  uen: z.string(),
  brokerContactEmail: z.string(),
  brokerContactName: z.string(),
  brokerContactNumber: z.string(),
  notes: z.string(),
  partnerNotes: z.string(),
});
export type LeadResponseFields = z.infer<typeof leadResponseFields>;
export type LeadResponseFieldName = keyof LeadResponseFields;

/** One lead, as in the responses of `GET /lead/{leadid}` and, per row, `GET /lead`. */
export const lead = record(leadResponseFields);
export type Lead = z.infer<typeof lead>;

/** The response to the creation of a lead. */
export const leadCreateResponse = z.object({
  id: z.string(),
  fields: z.object({
    bankStatementsUpdateLink: z.string(),
    applicationLink: z.string(),
    partnerLeadReferenceId: z.string(),
  }),
});
export type LeadCreateResponse = z.infer<typeof leadCreateResponse>;

/** The two links of a lead. */
export type LeadLinks = Omit<LeadCreateResponse['fields'], 'partnerLeadReferenceId'>;

/** The roles that submit and change leads. */
export const writers = ['broker', 'partner-admin'] as const;

/**
 * The operations of the specified API that read leads, apart from the others: the portal’s first
 * page lists leads, and should load neither the rules of their input nor deals.
 */
export const leadReads = endpoints('bearer', roles, {
  readLead: ['GET /api/v1/lead/:id', 'Read one lead.', { response: lead }],
  listLeads: [
    'GET /api/v1/lead',
    'List leads, newest first.',
    { query: leadListQuery, response: z.array(lead) },
  ],
});
