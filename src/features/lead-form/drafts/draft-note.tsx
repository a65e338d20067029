import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { draftsQuery } from '#src/api/new-lead/drafts.ts';
import { clockTime } from '#src/lib/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/use-store.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
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
  if (status.stage === 'failed' || status.stage === 'overtaken')
    return (
      <span className={s.error}>
        {describeStatus(status)}
        {status.stage === 'failed' && status.isFull && <DraftsInNewTab />}
      </span>
    );
  const text = describeStatus(status);
  if (cut.length === 0 || text === null) return text;
  return `${text}${status.stage === 'saved' ? '.' : ''} ${cutInWords(cut)}`;
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

function describeStatus(status: DraftStatus): string | null {
  if (status.stage === 'unsaved') return 'Saving…';
  if (status.stage === 'saved')
    return status.at === undefined ? null : `Saved ${clockTime(status.at, Date.now())}`;
  if (status.stage === 'overtaken')
    return `Not saved: ${'conflicts' in status.by ? 'choose a version' : 'see'} above.`;
  return `Not saved: ${status.message}${status.isRetrying ? '. Trying again…' : ''}`;
}

/** Links to the user's drafts, if there are others than the one that is open. */
export function DraftsLink({ openId }: { openId: string }) {
  const { data = [] } = useQuery(draftsQuery);
  const others = data.filter(({ id }) => id !== openId).length;
  if (others === 0) return null;
  return (
    <LinkButton to={paths.drafts()}>
      {others === 1 ? '1 other draft' : `${others} other drafts`}
    </LinkButton>
  );
}
