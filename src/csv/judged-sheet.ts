import { templateColumns } from '#contract/lead-template.ts';

import type { CauseCells } from './cause-table.ts';
import { DuplicateRows, isKeyPlace } from './duplicate-rows.ts';
import { faultyRowsFiles } from './faulty-rows-files.ts';
import { FileRows } from './file-rows.ts';
import { JudgedRows } from './judged-rows.ts';
import { LeftOutRows } from './left-out-rows.ts';
import { rowsToLookAt } from './plain-rows.ts';
import { recognise } from './recognise-file.ts';
import { nextBatch } from './row-batch.ts';
import { filteredRows } from './row-filter.ts';
import type { RowSlice } from './row-format.ts';
import { rowKeys } from './row-keys.ts';
import { readRows } from './row-reader.ts';
import { rowFlags } from './row-states.ts';
import { firstRowNumber, rowView } from './row-view.ts';
import { SheetHistory, type CellChange, type Step } from './sheet-history.ts';
import { mendsNow, sheetSummary } from './sheet-summary.ts';
import type { Changed, RowFilter, Sheet, SheetSummary } from './sheet.ts';

const mostRows = 500;
const noFile = 'Choose a file first.';
const superseded = 'The file is being read anew.';
const places = new Map(templateColumns.map(({ name }, place) => [name, place]));

/** A file that was read: what was judged of it, and the way back to its rows. */
interface Open {
  readonly judged: JudgedRows;
  readonly rows: FileRows;
  readonly history: SheetHistory;
  readonly duplicates: DuplicateRows;
  readonly leftOut: LeftOutRows;
  /** The rows each filter showed when they were last counted, so that a list stays still while its rows are mended. */
  readonly shown: Map<string, Uint32Array>;
}

/** The sheet itself, as it lives in the worker: what the page asks of it, over the file, the judged rows and the history of changes. */
export class JudgedSheet implements Omit<Sheet, 'close'> {
  #file: File | undefined;
  #reading = new AbortController();
  #open: Open | undefined;

  recognise: Sheet['recognise'] = async (file) => {
    this.#file = file;
    return recognise(file);
  };

