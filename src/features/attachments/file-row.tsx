import { type ComponentProps, type Dispatch, type ReactNode, useId } from 'react';

import { fileEnding } from '#contract/v1/attachments.ts';
import { attachmentTypes } from '#contract/v1/values.ts';
import { fileSize } from '#src/lib/numbers.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { PlainSelect, Input } from '#src/ui/form/plain-controls.tsx';

import {
  fileFieldId,
  fileNameError,
  fullName,
  type UploadAction,
  type UploadOf,
} from './uploads.ts';

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
      <span className={s.kind} aria-hidden>
        {fileEnding(name).slice(0, 4)}
      </span>
      <div className={s.what}>{children}</div>
      <div className={s.actions}>{actions}</div>
    </li>
  );
}

/** A button of a file's row. `name` is what screen readers read: the act and the file. */
export function FileAction({ name, ...button }: ComponentProps<'button'> & { name: string }) {
  return <Button {...button} variant="plain" size="small" aria-label={name} />;
}

interface PreparedFieldsProps {
  upload: UploadOf<'ready' | 'failed'>;
  dispatch: Dispatch<UploadAction>;
}

/**
 * Edits the name and type of a file before it is sent. The extension is fixed; choosing a type
 * confirms the type.
 */
export function PreparedFields({ upload, dispatch }: PreparedFieldsProps) {
  const { id } = upload;
  const aboutId = useId();
  const error = fileNameError(upload);

  function handleType(value: string): void {
    const to = attachmentTypes.find((type) => type === value);
    if (to !== undefined) dispatch({ type: 'typed', id, to });
  }

  return (
    <>
      <div className={s.fields}>
        <span className={s.nameField}>
          <Input
            id={fileFieldId(upload)}
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
          <PlainSelect
            aria-label={`Type of ${fullName(upload)}`}
            aria-describedby={aboutId}
            options={attachmentTypes}
            value={upload.type}
            onChange={(event) => handleType(event.target.value)}
          />
        </span>
      </div>
      <p id={aboutId} className={s.about}>
        {fileSize(upload.file.size)}
        {upload.isGuessed && <span className={s.guessed}> · type guessed from the name</span>}
        {error !== undefined && <span className={s.error}> · {error}</span>}
      </p>
    </>
  );
}
