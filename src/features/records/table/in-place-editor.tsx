import type { ComponentType } from 'react';

import { editsMark } from '#src/lib/page-elements.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { findRowLink } from '#src/ui/table/row-parts.ts';

import s from './in-place-editor.module.css';

/** The field of a record that is edited. */
export interface EditedField {
  readonly id: string;
  readonly field: string;
}

/** The form of one field. */
export type FieldForm = ComponentType<EditedField & { onDone: (news: string) => void }>;

interface InPlaceEditorProps {
  /** The name of the edited record: "lead". */
  type: string;
  edited: EditedField;
  Form: FieldForm;
  /** The address of the row of a list: its link gets the focus, else the field’s button does. */
  rowPath?: string;
  onClose: () => void;
}

/** The form of a field, over its value: Enter saves, Escape leaves. */
export function InPlaceEditor({ type, edited, Form, rowPath, onClose }: InPlaceEditorProps) {
  const close = (news: string) => {
    const next =
      rowPath === undefined
        ? document.querySelector<HTMLElement>(`[${editsMark}="${edited.field}"]`)
        : findRowLink(rowPath);
    if (next) next.focus();
    // The row is not in the list any more, or the value is gone.
    else focusHeading();
    announce(news);
    onClose();
  };
  return (
    <dialog
      key={`${edited.id} ${edited.field}`}
      ref={openOverValue}
      className={s.editor}
      popover="manual"
      aria-label={`Edit ${type}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close('No changes');
      }}
    >
      <Form {...edited} onDone={close} />
    </dialog>
  );
}

/** Space between the editor and the edges of the window, and its width, in pixels. */
const gap = 16;
const width = 360;

/** Shows the editor over the value whose button was pressed, within the window. */
function openOverValue(editor: HTMLDialogElement | null): void {
  const pressed = document.activeElement;
  const value = (pressed?.closest('td, dd') ?? pressed)?.getBoundingClientRect();
  if (!editor) return;
  editor.showPopover();
  if (!value) return;
  const { height } = editor.getBoundingClientRect();
  editor.style.left = `${Math.max(gap, Math.min(value.left, innerWidth - width - gap))}px`;
  editor.style.top = `${Math.max(gap, Math.min(value.top, innerHeight - height - 240))}px`;
}
