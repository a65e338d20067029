import { set } from 'react-hook-form';

import type { DraftContent } from '#contract/portal/new-lead/new-lead.ts';
import type { DraftVersion } from '#src/api/new-lead/drafts.ts';
import { toFormValues, leadControls, type LeadFormValues } from '#src/forms/lead-values.ts';

import type { DraftAutosave } from './draft-autosave.ts';

/** The texts of a form by the path of their control, without empty ones. */
export type DraftTexts = DraftContent['texts'];

const controls = leadControls();

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

/** The change of a draft elsewhere: other texts, or its end as a lead or discarded. */
type Overtaken =
  | { readonly theirs: DraftVersion }
  /** `leadId` is null if the draft was discarded. */
  | { readonly leadId: string | null };

/**
 * Whether the typed content is saved. `saved`: nothing is pending; `at` is undefined until it was
 * stored once. `failed`: not yet, whether it retries by itself, and whether there are too many
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
  if (status.stage === 'overtaken') return 'theirs' in status.by || status.by.leadId === null;
  return status.stage === 'failed';
}

/** Returns the labels of the fields whose texts differ, in the order of the form. */
export function listDiffering(one: DraftTexts, other: DraftTexts): string[] {
  return controls.flatMap(({ path, label }) =>
    (one[path] ?? '') === (other[path] ?? '') ? [] : [label],
  );
}

/** Returns a content as that of a new draft, which has not been sent. */
export function asNewDraft(content: DraftContent): DraftContent {
  return { ...content, sent: null, rejections: 0 };
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
  const method = unsaved.size > 0 ? 'addEventListener' : 'removeEventListener';
  globalThis[method]?.('beforeunload', preventClosing);
}

function preventClosing(event: Event): void {
  event.preventDefault();
}
