import { useEffect, useState } from 'react';

import type { BulkChange } from '#contract/portal/bulk-changes.ts';
import { isInProgress } from '#src/api/records/bulk-changes.ts';
import { announce } from '#src/ui/elements/announcer.tsx';

import { announcedWords } from './change-words.ts';

/** The change whose state was announced last, and the state: several places show one change. */
let announced = '';

/**
 * Announces that a change runs and what has become of it, to who has seen it run; not how far it
 * is. Returns whether it was seen running.
 */
export function useChangeAnnouncement(change: BulkChange): boolean {
  const [first] = useState(change.state);
  const [wasSeen, setWasSeen] = useState(isInProgress(change));
  if (!wasSeen && (isInProgress(change) || change.state !== first)) setWasSeen(true);
  const state = `${change.id} ${change.state}`;
  const words = announcedWords(change);
  useEffect(() => {
    if (!wasSeen || state === announced) return;
    announced = state;
    announce(words);
  }, [wasSeen, state, words]);
  return wasSeen;
}
