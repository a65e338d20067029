import { maxOperations, operator } from '#contract/operator/endpoints.ts';
import { dealSubStatusesWaitingOn } from '#contract/portal/deal-waits.ts';
import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import { type Html, html } from '#server/http/html.ts';

import { code } from './docs-sections.ts';
import { type ApiDescription, jsonExample, type Note } from './openapi-document.ts';
import { sharedNotes } from './shared-parts.ts';

const notes: readonly Note[] = [
  ...sharedNotes,
  [
    'Many changes in one request',
    `\`POST /operator/v1/batch\` takes up to ${maxOperations.toLocaleString('en')} operations, each with the \`id\`, the \`If-Match\` and the body of its own request. They run one after the other, each in its own transaction. A full batch takes seconds: wait at least a minute for its response. Each has its own result: the status, and the \`id\` and \`etag\` of what was changed or created, or the error. Where one fails on our side (5xx), later ones on the same record are not done, and have that status too. With an \`Idempotency-Key\` each is done at most once: a batch whose response was lost can be sent again, and continues where it stopped.`,
  ],
  [
    'Following what partners do',
    '`GET /operator/v1/changes` has each change once, in the order in which it was committed. Store the position of the last entry together with what you made of it, and continue `after` it; with `wait=30` a request waits for the next change. A position of another database is rejected with `unknown-position`: begin with the first entry again.',
  ],
  [
    'Requests',
    'What is asked for is shown to the partner with its text and due date, and answered in the portal. A request is `open` until it is `sent`; then accept it (`done`) or return it with a reason (`returned`), as often as needed. Answers are in the changes feed; the files sent for a request are its `attachmentIds`.',
  ],
  [
    'Statuses',
    `A lead can have any of the statuses as status and as sub-status; one that became a deal stays \`Converted\`. A deal has one of the sub-statuses of its status: send both where the status changes. A status says whom the record waits on; these wait on the partner, whose home page and lists ask for an act: ${[...leadStatusesWaitingOn('partner').statuses, ...dealSubStatusesWaitingOn('partner')].join(', ')}.`,
  ],
  [
    'Clearing',
    '`null` clears a field; a field that is not sent keeps its value. Without a value of the operator’s, `leadSource` says how the lead came: API, Portal or Bulk upload.',
  ],
  [
    'Set by the portal',
    '`statusSinceDate`, `subStatusSinceDate` and `lastActivityDate` follow every change; `numberOfCallsMade` and `lastCallDate` follow the calls that are recorded.',
  ],
  [
    'Unknown parameters',
    'in an address are 400 `invalid-fields`, with the nearest one that there is.',
  ],
  [
    'Who has a record',
    'is said on its page by `internalBdmUser`: a text is a name, and an object with `name`, `phone` and `email` says how to reach the person too. The partner sees all of it.',
  ],
  [
    'Follow-up days',
    'belong to people: `hasFollowUp=yes` finds no records for a key of the operator.',
  ],
  [
    'Keys of one partner',
    'A key can be limited to one partner. What others have answers as what doesn’t exist: 404, empty lists, and no entry of the feed. Such a key can neither create partners nor rename one (403).',
  ],
  ['For partners', 'Their programs have [an interface of their own](/api/docs).'],
];

const paged = 'One page at a time: follow `Link` for the others.';
const guarded = 'With `If-Match`, nothing is changed if somebody else was quicker.';
const historyPage = 'One page at a time: `next` is the cursor of the page that follows.';

const descriptions: Readonly<Record<keyof typeof operator, string>> = {
  listLeads: `Filters narrow the list down, also to one partner. ${paged}`,
  readLead: 'It has the fields that a partner sees.',
  updateLead: `Partners see the change at once, and their history shows it. ${guarded}`,
  convertLead: `The deal has the lead’s partner, contact and reference; the lead stays, as Converted. ${guarded}`,
  recordLeadCall: 'Counts the call. Without `at`, the call was now.',
  listDeals: `Filters narrow the list down, also to one partner. ${paged}`,
  readDeal: 'It has the fields that a partner sees.',
  createDeal:
    'For a deal without a lead, such as a renewal. `brokerRepId` is the contact who sees it.',
  updateDeal: `Partners see the change at once, and their history shows it. ${guarded}`,
  recordDealCall: 'Counts the call. Without `at`, the call was now.',
  listRequests: `Filters narrow the list down, also to one lead, deal or partner. ${historyPage}`,
  readRequest: 'It has what was asked for, what was answered, and the IDs of the files sent.',
  createRequest:
    'The partner sees it at once, with its text and due date, and answers it in place.',
  updateRequest: `Partners see the change at once, and their history shows it. ${guarded}`,
  listQuestions: `Filters narrow the list down, also to one lead, deal or partner. ${historyPage}`,
  readQuestion: 'It has what was asked, and your answer.',
  answerQuestion: `The partner sees the answer at once, and the history shows it. ${guarded}`,
  listPartners: paged,
  readPartner: 'A partner has a name, and contacts.',
  readPartnerHistory: historyPage,
  createPartner: 'The response has its id, for its contacts.',
  updatePartner: guarded,
  listContacts: paged,
  readContact: 'A contact belongs to one partner.',
  readContactHistory: historyPage,
  createContact: 'An account for the portal is added with a command, not here.',
  updateContact: guarded,
  runBatch: 'For what would otherwise be many requests, such as a nightly synchronisation.',
  listChanges: 'Without `wait`, the response comes at once, empty if nothing is new.',
  listAuditEntries: `Filters narrow the list down, also to one partner or account. ${historyPage}`,
  downloadAttachment: 'The file as it was sent, with its name and type in the headers.',
};

