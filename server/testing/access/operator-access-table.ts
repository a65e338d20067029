import type { InjectOptions } from 'fastify';

import type { operator } from '#contract/operator/endpoints.ts';
import { newId } from '#server/db/ids.ts';

import type { RecordKind } from './access-test-data.ts';

/**
 * How an endpoint of the operator is called: the record that its path names, if any, and the
 * payload. With a key of the operator it succeeds, whoever owns the record; with one of a
 * partner, if it is the partner’s; with all other credentials the response is 401.
 */
export interface OperatorAccess {
  readonly recordType?: RecordKind;
  /** Whether a key of one partner is not enough. */
  readonly forAll?: true;
  readonly send?: (owner: Owner) => Pick<InjectOptions, 'payload'>;
}

/** The contact that a new record belongs to. */
interface Owner {
  readonly partnerId: string | null;
  readonly contactId: string | null;
  /** One of the contact’s leads. */
  readonly leadId: string;
}

/** Every endpoint of the operator has its row here; the access test fails without one. */
export const operatorAccessTable: Record<keyof typeof operator, OperatorAccess> = {
  listLeads: {},
  readLead: { recordType: 'lead' },
  listDeals: {},
  readDeal: { recordType: 'deal' },
  updateLead: { recordType: 'lead', send: () => fields({ status: 'Banks In' }) },
  convertLead: { recordType: 'lead', send: () => fields({ amount: 20_000.5 }) },
  recordLeadCall: { recordType: 'lead', send: () => ({ payload: {} }) },
  createDeal: { send: ({ contactId }) => fields({ name: 'Kauri', brokerRepId: contactId }) },
  updateDeal: { recordType: 'deal', send: () => fields({ sfid: 'A-1' }) },
  recordDealCall: { recordType: 'deal', send: () => ({ payload: {} }) },
  listRequests: {},
  readRequest: { recordType: 'request' },
  createRequest: {
    send: ({ leadId }) =>
      fields({ recordType: 'lead', recordId: leadId, kind: 'question', text: 'Since when?' }),
  },
  updateRequest: {
    recordType: 'request',
    send: () => fields({ state: 'returned', reason: 'Since when exactly?' }),
  },
  listQuestions: {},
  readQuestion: { recordType: 'question' },
  answerQuestion: { recordType: 'question', send: () => ({ payload: { text: 'No.' } }) },
  listPartners: {},
  readPartner: { recordType: 'partner' },
  readPartnerHistory: { recordType: 'partner' },
  createPartner: { forAll: true, send: () => fields({ name: `Partner ${newId()}` }) },
  updatePartner: {
    recordType: 'partner',
    forAll: true,
    send: () => fields({ name: `Partner ${newId()}` }),
  },
  listContacts: {},
  readContact: { recordType: 'contact' },
  readContactHistory: { recordType: 'contact' },
  createContact: { send: ({ partnerId }) => fields({ partnerId, ...person }) },
  updateContact: { recordType: 'contact', send: () => fields(person) },
  runBatch: {
    send: ({ leadId }) => ({
      payload: { operations: [{ operation: 'recordLeadCall', id: leadId, body: {} }] },
    }),
  },
  listChanges: {},
  listAuditEntries: {},
  downloadAttachment: { recordType: 'attachment' },
};

const person = { firstName: 'Ngaio', lastName: 'Reed', email: 'ngaio.reed@harbour.test' };

function fields(values: object) {
  return { payload: { fields: values } };
}
