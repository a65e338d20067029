import { useRef } from 'react';

import { count } from '#src/lib/numbers.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { AttachedFiles } from './attachments-section.tsx';
import { DropArea } from './drop-area.tsx';
import { fileNameError, type Upload } from './uploads.ts';
import type { Uploads } from './use-uploads.ts';
import { rowId } from './waiting-file.tsx';
import { WaitingList } from './waiting-files.tsx';

import s from './attachments.module.css';

/** Shows the files to attach to a lead that is not submitted yet, in its form. */
export function NewLeadFiles({ waiting }: { waiting: Uploads }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { length } = waiting.uploads;
  return (
    <Section title="Attachments" note={length === 0 ? 'optional' : fileCount(length)}>
      <p className={s.none}>
        {length === 0
          ? 'Files are sent right after the lead. They aren’t saved with the draft.'
          : 'Sent right after the lead. Stay on this page until then: files aren’t saved with the draft.'}
      </p>
      <WaitingList waiting={waiting} listed={[]} onPressed={() => addButton.current?.focus()} />
      <DropArea onFiles={waiting.add} buttonRef={addButton} />
    </Section>
  );
}

interface SubmittedLeadFilesProps {
  leadId: string;
  waiting: Uploads;
  /** Whether the service lists attached files. */
  hasList: boolean;
}

/** Shows the files of a lead that was just submitted: sent ones, their progress, and retries. */
export function SubmittedLeadFiles({ waiting, ...props }: SubmittedLeadFilesProps) {
  const open = waiting.uploads.filter(({ state }) => state === 'failed' || state === 'unknown');
  return (
    <AttachedFiles
      {...props}
      canAdd
      waiting={waiting}
      notice={
        open.length > 0 && (
          <Notice
            tone="warning"
            title={`Your lead is submitted, but ${fileCount(open.length)} may not be attached.`}
          >
            <p>Try again below. Your lead won’t be submitted twice.</p>
          </Notice>
        )
      }
    />
  );
}

/** Returns what has to be corrected before a lead is submitted with the files. */
export function fileErrors(uploads: readonly Upload[]): { fieldId: string; text: string }[] {
  return uploads.flatMap((upload) => {
    const error = errorOf(upload);
    if (error === undefined) return [];
    return [{ fieldId: rowId(upload), text: `${upload.file.name}: ${error}` }];
  });
}

function errorOf(upload: Upload): string | undefined {
  if (upload.state === 'checking') return 'Still being checked. Submit again in a moment.';
  if (upload.state === 'invalid') return `${upload.error} Remove it to submit the lead.`;
  return upload.state === 'ready' ? fileNameError(upload) : undefined;
}

function fileCount(files: number): string {
  return files === 1 ? '1 file' : `${count(files)} files`;
}
