import { operator } from '#contract/operator/endpoints.ts';
import { maxOperations } from '#contract/operator/operations.ts';
import { type Html, html } from '#server/http/html.ts';

import { type ApiDescription, jsonExample } from './api-description.ts';
import { code } from './docs-sections.ts';
import { conventions } from './partner-api.ts';

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
  tags: ['Leads', 'Deals', 'Partners', 'Contacts', 'Attachments', 'Changes'],
  tagOf: ({ path }) => {
    const [, noun = ''] = /^\/operator\/v1\/(\w+)/.exec(path) ?? [];
    return noun === 'batch' ? 'Changes' : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  },
  introduction,
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
      <code>npm run operator-key -- add --name CRM</code> prints one. It is not valid on the
      partners’ interface, nor their keys here.
    </p>
    ${code(`curl ${base}/operator/v1/leads -H "Authorization: Bearer $API_KEY"`)}
    ${conventions(rules)}
  </section>`;
}

const rules = html` <li>
    <b>Many changes in one request.</b> <code>POST /operator/v1/batch</code> takes up to
    ${maxOperations.toLocaleString('en')} operations, each with the <code>id</code>, the
    <code>If-Match</code> and the body of its own request. They run one after the other, each in its
    own transaction. Each has its own result: the status, and the <code>id</code> and
    <code>etag</code> of what was changed or created, or the error. Where one fails on our side
    (5xx), later ones on the same record are not done, and have that status too. With an
    <code>Idempotency-Key</code> each is done at most once: a batch whose response was lost can be
    sent again, and continues where it stopped.
  </li>
  <li>
    <b>Following what partners do.</b> <code>GET /operator/v1/changes</code> has each change once,
    in the order in which it was committed. Store the position of the last entry together with what
    you made of it, and continue <code>after</code> it; with <code>wait=30</code> a request waits
    for the next change. A position of another database is rejected with
    <code>unknown-position</code>: begin with the first entry again.
  </li>
  <li>
    <b>Statuses.</b> A lead can have any of the statuses as status and as sub-status. A deal has one
    of the sub-statuses of its status: send both where the status changes.
  </li>
  <li>
    <b>Clearing.</b> <code>null</code> clears a field; a field that is not sent keeps its value.
    Without a value of the operator’s, <code>leadSource</code> says how the lead came: API, Portal
    or Bulk upload.
  </li>
  <li>
    <b>Set by the portal.</b> <code>statusSinceDate</code>, <code>subStatusSinceDate</code> and
    <code>lastActivityDate</code> follow every change; <code>numberOfCallsMade</code> and
    <code>lastCallDate</code> follow the calls that are recorded.
  </li>`;

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
  createPartner: { fields: { name: 'Harbour Finance' } },
  updatePartner: { fields: { name: 'Harbour Finance Group' } },
  createContact: { fields: { partnerId: '$PARTNER_ID', ...person } },
  updateContact: { fields: { email: person.email } },
  runBatch: { operations: [{ operation: 'updateDeal', id: '$ID', body: { fields: newStatus } }] },
};
