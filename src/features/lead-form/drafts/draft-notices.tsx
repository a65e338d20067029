import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { type DraftVersion, draftsQuery, useDiscardDraft } from '#src/api/new-lead/drafts.ts';
import { hasCode } from '#src/api/service-error.ts';
import { clockTime } from '#src/lib/dates.ts';
import { quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { announce, leaveWhenRemoved } from '#src/ui/elements/announcer.tsx';
import { Button, LinkButton, Link } from '#src/ui/elements/button.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import { type DraftConflict, type DraftStatus, isNothingStored } from './draft-content.ts';

import s from './drafts.module.css';

/** Says what became of the draft elsewhere, in another tab or on another computer. */
export function DraftNotice({ autosave }: { autosave: DraftAutosave }) {
  const status = useStore(autosave.status);
  if (status.stage !== 'overtaken') return null;
  if ('conflicts' in status.by)
    return <ConflictNotice {...status.by} onResolve={(side) => autosave.resolve(side)} />;

  const { leadId } = status.by;
  const what = leadId === null ? 'discarded' : 'submitted';
  return (
    <Notice
      tone="warning"
      title={`This draft was ${what} in another tab or on another computer.`}
      actions={
        <>
          {leadId !== null && <LinkButton to={paths.lead(leadId)}>Open the lead</LinkButton>}
          <Button ref={leaveWhenRemoved} onClick={() => autosave.keepAsNew()}>
            Keep as a new draft
          </Button>
        </>
      }
    >
      <p>What you typed is still here, but not saved.</p>
    </Notice>
  );
}

/** Says that the draft was sent before it was opened here, and that its outcome is not known. */
export function SentBefore() {
  return (
    <Notice tone="warning" title="We don’t know yet whether this lead was submitted.">
      <p>
        It was sent before, and no response came. Press Try again: you won’t get a duplicate lead.
      </p>
    </Notice>
  );
}

interface ConflictNoticeProps {
  conflicts: readonly DraftConflict[];
  theirs: DraftVersion;
  onResolve: (side: 'here' | 'there') => void;
}

function ConflictNotice({ conflicts, theirs, onResolve }: ConflictNoticeProps) {
  return (
    <Notice
      tone="warning"
      title="You also changed this draft in another tab or on another computer."
    >
      <p>
        The other version was saved <Time value={theirs.draft.updatedAt} />. Nothing is saved here
        until you choose.
      </p>
      <table className={s.conflicts}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Here</th>
            <th scope="col">Other version</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ path, label, here, there }) => (
            <tr key={path}>
              <th scope="row">{label}</th>
              <td translate="no">{here || 'empty'}</td>
              <td translate="no">{there || 'empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={`${s.choices} row`}>
        <Button ref={leaveWhenRemoved} onClick={() => onResolve('here')}>
          Keep what’s here
        </Button>
        <Button ref={leaveWhenRemoved} onClick={() => onResolve('there')}>
          Use the other version
        </Button>
      </div>
    </Notice>
  );
}

/** Says quietly whether the draft is saved. Only a failure is announced to screen readers, once. */
export function DraftNote({ autosave }: { autosave: DraftAutosave }) {
  const status = useStore(autosave.status);
  const hasFailed = status.stage === 'failed';
  useEffect(() => {
    if (hasFailed) announce('Your draft is not saved.');
  }, [hasFailed]);
  if (status.stage === 'failed' || status.stage === 'overtaken')
    return (
      <span className={s.error}>
        {describeStatus(status)}
        {status.stage === 'failed' && status.isFull && <DraftsInNewTab />}
      </span>
    );
  return describeStatus(status);
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
  return <LinkButton to={paths.drafts()}>{quantity(others, 'other draft')}</LinkButton>;
}

interface DiscardDraftProps {
  autosave: DraftAutosave;
  /** Whether files were added to the form, which are removed too. */
  hasFiles: boolean;
  onDiscarded: () => void;
}

/** Discards the draft of the form, after a question. */
export function DiscardDraft({ autosave, hasFiles, onDiscarded }: DiscardDraftProps) {
  const status = useStore(autosave.status);
  const [isAsked, setIsAsked] = useState(false);
  if (isNothingStored(status)) return null;
  return (
    <>
      <Button variant="plain" onClick={() => setIsAsked(true)}>
        Discard draft
      </Button>
      {isAsked && (
        <DiscardDialog
          id={autosave.id}
          lost={hasFiles ? 'What you typed is deleted, and your files are removed.' : undefined}
          // A request that is still running would store the draft again.
          before={async () => autosave.flush()}
          onClose={() => setIsAsked(false)}
          onDiscarded={() => {
            autosave.end();
            onDiscarded();
          }}
        />
      )}
    </>
  );
}

interface DiscardDialogProps {
  id: string;
  /** Says what is lost, as a sentence. */
  lost?: string | undefined;
  before?: () => Promise<void>;
  onClose: () => void;
  onDiscarded: () => void;
}

/** Asks whether to discard a draft, and discards it. */
export function DiscardDialog(props: DiscardDialogProps) {
  const { id, lost = 'What you typed is deleted.', before, onClose, onDiscarded } = props;
  const discard = useDiscardDraft();
  const [isWaiting, setIsWaiting] = useState(false);
  const handleDiscard = async () => {
    setIsWaiting(true);
    await before?.();
    setIsWaiting(false);
    const isGone = await discard.mutateAsync(id).then(
      () => true,
      (error: unknown) => hasCode(error, 'not-found'),
    );
    if (isGone) onDiscarded();
  };
  return (
    <ConfirmDialog
      title="Discard this draft?"
      confirm="Discard"
      variant="danger"
      pending={isWaiting || discard.isPending}
      pendingText="Discarding the draft"
      error={discard.error}
      onConfirm={() => void handleDiscard()}
      onClose={onClose}
    >
      <p>{lost} This can’t be undone.</p>
    </ConfirmDialog>
  );
}
