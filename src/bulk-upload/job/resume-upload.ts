import type { OpenedUpload, ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';
import type { Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';

import { isSameParseOptions, type Checked, type Read } from './stage.ts';

/** A file that was read, and the notices about its rows. */
export type FoundFile = Read & Pick<Awaited<ReturnType<Sheet['read']>>, 'notices'>;

/**
 * Returns the state of a file whose rows are checked, with what the service knows of the file:
 * choices, edits and rows sent before, here or elsewhere.
 */
export function checkedFrom(
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
    isResumed: isStarted(opened),
    saveStatus: { isSaved: true, connection: null, rejection: null },
    leadSearch: { is: 'not-begun' },
    isChanging: false,
    fixedCells: null,
    problem: null,
  };
}

/** The reason shown while a file is read again. */
export const rereadNotice =
  'This file was uploaded before. It is read again with the options chosen then.';

/**
 * Returns the parse options with which a file has to be read again; null if it doesn't. They are
 * those of the earlier upload, if the file was read with others now. The user may choose others
 * (`isChosen`) as long as no row was sent.
 */
export function rereadOptions(
  opened: OpenedUpload,
  parseOptions: ParseOptions,
  isChosen: boolean,
): ParseOptions | null {
  const stored = opened.choices.parseOptions;
  const isOther = stored !== null && !isSameParseOptions(stored, parseOptions);
  return isOther && (!isChosen || hasSentRows(opened)) ? stored : null;
}

function hasSentRows({ submittedRows, unknownRows }: OpenedUpload): boolean {
  return submittedRows.length + unknownRows.length > 0;
}

/** Returns whether somebody has done more with the file than opening it. */
function isStarted({ upload, choices, edits }: OpenedUpload): boolean {
  return (
    upload.state !== 'checking' ||
    edits.length > 0 ||
    choices.fixes.length > 0 ||
    choices.contactId !== null
  );
}
