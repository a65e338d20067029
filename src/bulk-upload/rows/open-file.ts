import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { DuplicateRows } from '#src/bulk-upload/duplicates/duplicate-rows.ts';
import {
  readFileRows,
  type ReadFile,
  type ReadOptions,
} from '#src/bulk-upload/reader/row-reader.ts';

import { cellValidator } from './cell-validator.ts';
import { OpenedFile } from './opened-file.ts';
import type { ValidationContext } from './sheet.ts';
import { ValidatedRows } from './validated-rows.ts';

/**
 * Reads and validates the rows of a file, and finds their fixes and duplicates.
 * @throws an Error with a sentence for the user if the file changes meanwhile; the signal's reason
 * if it is aborted
 */
export async function openFile(
  file: Blob,
  parseOptions: ParseOptions,
  context: ValidationContext,
  options: ReadOptions,
): Promise<{ readonly read: ReadFile; readonly opened: OpenedFile }> {
  const validated = new ValidatedRows(cellValidator(context));
  const duplicates = new DuplicateRows();
  const addRow = (cells: readonly string[]) => {
    const invalid = validated.add(cells);
    duplicates.add(validated.length - 1, cells, invalid);
  };
  const read = await readFileRows(file, parseOptions, ({ rows }) => rows.forEach(addRow), options);
  await validated.fixes.find();
  options.signal?.throwIfAborted();
  duplicates.find();
  return { read, opened: new OpenedFile(read, validated, duplicates) };
}
