import { useState } from 'react';

import { count } from '#src/lib/numbers.ts';
import type { Sheet } from '#src/sheet/sheet.ts';
import { Button } from '#src/ui/button.tsx';
import { FormFoot } from '#src/ui/form-layout.tsx';
import { asSentence } from '#src/upload/keeper.ts';
import { type StageAt, unsentRows } from '#src/upload/stage.ts';
import type { UploadWork } from '#src/upload/upload-work.ts';

import { downloadBlob } from './download-blob.ts';

import s from './bulk-uploads.module.css';

interface SubmitFootProps {
  work: Pick<UploadWork, 'submit' | 'leave'>;
  checked: { readonly sheet: Pick<Sheet, 'faultyRowsFiles'> };
  stage: Pick<
    StageAt<'checked'>,
    'file' | 'notices' | 'summary' | 'choices' | 'isChanging' | 'leadSearch'
  >;
}

const leads = (number: number) => (number === 1 ? '1 lead' : `${count(number)} leads`);
const rows = (number: number) => (number === 1 ? '1 row' : `${count(number)} rows`);

const searchFirst =
  'Rows that repeat a lead of the partner are to be left out, and which they are is not known before the search ends.';

/** The way on from a checked file; stays in sight. */
export function SubmitFoot({ work, checked, stage }: SubmitFootProps) {
  const { ready, faulty } = stage.summary;
  // Mended, it is another file: whatever was submitted of this one would be doubled.
  const isCut = stage.notices.some(({ weight }) => weight === 'stop');
  const isSearchMissing = stage.choices.leaveOut.duplicateLeads && stage.leadSearch.is !== 'done';
  const [isSending, setSending] = useState(false);
  function handleSubmit(): void {
    setSending(true);
    void work.submit().finally(() => setSending(false));
  }
  return (
    <FormFoot isTall note={isSearchMissing ? searchFirst : footNote(isCut, ready, faulty)}>
      <Button
        variant="main"
        pending={isSending}
        aria-disabled={
          isCut || unsentRows(stage.summary) === 0 || stage.isChanging || isSearchMissing
        }
        onClick={handleSubmit}
      >
        {ready === 0 && faulty > 0 ? `Record ${rows(faulty)} as refused` : `Submit ${leads(ready)}`}
      </Button>
      {faulty > 0 && <FaultyDownloads {...{ checked, stage }} />}
      <Button variant="plain" onClick={() => work.leave()}>
        Choose another file
      </Button>
    </FormFoot>
  );
}

function footNote(isCut: boolean, ready: number, faulty: number): string {
  if (isCut) return 'The file could not be read to its end, so nothing of it is submitted.';
  if (ready === 0 && faulty === 0)
    return 'There is nothing to submit: each row is left out, blank or a lead already.';
  if (ready === 0)
    return `No row can become a lead as it stands. Recorded as refused, ${faulty === 1 ? 'it is' : 'they are'} kept with the reasons, to be corrected later.`;
  if (faulty === 0) return 'Nothing is sent before you submit.';
  return `Nothing is sent before you submit. The ${rows(faulty)} to correct ${faulty === 1 ? 'is' : 'are'} recorded as refused, with the reasons.`;
}

/** The rows to correct in the template's exact form, and in a second file why. */
function FaultyDownloads({ checked, stage }: Omit<SubmitFootProps, 'work'>) {
  const [problem, setProblem] = useState('');
  const stem = stage.file.name.replace(/\.csv$/i, '');
  async function handleDownload(which: 'rows' | 'reasons'): Promise<void> {
    try {
      setProblem('');
      const files = await checked.sheet.faultyRowsFiles();
      downloadBlob(files[which], `${stem}-${which === 'rows' ? 'to-correct' : 'reasons'}.csv`);
    } catch (error) {
      setProblem(asSentence(error));
    }
  }
  return (
    <>
      <Button onClick={() => void handleDownload('rows')}>
        Download the {rows(stage.summary.faulty)}
      </Button>
      <Button onClick={() => void handleDownload('reasons')}>Download the reasons</Button>
      {problem !== '' && (
        <p className={s.notKept} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