  read: Sheet['read'] = async (reading, context, onProgress) => {
    if (!this.#file) throw new Error(noFile);
    this.#reading.abort(new Error(superseded));
    const { signal } = (this.#reading = new AbortController());
    this.#open = undefined;
    const judged = new JudgedRows(context);
    const duplicates = new DuplicateRows();
    const headerWidth = reading.columns?.length ?? templateColumns.length;
    const onSlice = ({ rows, misfits, firstRow, text, isPlain }: RowSlice) => {
      const lookAt = isPlain ? rowsToLookAt(text, reading.delimiter) : null;
      const extra = new Map(misfits.map(({ row, cells }) => [row - firstRow, cells - headerWidth]));
      for (let at = 0; at < rows.length; at += 1) {
        const cells = rows[at]!;
        const isRowPlain = lookAt !== null && !lookAt.has(at);
        const wrong = judged.add(cells, isRowPlain, extra.get(at) ?? 0);
        duplicates.add(judged.length - 1, cells, wrong);
      }
    };
    const file = await readRows(this.#file, reading, onSlice, { onProgress, signal });
    await judged.findMends();
    signal.throwIfAborted();
    duplicates.find();
    const leftOut = new LeftOutRows(judged.states, duplicates);
    const rows = new FileRows(file);
    this.#open = {
      judged,
      duplicates,
      leftOut,
      rows,
      history: new SheetHistory(),
      shown: new Map(),
    };
    return { summary: this.#summary(), contentHash: file.contentHash, notices: file.notices };
  };

  takeUp: Sheet['takeUp'] = async ({ choices, edits, submittedRows }) => {
    const { judged } = this.#now();
    for (const { cause: key, option } of choices.mends) {
      const cause = judged.causes.find(key);
      const chosen = cause?.options.findIndex(({ value }) => value === (option ?? value)) ?? -1;
      if (cause && chosen !== -1) this.#setMend(cause, chosen);
    }
    // A file that is read another way than before can have fewer rows.
    const known = edits.filter(({ row }) => row < judged.length + firstRowNumber);
    await this.#write(known.map(({ row, column, text }) => this.#change(row, column, text)));
    await this.setSubmitted(submittedRows);
    return this.leaveOut(choices.leaveOut);
  };

  count: Sheet['count'] = async (filter) => {
    const { judged, shown } = this.#now();
    if (filter.kind === 'all') return judged.length;
    const rows = this.#filtered(filter);
    shown.set(JSON.stringify(filter), rows);
    return rows.length;
  };

  rows: Sheet['rows'] = async (filter, first, count) => {
    const { judged, rows, shown } = this.#now();
    const length = Math.min(count, mostRows);
    const wanted =
      filter.kind === 'all'
        ? Array.from(
            { length: Math.max(0, Math.min(length, judged.length - first)) },
            (_, at) => first + at,
          )
        : [
            ...(shown.get(JSON.stringify(filter)) ?? this.#filtered(filter)).subarray(
              first,
              first + length,
            ),
          ];
    const cells = await rows.cells(wanted);
    return wanted.flatMap((row) => {
      const ofFile = cells.get(row);
      return ofFile ? [rowView(judged, row, ofFile)] : [];
    });
  };

  edit: Sheet['edit'] = async (cells) => {
    const changes = cells.map(({ row, column, text }) => this.#change(row, column, text));
    await this.#write(changes);
    return this.#changed({ cells: changes, mends: [] }, true);
  };

  mend: Sheet['mend'] = async (key, option, off = false) => {
    const { judged } = this.#now();
    const cause = judged.causes.byKey(key);
    const found = off
      ? null
      : cause.options.findIndex(({ value }) => option === null || value === option);
    if (found === -1) throw new Error('These cells cannot be mended that way.');
    const before = cause.chosen;
    this.#setMend(cause, found);
    return this.#changed({ cells: [], mends: [{ cause: key, before, after: found }] }, true);
  };

  undo: Sheet['undo'] = async () => this.#do(this.#now().history.undo());

  redo: Sheet['redo'] = async () => this.#do(this.#now().history.redo());

  duplicates: Sheet['duplicates'] = async (of, first, count) =>
    this.#now().leftOut.groups(of, first, count);

  duplicateKeys: Sheet['duplicateKeys'] = async (fromRow, most) => {
    const { judged, rows } = this.#now();
    return rowKeys(judged, rows, fromRow, most);
  };

  setDuplicateLeads: Sheet['setDuplicateLeads'] = async (found) => {
    const { leftOut } = this.#now();
    leftOut.addLeads(found.map(({ row, ...lead }) => [row - firstRowNumber, lead]));
    return this.#summary();
  };

  leaveOut: Sheet['leaveOut'] = async (leaveOut) => {
    this.#now().leftOut.choose(leaveOut);
    return this.#summary();
  };

  batch: Sheet['batch'] = async (fromRow) => {
    const { judged, rows, leftOut } = this.#now();
    return nextBatch(judged, rows, leftOut, fromRow);
  };

  setSubmitted: Sheet['setSubmitted'] = async (runs) => {
    const { judged } = this.#now();
    for (const [first, last] of runs)
      for (let row = first; row <= last && row < judged.length + firstRowNumber; row += 1)
        judged.states.set(row - firstRowNumber, rowFlags.submitted, true);
    return this.#summary();
  };

  faultyRowsFiles: Sheet['faultyRowsFiles'] = async () => {
    const { judged, rows } = this.#now();
    return faultyRowsFiles(judged, rows);
  };

  #now(): Open {
    if (!this.#open) throw new Error(this.#file ? 'The file is not read yet.' : noFile);
    return this.#open;
  }

  #summary(): SheetSummary {
    const { judged, history, duplicates, leftOut } = this.#now();
    const { canUndo, canRedo } = history;
    return sheetSummary(judged, {
      duplicateRows: duplicates.count,
      duplicateLeads: leftOut.leads,
      canUndo,
      canRedo,
    });
  }

  #filtered(filter: Exclude<RowFilter, { kind: 'all' }>): Uint32Array {
    return filter.kind === 'duplicates'
      ? new Uint32Array()
      : filteredRows(this.#now().judged, filter);
  }

  #setMend(cause: CauseCells, option: number | null): void {
    const { judged, duplicates, leftOut } = this.#now();
    judged.setMend(cause, option);
    if (!isKeyPlace(cause.place)) return;
    leftOut.lookAgain(duplicates.setMend(cause.key, cause.place, judged.mendedCells(cause)));
  }

  /** @throws an Error with a sentence when there is no such cell. */
  #change(number: number, column: string, text: string): CellChange {
    const { judged } = this.#now();
    const place = places.get(column);
    const row = number - firstRowNumber;
    if (place === undefined || row < 0 || row >= judged.length)
      throw new Error('There is no such cell.');
    return { row, place, before: judged.edits.get(row)?.get(place), after: text };
  }

  async #do(step: Step): Promise<Changed> {
    const { judged } = this.#now();
    for (const { cause, after } of step.mends) this.#setMend(judged.causes.byKey(cause), after);
    await this.#write(step.cells);
    return this.#changed(step, false);
  }

  async #write(changes: readonly CellChange[]): Promise<void> {
    const { judged, rows, duplicates, leftOut } = this.#now();
    const byRow = new Map<number, Map<number, string | undefined>>();
    for (const { row, place, after } of changes) {
      const cells = byRow.get(row) ?? new Map<number, string | undefined>();
      byRow.set(row, cells.set(place, after));
    }
    const suspects = [...byRow].flatMap(([row, cells]) =>
      judged.mayBeEmptied(row, cells) ? [row] : [],
    );
    const ofFile = await rows.cells(suspects);
    for (const [row, cells] of byRow) {
      const texts = ofFile
        .get(row)
        ?.map((text, place) =>
          cells.has(place)
            ? (cells.get(place) ?? text)
            : (judged.edits.get(row)?.get(place) ?? text),
        );
      judged.write(row, [...cells], texts?.every((text) => text.trim() === '') ?? false);
      for (const [place, text] of cells) {
        if (!isKeyPlace(place)) continue;
        const isWrong = text !== undefined && !judged.judge.isFine[place]!(text);
        leftOut.lookAgain(duplicates.edit(row, place, isWrong ? '' : text));
      }
    }
  }

  #changed(step: Step, isNew: boolean): Changed {
    const { judged, history } = this.#now();
    if (isNew) history.add(step);
    return {
      summary: this.#summary(),
      edits: step.cells.map(({ row, place, after }) => ({
        row: row + firstRowNumber,
        column: templateColumns[place]!.name,
        text: after ?? null,
      })),
      mends: mendsNow(judged),
    };
  }
}
