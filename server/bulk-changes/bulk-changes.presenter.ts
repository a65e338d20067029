import {
  type BulkChange,
  bulkChangeLimits,
  type ChangePreview,
  type LeftByReason,
} from '#contract/portal/bulk-changes.ts';

import { undoUntil } from './bulk-changes.rules.ts';
import type { BulkChangeRow } from './bulk-changes.store.ts';
import type { SortedLead, NamedLead, WhyLeft } from './changed-leads.store.ts';

/** The most leads named among those to change, and among those left for one reason. */
const maxNamed = { first: 5, left: 10 } as const;

const reasons: Readonly<Record<Exclude<WhyLeft, 'unchanged'>, string>> = {
  'no-access': 'This lead doesn’t exist, or you don’t have access to it.',
  'notes-too-long': `Its notes would have more than ${bulkChangeLimits.notes.toLocaleString('en')} characters.`,
  'reassigned-since': 'It has been reassigned since.',
  'note-edited': 'The note has been edited since.',
  'note-erased': 'The text of the note has been erased, because it may be about a person.',
};

/** Leads that are left as they are for one reason: how many, and the ids of the first. */
export interface LeftIds {
  readonly why: keyof typeof reasons;
  readonly total: number;
  readonly ids: readonly string[];
}

/** Returns leads by why they are left as they are, except those that need no change. */
export function groupLeft(sorted: readonly SortedLead[]): LeftIds[] {
  const groups = Map.groupBy(sorted, ({ why }) => why);
  return [...groups].flatMap(([why, leads]) =>
    why === null || why === 'unchanged'
      ? []
      : [{ why, total: leads.length, ids: leads.slice(0, maxNamed.left).map(({ id }) => id) }],
  );
}

type Names = ReadonlyMap<string, NamedLead>;

/** Returns the leads that are left, with the names that the reader may know. */
export function presentLeft(left: readonly LeftIds[], names: Names): LeftByReason[] {
  return left.map(({ why, total, ids }) => ({
    reason: reasons[why],
    total,
    leads: ids.map((id) => {
      const { client = '', company = '' } = names.get(id) ?? {};
      return { id, client, company };
    }),
  }));
}

/** Returns the ids of the first leads that would be changed. */
export const firstChanged = (sorted: readonly SortedLead[]): string[] =>
  sorted
    .filter(({ why }) => why === null)
    .slice(0, maxNamed.first)
    .map(({ id }) => id);

/** Returns what a change would do to leads, whose first have names. */
export function presentPreview(
  sorted: readonly SortedLead[],
  { names, ...rest }: { names: Names } & Pick<ChangePreview, 'previewedAt' | 'contactName'>,
): ChangePreview {
  const count = (counted: WhyLeft | null) => sorted.filter(({ why }) => why === counted).length;
  return {
    ...rest,
    changed: count(null),
    unchanged: count('unchanged'),
    first: firstChanged(sorted).flatMap((id) => names.get(id) ?? []),
    rejected: presentLeft(groupLeft(sorted), names),
  };
}

/** Returns a bulk change as the contract has it. */
export function presentBulkChange(row: BulkChangeRow): BulkChange {
  const { id, kind, changed, unchanged, rejected, undone, superseded } = row;
  return {
    id,
    kind,
    contactName: row.contact_name,
    isUndone: row.state === 'undone',
    changed,
    unchanged,
    rejected,
    undone,
    superseded,
    undoUntil: undoUntil(row)?.toISOString() ?? null,
  };
}
