import { useEffect, useState } from 'react';

import { type DraftContent, draftKey } from '#contract/portal/new-lead/drafts.ts';
import type { DraftVersion } from '#src/api/new-lead/drafts.ts';
import { leadControls, type LeadFormValues } from '#src/forms/lead-paths.ts';
import type { LeadForm } from '#src/forms/use-lead-form.ts';
import { useStore } from '#src/lib/use-store.ts';

import { DraftAutosave } from './draft-autosave.ts';
import { type DraftStatus, type DraftTexts, textsOf, valuesOf } from './draft-content.ts';

/** The draft that a form edits. */
export interface OpenedDraft {
  readonly id: string;
  /** undefined for a new draft, which is stored once something is typed. */
  readonly stored?: DraftVersion | undefined;
  /** Called with the id under which the draft is stored, for the address of the page. */
  readonly onStored: (id: string) => void;
}

/** The draft of a form, saved while it is typed, and what its submission needs of it. */
export interface FormDraft {
  /** Whether something typed would be lost, and cannot be saved by itself. */
  readonly isAtRisk: boolean;
  readonly autosave: DraftAutosave;
  readonly submission: DraftSubmission;
}

/** What the submission of a draft needs of it. */
export interface DraftSubmission {
  /** The values that were sent and have no known outcome, when the draft was opened. */
  readonly sent: LeadFormValues | undefined;
  /** Returns the idempotency key of the next submission. */
  readonly key: () => string;
  /** Saves what is about to be sent, so that its outcome can be found out after a reload. */
  readonly begin: (values: LeadFormValues) => Promise<void>;
  /** The lead was certainly not created: the next submission has another key. */
  readonly reject: () => void;
  /** Nothing was sent: the next submission has the same key. */
  readonly cancel: () => void;
  /** The draft became a lead. */
  readonly end: () => void;
}

interface DraftOptions {
  readonly form: LeadForm;
  readonly draft: OpenedDraft;
  readonly businessCountry: string | undefined;
}

/** Returns the content of a draft of which nothing is typed yet. */
function emptyContent(texts: DraftTexts): DraftContent {
  return { texts, businessCountry: null, sent: null, rejections: 0 };
}

/** Saves a form as a draft while it is typed, and adds to the form what was typed elsewhere. */
export function useDraft({ form, draft, businessCountry }: DraftOptions): FormDraft {
  const [autosave] = useState(
    () =>
      new DraftAutosave(draft.id, {
        stored: draft.stored,
        initial: draft.stored?.draft.content ?? emptyContent(textsOf(form.getValues())),
        onStored: draft.onStored,
        onTaken: (texts) => {
          for (const { path } of leadControls())
            if (path in texts)
              form.setValue(path, texts[path] ?? '', { shouldDirty: true, shouldValidate: true });
        },
      }),
  );
  const { status } = autosave;
  const isAtRisk = useStore({ ...status, get: () => isStageAtRisk(status.get().stage) });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => autosave.change({ texts: textsOf(values) }),
      }),
    [autosave, form],
  );
  useEffect(
    () => autosave.change({ businessCountry: businessCountry ?? null }),
    [autosave, businessCountry],
  );
  useEffect(() => {
    const save = () => void autosave.flush();
    // What follows a field may be the end of the session, or of the page.
    const events = ['focusout', 'visibilitychange'] as const;
    for (const event of events) document.addEventListener(event, save);
    autosave.showForm(true);
    return () => {
      autosave.showForm(false);
      for (const event of events) document.removeEventListener(event, save);
      save();
    };
  }, [autosave]);

  return {
    isAtRisk,
    autosave,
    submission: {
      sent: sentOf(draft.stored),
      key: () => draftKey(autosave.id, autosave.content),
      begin: async (values) => {
        autosave.change({ sent: textsOf(values) });
        await autosave.flush();
      },
      reject: () => autosave.change({ sent: null, rejections: autosave.content.rejections + 1 }),
      cancel: () => autosave.change({ sent: null }),
      end: () => autosave.end(),
    },
  };
}

function isStageAtRisk(stage: DraftStatus['stage']): boolean {
  return stage === 'failed' || stage === 'conflict' || stage === 'discarded';
}

function sentOf(stored: DraftVersion | undefined): LeadFormValues | undefined {
  const sent = stored?.draft.content?.sent;
  return sent ? valuesOf(sent) : undefined;
}
