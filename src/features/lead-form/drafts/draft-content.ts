import { set } from 'react-hook-form';

import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import type { DraftVersion } from '#src/api/new-lead/drafts.ts';
import { toFormValues, leadControls, type LeadFormValues } from '#src/forms/lead-values.ts';

import type { DraftAutosave } from './draft-autosave.ts';

/** The texts of a form by the path of their control, without empty ones. */
export type DraftTexts = DraftContent['texts'];

const controls = leadControls();
const labels = new Map<string, string>(controls.map(({ path, label }) => [path, label]));

/** Returns the texts of form values. */
export function readTexts(values: LeadFormValues): DraftTexts {
  const entries = controls.map(({ path, textIn }) => [path, textIn(values)] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** Returns the form values of texts. Texts of fields that no longer exist are left out. */
export function toValues(texts: DraftTexts): LeadFormValues {
  const values = toFormValues();
  for (const { path } of controls) set(values, path, texts[path] ?? '');
  return values;
}

/** A text that two people, or one person in two places, changed to different texts. */
export interface DraftConflict {
  readonly path: string;
  readonly label: string;
  readonly here: string;
  readonly there: string;
}

/** The change of a draft elsewhere: contradicting texts, or its end as a lead or discarded. */
type Overtaken =
  | { readonly conflicts: readonly DraftConflict[]; readonly theirs: DraftVersion }
  /** `leadId` is null if the draft was discarded. */
  | { readonly leadId: string | null };

/**
 * Whether what is typed is saved. `saved`: nothing waits; `at` is undefined as long as nothing was
 * stored. `failed`: not yet, whether it is tried again by itself, and whether there are too many
 * drafts. `overtaken`: not before the user decides.
 */
export type DraftStatus =
  | { readonly stage: 'saved'; readonly at: number | undefined }
  | { readonly stage: 'unsaved' }
  | {
      readonly stage: 'failed';
      readonly message: string;
      readonly isRetrying: boolean;
      readonly isFull: boolean;
    }
  | { readonly stage: 'overtaken'; readonly by: Overtaken };

/** Returns whether nothing was stored of a draft, or nothing is any more. */
export function isNothingStored(status: DraftStatus): boolean {
  return status.stage === 'saved' && status.at === undefined;
}

/** Returns whether something typed is not saved, and does not become so by itself. */
export function isAtRisk(status: DraftStatus): boolean {
  if (status.stage === 'overtaken') return 'conflicts' in status.by || status.by.leadId === null;
  return status.stage === 'failed';
}

/** Returns the changes of both sides since `before`, and where they contradict each other. */
export function mergeTexts(before: DraftTexts, there: DraftTexts, here: DraftTexts) {
  const texts: DraftTexts = {};
  const taken: DraftTexts = {};
  const conflicts: DraftConflict[] = [];
  for (const path of new Set([before, there, here].flatMap((all) => Object.keys(all)))) {
    const [was = '', now = '', typed = ''] = [before[path], there[path], here[path]];
    const isTaken = typed === was && now !== was;
    if (isTaken) taken[path] = now;
    else if (typed !== now && now !== was)
      conflicts.push({ path, label: labels.get(path) ?? path, here: typed, there: now });
    const text = isTaken ? now : typed;
    if (text !== '') texts[path] = text;
  }
  return { texts, taken, conflicts };
}

/** Returns whether two drafts have the same content. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical({ texts, businessCountry, sent, rejections }: DraftContent): string {
  return JSON.stringify([sorted(texts), businessCountry, sent && sorted(sent), rejections]);
}

function sorted(texts: DraftTexts): [string, string][] {
  return Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The drafts of this tab that have something to save, by id: also those whose form was left. */
const unsaved = new Map<string, DraftAutosave>();

/** Returns the draft with this id that has something to save in this tab; undefined if none has. */
export const unsavedDraft = (id: string): DraftAutosave | undefined => unsaved.get(id);

/**
 * Remembers whether a draft has something to save. While one has, the browser asks before the
 * window is closed.
 */
export function setUnsaved(draft: DraftAutosave, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.set(draft.id, draft);
  else unsaved.delete(draft.id);
  const act = unsaved.size > 0 ? 'addEventListener' : 'removeEventListener';
  globalThis[act]?.('beforeunload', preventClosing);
}

function preventClosing(event: Event): void {
  event.preventDefault();
}
