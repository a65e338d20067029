import { editsMark } from '#src/lib/page-elements.ts';

import s from './edit-button.module.css';

interface EditButtonProps {
  /** The label of the field. */
  label: string;
  /** The name of the field, which identifies the button. */
  field: string;
  onEdit: () => void;
}

/** Edits a value in place: in sight while the pointer or the focus is in its row. */
export function EditButton({ label, field, onEdit }: EditButtonProps) {
  return (
    <button
      type="button"
      className={s.edit}
      aria-label={`Edit ${label}`}
      {...{ [editsMark]: field }}
      onClick={({ currentTarget }) => {
        // Safari focuses no button that is pressed.
        currentTarget.focus();
        onEdit();
      }}
    />
  );
}
