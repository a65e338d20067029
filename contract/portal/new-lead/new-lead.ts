import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { addressPartNames } from '#contract/v1/addresses.ts';
import { businessNumberNames } from '#contract/v1/business-numbers.ts';
import { leadLabels } from '#contract/v1/lead-labels.ts';
import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';

/**
 * Limits of drafts. `drafts`: per account. `listedLength`: characters of each name in the list.
 * `body`: bytes of a whole draft.
 */
export const draftLimits = {
  drafts: 50,
  textLength: 20_000,
  listedLength: 200,
  body: 128 * 1024,
  retentionDays: 30,
} as const;

/** Returns whether a path is that of a control of a lead: `phone`, `businessAddress.city`. */
const isPath = (path: string): boolean =>
  leadFieldNames.some((name) =>
    leadFields[name].kind === 'address'
      ? addressPartNames.some((part) => path === `${name}.${part}`)
      : path === name,
  );

const labels: Readonly<Record<string, string>> = leadLabels;

/** Returns the error of a text that is too long, by its field. */
function tooLong({ path = [] }: { path?: PropertyKey[] | undefined }): string {
  const field = labels[String(path.at(-1)).split('.')[0] ?? ''] ?? 'A text in a draft';
  return `${field} can have at most ${draftLimits.textLength.toLocaleString('en')} characters.`;
}

/** The texts of the form by path, as typed: not validated. An empty text is left out. */
const texts = z.record(
  z.string().check(z.refine(isPath, 'This field doesn’t exist.')),
  z.string().check(z.maxLength(draftLimits.textLength, { error: tooLong })),
);

/** The content of a draft. */
const content = z.strictObject({
  texts,
  /** The chosen country of the business, which is not sent with the lead; null if none is. */
  businessCountry: z.nullable(z.string().check(z.maxLength(10))),
  /**
   * The texts that were submitted, and whose outcome is not known yet; null before. Later texts
   * wait until it is.
   */
  sent: z.nullable(texts),
  /** The number of submissions that were rejected: each has a key of its own. */
  rejections: z.int().check(z.gte(0), z.lte(1_000_000)),
});

// A draft of an earlier version can have paths that no longer exist.
const storedTexts = z.record(z.string(), z.string());
const storedContent = z.object({
  texts: storedTexts,
  businessCountry: z.nullable(z.string()),
  sent: z.nullable(storedTexts),
  rejections: z.number(),
});
/** See {@link content}, as stored. */
export type DraftContent = z.infer<typeof storedContent>;

/**
 * The id of a draft is made by the browser, so that a repeated request creates no second draft. It
 * is also the idempotency key of the lead: see {@link draftKey}.
 */
const draftId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Send 32 hexadecimal digits.'));

/** Returns the idempotency key with which a draft is submitted. */
export function draftKey(id: string, { rejections }: Pick<DraftContent, 'rejections'>): string {
  return rejections === 0 ? id : `${id}.${rejections}`;
}

/** Returns the id of the draft that an idempotency key belongs to; undefined for another key. */
export const draftOfKey = (key: string) => /^([0-9a-f]{32})(?:\.\d{1,7})?$/.exec(key)?.[1];

/** A draft. Once submitted, it only says which lead it became. */
const draft = z.object({
  id: z.string(),
  content: z.nullable(storedContent),
  /** The lead that the draft became; null before. */
  leadId: z.nullable(z.string()),
  updatedAt: z.string(),
});
/** See {@link draft}. */
export type Draft = z.infer<typeof draft>;

/** A draft in the list. */
const listedDraft = z.object({
  id: z.string(),
  /**
   * The client's name as typed so far, which may be empty; so may the company. Of a text that was
   * pasted into a name, the beginning.
   */
  client: z.string(),
  company: z.string(),
  updatedAt: z.string(),
  /** The time at which the draft is deleted unless it is changed. */
  expiresAt: z.string(),
});
/** See {@link listedDraft}. */
export type ListedDraft = z.infer<typeof listedDraft>;

/**
 * Drafts of new leads, stored as they are typed. A draft belongs to one account. Versions are
 * ETags: `If-Match` makes sure that nothing is overwritten unseen.
 */
export const draftEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  listDrafts: [
    'GET /portal/drafts',
    'List the caller’s drafts of new leads, the latest change first.',
    { response: z.array(listedDraft) },
  ],
  createDraft: [
    'POST /portal/drafts',
    'Store a new draft. If there is one with this ID, it is returned unchanged.',
    {
      body: z.strictObject({ id: draftId, content }),
      maxBodyBytes: draftLimits.body,
      response: draft,
    },
  ],
  readDraft: [
    'GET /portal/drafts/:id',
    'Read one draft, or which lead it became.',
    { response: draft },
  ],
  saveDraft: [
    'PUT /portal/drafts/:id',
    'Replace the content of a draft; 412 if it is no longer the version of If-Match.',
    {
      body: z.strictObject({ content }),
      maxBodyBytes: draftLimits.body,
      response: z.object({ updatedAt: z.string() }),
    },
  ],
  discardDraft: ['DELETE /portal/drafts/:id', 'Delete a draft.'],
});

/**
 * The fields of a lead that say who to call about it: most people enter the same values every time.
 * Indexes of the database name them too: see `server/leads/broker-details.store.ts`.
 */
export const brokerDetailNames = [
  'callClientOrBroker',
  'callOnBehalfOf',
  'brokerContactName',
  'brokerContactEmail',
  'brokerContactNumber',
] as const;

/** The texts of these fields; a field without one is left out. */
const brokerDetails = z.partialRecord(z.enum(brokerDetailNames), z.string());
/** See {@link brokerDetails}. */
export type BrokerDetails = z.infer<typeof brokerDetails>;

/** The details that people entered about themselves before. In front of a service too. */
export const brokerDetailEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  readBrokerDetails: [
    'GET /portal/broker-details',
    'Read the broker details of my latest lead that has any: submitted in the portal, for myself.',
    { response: brokerDetails },
  ],
});

/** The fields that find an existing lead for the same client, as typed so far. */
export const clientFieldNames = [
  'firstName',
  'lastName',
  'companyName',
  'phone',
  'email',
  ...businessNumberNames,
] as const;
export type ClientFieldName = (typeof clientFieldNames)[number];

/** Two leads share one of these, or the names and the company together. */
const reason = z.enum(['phone', 'email', ...businessNumberNames, 'client']);
/** See {@link reason}. */
export type DuplicateReason = z.infer<typeof reason>;

/** Limits: of leads in a response, of searches an account can make in a minute. */
export const duplicateLimits = { leads: 3, searchesPerMinute: 60 } as const;

const typedClient = z.strictObject({
  client: z.partialRecord(z.enum(clientFieldNames), z.string().check(z.maxLength(255))),
});

/**
 * A lead for the same client, and all that it has in common with the typed fields. `lead` is null
 * if the caller may not open the lead.
 */
const duplicateLead = z.object({
  reasons: z.array(reason),
  lead: z.nullable(
    z.object({ id: z.string(), client: z.string(), status: z.string(), createdAt: z.string() }),
  ),
});
/** See {@link duplicateLead}. */
export type DuplicateLead = z.infer<typeof duplicateLead>;

/**
 * Existing leads for the client of a new one, among those of the caller's partner. The client is in
 * the body, because it may not be in an address. Only of the portal's own records.
 */
export const duplicateLeadEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  findClientLeads: [
    'POST /portal/client-leads',
    'Find the partner’s leads for the same client.',
    { body: typedClient, response: z.array(duplicateLead) },
  ],
});
