import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useChange } from '#src/api/endpoint-query.ts';
import { type DraftVersion, draftsQuery, useDiscardDraft } from '#src/api/new-lead/drafts.ts';
import { hasCode } from '#src/api/service-error.ts';
import { clockTime } from '#src/lib/dates.ts';
import { quantity } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { useStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Button } from '#src/ui/elements/button.tsx';
import { leaveWhenRemoved } from '#src/ui/elements/focus-heading.ts';
import { LinkButton } from '#src/ui/elements/link-button.tsx';
import { Link } from '#src/ui/elements/link.tsx';
import { Time } from '#src/ui/elements/time.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';
import { Failure, Notice } from '#src/ui/feedback/notice.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import { type DraftStatus, isNothingStored, listDiffering } from './draft-content.ts';

import s from './drafts.module.css';

/** Says what happened to the draft elsewhere, in another tab or on another computer. */
export function DraftNotice({ autosave }: { autosave: DraftAutosave }) {
  const status = useStore(autosave.status);
  if (status.stage !== 'overtaken') return null;
  if ('theirs' in status.by) return <ChangedNotice autosave={autosave} {...status.by} />;

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

/** Lets the person choose the version to go on with: the other one becomes a draft of its own. */
function ChangedNotice({ autosave, theirs }: { autosave: DraftAutosave; theirs: DraftVersion }) {
  const { mutate, error, isPending, variables } = useChange(
    draftsQuery,
    async (side: 'here' | 'there') => autosave.resolve(side),
  );
  const [shown] = useState(autosave.content.texts);
  const differing = listDiffering(shown, theirs.draft.content?.texts ?? {});
  return (
    <>
      <Notice
        tone="warning"
        title="This draft was changed in another tab or on another computer."
        actions={
          <>
            <Button
              ref={leaveWhenRemoved}
              pending={isPending && variables === 'here'}
              onClick={() => mutate('here')}
            >
              Keep what’s here
            </Button>
            <Button
              ref={leaveWhenRemoved}
              pending={isPending && variables === 'there'}
              onClick={() => mutate('there')}
            >
              Load the other version
            </Button>
          </>
        }
      >
        <p>
          The other version was saved <Time value={theirs.draft.updatedAt} /> and differs in{' '}
          {nameFields(differing)}. The version that you don’t choose stays in your drafts.
        </p>
      </Notice>
      <Failure title="Couldn’t keep the other version" error={error} />
    </>
  );
}

/** Returns the names of fields in a sentence: "First name, Phone and 3 other fields". */
function nameFields(labels: readonly string[]): string {
  const [named, others] = [labels.slice(0, 3), labels.length - 3];
  return new Intl.ListFormat('en-AU').format(
    others > 0 ? [...named, quantity(others, 'other field')] : named,
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
      <span className={`${s.error} danger medium`}>
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
    return `Not saved: ${'theirs' in status.by ? 'choose a version' : 'see'} above.`;
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
  const [isConfirming, setIsConfirming] = useState(false);
  if (isNothingStored(status)) return null;
  return (
    <>
      <Button variant="plain" onClick={() => setIsConfirming(true)}>
        Discard draft
      </Button>
      {isConfirming && (
        <DiscardDialog
          id={autosave.id}
          lost={hasFiles ? 'What you typed is deleted, and your files are removed.' : undefined}
          // A request that is still running would store the draft again.
          before={async () => autosave.flush()}
          onClose={() => setIsConfirming(false)}
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
  /** A sentence about what would be lost. */
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
