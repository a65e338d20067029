import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { draftQuery } from '#src/api/new-lead/drafts.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import type { LoadError } from '#src/lib/load-error.ts';

import { unsavedDraft } from './draft-content.ts';
import type { PageDraft } from './use-draft-id.ts';
import type { OpenedDraft } from './use-draft.ts';

/** How far the draft of a page is opened. `submitted`: it is a lead now. */
export type DraftOpening =
  | { readonly stage: 'loading' }
  | { readonly stage: 'failed'; readonly loadError: LoadError }
  | { readonly stage: 'submitted'; readonly leadId: string }
  | { readonly stage: 'opened'; readonly draft: OpenedDraft };

/** Opens the draft of the page: a new one, one as it was left in this tab, or a stored one. */
export function useOpenedDraft(draft: PageDraft): DraftOpening {
  const { id, isStartedHere, setStarted } = draft;
  const [known, setKnown] = useState(() => findInTab(draft));
  const inTab = known.id === id ? known : findInTab(draft);
  if (inTab !== known) setKnown(inTab);
  const { isNew, unsaved } = inTab;
  const isStored = !isNew && unsaved === undefined;
  const query = useQuery({ ...draftQuery(id), enabled: isStored });
  const loadError = useLoadError(query);
  // The draft started here was never stored, because its text was deleted again.
  if (!isNew && isStartedHere && loadError?.isNotFound) setKnown({ ...inTab, isNew: true });

  const { data: stored } = query;
  if (!isStored || stored?.draft.content)
    return { stage: 'opened', draft: { id, stored, unsaved, onStarted: setStarted } };
  if (stored) return { stage: 'submitted', leadId: stored.draft.leadId ?? '' };
  return loadError?.hasFailed ? { stage: 'failed', loadError } : { stage: 'loading' };
}

/**
 * Returns what this tab has of a draft. Text typed before the user left and came back may be on its
 * way to the service.
 */
function findInTab({ id, isNew }: PageDraft) {
  return { id, isNew, unsaved: isNew ? undefined : unsavedDraft(id) };
}
