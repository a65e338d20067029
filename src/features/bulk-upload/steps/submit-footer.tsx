import { useState } from 'react';

import { errorMessage } from '#src/bulk-upload/job/autosave.ts';
import { type StageAt, unsentRows } from '#src/bulk-upload/job/stage.ts';
import type { UploadWork } from '#src/bulk-upload/job/upload-work.ts';
import type { FileNotice } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet } from '#src/bulk-upload/rows/sheet.ts';
import { leads, rows } from '#src/features/bulk-upload/review/row-counts.ts';
import { Button } from '#src/ui/elements/button.tsx';
import { FormFooter } from '#src/ui/form/form-layout.tsx';

import { SubmitDialog } from './submit-dialog.tsx';

import s from '#src/features/bulk-upload/review/bulk-uploads.module.css';

interface SubmitFooterProps {
  work: Pick<UploadWork, 'submit' | 'leave'>;
  checked: { readonly sheet: Pick<Sheet, 'invalidRowFiles'> };
  stage: Pick<
    StageAt<'checked'>,
    'file' | 'notices' | 'summary' | 'choices' | 'isChanging' | 'leadSearch'
  >;
  /** Goes to what has to be fixed. */
  onFix: () => void;
}

const searchFirst =
  'Rows that match an existing lead will be left out. You can submit once the search for them is complete.';

/** The actions for a checked file, in a footer that stays visible. */
export function SubmitFooter({ work, checked, stage, onFix }: SubmitFooterProps) {
  const { ready, invalid } = stage.summary;
  // A fixed file counts as a different file, so rows submitted from this one would be submitted
  // twice.
  const isTruncated = stage.notices.some(({ weight }) => weight === 'stop');
  const isSearchMissing = stage.choices.leaveOut.duplicateLeads && stage.leadSearch.is !== 'done';
  const isBlocked = isTruncated || stage.isChanging || isSearchMissing;
  const warnings = stage.notices.filter(({ weight }) => weight === 'warn');
  const [isConfirming, setConfirming] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  function handleSubmit(): void {
    setConfirming(false);
    setSubmitting(true);
    void work.submit().finally(() => setSubmitting(false));
  }
  return (
    <>
      <FormFooter
        isTall
        note={isSearchMissing ? searchFirst : footerNote(stage, isTruncated, warnings)}
      >
        {mustFixFirst(stage, isTruncated) ? (
          <>
            <Button variant="main" onClick={onFix}>
              Review {rows(invalid)} to correct
            </Button>
            <Button
              pending={isSubmitting}
              aria-disabled={isBlocked}
              onClick={() => setConfirming(true)}
            >
              Save as rejected for later
            </Button>
          </>
        ) : (
          <Button
            variant="main"
            pending={isSubmitting}
            aria-disabled={isBlocked || unsentRows(stage.summary) === 0}
            onClick={() =>
              invalid > 0 || warnings.length > 0 ? setConfirming(true) : handleSubmit()
            }
          >
            Submit {leads(ready)}
          </Button>
        )}
        {invalid > 0 && <InvalidRowDownloads {...{ checked, stage }} />}
        <Button variant="plain" onClick={() => work.leave()}>
          Choose another file
        </Button>
      </FormFooter>
      {isConfirming && (
        <SubmitDialog
          counts={stage.summary}
          warnings={warnings}
          onConfirm={handleSubmit}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Returns whether a row has to be fixed before anything can be submitted. */
function mustFixFirst(
  { summary }: Pick<SubmitFooterProps['stage'], 'summary'>,
  isTruncated: boolean,
): boolean {
  return !isTruncated && summary.ready === 0 && summary.invalid > 0;
}

function footerNote(
  stage: Pick<SubmitFooterProps['stage'], 'summary'>,
  isTruncated: boolean,
  warnings: readonly FileNotice[],
): string {
  const { ready, invalid } = stage.summary;
  if (isTruncated) return 'The file couldn’t be read to the end, so its rows can’t be submitted.';
  if (mustFixFirst(stage, isTruncated)) return 'No rows are ready to submit. Fix the issues above.';
  if (ready === 0) return 'Nothing to submit: every row is left out, blank or already a lead.';
  const rejected = `The ${rows(invalid)} to correct will be saved as rejected, with the reasons.`;
  return [
    'Nothing is sent until you submit.',
    ...(invalid > 0 ? [rejected] : []),
    ...warnings.map(({ title }) => title),
  ].join(' ');
}

/**
 * Downloads the rows to correct, in the template's exact format, and the reasons as a second file.
 */
function InvalidRowDownloads({ checked, stage }: Pick<SubmitFooterProps, 'checked' | 'stage'>) {
  const [problem, setProblem] = useState('');
  const stem = stage.file.name.replace(/\.csv$/i, '');
  async function handleDownload(which: 'rows' | 'reasons'): Promise<void> {
    try {
      setProblem('');
      const files = await checked.sheet.invalidRowFiles();
      downloadBlob(files[which], `${stem}-${which === 'rows' ? 'to-correct' : 'reasons'}.csv`);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  return (
    <>
      <Button onClick={() => void handleDownload('rows')}>
        Download {rows(stage.summary.invalid)} to correct
      </Button>
      <Button onClick={() => void handleDownload('reasons')}>Download reasons</Button>
      {problem !== '' && (
        <p className={s.notSaved} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** How long the blob URL stays valid: every browser has started the download by then. */
const blobUrlLifetimeMs = 60_000;

/** Downloads a file that was created in the browser. */
function downloadBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), blobUrlLifetimeMs);
}
