import type { Dispatch, ReactNode } from 'react';

import { fileSize } from '#src/lib/numbers.ts';
import { Progress } from '#src/ui/feedback/progress.tsx';

import { FileAction, FileRow, PreparedFields } from './file-row.tsx';
import { canChange, fileFieldId, fullName, type Upload, type UploadAction } from './uploads.ts';

import s from './attachments.module.css';

interface WaitingFileProps {
  upload: Upload;
  /** A warning that the same file is already attached or added. */
  duplicateText: string | undefined;
  dispatch: Dispatch<UploadAction>;
  onCancel: (id: string) => void;
}

/** Shows a file that is not attached yet: its state, its errors and warnings, its buttons. */
export function WaitingFile(props: WaitingFileProps) {
  const { upload, duplicateText, dispatch } = props;
  const name = getName(upload);
  const about = describe(upload);
  const warnings = [...(upload.state === 'ready' ? upload.warnings : []), duplicateText];
  const error = 'why' in upload ? upload.why : 'error' in upload ? upload.error : undefined;
  const nameAlone = <p className={s.name}>{name}</p>;
  return (
    <FileRow name={name} actions={<WaitingActions {...props} />}>
      {canChange(upload) ? (
        <PreparedFields upload={upload} dispatch={dispatch} />
      ) : (
        (sendingProgress(upload) ?? nameAlone)
      )}
      {about !== undefined && (
        <p className={s.about}>{`${about} · ${fileSize(upload.file.size)}`}</p>
      )}
      {warnings.map(
        (warning) =>
          warning !== undefined && (
            <p key={warning} className={s.warning}>
              {warning}
            </p>
          ),
      )}
      {error !== undefined && <p className={s.error}>{error}</p>}
    </FileRow>
  );
}

function WaitingActions({ upload, dispatch, onCancel }: WaitingFileProps) {
  const { id, state } = upload;
  const name = getName(upload);
  if (state === 'sent') return null;
  if (state === 'queued' || state === 'sending')
    return (
      <FileAction name={`Cancel ${name}`} onClick={() => onCancel(id)}>
        Cancel
      </FileAction>
    );
  const again: Partial<Record<typeof state, string>> = { failed: 'Retry', unknown: 'Send again' };
  const retry = again[state];
  return (
    <>
      {retry !== undefined && (
        <FileAction name={`${retry} ${name}`} onClick={() => dispatch({ type: 'retried', id })}>
          {retry}
        </FileAction>
      )}
      <FileAction
        id={canChange(upload) ? undefined : fileFieldId(upload)}
        name={`Remove ${name}`}
        onClick={() => dispatch({ type: 'removed', id })}
      >
        Remove
      </FileAction>
    </>
  );
}

function getName(upload: Upload): string {
  return 'stem' in upload ? fullName(upload) : upload.file.name;
}

/** Returns the state in words, where neither fields nor an error say it. */
function describe(upload: Upload): string | undefined {
  switch (upload.state) {
    case 'checking':
      return 'Checking';
    case 'queued':
      return `${upload.type} · waiting for the ones before it`;
    case 'sending':
      return upload.type;
    case 'sent':
      return `${upload.type} · sent`;
    default:
      return undefined;
  }
}

function sendingProgress(upload: Upload): ReactNode {
  if (upload.state !== 'sending') return undefined;
  const percent = Math.floor(upload.share * 100);
  const text = percent < 100 ? `${percent} %` : 'Finishing';
  return <Progress label={`Uploading ${getName(upload)}`} value={percent} max={100} text={text} />;
}
