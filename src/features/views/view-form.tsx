import { type FormEvent, useState } from 'react';

import { viewLimits } from '#contract/portal/views.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Checkbox } from '#src/ui/form/choice-group.tsx';
import { Input } from '#src/ui/form/input.tsx';

import s from './views.module.css';

interface ViewFormProps {
  title: string;
  submitText: string;
  /** The view to edit; a new one can also be pinned. */
  initial?: { name: string; isShared: boolean };
  canShare: boolean;
  isPending?: boolean;
  onSubmit: (view: { name: string; isShared: boolean; isPinned: boolean }) => void;
  /** Deletes the view; omit for a new one. */
  onRemove?: () => void;
}

/** The name of a view, and who has it. */
export function ViewForm({
  title,
  submitText,
  initial,
  canShare,
  isPending = false,
  onSubmit,
  onRemove,
}: ViewFormProps) {
  const [name, setName] = useState(initial?.name ?? '');
  const [isShared, setIsShared] = useState(initial?.isShared ?? false);
  const [isPinned, setIsPinned] = useState(initial === undefined);
  const [isRemoving, setIsRemoving] = useState(false);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSubmit({ name, isShared, isPinned });
  };
  return (
    <form className={s.form} aria-label={title} onSubmit={handleSubmit}>
      <Input
        aria-label="Name of the view"
        placeholder="Name of the view"
        required
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
      <div className={s.actions}>
        <Button type="submit" size="small" variant="main" pending={isPending}>
          {submitText}
        </Button>
        {onRemove && (
          <Button
            size="small"
            variant={isRemoving ? 'danger' : 'plain'}
            onClick={isRemoving ? onRemove : () => setIsRemoving(true)}
          >
            {isRemoving ? 'Delete this view?' : 'Delete'}
          </Button>
        )}
      </div>
    </form>
  );
}
