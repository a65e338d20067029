import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { type DraftContent, draftKey } from '#contract/portal/new-lead/new-lead.ts';
import { draftsQuery, type DraftVersion } from '#src/api/new-lead/drafts.ts';
import { leadControls, type LeadFormValues } from '#src/forms/lead-values.ts';
import type { LeadForm } from '#src/forms/use-lead-form.ts';
import { useStore } from '#src/lib/store.ts';

import { DraftAutosave } from './draft-autosave.ts';
import { type DraftTexts, isAtRisk, readTexts, toValues } from './draft-content.ts';

/** The draft that a form edits. */
export interface OpenedDraft {
  readonly id: string;
  /** undefined for a new draft, which is stored once something is typed. */
  readonly stored?: DraftVersion | undefined;
  /** The draft as it was left in this tab, if it is not saved yet. */
  readonly unsaved?: DraftAutosave | undefined;
  /** Called with the id of a new draft once something is typed, for the address of the page. */
  readonly onStarted: (id: string) => void;
}

/** Returns the content of a draft that is opened; undefined for a new one. */
export function getContent({ unsaved, stored }: OpenedDraft): DraftContent | undefined {
  return unsaved?.content ?? stored?.draft.content ?? undefined;
}

/** The part of a draft that its submission needs. */
export type DraftSubmission = ReturnType<typeof useDraft>['submission'];

interface DraftOptions {
  readonly form: LeadForm;
  readonly draft: OpenedDraft;
  readonly businessCountry: string | undefined;
}

/** Returns the content of a draft with nothing typed yet. */
function emptyContent(texts: DraftTexts): DraftContent {
  return { texts, businessCountry: null, sent: null, rejections: 0 };
}

/** Saves a form as a draft while the user types, and loads changes made elsewhere into it. */
export function useDraft({ form, draft, businessCountry }: DraftOptions) {
  const [autosave] = useState(
    () =>
      draft.unsaved ??
      new DraftAutosave(draft.id, {
        stored: draft.stored,
        initial: draft.stored?.draft.content ?? emptyContent(readTexts(form.getValues())),
      }),
  );
  /** The values that were sent and have no known outcome, when the draft was opened. */
  const [sent] = useState(() =>
    autosave.content.sent ? toValues(autosave.content.sent) : undefined,
  );
  const { status } = autosave;
  const queryClient = useQueryClient();
  const isLosing = useStore({ ...status, get: () => isAtRisk(status.get()) });
  const onStarted = useEffectEvent(draft.onStarted);
  const load = useEffectEvent((texts: DraftTexts) => {
    for (const { path } of leadControls())
      form.setValue(path, texts[path] ?? '', { shouldDirty: true, shouldValidate: true });
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => autosave.change({ texts: readTexts(values) }),
      }),
    [form, autosave],
  );
  useEffect(
    () => autosave.change({ businessCountry: businessCountry ?? null }),
    [autosave, businessCountry],
  );
  useEffect(() => {
    const stopFlushing = flushWhenLeft(autosave);
    autosave.showForm({ onStarted: (id) => onStarted(id), onLoaded: (texts) => load(texts) });
    return () => {
      autosave.showForm(undefined);
      stopFlushing();
      // The list may be read before the draft is saved.
      void autosave.save().then(async () => queryClient.invalidateQueries(draftsQuery));
    };
  }, [autosave, queryClient]);

  return {
    /** Whether something typed would be lost, and cannot be saved by itself. */
    isAtRisk: isLosing,
    autosave,
    submission: { sent, ...submissionOfDraft(autosave, queryClient) },
  };
}

/** Saves a draft at once when a field, the tab or the page is left. Returns what ends that. */
function flushWhenLeft(autosave: DraftAutosave): () => void {
  const left = new AbortController();
  const flush = () => void autosave.flush();
  // After a field, the session or the page may end.
  for (const event of ['focusout', 'visibilitychange'])
    document.addEventListener(event, flush, { signal: left.signal });
  for (const event of ['beforeunload', 'pagehide'])
    addEventListener(event, flush, { signal: left.signal });
  return () => left.abort();
}

function submissionOfDraft(autosave: DraftAutosave, queryClient: QueryClient) {
  return {
    /** Returns the idempotency key of the next submission. */
    key: () => draftKey(autosave.id, autosave.content),
    /** Saves the values about to be sent, so that their outcome can be found after a reload. */
    begin: async (values: LeadFormValues) => {
      autosave.change({ sent: readTexts(values) });
      await autosave.flush();
    },
    /** The lead was certainly not created: the next submission has another key. */
    reject: () => autosave.change({ sent: null, rejections: autosave.content.rejections + 1 }),
    /** Nothing was sent: the next submission has the same key. */
    cancel: () => autosave.change({ sent: null }),
    /** The draft became a lead. */
    end: () => {
      autosave.end();
      queryClient.setQueryData(draftsQuery.queryKey, (drafts) =>
        drafts?.filter(({ id }) => id !== autosave.id),
      );
    },
  };
}
