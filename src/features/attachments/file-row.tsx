import { type ComponentProps, type Dispatch, type ReactNode, useId } from 'react';

import { fileEnding } from '#contract/v1/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { NativeSelect } from '#src/ui/form/native-select.tsx';

import * as uploads from './uploads.ts';

import s from './attachments.module.css';

interface FileRowProps {
  /** The file's name. Its extension is shown before it. */
  name: string;
  children: ReactNode;
  actions: ReactNode;
}

/** Shows one file: its extension, its details or fields, and its buttons. */
export function FileRow({ name, children, actions }: FileRowProps) {
  return (
    <li className={s.row}>
      <span className={`${s.kind} center soft small`} aria-hidden>
        {fileEnding(name).slice(0, 4)}
      </span>
      <div className={s.what}>{children}</div>
      <div className={s.actions}>{actions}</div>
    </li>
  );
}

/** A button of a file's row. `name` is what screen readers read: the action and the file. */
export function FileAction({ name, ...button }: ComponentProps<'button'> & { name: string }) {
  return <Button {...button} variant="plain" size="small" aria-label={name} />;
}

interface PreparedFieldsProps {
  upload: uploads.UploadOf<'ready' | 'failed'>;
  dispatch: Dispatch<uploads.UploadAction>;
}

/**
 * Edits the name and type of a file before it is sent. The extension is fixed; choosing a type
 * confirms the type.
 */
function PreparedFields({ upload, dispatch }: PreparedFieldsProps) {
  const { id } = upload;
  const aboutId = useId();
  const error = uploads.fileNameError(upload);

  function handleType(value: string): void {
    const to = attachmentTypes.find((type) => type === value);
    if (to !== undefined) dispatch({ type: 'typed', id, to });
  }

  return (
    <>
      <div className={`${s.fields} stack-small`}>
        <span className={`${s.nameField} row`}>
          <Input
            id={uploads.fileFieldId(upload)}
            aria-label={`Name of ${upload.file.name}, without its ending`}
            aria-describedby={aboutId}
            aria-invalid={error === undefined ? undefined : true}
            value={upload.stem}
            onChange={(event) => dispatch({ type: 'renamed', id, stem: event.target.value })}
          />
          <span className="soft" aria-hidden>
            {upload.ending}
          </span>
        </span>
        <span className={s.typeField} data-guessed={upload.isGuessed || undefined}>
          <NativeSelect
            aria-label={`Type of ${uploads.fullName(upload)}`}
            aria-describedby={aboutId}
            options={attachmentTypes}
            value={upload.type}
            onChange={(event) => handleType(event.target.value)}
          />
        </span>
      </div>
      <p id={aboutId} className={`${s.about} soft small wrap-anywhere`}>
        {fileSize(upload.file.size)}
        {upload.isGuessed && <span className="warning"> · type guessed from the name</span>}
        {error !== undefined && <span className="danger"> · {error}</span>}
      </p>
    </>
  );
}

interface WaitingFileProps {
  upload: uploads.Upload;
  /** A warning that the same file is already attached or added. */
  duplicateText: string | undefined;
  dispatch: Dispatch<uploads.UploadAction>;
  onCancel: (id: string) => void;
}

/** Shows a file that is not attached yet: its state, its errors and warnings, its buttons. */
export function WaitingFile(props: WaitingFileProps) {
  const { upload, duplicateText, dispatch } = props;
  const name = getName(upload);
  const about = describe(upload);
  const warnings = [...(upload.state === 'ready' ? upload.warnings : []), duplicateText];
  const error = 'why' in upload ? upload.why : 'error' in upload ? upload.error : undefined;
  const nameAlone = (
    <p className="wrap-anywhere" translate="no">
      {name}
    </p>
  );
  return (
    <FileRow name={name} actions={<WaitingActions {...props} />}>
      {uploads.canChange(upload) ? (
        <PreparedFields upload={upload} dispatch={dispatch} />
      ) : (
        (sendingProgress(upload) ?? nameAlone)
      )}
      {about !== undefined && (
        <p
          className={`${s.about} soft small wrap-anywhere`}
        >{`${about} · ${fileSize(upload.file.size)}`}</p>
      )}
      {warnings.map(
        (warning) =>
          warning !== undefined && (
            <p key={warning} className={`${s.about} warning small wrap-anywhere`}>
              {warning}
            </p>
          ),
      )}
      {error !== undefined && <p className={`${s.about} danger small wrap-anywhere`}>{error}</p>}
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
        id={uploads.canChange(upload) ? undefined : uploads.fileFieldId(upload)}
        name={`Remove ${name}`}
        onClick={() => dispatch({ type: 'removed', id })}
      >
        Remove
      </FileAction>
    </>
  );
}

function getName(upload: uploads.Upload): string {
  return 'stem' in upload ? uploads.fullName(upload) : upload.file.name;
}

/** Returns the state in words, where neither fields nor an error say it. */
function describe(upload: uploads.Upload): string | undefined {
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

function sendingProgress(upload: uploads.Upload): ReactNode {
  if (upload.state !== 'sending') return undefined;
  const percent = Math.floor(upload.share * 100);
  const text = percent < 100 ? `${percent} %` : 'Finishing';
  return <Progress label={`Uploading ${getName(upload)}`} value={percent} max={100} text={text} />;
}
