import { bulkChangeLimits, type ChangeOutcome } from '#contract/portal/bulk-changes.ts';
import type { ChangeReason } from '#server/db/bulk-change-tables.ts';
import type { LastReassignment } from '#server/history/history.store.ts';
import type { LockedLead } from '#server/leads/leads.store.ts';
import { isWithin, type Scope } from '#server/records/records.ts';

/**
 * How many leads a batch has, at first and at least, and at most; and how long it is to take, in
 * milliseconds: the embedded database does nothing else meanwhile.
 */
export const batchSizes = { min: 50, max: 200, targetMs: 100 } as const;

/** Returns how many leads the next batch has, after one of `size` leads took `ms`. */
export function nextBatchSize(size: number, ms: number): number {
  const { min, max, targetMs } = batchSizes;
  return Math.min(max, Math.max(min, Math.round((size * targetMs) / Math.max(1, ms))));
}

/** The change of each lead of a batch, and its maker. */
export interface BatchChange {
  readonly accountId: string;
  /** The contact to whom leads are reassigned; null: a note is added. */
  readonly contactId: string | null;
  readonly note: string;
  /** The records that the account can see by now; null if it can no longer sign in. */
  readonly scope: Scope | null;
  /** Whether the account may by now reassign leads to the contact. */
  readonly canReassign: boolean;
}

/** The outcome of a lead, and the contact or the notes to store. */
export interface LeadResult {
  readonly outcome: ChangeOutcome;
  readonly reason?: ChangeReason;
  readonly contactId?: string;
  readonly notes?: string;
}

/** Returns what applying a change does to a lead. */
export function applied(lead: LockedLead, change: BatchChange): LeadResult {
  const reason = obstacle(lead, change);
  if (reason) return { outcome: 'rejected', reason };
  if (change.contactId !== null)
    return change.contactId === lead.contact_id
      ? { outcome: 'unchanged' }
      : { outcome: 'changed', contactId: change.contactId };
  if (change.note === '') return { outcome: 'rejected', reason: 'note-erased' };
  const notes = withNote(lead.notes, change.note);
  // In code points, as the contract counts the characters of notes.
  return Array.from(notes).length > bulkChangeLimits.notes
    ? { outcome: 'rejected', reason: 'notes-too-long' }
    : { outcome: 'changed', notes };
}

/** A lead before its change. */
interface Before {
  readonly contact_before: string | null;
  readonly note_at: number | null;
}

/** Returns what undoing a change does to a lead that it changed. */
export function undone(
  lead: LockedLead,
  before: Before & { readonly last: LastReassignment | undefined },
  change: BatchChange,
): LeadResult {
  const reason = obstacle(lead, change);
  if (reason) return { outcome: 'superseded', reason };
  if (change.contactId !== null)
    return isReassignedBy(change, lead, before) && before.contact_before !== null
      ? { outcome: 'undone', contactId: before.contact_before }
      : { outcome: 'superseded', reason: 'reassigned-since' };
  if (change.note === '') return { outcome: 'superseded', reason: 'note-erased' };
  const notes = withoutNote(lead.notes, before.note_at ?? 0, change.note);
  return notes === undefined
    ? { outcome: 'superseded', reason: 'note-edited' }
    : { outcome: 'undone', notes };
}

/** Returns whether a lead still has its contact by this change: nobody has reassigned it since. */
function isReassignedBy(
  { accountId, contactId }: BatchChange,
  lead: LockedLead,
  { contact_before: contactBefore, last }: Before & { last: LastReassignment | undefined },
): boolean {
  const isLast =
    last === undefined || (last.by === accountId && last.contact_before === contactBefore);
  return isLast && lead.contact_id === contactId;
}

/** Returns why the account may not change a lead; undefined if it may. */
function obstacle(lead: LockedLead, { scope, contactId, canReassign }: BatchChange) {
  if (scope === null || !isWithin(scope, lead)) return 'no-access';
  return contactId !== null && !canReassign ? 'not-allowed' : undefined;
}

/** Returns notes with a note added on a new line. */
export function withNote(notes: string, note: string): string {
  return notes === '' ? note : `${notes}\n${note}`;
}

/**
 * Returns notes without a note that was added after `at` characters, and with everything else. If
 * the note is no longer there, it is found where it has its lines to itself, once. Returns
 * undefined if it isn’t found: it has been edited.
 */
export function withoutNote(notes: string, at: number, note: string): string | undefined {
  // With a line break at both ends, a first and a last line are like any other.
  const lines = `\n${notes}\n`;
  const added = `\n${note}\n`;
  const expected = at === 0 ? 0 : at + 1;
  const first = lines.indexOf(added);
  const isThere = lines.startsWith(added, expected);
  if (!isThere && (first === -1 || first !== lines.lastIndexOf(added))) return undefined;
  const start = isThere ? expected : first;
  return `${lines.slice(0, start)}\n${lines.slice(start + added.length)}`.slice(1, -1);
}
