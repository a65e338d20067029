import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { validated } from '#contract/v1/fields.ts';
import { pageParameters } from '#contract/v1/lists.ts';
import { maxNotesLength } from '#contract/v1/records.ts';
import { textRule } from '#contract/v1/rules/rules.ts';

import { viewLimits } from './views.ts';

const maxNote = 2000;
/**
 * Limits of a bulk change: how many leads it can have, the characters of a note, and those of a
 * lead's notes with it.
 */
export const bulkChangeLimits = { leads: 100_000, note: maxNote, notes: maxNotesLength } as const;

/** How long after its end a bulk change can be undone, in milliseconds. */
export const undoPeriodMs = 10 * 60 * 1000;

/** How many records can be selected one by one, on one page or several. */
export const maxSelectedIds = 1000;

/** The records of a list that were selected: some by their ids, or all that a query finds. */
export const selection = z.union([
  z.strictObject({
    ids: z
      .array(z.string().check(z.maxLength(100)))
      .check(z.minLength(1, 'Select a record.'), z.maxLength(maxSelectedIds)),
  }),
  z.strictObject({ query: z.string().check(z.maxLength(viewLimits.query)) }),
]);
export type Selection = z.infer<typeof selection>;

const reassignment = z.strictObject({
  kind: z.literal('reassign'),
  brokerRepId: z.string().check(z.minLength(1)),
});
const addedNote = z.pipe(
  z.string().check(z.trim(), z.minLength(1, 'Enter a note.')),
  validated(textRule(maxNote, true)),
);

/** The change of every lead of a bulk change: another contact, or a line added to its notes. */
const change = z.discriminatedUnion('kind', [
  reassignment,
  z.strictObject({ kind: z.literal('add-note'), note: addedNote }),
]);
export type Change = z.infer<typeof change>;

/** The same, as it was stored; the note is empty once a person's data were erased. */
const storedChange = z.discriminatedUnion('kind', [
  reassignment,
  z.strictObject({ kind: z.literal('add-note'), note: z.string() }),
]);

/**
 * What became of a lead. `pending`: not changed yet; `unchanged`: it already is as it should be;
 * `rejected`: it cannot be changed, and why; `undone`: it is as before; `superseded`: not undone,
 * because it has been changed since.
 */
export const changeOutcomes = [
  'pending',
  'changed',
  'unchanged',
  'rejected',
  'undone',
  'superseded',
] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/**
 * `prepared`: nothing is changed yet; `applying` and `undoing`: the service works on it, whether or
 * not anybody watches.
 */
export const bulkChangeStates = ['prepared', 'applying', 'applied', 'undoing', 'undone'] as const;
export type BulkChangeState = (typeof bulkChangeStates)[number];

/** One change to many leads. */
export const bulkChange = z.object({
  id: z.string(),
  state: z.enum(bulkChangeStates),
  change: storedChange,
  /** The name of the contact to whom the leads are reassigned; null for a note. */
  contactName: z.nullable(z.string()),
  /** The name of the person. */
  createdBy: z.string(),
  /** Whether the reader made it. Of others’ changes, partner admins read those of the partner. */
  isOwn: z.boolean(),
  createdAt: z.string(),
  /** How many leads were selected. */
  total: z.number(),
  /** How many leads have each outcome; before it is applied, what is to be expected. */
  outcomes: z.record(z.enum(changeOutcomes), z.number()),
  /**
   * Until when the reader can undo it; null before its end, if nothing changed, once undone, and
   * for a change of somebody else.
   */
  undoUntil: z.nullable(z.string()),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** A lead of a bulk change. */
export const changedLead = z.object({
  id: z.string(),
  /** The client's name and company, which may be empty. */
  client: z.string(),
  company: z.string(),
  /** The name of its contact before the change. */
  contactBefore: z.string(),
  outcome: z.enum(changeOutcomes),
  /** Says why it was left unchanged, rejected or not undone; empty otherwise. */
  reason: z.string(),
});
export type ChangedLead = z.infer<typeof changedLead>;

/** The query of the leads of a bulk change. */
export const changedLeadListQuery = z.object({
  ...pageParameters,
  /** Only leads with this outcome. */
  outcome: z.optional(z.enum(changeOutcomes)),
});

/**
 * Changes to many leads at once. A change is prepared, which changes nothing and says what it would
 * do, then applied, and can be undone for a while. Each lead is changed at most once. Only partner
 * admins reassign. The query of a selection is in the body, so that no name is in an address.
 */
export const bulkChangeEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  prepareBulkChange: [
    'POST /portal/bulk-changes',
    'Prepare a change to many leads and say what it would do. Nothing is changed yet.',
    { body: z.strictObject({ selection, change }), response: bulkChange },
  ],
  listBulkChanges: [
    'GET /portal/bulk-changes',
    'List the latest 50 bulk changes that were applied, newest first: mine, or as a partner admin those of the partner.',
    { response: z.array(bulkChange) },
  ],
  readBulkChange: [
    'GET /portal/bulk-changes/:id',
    'Read how far a bulk change is: mine, or as a partner admin one of the partner.',
    { response: bulkChange },
  ],
  listChangedLeads: [
    'GET /portal/bulk-changes/:id/leads',
    'List the leads of a bulk change with what became of each.',
    { query: changedLeadListQuery, response: z.array(changedLead) },
  ],
  applyBulkChange: [
    'POST /portal/bulk-changes/:id/apply',
    'Apply my prepared change. A repeated request changes nothing more.',
    { response: bulkChange },
  ],
  undoBulkChange: [
    'POST /portal/bulk-changes/:id/undo',
    'Undo my change within 10 minutes of its end, except where a lead has changed since.',
    { response: bulkChange },
  ],
});
