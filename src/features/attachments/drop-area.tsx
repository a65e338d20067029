import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, type RefObject, useRef } from 'react';

import { acceptedFiles, attachmentKindNames, attachmentLimits } from '#contract/v1/attachments.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { useFileDrop } from '#src/ui/form/use-file-drop.ts';

import s from './attachments.module.css';

interface DropAreaProps {
  onFiles: (files: readonly File[]) => void;
  /** A ref to the button, for focusing it. */
  buttonRef: RefObject<HTMLButtonElement | null>;
}

/** Takes files that are dropped or pasted anywhere on the page, or chosen with the button. */
export function DropArea({ onFiles, buttonRef }: DropAreaProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isDragging = useFileDrop(onFiles);

  function handlePick(event: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(event.target.files ?? [])]);
    // Lets the same file be chosen again after it was removed.
    event.target.value = '';
  }

  return (
    <div className={s.drop} data-dragging={isDragging || undefined}>
      <Button ref={buttonRef} onClick={() => picker.current?.click()}>
        <Upload aria-hidden />
        Add files
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        accept={acceptedFiles}
        hidden
        aria-label="Files to attach"
        onChange={handlePick}
      />
      <p>
        {isDragging ? 'Drop files to upload.' : 'Or drop them anywhere on this page, or paste.'}
      </p>
      <p className={s.limits}>
        {attachmentKindNames}, up to {fileSize(attachmentLimits.bytes)} each.
      </p>
    </div>
  );
}
