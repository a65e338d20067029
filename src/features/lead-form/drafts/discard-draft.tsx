import { useState } from 'react';

import { useDiscardDraft } from '#src/api/new-lead/drafts.ts';
import { hasCode } from '#src/api/service-error.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx';

import type { DraftAutosave } from './draft-autosave.ts';
import { isNothingStored } from './draft-content.ts';

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
