import { Suspense } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';
import { focusHeading } from '#src/ui/elements/focus-heading.ts';
import { SkeletonLines } from '#src/ui/feedback/skeleton.tsx';

import type { RecordType } from './record-type.ts';

import s from './in-place-editor.module.css';

/** The field of a row that is edited. */
export interface EditedCell {
  readonly id: string;
  readonly field: string;
}

interface InPlaceEditorProps {
  records: RecordType;
  edited: EditedCell;
  onClose: () => void;
}

/** The form of a field, over its cell: Enter saves, Escape leaves; the focus is on the row then. */
export function InPlaceEditor({ records, edited, onClose }: InPlaceEditorProps) {
  const { FieldForm, source } = records;
  const { id, field } = edited;
  const close = (news: string) => {
    const link = document.querySelector<HTMLElement>(
      `tbody th > a[href$="${CSS.escape(source.recordTo(id))}"]`,
    );
    if (link) link.focus();
    // The row is not in the list any more.
    else focusHeading();
    announce(news);
    onClose();
  };
  return (
    <dialog
      key={`${id} ${field}`}
      ref={openOverCell}
      className={s.editor}
      popover="manual"
      aria-label={`Edit ${source.type}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close('No changes');
      }}
    >
      <Suspense fallback={<SkeletonLines lines={2} />}>
        {FieldForm && <FieldForm {...edited} onDone={close} />}
      </Suspense>
    </dialog>
  );
}

/** Space between the editor and the edges of the window, and its width, in pixels. */
const gap = 16;
const width = 360;

/** Shows the editor over the cell whose button was pressed, within the window. */
function openOverCell(editor: HTMLDialogElement | null): void {
  const cell = document.activeElement?.closest('td')?.getBoundingClientRect();
  if (!editor) return;
  editor.showPopover();
  if (!cell) return;
  const { height } = editor.getBoundingClientRect();
  editor.style.left = `${Math.max(gap, Math.min(cell.left, innerWidth - width - gap))}px`;
  editor.style.top = `${Math.max(gap, Math.min(cell.top, innerHeight - height - 240))}px`;
}
