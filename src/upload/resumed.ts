import type { OpenedUpload } from '#contract/web/bulk-uploads.ts';
import type { Sheet, SheetSummary } from '#src/sheet/sheet.ts';

import type { Checked, Read } from './stage.ts';

/** A file that was read, and what its rows told of it. */
export type FoundFile = Read & Pick<Awaited<ReturnType<Sheet['read']>>, 'notices'>;

/** A file whose rows are checked, with what the service knows of it: chosen, edited and sent before, here or elsewhere. */
export function resumed(
  { notices, ...read }: FoundFile,
  opened: OpenedUpload,
  summary: SheetSummary,
): Checked {
  const reported = read.recognition.notices.filter(({ weight }) => weight === 'info');
  const { upload, choices, rowsInBatch } = opened;
  return {
    ...read,
    notices: [...reported, ...notices],
    summary,
    upload,
    rowsInBatch,
    choices: { ...choices, parseOptions: read.parseOptions },
    isResumed: wasTouched(opened),
    saveStatus: { isSaved: true, connection: null, rejection: null },
    leadSearch: { is: 'not-begun' },
    isChanging: false,
    problem: null,
  };
}

/** Whether any row was sent: then the file is read as it was then. */
export function wasSent({ submittedRows, unknownRows }: OpenedUpload): boolean {
  return submittedRows.length + unknownRows.length > 0;
}

/** Whether somebody has done more with the file than dropping it. */
function wasTouched({ upload, choices, edits }: OpenedUpload): boolean {
  return (
    upload.state !== 'checking' ||
    edits.length > 0 ||
    choices.fixes.length > 0 ||
    choices.contactId !== null
  );
}
