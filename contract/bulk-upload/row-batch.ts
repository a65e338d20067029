import * as z from 'zod/mini';

import { leaveOutReasons, rowNumber, uploadLimits } from './bulk-uploads.ts';

/**
 * A row’s number, then its cells. One error for the whole row: a batch has a hundred thousand cells
 * at most, and each could be wrong.
 */
const row = z.custom<[number, ...string[]]>(
  (input) =>
    Array.isArray(input) &&
    input.length <= uploadLimits.cellsInRow + 1 &&
    rowNumber.safeParse(input[0]).success &&
    input
      .slice(1)
      .every((cell) => typeof cell === 'string' && cell.length <= uploadLimits.cellCharacters),
  `Send the row’s number, then at most ${uploadLimits.cellsInRow} cells of at most ${uploadLimits.cellCharacters.toLocaleString('en')} characters each.`,
);

/** A batch of rows. A row occurs at most once in a batch. */
export const rowBatch = z.strictObject({
  /**
   * Row number, then the row's cells in the template's order. Trailing empty cells can be omitted.
   * A row without any cells is blank; a row with more cells than the template has columns is
   * rejected. Long runs of blank rows are better sent as `blank`.
   */
  rows: z.array(row).check(z.maxLength(uploadLimits.rowsInBatch)),
  leftOut: z
    .array(
      z.strictObject({
        row: rowNumber,
        reason: z.enum(leaveOutReasons),
        /** The earlier row, or the lead, that this row duplicates. */
        of: z.nullable(z.string().check(z.maxLength(100))),
      }),
    )
    .check(z.maxLength(uploadLimits.rowsInBatch)),
  /** Runs of blank rows: the first and the last row number of each. */
  blank: z.optional(
    z
      .array(
        z
          .tuple([rowNumber, rowNumber])
          .check(z.refine(([first, last]) => first <= last, 'Send the first row number first.')),
      )
      .check(z.maxLength(uploadLimits.rowsInBatch)),
  ),
});

type RowBatchBody = z.infer<typeof rowBatch>;
/** Rows to submit in one request. */
export type SentRows = { [Name in keyof RowBatchBody]-?: NonNullable<RowBatchBody[Name]> };
