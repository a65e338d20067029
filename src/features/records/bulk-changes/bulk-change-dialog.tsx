import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';

import {
  bulkChangeLimits,
  type Change,
  type ChangeResult,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import {
  bulkChangesQuery,
  type PreviewedChange,
  useBulkChange,
} from '#src/api/records/bulk-changes.ts';
import { clearSelection } from '#src/features/records/selection/use-range-selection.ts';
import { count } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { TextArea } from '#src/ui/form/text-area.tsx';

import { ContactChoice, focusInput, Preview } from './change-preview.tsx';
import { ChangeStatus } from './change-status.tsx';
import { formatMakeLabel } from './change-texts.ts';

interface BulkChangeDialogProps {
  kind: Change['kind'];
  selection: Selection;
  onClose: () => void;
}

const titles = { reassign: 'Reassign leads', 'add-note': 'Add a note' } as const;

/** Asks for a contact or a note, previews the change, makes it, and shows its result. */
export function BulkChangeDialog({ kind, selection, onClose }: BulkChangeDialogProps) {
  const formId = useId();
  const [input, setInput] = useState('');
  const [previewed, setPreviewed] = useState<PreviewedChange>();
  const [isBack, setBack] = useState(false);
  const { preview, make } = useBulkChange();

  const start = (change: Change) =>
    preview.mutate({ selection, change }, { onSuccess: setPreviewed });

  const handleBack = () => {
    // Its error must not be shown for the next change.
    make.reset();
    setPreviewed(undefined);
    setBack(true);
  };

  // With its leads that could not be changed, until it is undone from here.
  const { data: changes = [] } = useQuery({ ...bulkChangesQuery, enabled: false });
  const undone = changes.find(({ id, isUndone }) => isUndone && id === make.data?.id);
  const change = make.data && { ...make.data, ...undone };
  // Functions, not components: it is one dialog, which keeps the focus from step to step.
  if (change) return renderMade({ kind, change, onClose });
  if (previewed) return renderPreviewed({ kind, previewed, make, onClose, onBack: handleBack });
  return (
    <Dialog
      title={titles[kind]}
      onClose={onClose}
      actions={
        <>
          {kind === 'add-note' && (
            <Button
              type="submit"
              variant="main"
              form={formId}
              pending={preview.isPending}
              pendingText="Checking the leads"
            >
              Continue
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <Failure title="Couldn’t check the leads" error={preview.error} />
      {kind === 'reassign' ? (
        <ContactChoice
          ref={isBack ? focusInput : undefined}
          chosen={input}
          isPending={preview.isPending}
          onChoose={(brokerRepId) => {
            setInput(brokerRepId);
            start({ kind, brokerRepId });
          }}
        />
      ) : (
        <NoteForm
          ref={isBack ? focusInput : undefined}
          id={formId}
          note={input}
          onChange={setInput}
          onSubmit={() => start({ kind, note: input })}
        />
      )}
    </Dialog>
  );
}

interface NoteFormProps {
  ref: Ref<HTMLFormElement> | undefined;
  id: string;
  note: string;
  onChange: (note: string) => void;
  onSubmit: () => void;
}

function NoteForm({ ref, id, note, onChange, onSubmit }: NoteFormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
      ref={ref}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const problem = noteError(note);
        setError(problem);
        if (problem === undefined) onSubmit();
        else focusInput(event.currentTarget);
      }}
    >
      <TextArea
        label="Note"
        hint={`Added to the notes of each lead, on a line of its own. At most ${count(bulkChangeLimits.note)} characters.`}
        error={error}
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    </form>
  );
}

interface MadeStep extends Pick<BulkChangeDialogProps, 'kind' | 'onClose'> {
  change: ChangeResult;
}

/** Shows the result of a change, and its undo. */
function renderMade({ kind, change, onClose }: MadeStep) {
  return (
    <Dialog
      title={titles[kind]}
      onClose={onClose}
      actions={
        <Button variant="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ChangeStatus change={change} />
    </Dialog>
  );
}

interface PreviewedStep extends Pick<BulkChangeDialogProps, 'kind' | 'onClose'> {
  previewed: PreviewedChange;
  make: ReturnType<typeof useBulkChange>['make'];
  onBack: () => void;
}

/** Says what a change would do, and makes it. */
function renderPreviewed({ kind, previewed, make, onBack, onClose }: PreviewedStep) {
  return (
    <Dialog
      title={titles[kind]}
      onClose={onClose}
      actions={
        <>
          {previewed.changed > 0 && (
            <Button
              variant="main"
              pending={make.isPending}
              pendingText="Changing the leads"
              onClick={() => make.mutate(previewed, { onSuccess: clearSelection })}
            >
              {formatMakeLabel(previewed)}
            </Button>
          )}
          <Button onClick={onBack}>Back</Button>
        </>
      }
    >
      <Failure title="Couldn’t change the leads" error={make.error} />
      <Preview preview={previewed} />
    </Dialog>
  );
}

/** Returns the error of a note; undefined if it has none. */
function noteError(note: string): string | undefined {
  const text = note.trim();
  if (text === '') return 'Enter a note.';
  const { length } = Array.from(text);
  if (length <= bulkChangeLimits.note) return undefined;
  return `Use at most ${count(bulkChangeLimits.note)} characters. These are ${count(length)}.`;
}
