import type { IssueCells } from '#src/bulk-upload/fixes/issue-table.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';
import { TableFile } from '#src/bulk-upload/workbook/table-file.ts';

import { openFile } from './open-file.ts';
import type { OpenedFile } from './opened-file.ts';
import { nextBatch, rowKeys } from './outgoing-rows.ts';
import { rowFlags } from './row-states.ts';
import { rowView } from './row-view.ts';
import type { FixChange, Step } from './sheet-history.ts';
import type { Sheet } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

const maxRowsAtOnce = 500;
const noFile = 'Choose a file first.';
const superseded = 'The file is being read anew.';

/** The sheet as it lives in the worker: serves the page's requests from the file that was read. */
export class ValidatedSheet implements Omit<Sheet, 'close'> {
  #table: TableFile | undefined;
  #parseOptions = new AbortController();
  #opened: OpenedFile | undefined;
  /**
   * The rows each filter matched when last counted, so that a list stays stable while its rows are
   * corrected.
   */
  readonly #shown = new Map<string, Uint32Array>();

  recognise: Sheet['recognise'] = async (file, remembered, chosen) => {
    this.#table = new TableFile(file);
    return this.#table.recognise(remembered, chosen);
  };

  read: Sheet['read'] = async (parseOptions, context, onProgress) => {
    if (!this.#table) throw new Error(noFile);
    this.#parseOptions.abort(new Error(superseded));
    const { signal } = (this.#parseOptions = new AbortController());
    this.#opened = undefined;
    this.#shown.clear();
    const table = await this.#table.csvFile(parseOptions, onProgress, signal);
    const options = { onProgress: table.onProgress, signal };
    const { read, opened } = await openFile(table.csv, parseOptions, context, options);
    this.#opened = opened;
    return { summary: opened.summary(), ...table.found(read) };
  };

  resume: Sheet['resume'] = async ({ choices, edits, submittedRows, unknownRows }) => {
    const opened = this.#now();
    const { validated } = opened;
    for (const { issue: key, option } of choices.fixes) {
      const resolution = validated.fixes.storedResolution(key, option ?? '');
      if (resolution) opened.setFix(...resolution);
    }
    // A file read with other parse options than before can have fewer rows.
    const known = edits.filter(({ row }) => row < validated.length + firstRowNumber);
    await opened.write(known.map(({ row, column, text }) => opened.cellChange(row, column, text)));
    markRows(validated, submittedRows, rowFlags.submitted);
    markRows(validated, unknownRows, rowFlags.unknown);
    return this.leaveOut(choices.leaveOut);
  };

  count: Sheet['count'] = async (filter) => {
    const opened = this.#now();
    if (filter.kind === 'all') return opened.validated.length;
    const rows = opened.filtered(filter);
    this.#shown.set(JSON.stringify(filter), rows);
    return rows.length;
  };

  rows: Sheet['rows'] = async (filter, first, count) => {
    const opened = this.#now();
    const { validated } = opened;
    const end = first + Math.min(count, maxRowsAtOnce);
    const requested =
      filter.kind === 'all'
        ? numbers(first, Math.min(end, validated.length))
        : [
            ...(this.#shown.get(JSON.stringify(filter)) ?? opened.filtered(filter)).subarray(
              first,
              end,
            ),
          ];
    const cells = await opened.rows.cells(requested.toSorted((one, other) => one - other));
    return requested.flatMap((row) => {
      const ofFile = cells.get(row);
      return ofFile ? [rowView(validated, row, ofFile)] : [];
    });
  };

  edit: Sheet['edit'] = async (cells) => {
    const opened = this.#now();
    const changes = await opened.edit(
      cells.map(({ row, column, text }) => opened.cellChange(row, column, text)),
    );
    return this.#new({ cells: changes, fixes: [] });
  };

  fix: Sheet['fix'] = async (key, option, off = false) => {
    const opened = this.#now();
    const issue = opened.validated.issues.byKey(key);
    const after = off ? null : (option ?? issue.options[0]?.value ?? '');
    const change = { issue: key, before: chosenValue(issue), after };
    if (after !== null && opened.validated.fixes.optionIndex(issue, after) === -1)
      throw new Error('These cells cannot be fixed that way.');
    return this.#new(await opened.changeFixes([...revertedResolutions(issue), change]));
  };

  fixAll: Sheet['fixAll'] = async (resolutions) => this.#new(await this.#now().fixAll(resolutions));

  fill: Sheet['fill'] = async (key, text) => this.#new(await this.#now().fill(key, text));

  issueRows: Sheet['issueRows'] = async (key) =>
    this.#now()
      .unsentRows(key)
      .map((row) => row + firstRowNumber);

  tryResolution: Sheet['tryResolution'] = async ({ issue, option }) => {
    const opened = this.#now();
    const { issues, fixes } = opened.validated;
    fixes.optionIndex(issues.byKey(issue), option);
    return opened.summary();
  };

  undo: Sheet['undo'] = async () => {
    const opened = this.#now();
    return opened.apply(opened.history.undo());
  };

  redo: Sheet['redo'] = async () => {
    const opened = this.#now();
    return opened.apply(opened.history.redo());
  };

  duplicates: Sheet['duplicates'] = async (of, first, count) =>
    this.#now().leftOut.groups(of, first, count);

  duplicateKeys: Sheet['duplicateKeys'] = async (fromRow, maxKeys) => {
    const { validated, rows } = this.#now();
    return rowKeys(validated, rows, fromRow, maxKeys);
  };

  setDuplicateLeads: Sheet['setDuplicateLeads'] = async (found) => {
    const opened = this.#now();
    opened.leftOut.setLeads(found.map(({ row, ...lead }) => [row - firstRowNumber, lead]));
    return opened.summary();
  };

  leaveOut: Sheet['leaveOut'] = async (leaveOut) => {
    const opened = this.#now();
    opened.leftOut.choose(leaveOut);
    return opened.summary();
  };

  batch: Sheet['batch'] = async (fromRow, maxRows) => {
    const { validated, rows, leftOut } = this.#now();
    return nextBatch(validated, rows, leftOut, { fromRow, maxRows });
  };

  setSubmitted: Sheet['setSubmitted'] = async (runs) => {
    const opened = this.#now();
    markRows(opened.validated, runs, rowFlags.submitted);
    return opened.summary();
  };

  #now(): OpenedFile {
    if (!this.#opened) throw new Error(this.#table ? 'The file is not read yet.' : noFile);
    return this.#opened;
  }

  /** Records a new step of the user. */
  #new(step: Step) {
    const opened = this.#now();
    opened.history.add(step);
    return opened.changed(step);
  }
}

/** Returns the value of the applied option; null if no fix is applied. */
function chosenValue({ options, chosen }: IssueCells): string | null {
  return chosen === null ? null : (options[chosen]?.value ?? '');
}

/** Returns the changes that revert the answers for the cells that an issue's answer left. */
function revertedResolutions({ rest }: IssueCells): FixChange[] {
  if (rest === null) return [];
  const before = chosenValue(rest);
  const own = before === null ? [] : [{ issue: rest.key, before, after: null }];
  return [...revertedResolutions(rest), ...own];
}

/** Sets a flag on ranges of rows, each given by its first and last row number. */
function markRows(
  { states }: ValidatedRows,
  runs: readonly (readonly [number, number])[],
  flag: number,
): void {
  for (const [first, last] of runs)
    for (let row = first - firstRowNumber; row < Math.min(last - 1, states.length); row += 1)
      states.set(row, flag, true);
}
/** Returns the integers from `first` up to, but not including, `end`. */
function numbers(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}
