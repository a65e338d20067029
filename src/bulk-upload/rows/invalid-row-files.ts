import {
  EncodingChoice,
  encodePart,
  bomOf,
  type FileEncoding,
} from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  reasonLines,
  reasonsHeader,
  rejectedRowLine,
  templateLine,
  type RejectedRow,
  withContact,
} from '#contract/bulk-upload/rejected-rows.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-index.ts';

import type { FileRows } from './file-rows.ts';
import { cellsNow, currentErrors } from './row-view.ts';
import type { Sheet } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

/** Rows per part: lines are joined and encoded a part at a time. */
const rowsOfPart = 1_000;

/**
 * Returns the invalid rows in the template's form, with edits and fixes applied, and a second file
 * with the reasons for each line. Rows that name no contact name the one given.
 */
export async function invalidRowFiles(
  validated: ValidatedRows,
  rows: FileRows,
  contactId: string | null,
): ReturnType<Sheet['invalidRowFiles']> {
  const invalid = validated.states.rowsIn('invalid');
  const lines = [templateLine];
  const reasons = [reasonsHeader];
  const encoding = new EncodingChoice();
  for (let first = 0; first < invalid.length; first += rowsOfPart) {
    const part = invalid.subarray(first, first + rowsOfPart);
    const ofFile = await rows.cells(part);
    const texts = [...part].map((row, at) => {
      const cells = cellsNow(validated, row, ofFile.get(row) ?? []);
      const rejected = {
        row: row + firstRowNumber,
        cells,
        errors: rowErrors(validated, row, cells),
      };
      reasons.push(reasonLines(rejected, first + at + firstRowNumber));
      return rejectedRowLine(withContact(cells, contactId));
    });
    lines.push(texts.join(''));
  }
  for (const text of [...lines, ...reasons]) encoding.add(text);
  return {
    rows: blobOf(lines, encoding.encoding),
    reasons: blobOf(reasons, encoding.encoding),
    encoding: encoding.encoding,
  };
}

function rowErrors(
  validated: ValidatedRows,
  row: number,
  cells: readonly string[],
): RejectedRow['errors'] {
  return Object.entries(currentErrors(validated, row, cells)).map(([columnIndex, error]) => ({
    column: templateColumns[Number(columnIndex)]?.name ?? '',
    error,
  }));
}

function blobOf(parts: readonly string[], encoding: FileEncoding): Blob {
  const bytes = [bomOf(encoding), ...parts].map((part) => encodePart(part, encoding));
  return new Blob(bytes, { type: `text/csv;charset=${encoding}` });
}
