import { useEffect } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/use-store.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Link } from '#src/ui/elements/link.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import type { DraftStatus } from './draft-content.ts';
import { type CutText, cutInWords } from './draft-size.ts';

import s from './drafts.module.css';

interface DraftNoteProps {
  autosave: DraftAutosave;
  /** The texts of which only the beginning is saved. */
  cut: readonly CutText[];
}

/**
 * Says quietly whether the draft is saved. Only a failure, and a text that is too long to be saved
 * in full, are announced to screen readers, once.
 */
export function DraftNote({ autosave, cut }: DraftNoteProps) {
  const status = useStore(autosave.status);
  const cutNames = cut.map(({ label }) => label).join(', ');
  const hasFailed = status.stage === 'failed';
  useEffect(() => {
    if (hasFailed) announce('Your draft is not saved.');
  }, [hasFailed]);
  useEffect(() => {
    if (cutNames !== '') announce(`Too long to be saved in full: ${cutNames}.`);
  }, [cutNames]);
  if (unsavedStages.has(status.stage))
    return (
      <span className={s.error}>
        {textOf(status)}
        {status.stage === 'failed' && status.isFull && <DraftsInNewTab />}
      </span>
    );
  if (cut.length === 0) return textOf(status);
  if (status.stage === 'saved') return `${textOf(status)}. ${cutInWords(cut)}`;
  return status.stage === 'unsaved' ? `Saving… ${cutInWords(cut)}` : textOf(status);
}

/** Opens the drafts beside the form, which is saved once one is gone and its tab is shown again. */
function DraftsInNewTab() {
  return (
    <>
      {' '}
      <Link to={paths.drafts()} target="_blank" aria-label="View drafts in a new tab">
        View drafts
      </Link>
    </>
  );
}

/** The stages in which something typed is not saved and does not become so by itself. */
const unsavedStages: ReadonlySet<DraftStatus['stage']> = new Set([
  'failed',
  'conflict',
  'discarded',
  'submitted',
]);

function textOf(status: DraftStatus): string | null {
  if (status.stage === 'unsaved') return 'Saving…';
  if (status.stage === 'saved') return `Saved ${clockTime(status.at, Date.now())}`;
  if (status.stage === 'discarded' || status.stage === 'submitted') return 'Not saved: see above.';
  if (status.stage === 'conflict') return 'Not saved: choose a version above.';
  if (status.stage !== 'failed') return null;
  return `Not saved: ${status.message}${status.isRetrying ? '. Trying again…' : ''}`;
}
