import { type FormEvent, useEffect, useRef, useState } from 'react';

import { viewLimits } from '#contract/portal/views.ts';
import { hasCode } from '#src/api/service-error.ts';
import { takeTyped } from '#src/lib/type-into.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

import s from './views.module.css';

interface ViewFormProps {
  title: string;
  submitText: string;
  /** The view to edit; a new one can also be pinned. */
  initial?: { name: string; isShared: boolean };
  canShare: boolean;
  isPending?: boolean;
  /** The error if the view was not saved or deleted. */
  error: Error | null;
  onSubmit: (view: { name: string; isShared: boolean; isPinned: boolean }) => void;
  /** Deletes the view; omit for a new one. */
  onRemove?: () => void;
}

/** The name of a view, and who has it. */
export function ViewForm(props: ViewFormProps) {
  const { title, submitText, initial, canShare, isPending = false, onSubmit, onRemove } = props;
  const [name, setName] = useState(initial?.name ?? '');
  const [isShared, setIsShared] = useState(initial?.isShared ?? false);
  const [isPinned, setIsPinned] = useState(initial === undefined);
  const [submittedName, setSubmittedName] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const error = useNewError(props.error);
  const isTaken = hasCode(error, 'name-in-use');
  useEffect(() => takeTyped(nameField.current), []);
  useEffect(() => {
    if (isTaken) nameField.current?.focus();
  }, [isTaken]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmittedName(name);
    if (isBlank(name)) nameField.current?.focus();
    else onSubmit({ name, isShared, isPinned });
  };
  return (
    <form className={`${s.form} stack-small`} aria-label={title} noValidate onSubmit={handleSubmit}>
      <TextInput
        ref={nameField}
        label="Name of the view"
        // Not of another name that is typed then.
        error={name === submittedName ? nameError(name, error) : undefined}
        maxLength={viewLimits.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {canShare && (
        <Checkbox
          label="Share with everybody at your company"
          checked={isShared}
          onChange={({ target }) => setIsShared(target.checked)}
        />
      )}
      {initial === undefined && (
        <Checkbox
          label="Pin to the side bar"
          checked={isPinned}
          onChange={({ target }) => setIsPinned(target.checked)}
        />
      )}
      {error && !isTaken && (
        <p className="danger" role="alert">
          {error.message}
        </p>
      )}
      <div className="cluster">
        <Button type="submit" size="small" variant="main" pending={isPending}>
          {submitText}
        </Button>
        {initial && onRemove && <RemoveButton isShared={initial.isShared} onRemove={onRemove} />}
      </div>
    </form>
  );
}

/** Returns an error, unless it was there before the form was opened. */
function useNewError(error: Error | null): Error | null {
  const [earlier] = useState(error);
  return error === earlier ? null : error;
}

const isBlank = (name: string) => name.trim() === '';

/** Returns the error of a submitted name; undefined if it has none. */
function nameError(name: string, error: Error | null): string | undefined {
  if (isBlank(name)) return 'Enter a name.';
  return hasCode(error, 'name-in-use') ? error?.message : undefined;
}

/** Asks on the first press, and deletes the view on the second. */
function RemoveButton({ isShared, onRemove }: { isShared: boolean; onRemove: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const question = isShared ? 'Delete for everybody?' : 'Delete this view?';
  // One button, so that it keeps the focus.
  return (
    <Button
      size="small"
      variant={isAsking ? 'danger' : 'plain'}
      onClick={() => (isAsking ? onRemove() : setIsAsking(true))}
    >
      {isAsking ? question : 'Delete'}
    </Button>
  );
}
