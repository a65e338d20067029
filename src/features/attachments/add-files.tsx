import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, type RefObject, useRef } from 'react';

import { acceptedFiles, attachmentKindNames, attachmentLimits } from '#contract/v1/attachments.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { useFileDrop } from '#src/ui/form/use-file-drop.ts';

import s from './attachments.module.css';

interface AddFilesProps {
  onFiles: (files: readonly File[]) => void;
  /** A ref to the button, for focusing it. */
  buttonRef: RefObject<HTMLButtonElement | null>;
}

/** Takes files that are chosen with the button, dropped anywhere on the page, or pasted. */
export function AddFiles({ onFiles, buttonRef }: AddFilesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isDragging = useFileDrop(onFiles);

  function handlePick(event: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(event.target.files ?? [])]);
    // Lets the same file be chosen again after it was removed.
    event.target.value = '';
  }

  return (
    <>
      <Button
        ref={buttonRef}
        variant="plain"
        size="small"
        title={`${attachmentKindNames}, up to ${fileSize(attachmentLimits.bytes)} each`}
        onClick={() => picker.current?.click()}
      >
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
      {isDragging && <p className={s.drop}>Drop to add files</p>}
    </>
  );
}
