import {
  noChoices,
  type LeaveOutReason,
  type UploadChoices,
} from '#contract/bulk-upload/bulk-uploads.ts';
import { duplicateKeyNames } from '#contract/bulk-upload/duplicate-keys.ts';
import type { DuplicateRows } from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';

import { rowFlags, type RowStates } from './row-states.ts';
import type { DuplicateGroup } from './sheet.ts';

/** The lead that a row repeats. */
export interface RepeatedLead {
  readonly leadId: string;
  readonly client: string;
  readonly key: string;
}

/**
 * Which rows are left out, and why. The user's choice for a single row takes precedence over the
 * choices for all duplicates. Rows count from 0.
 */
export class LeftOutRows {
  /** By row. */
  readonly #leads = new Map<number, RepeatedLead>();
  readonly #states: RowStates;
  readonly #duplicates: DuplicateRows;
  readonly #isCorrected: (row: number) => boolean;
  #chosen: UploadChoices['leaveOut'] = noChoices.leaveOut;
  #single = new Map<number, boolean>();

  /** `isCorrected`: whether a person edited a row, and no cell of it has an issue any more. */
  constructor(states: RowStates, duplicates: DuplicateRows, isCorrected: (row: number) => boolean) {
    this.#states = states;
    this.#isCorrected = isCorrected;
    this.#duplicates = duplicates;
    this.reconcile(duplicates.rows());
  }

  get leads(): number {
    return this.#leads.size;
  }

  choose(leaveOut: UploadChoices['leaveOut']): void {
    const before = this.#single.keys();
    this.#chosen = leaveOut;
    this.#single = new Map(
      leaveOut.rows.map(({ row, leaveOut: isOut }) => [row - firstRowNumber, isOut]),
    );
    this.reconcile([
      ...before,
      ...this.#single.keys(),
      ...this.#duplicates.rows(),
      ...this.#leads.keys(),
    ]);
  }

  /** Replaces the leads found by an earlier search. */
  setLeads(leads: Iterable<readonly [row: number, lead: RepeatedLead]>): void {
    const before = [...this.#leads.keys()];
    this.#leads.clear();
    for (const [row, lead] of leads) this.#leads.set(row, lead);
    this.reconcile([...before, ...this.#leads.keys()]);
  }

  /**
   * Decides again what these rows repeat and whether they are left out, after their cells, their
   * duplicates or the choices changed.
   */
  reconcile(rows: Iterable<number>): void {
    for (const row of rows) {
      if (row < 0 || row >= this.#states.length) continue;
      const repeatsRow = this.#duplicates.repeated(row) !== undefined;
      const repeatsLead = this.#leads.has(row);
      this.#states.set(row, rowFlags.repeatsRow, repeatsRow);
      this.#states.set(row, rowFlags.repeatsLead, repeatsLead);
      this.#states.set(row, rowFlags.leftOut, this.#isLeftOut(row, repeatsRow, repeatsLead));
    }
  }

  #isLeftOut(row: number, repeatsRow: boolean, repeatsLead: boolean): boolean {
    const single = this.#single.get(row);
    // A row left out for what was wrong with it comes back once that is corrected.
    if (single !== undefined)
      return single && (repeatsRow || repeatsLead || !this.#isCorrected(row));
    const { duplicateRows, duplicateLeads } = this.#chosen;
    return (duplicateRows && repeatsRow) || (duplicateLeads && repeatsLead);
  }

  /** Returns why a row is left out, and the row number or the lead id that it repeats. */
  reason(row: number): { reason: LeaveOutReason; of: string | null } {
    const repeated = this.#duplicates.repeated(row);
    if (repeated) return { reason: 'duplicate-row', of: String(repeated.of + firstRowNumber) };
    const lead = this.#leads.get(row);
    return lead ? { reason: 'duplicate-lead', of: lead.leadId } : { reason: 'person', of: null };
  }

  /** Returns the rows that repeat an earlier row, or a lead, in order. */
  rows(of: 'rows' | 'leads'): Uint32Array {
    return of === 'rows'
      ? this.#duplicates.rows()
      : Uint32Array.from(this.#leads.keys()).toSorted();
  }

  /** Returns a page of the duplicates. */
  groups(of: 'rows' | 'leads', first: number, count: number): DuplicateGroup[] {
    return [...this.rows(of).subarray(first, first + count)].flatMap((row) => {
      const repeats = of === 'rows' ? this.#repeatedRow(row) : this.#repeatedLead(row);
      const isLeftOut = this.#states.has(row, rowFlags.leftOut);
      return repeats ? [{ row: row + firstRowNumber, isLeftOut, ...repeats }] : [];
    });
  }

  #repeatedRow(row: number) {
    const repeated = this.#duplicates.repeated(row);
    if (!repeated) return undefined;
    const shared = sharedWords(duplicateKeyNames[repeated.kind]);
    return { of: { row: repeated.of + firstRowNumber }, shared };
  }

  #repeatedLead(row: number) {
    const lead = this.#leads.get(row);
    if (!lead) return undefined;
    const { leadId, client, key } = lead;
    return { of: { leadId, client }, shared: sharedWords(key.slice(0, key.indexOf(':'))) };
  }
}

/** Returns the words for what two duplicates share. */
function sharedWords(kind: string | undefined): string {
  if (kind === 'phone' || kind === 'email') return kind;
  return kind === 'reference' || kind === 'partnerLeadReferenceId'
    ? 'reference'
    : 'business number';
}
