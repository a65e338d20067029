import { useEffect } from 'react';

import { clockTime } from '#src/lib/dates.ts';
import { useStore } from '#src/lib/use-store.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import type { DraftStatus } from './draft-content.ts';

/**
 * Says quietly whether the draft is saved. Only a failure is announced to screen readers, once.
 */
export function DraftNote({ autosave }: { autosave: DraftAutosave }) {
  const status = useStore(autosave.status);
  const hasFailed = status.stage === 'failed';
  useEffect(() => {
    if (hasFailed) announce('Your draft is not saved.');
  }, [hasFailed]);
  return textOf(status);
}

function textOf(status: DraftStatus): string | null {
  if (status.stage === 'unsaved') return 'Saving…';
  if (status.stage === 'saved') return `Saved ${clockTime(status.at, Date.now())}`;
  if (status.stage === 'conflict') return 'Not saved: choose a version above.';
  if (status.stage !== 'failed') return null;
  return `Not saved: ${status.message}${status.isRetrying ? '. Trying again…' : ''}`;
}
