import { apiDocsAddress } from '#contract/portal/addresses.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';
import { type Html, html } from '#server/http/html.ts';

import { code } from './docs-sections.ts';
import { type ApiDescription, jsonExample } from './openapi-document.ts';
import { sharedNotes } from './shared-parts.ts';

/** The specified interface, for programs of partners. */
export const partnerApi: ApiDescription = {
  title: 'Partner Lead and Deal Interface',
  summary:
    'Submit and read sales leads, attach files to them, and read deals. ' +
    'Send your API key, which is on your profile page in the portal, as a bearer token.',
  keySource: 'The API key of your profile page.',
  endpoints: Object.values(v1),
  basePath: '/api/v1',
  documentAddress: '/api/v1/openapi.json',
  pageAddress: apiDocsAddress,
  tags: ['Leads', 'Attachments', 'Deals'],
  findTag: ({ path }) => {
    if (path.includes('attachment')) return 'Attachments';
    return path.includes('deal') ? 'Deals' : 'Leads';
  },
  introduction,
  notes: [
    ...sharedNotes,
    [
      'Unknown parameters',
      'are ignored, and named in the response header `Ignored-Parameters`, with the nearest one that there is.',
    ],
    [
      'Follow-up days',
      'are personal: `hasFollowUp` finds what the owner of the key has set a day for in the portal, and `sort=followUp`, only with `hasFollowUp=yes`, has the first day first.',
    ],
    [
      'For the operator',
      'Programs of the operator have [an interface of their own](/operator/v1/docs), except in front of an existing service.',
    ],
  ],
  descriptions: {
    readLead:
      'Its `fields` are all there, filled in or empty. Send the `ETag` back as `If-None-Match` to ask whether anything has changed.',
    listLeads:
      'The leads that your account may see, one page at a time. Filters narrow the list down, and `sort` orders it.',
    createLead:
      'The lead is New, and yours. The response has the links for your client; read the lead for its other fields.',
    updateLead:
      '`null` clears a field. With `If-Match`, nothing is changed if somebody else was quicker.',
    createAttachments:
      'One file or several, in one request of parts. What the lender sees is the file as it was sent. The response has one attachment, or a list of them where several were sent.',
    readDeal: 'Deals come from the lender; `status` and `subStatus` say how far one has come.',
    listDeals:
      'The deals that your account may see, one page at a time. Filters narrow the list down, and `sort` orders it.',
  },
  exampleId: (path) => (path.includes('/deal/') ? '$DEAL_ID' : '$LEAD_ID'),
  exampleBody: ({ operation: { operationId } }) => {
    if (operationId === 'createLead') return jsonExample({ fields: newLead });
    if (operationId === 'updateLead') return jsonExample({ fields: { amountRequested: 50_000 } });
    return operationId === 'createAttachments' ? attachmentParts : '';
  },
};

function introduction(base: string): Html {
  return html`<section id="start">
    <p>
      Submit and read sales leads, attach files to them, and read deals. JSON over HTTP; the base
      address is <code>${base}</code>, and every path below starts there. For programs the same
      description is at <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
    </p>
    <p>Every request carries your API key, which is on your <a href="/profile">profile page</a>:</p>
    ${code(`curl "${base}/api/v1/lead?page=1&pageSize=100" -H "Authorization: Bearer $API_KEY"`)}
    <p>
      The names of parameters and fields are written as here: <code>pagesize=100</code> is ignored,
      said only in the header <code>Ignored-Parameters</code>, and gives 20 leads. A list ends where
      the header <code>Link</code> names no next page, not where a page is short.
    </p>
  </section>`;
}

const sample: Readonly<Record<string, unknown>> = {
  firstName: 'Aroha',
  lastName: 'Ngata',
  companyName: 'Kauri Joinery',
  phone: '+61491570006',
};
const newLead = Object.fromEntries(
  leadFieldNames.filter((name) => leadFields[name].required).map((name) => [name, sample[name]]),
);
const attachmentParts = ` \\\n  -F entityType=LEAD -F entityId=$LEAD_ID \\\n  -F "attachments[0][type]=Bank Statements" \\\n  -F "attachments[0][fileName]=june.pdf" -F "attachments[0][file]=@june.pdf"`;
