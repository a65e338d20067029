import UploadIcon from 'lucide-react/icons/upload';
import { type FormEvent, useEffect, useRef, type ComponentProps, type RefObject } from 'react';

import { attachmentKindNames, attachmentLimits } from '#contract/v1/attachments.ts';
import { FilePicker, useFileDrop } from '#src/forms/file-picker.tsx';
import { LeaveGuard } from '#src/forms/leave-guard.tsx';
import { count, fileSize } from '#src/lib/numbers.ts';
import { openDialog } from '#src/lib/page-elements.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { TextButton } from '#src/ui/elements/text-button.tsx';

import { WaitingFile } from './file-row.tsx';
import {
  canUpload,
  type UploadAction,
  canChange,
  fullName,
  type Upload,
  isUnsent,
} from './uploads.ts';
import type { Uploads } from './use-uploads.ts';

import s from './attachments.module.css';

interface WaitingFilesProps {
  waiting: Uploads;
  /** The attached files, to detect duplicates. */
  listed: readonly Listed[];
  /** Called when a pressed button disappears, so that the focus can be moved elsewhere. */
  onPressed: () => void;
}

/**
 * Shows the files that are not attached yet, and the one button that uploads them. Uploading
 * confirms the guessed types. Enter in a name field uploads too.
 */
export function WaitingFiles(props: WaitingFilesProps) {
  const { waiting, onPressed } = props;
  const { uploads } = waiting;
  const failed = uploads.filter((upload) => upload.state === 'failed');

  function dispatch(action: UploadAction): void {
    waiting.dispatch(action);
    onPressed();
  }
  function handleSend(event: FormEvent): void {
    event.preventDefault();
    dispatch({ type: 'confirmed' });
  }

  if (uploads.length === 0) return null;
  return (
    <form onSubmit={handleSend} noValidate>
      <WaitingList {...props} />
      <div className={`${s.send} cluster`}>
        <UploadButton files={uploads.filter(canUpload).length} />
        {failed.length > 1 && (
          <Button onClick={() => failed.forEach(({ id }) => dispatch({ type: 'retried', id }))}>
            Retry all {failed.length}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Lists the files that are not attached yet, with the fields and buttons of each. */
export function WaitingList({ waiting, listed, onPressed }: WaitingFilesProps) {
  const { uploads } = waiting;

  function dispatch(action: UploadAction): void {
    waiting.dispatch(action);
    if (action.type !== 'renamed' && action.type !== 'typed') onPressed();
  }
  function handleCancel(id: string): void {
    waiting.cancel(id);
    onPressed();
  }

  if (uploads.length === 0) return null;
  return (
    <ul className={s.rows} aria-label="Not sent yet">
      {uploads.map((upload) => (
        <WaitingFile
          key={upload.id}
          upload={upload}
          duplicateText={duplicateWarning(upload, uploads, listed)}
          dispatch={dispatch}
          onCancel={handleCancel}
        />
      ))}
    </ul>
  );
}

/**
 * Takes the focus when files were just added and the user is not typing, so that one key press
 * uploads them.
 */
function UploadButton({ files }: { files: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const isAny = files > 0;
  useEffect(() => {
    const { activeElement } = document;
    const isTyping = activeElement?.matches('input, select, textarea') ?? false;
    if (isAny && !isTyping && document.querySelector(openDialog) === null) button.current?.focus();
  }, [isAny]);

  if (!isAny) return null;
  return (
    <Button ref={button} type="submit" variant="main">
      Upload {files === 1 ? '1 file' : `${files} files`}
    </Button>
  );
}

/** A file in the service's list, as far as duplicate detection needs it. */
interface Listed {
  readonly fileName: string;
  readonly size: number;
}

/**
 * Returns a warning if a file of the same name and size is already attached, or was added before.
 * Only a warning, because some files are meant to be sent again.
 */
export function duplicateWarning(
  upload: Upload,
  uploads: readonly Upload[],
  listed: readonly Listed[],
): string | undefined {
  if (!canChange(upload)) return undefined;
  const { file } = upload;
  const isAttached = listed.some(
    (one) =>
      one.size === file.size && (one.fileName === fullName(upload) || one.fileName === file.name),
  );
  if (isAttached) return 'This file is already attached.';
  const isAdded = uploads
    .slice(0, uploads.indexOf(upload))
    .some((one) => one.file.name === file.name && one.file.size === file.size);
  return isAdded ? 'You added a file of this name and size before.' : undefined;
}

interface UnsentGuardProps extends Pick<ComponentProps<typeof LeaveGuard>, 'isLeaving'> {
  uploads: readonly Upload[];
}

/** Asks before the page is left while files are not sent, or may have arrived. */
export function UnsentGuard({ uploads, ...props }: UnsentGuardProps) {
  const unsent = uploads.filter(isUnsent).length;
  const unknown = uploads.filter((upload) => upload.state === 'unknown').length;
  return <LeaveGuard when={unsent + unknown > 0} loss={lossText(unsent, unknown)} {...props} />;
}

function lossText(unsent: number, unknown: number): string {
  if (unsent === 0)
    return unknown === 1
      ? 'Upload of 1 file not confirmed. Leaving this page discards its status.'
      : `Upload of ${count(unknown)} files not confirmed. Leaving this page discards their status.`;
  return unsent === 1
    ? '1 file not uploaded yet. It is lost if you leave.'
    : `${count(unsent)} files not uploaded yet. They are lost if you leave.`;
}

interface AddFilesProps {
  onFiles: (files: readonly File[]) => void;
  /** A ref to the button, for focusing it. */
  buttonRef: RefObject<HTMLButtonElement | null>;
}

/** Takes files that are chosen with the button, dropped anywhere on the page, or pasted. */
export function AddFiles({ onFiles, buttonRef }: AddFilesProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isDragging = useFileDrop(onFiles);

  return (
    <>
      <TextButton
        ref={buttonRef}
        title={`${attachmentKindNames}, up to ${fileSize(attachmentLimits.bytes)} each`}
        onClick={() => picker.current?.click()}
      >
        <UploadIcon aria-hidden />
        Add files
      </TextButton>
      <FilePicker ref={picker} label="Files to attach" onFiles={onFiles} />
      {isDragging && <p className={`${s.drop} center`}>Drop to add files</p>}
    </>
  );
}
