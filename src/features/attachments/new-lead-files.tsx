import { useEffect, useRef } from 'react';

import { quantity } from '#src/lib/numbers.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Section } from '#src/ui/layout/section.tsx';

import { AttachedFiles } from './attachments-section.tsx';
import { fileFieldId, fileNameError, type Upload } from './uploads.ts';
import type { Uploads } from './use-uploads.ts';
import { AddFiles, WaitingList } from './waiting-files.tsx';

import s from './attachments.module.css';

/** Shows the files to attach to a lead that is not submitted yet, in its form. */
export function NewLeadFiles({ waiting }: { waiting: Uploads }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { length } = waiting.uploads;
  const shown = useRef(length);
  // Files can be dropped anywhere on the page, where the section is not in view.
  useEffect(() => {
    if (length > shown.current) addButton.current?.scrollIntoView({ block: 'nearest' });
    shown.current = length;
  }, [length]);
  const handleFiles = (files: readonly File[]) => {
    waiting.add(files);
    announce(`${quantity(files.length, 'file')} added`);
  };
  return (
    <Section
      title="Files"
      note={length === 0 ? 'optional' : quantity(length, 'file')}
      action={<AddFiles onFiles={handleFiles} buttonRef={addButton} />}
    >
      {length > 0 && (
        <p className={`${s.none} soft`}>
          Check the types. Files upload when you submit and are not kept in the draft.
        </p>
      )}
      <WaitingList waiting={waiting} listed={[]} onPressed={() => addButton.current?.focus()} />
    </Section>
  );
}

/** Shows the files of a lead that was just submitted: sent ones, their progress, and retries. */
export function SubmittedLeadFiles({ leadId, waiting }: { leadId: string; waiting: Uploads }) {
  const problem = problemText(waiting.uploads);
  return (
    <AttachedFiles
      {...{ leadId, waiting }}
      notice={
        problem !== undefined && (
          <Notice tone="warning" title={`Your lead is submitted, but ${problem}.`}>
            <p>Try again below. The lead won’t be submitted twice.</p>
          </Notice>
        )
      }
    />
  );
}

function problemText(uploads: readonly Upload[]): string | undefined {
  const inState = (requested: Upload['state']) =>
    uploads.filter(({ state }) => state === requested).length;
  const failed = inState('failed');
  if (failed > 0) return `${quantity(failed, 'file')} could not be attached`;
  const unknown = inState('unknown');
  return unknown > 0 ? `${quantity(unknown, 'file')} may not have arrived` : undefined;
}

/** Returns the errors to correct before a lead is submitted with the files. */
export function fileErrors(uploads: readonly Upload[]): { fieldId: string; text: string }[] {
  return uploads.flatMap((upload) => {
    const error = describeError(upload);
    if (error === undefined) return [];
    return [{ fieldId: fileFieldId(upload), text: `${upload.file.name}: ${error}` }];
  });
}

function describeError(upload: Upload): string | undefined {
  if (upload.state === 'checking') return 'Still being checked. Submit again in a moment.';
  if (upload.state === 'invalid') return `${upload.error} Remove it to submit the lead.`;
  return upload.state === 'ready' ? fileNameError(upload) : undefined;
}