/** The operator’s side, for programs of the operator. */
export const operatorApi: ApiDescription = {
  title: 'Operator Interface',
  summary:
    'Read the leads and deals of all partners, set what partners can’t set, create deals, convert leads, and follow what partners do. ' +
    'Send a key of the operator as a bearer token. API keys of partners are not valid here.',
  keySource: 'A key of the operator, added with the command operator-key.',
  endpoints: Object.values(operator),
  basePath: '/operator/v1',
  documentAddress: '/operator/v1/openapi.json',
  pageAddress: '/operator/v1/docs',
  tags: [
    'Leads',
    'Deals',
    'Requests',
    'Questions',
    'Partners',
    'Contacts',
    'Attachments',
    'Changes',
    'Audit',
  ],
  findTag: ({ path }) => {
    const [, recordType = ''] = /^\/operator\/v1\/(\w+)/.exec(path) ?? [];
    return recordType === 'batch'
      ? 'Changes'
      : `${recordType.charAt(0).toUpperCase()}${recordType.slice(1)}`;
  },
  introduction,
  notes,
  descriptions,
  exampleId: () => '$ID',
  exampleBody: ({ operation: { operationId } }) => {
    const body = bodies[operationId];
    return body === undefined ? '' : jsonExample(body);
  },
};

function introduction(base: string): Html {
  return html`<section id="start">
    <p>
      For programs of the operator, such as a customer-relationship system: read the leads and deals
      of all partners, set what partners can’t set, create deals, convert leads, and follow what
      partners do. JSON over HTTP; the base address is <code>${base}</code>. For programs the same
      description is at <a href="/operator/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
    </p>
    <p>
      Every request carries a key of the operator. The command
      <code>npm run operator-key -- add --name CRM</code> prints one, with
      <code>--partner</code> one that is limited to a partner. It is not valid on the partners’
      interface, nor their keys here.
    </p>
    ${code(`curl ${base}/operator/v1/leads -H "Authorization: Bearer $API_KEY"`)}
  </section>`;
}

const person = { firstName: 'Aroha', lastName: 'Ngata', email: 'aroha@kauri.test' };
const newStatus = { status: 'Approved', subStatus: 'Offer Made' };

/** The body of each operation’s example. */
const bodies: Readonly<Record<string, object>> = {
  updateLead: { fields: { status: 'Attempting Contact', subStatus: 'Attempting 1' } },
  convertLead: { fields: { amount: 50_000 } },
  recordLeadCall: { at: '2026-11-22T01:30:00Z' },
  createDeal: { fields: { name: 'Kauri Joinery', brokerRepId: '$CONTACT_ID', amount: 50_000 } },
  updateDeal: { fields: newStatus },
  recordDealCall: {},
  createRequest: {
    fields: {
      recordType: 'lead',
      recordId: '$LEAD_ID',
      kind: 'document',
      documentType: 'Bank Statements',
      text: 'Please send the statements of March.',
      dueDate: '2026-12-04',
    },
  },
  updateRequest: { fields: { state: 'returned', reason: 'The last page is missing.' } },
  answerQuestion: { text: 'Yes, two directors are enough.' },
  createPartner: { fields: { name: 'Harbour Finance' } },
  updatePartner: { fields: { name: 'Harbour Finance Group' } },
  createContact: { fields: { partnerId: '$PARTNER_ID', ...person } },
  updateContact: { fields: { email: person.email } },
  runBatch: { operations: [{ operation: 'updateDeal', id: '$ID', body: { fields: newStatus } }] },
};
