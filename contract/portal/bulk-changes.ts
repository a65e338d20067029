import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { validated } from '#contract/v1/fields.ts';
import { maxNotesLength } from '#contract/v1/records.ts';
import { textRule } from '#contract/v1/rules/rules.ts';

import { utcMoment } from './home.ts';
import { viewLimits } from './views.ts';

const maxNote = 2000;
/**
 * Limits of a bulk change: how many leads it can have, the characters of a note, and those of a
 * lead's notes with it.
 */
export const bulkChangeLimits = { leads: 10_000, note: maxNote, notes: maxNotesLength } as const;

/** How long after it was made a bulk change can be undone, in milliseconds. */
export const undoPeriodMs = 10 * 60 * 1000;

/** The message for a selection with more leads than that. */
export const tooManyLeads = `Narrow the list to at most ${bulkChangeLimits.leads.toLocaleString('en')} leads.`;

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

const addedNote = z.pipe(
  z.string().check(z.trim(), z.minLength(1, 'Enter a note.')),
  validated(textRule(maxNote, true)),
);

/** The change of every lead of a bulk change: another contact, or a line added to its notes. */
const change = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reassign'),
    brokerRepId: z.string().check(z.minLength(1)),
  }),
  z.strictObject({ kind: z.literal('add-note'), note: addedNote }),
]);
export type Change = z.infer<typeof change>;

/** Leads that a change leaves as they are, for one reason. */
const leftLeads = z.object({
  /** A sentence. */
  reason: z.string(),
  total: z.number(),
  /** The first of them; of a lead without access, its id alone. */
  leads: z.array(z.object({ id: z.string(), client: z.string(), company: z.string() })),
});
export type LeftByReason = z.infer<typeof leftLeads>;

/** What a change would do to the leads that are selected now. */
export const changePreview = z.object({
  /** The service's time of the preview: leads that are created later are not changed. */
  previewedAt: z.string(),
  /** The name of the new contact of the leads; null for a note. */
  contactName: z.nullable(z.string()),
  /** How many leads would be changed, and how many have the contact already. */
  changed: z.number(),
  unchanged: z.number(),
  /** The first leads that would be changed, with the name of their contact now. */
  first: z.array(
    z.object({
      id: z.string(),
      client: z.string(),
      company: z.string(),
      contact: z.string(),
    }),
  ),
  rejected: z.array(leftLeads),
});
export type ChangePreview = z.infer<typeof changePreview>;

/** One change to many leads, made by the reader. */
export const bulkChange = z.object({
  id: z.string(),
  kind: z.enum(['reassign', 'add-note']),
  /** The name of the new contact of the leads; null for a note. */
  contactName: z.nullable(z.string()),
  isUndone: z.boolean(),
  /**
   * Numbers of leads. Of those selected: changed, needed no change, could not be changed. Of those
   * changed: back to their old value, or not, because they have been changed since.
   */
  changed: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  undone: z.number(),
  superseded: z.number(),
  /** Until when it can be undone; null if nothing changed, and once undone. */
  undoUntil: z.nullable(z.string()),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** The same, with the leads that it, or its undoing, has just left as they were. */
const changeResult = z.object({ ...bulkChange.shape, left: z.array(leftLeads) });
export type ChangeResult = z.infer<typeof changeResult>;

/** What a change is of: the leads that are selected, and what becomes of each. */
const requestedChange = { selection, change };

/**
 * Changes to many leads at once, each in one transaction. A preview says what a change would do and
 * stores nothing. Only partner admins reassign. The query of a selection is in the body, so that no
 * name is in an address.
 */
export const bulkChangeEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  previewBulkChange: [
    'POST /portal/bulk-changes/preview',
    'Say what a change to many leads would do. Nothing is stored.',
    { body: z.strictObject(requestedChange), response: changePreview },
  ],
  makeBulkChange: [
    'POST /portal/bulk-changes',
    'Change the selected leads that existed at the time of the preview, at most 10,000, all at once.',
    // An earlier version’s page sends no time, with which it only asked for a preview.
    {
      body: z.strictObject({ ...requestedChange, previewedAt: utcMoment }),
      response: changeResult,
      idempotent: true,
    },
  ],
  listBulkChanges: [
    'GET /portal/bulk-changes',
    'List my bulk changes that can still be undone, newest first.',
    { response: z.array(bulkChange) },
  ],
  undoBulkChange: [
    'POST /portal/bulk-changes/:id/undo',
    'Undo my change within 10 minutes, except where a lead has changed since. A repeated request changes nothing more.',
    { response: changeResult },
  ],
});
