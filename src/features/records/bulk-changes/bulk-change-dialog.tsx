import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

import {
  type BulkChange,
  bulkChangeLimits,
  type Change,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import { bulkChangeQuery, isInProgress, useBulkChange } from '#src/api/records/bulk-changes.ts';
import { clearSelection } from '#src/features/records/selection/use-range-selection.ts';
import { count } from '#src/lib/numbers.ts';
import { paths } from '#src/lib/paths.ts';
import { Button, LinkButton } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';
import { Failure } from '#src/ui/feedback/notice.tsx';
import { TextArea } from '#src/ui/form/field.tsx';

import { ChangePreview, ContactChoice } from './change-preview.tsx';
import { ChangeStatus } from './change-status.tsx';
import { applyWords } from './change-words.ts';

interface BulkChangeDialogProps {
  kind: Change['kind'];
  selection: Selection;
  onClose: () => void;
}

const titles = { reassign: 'Reassign leads', 'add-note': 'Add a note' } as const;

/** Asks for a contact or a note, says what would change, applies it and shows how far it is. */
export function BulkChangeDialog({ kind, selection, onClose }: BulkChangeDialogProps) {
  const formId = useId();
  const [input, setInput] = useState('');
  const [prepared, setPrepared] = useState<BulkChange>();
  const { prepare, apply } = useBulkChange();

  const start = (change: Change) =>
    prepare.mutate({ selection, change }, { onSuccess: setPrepared });

  const handleBack = () => {
    // Its failure is not one of the next change.
    apply.reset();
    flushSync(() => setPrepared(undefined));
    focusInput(document.getElementById(formId));
  };

  const { data: applied } = apply;
  const query = { ...bulkChangeQuery(applied?.id ?? ''), enabled: applied !== undefined };
  const change = useQuery(query).data ?? applied;
  // Functions, not components: it is one dialog, which keeps the focus from step to step.
  if (change) return renderApplied({ kind, change, onClose });
  if (prepared) return renderPrepared({ kind, prepared, apply, onClose, onBack: handleBack });
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
              pending={prepare.isPending}
              pendingText="Checking the leads"
            >
              Continue
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <Failure title="Couldn’t check the leads" error={prepare.error} />
      {kind === 'reassign' ? (
        <ContactChoice
          id={formId}
          chosen={input}
          isPending={prepare.isPending}
          onChoose={(brokerRepId) => {
            setInput(brokerRepId);
            start({ kind, brokerRepId });
          }}
        />
      ) : (
        <NoteForm
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
  id: string;
  note: string;
  onChange: (note: string) => void;
  onSubmit: () => void;
}

function NoteForm({ id, note, onChange, onSubmit }: NoteFormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
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

interface AppliedStep extends Pick<BulkChangeDialogProps, 'kind' | 'onClose'> {
  change: BulkChange;
}

/** Shows how far a change is that was applied. */
function renderApplied({ kind, change, onClose }: AppliedStep) {
  return (
    <Dialog
      title={titles[kind]}
      onClose={onClose}
      actions={
        <>
          <Button variant="main" onClick={onClose}>
            Close
          </Button>
          <LinkButton to={paths.bulkChange(change.id)}>
            {isInProgress(change) ? 'View progress' : 'View each lead'}
          </LinkButton>
        </>
      }
    >
      <ChangeStatus change={change} />
    </Dialog>
  );
}

interface PreparedStep extends Pick<BulkChangeDialogProps, 'kind' | 'onClose'> {
  prepared: BulkChange;
  apply: ReturnType<typeof useBulkChange>['apply'];
  onBack: () => void;
}

/** Says what a prepared change would do, and applies it. */
function renderPrepared({ kind, prepared, apply, onBack, onClose }: PreparedStep) {
  return (
    <Dialog
      title={titles[kind]}
      onClose={onClose}
      actions={
        <>
          {prepared.outcomes.pending > 0 && (
            <Button
              variant="main"
              pending={apply.isPending}
              onClick={() => apply.mutate(prepared.id, { onSuccess: clearSelection })}
            >
              {applyWords(prepared)}
            </Button>
          )}
          <Button onClick={onBack}>Back</Button>
        </>
      }
    >
      <Failure title="Couldn’t start the change" error={apply.error} />
      <ChangePreview change={prepared} />
    </Dialog>
  );
}

/** Focuses the note; or the contact that was pressed, which a search may have hidden. */
function focusInput(form: HTMLElement | null): void {
  const fields = ['[data-chosen]', 'input, textarea, button'].map((selector) =>
    form?.querySelector<HTMLElement>(selector),
  );
  fields.find((field) => field)?.focus();
}

/** Returns what is missing; undefined if nothing is. */
function noteError(note: string): string | undefined {
  const text = note.trim();
  if (text === '') return 'Enter a note.';
  const { length } = Array.from(text);
  if (length <= bulkChangeLimits.note) return undefined;
  return `Use at most ${count(bulkChangeLimits.note)} characters. These are ${count(length)}.`;
}
