import type { Dispatch, ReactNode } from 'react';

import { fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';

import { FileRow, PreparedFields } from './file-row.tsx';
import {
  canChange,
  fileFieldId,
  fullName,
  type Upload,
  type UploadAction,
  type UploadOf,
} from './uploads.ts';

import s from './attachments.module.css';

interface WaitingFileProps {
  upload: Upload;
  /** A warning that the same file is already attached or added. */
  duplicateText: string | undefined;
  dispatch: Dispatch<UploadAction>;
  onCancel: (id: string) => void;
}

/** Shows a file that is not attached yet: its state, its errors and warnings, its buttons. */
export function WaitingFile({ upload, duplicateText, dispatch, onCancel }: WaitingFileProps) {
  const remove = (
    <Action
      name="Remove"
      id={canChange(upload) ? undefined : fileFieldId(upload)}
      upload={upload}
      onPress={() => dispatch({ type: 'removed', id: upload.id })}
    />
  );
  const cancel = <Action name="Cancel" upload={upload} onPress={() => onCancel(upload.id)} />;

  switch (upload.state) {
    case 'checking':
      return <PlainRow upload={upload} about="Checking" actions={remove} />;
    case 'invalid':
      return <PlainRow upload={upload} error={upload.error} actions={remove} />;
    case 'ready':
      return (
        <EditableRow
          upload={upload}
          dispatch={dispatch}
          warnings={[...upload.warnings, duplicateText]}
          actions={remove}
        />
      );
    case 'failed':
      return (
        <EditableRow
          upload={upload}
          dispatch={dispatch}
          warnings={[duplicateText]}
          error={upload.why}
          actions={
            <>
              <Action
                name="Retry"
                upload={upload}
                onPress={() => dispatch({ type: 'retried', id: upload.id })}
              />
              {remove}
            </>
          }
        />
      );
    case 'unknown':
      return (
        <PlainRow
          upload={upload}
          error={upload.why}
          actions={
            <>
              <Action
                name="Send again"
                upload={upload}
                onPress={() => dispatch({ type: 'retried', id: upload.id })}
              />
              {remove}
            </>
          }
        />
      );
    case 'queued':
      return (
        <PlainRow
          upload={upload}
          about={`${upload.type} · waiting for the ones before it`}
          actions={cancel}
        />
      );
    case 'sending':
      return <SendingRow upload={upload} actions={cancel} />;
    default:
      return <PlainRow upload={upload} about={`${upload.type} · sent`} actions={null} />;
  }
}

function PlainRow({
  upload,
  about,
  error,
  actions,
}: {
  upload: Upload;
  about?: string;
  error?: string;
  actions: ReactNode;
}) {
  return (
    <FileRow name={getName(upload)} thumbnail={getThumbnail(upload)} actions={actions}>
      <p className={s.name}>{getName(upload)}</p>
      {about !== undefined && (
        <p className={s.about}>{`${about} · ${fileSize(upload.file.size)}`}</p>
      )}
      {error !== undefined && <p className={s.error}>{error}</p>}
    </FileRow>
  );
}

function EditableRow({
  upload,
  dispatch,
  warnings,
  error,
  actions,
}: {
  upload: UploadOf<'ready' | 'failed'>;
  dispatch: Dispatch<UploadAction>;
  warnings: readonly (string | undefined)[];
  error?: string;
  actions: ReactNode;
}) {
  return (
    <FileRow name={getName(upload)} thumbnail={upload.thumbnail} actions={actions}>
      <PreparedFields upload={upload} dispatch={dispatch} />
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

function SendingRow({ upload, actions }: { upload: UploadOf<'sending'>; actions: ReactNode }) {
  const percent = Math.floor(upload.share * 100);
  return (
    <FileRow name={getName(upload)} thumbnail={upload.thumbnail} actions={actions}>
      <Progress
        label={`Uploading ${getName(upload)}`}
        value={percent}
        max={100}
        text={percent < 100 ? `${percent} %` : 'Finishing'}
      />
      <p className={s.about}>{`${upload.type} · ${fileSize(upload.file.size)}`}</p>
    </FileRow>
  );
}

interface ActionProps {
  name: string;
  id?: string | undefined;
  upload: Upload;
  onPress: () => void;
}

/** A row's button; the file's name is part of its accessible name. */
function Action({ name, id, upload, onPress }: ActionProps) {
  return (
    <Button
      id={id}
      variant="plain"
      size="small"
      aria-label={`${name} ${getName(upload)}`}
      onClick={onPress}
    >
      {name}
    </Button>
  );
}

function getName(upload: Upload): string {
  return upload.state === 'checking' || upload.state === 'invalid'
    ? upload.file.name
    : fullName(upload);
}

function getThumbnail(upload: Upload): string | undefined {
  return upload.state === 'checking' || upload.state === 'invalid' ? undefined : upload.thumbnail;
}
