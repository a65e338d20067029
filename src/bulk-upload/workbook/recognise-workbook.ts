import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';
import { makeCertain } from '#src/bulk-upload/reader/encodings.ts';
import { readBytes } from '#src/bulk-upload/reader/file-blocks.ts';
import { maxHeaderSize } from '#src/bulk-upload/reader/file-header.ts';
import {
  emptyFile,
  lockedWorkbook,
  otherKind,
  stop,
} from '#src/bulk-upload/reader/file-notices.ts';
import { recogniseTable, unreadableFile } from '#src/bulk-upload/reader/recognise-file.ts';
import type { ChosenParts, FileNotice, Recognition } from '#src/bulk-upload/reader/recognition.ts';

import { openWorkbook, type UnreadableKind } from './open-workbook.ts';
import { SheetCsv } from './sheet-csv.ts';
import type { Workbook } from './workbook.ts';

/** A sheet with content, and what its first rows are recognised as. */
interface SheetStart {
  readonly name: string;
  readonly table: Recognition;
}

/** Max sheets whose first rows are read to propose one, so that a damaged file ends. */
const maxSheets = 500;

/**
 * Recognises a workbook by the first rows of its sheets. Proposes the sheet whose header names the
 * most columns of the template, unless the user chose one. `remembered`: the targets that the
 * partner assigned in earlier files.
 */
export async function recogniseWorkbook(
  file: Blob,
  remembered: RememberedTargets = new Map(),
  chosen: ChosenParts = {},
): Promise<Recognition> {
  try {
    const workbook = await openWorkbook(file);
    if (typeof workbook === 'string') return unreadableFile('binary', unreadableNotices[workbook]);
    const starts = await sheetStarts(workbook, remembered, chosen);
    return recogniseSheets(workbook, starts, chosen.sheet);
  } catch (error) {
    const title = error instanceof Error ? error.message : String(error);
    return unreadableFile('workbook', stop('workbook', title, ''));
  }
}

const saveAsWorkbook =
  'Open it, choose Save as (or Export), then “Excel Workbook (.xlsx)”, and choose that file.';

const unreadableNotices: Readonly<Record<UnreadableKind, FileNotice>> = {
  encrypted: lockedWorkbook,
  'binary-workbook': stop(
    'not-csv',
    'This is a binary Excel workbook (.xlsb), which can’t be read directly.',
    saveAsWorkbook,
  ),
  numbers: stop(
    'not-csv',
    'This is a Numbers document, which can’t be read directly.',
    saveAsWorkbook,
  ),
  other: otherKind('a ZIP archive'),
};

/** Returns the sheets that have content. Hidden ones are left aside if any other has content. */
async function sheetStarts(workbook: Workbook, remembered: RememberedTargets, chosen: ChosenParts) {
  const starts: (SheetStart & { readonly isHidden: boolean })[] = [];
  for (const [index, { name, isHidden }] of workbook.sheets.slice(0, maxSheets).entries()) {
    const csv = new SheetCsv(maxHeaderSize);
    await workbook.readSheet(index, csv);
    const start = csv.file();
    if (start.size === 0) continue;
    const headerRow = name === chosen.sheet ? chosen.headerRow : undefined;
    starts.push({ name, isHidden, table: await recogniseStart(start, remembered, headerRow) });
  }
  const shown = starts.filter(({ isHidden }) => !isHidden);
  return shown.length > 0 ? shown : starts;
}

async function recogniseStart(
  start: Blob,
  remembered: RememberedTargets,
  headerRow: number | undefined,
): Promise<Recognition> {
  const bytes = await readBytes(start, 0, start.size);
  const text = new TextDecoder().decode(bytes);
  const known = { size: start.size, remembered, delimiter: ',', headerRow } as const;
  const table = recogniseTable(bytes, text, makeCertain('utf-8', false, null), known);
  return { ...table, notices: table.notices.filter(({ kind }) => kind !== 'encoding') };
}

function recogniseSheets(
  { kind, sheets }: Workbook,
  starts: readonly SheetStart[],
  chosen: string | undefined,
): Recognition {
  const proposed =
    starts.find(({ name }) => name === chosen) ??
    starts.toSorted((one, other) => namedColumns(other) - namedColumns(one))[0];
  if (proposed === undefined) return unreadableFile(kind, emptyFile);
  const { name, table } = proposed;
  const parseOptions = table.parseOptions && { ...table.parseOptions, sheet: name };
  const isUncertain =
    chosen === undefined &&
    starts.some((other) => other !== proposed && 2 * namedColumns(other) >= namedColumns(proposed));
  const found = sheetNotice(kind, name, starts, isUncertain && parseOptions !== null);
  const rest = sheets.length > maxSheets ? ` Sheets after the ${maxSheets}th are left out.` : '';
  const notice = { ...found, advice: found.advice + rest };
  return {
    ...table,
    kind,
    encodingName: '',
    samples: [],
    parseOptions,
    notices: [notice, ...table.notices].map((one) =>
      one.action !== undefined && parseOptions ? { ...one, parseOptions } : one,
    ),
    isExact: table.isExact && notice.weight === 'info',
    workbook: { sheet: name, sheets: starts.map((start) => start.name) },
  };
}

/** Returns how many columns of the template the first row of a sheet names. */
function namedColumns({ table: { columns } }: SheetStart): number {
  return columns.filter(({ found, column }) => found !== null && column !== null).length;
}

const kindNames = {
  workbook: 'an Excel workbook',
  'open-document': 'an OpenDocument spreadsheet',
} as const;

/**
 * Returns the notice that says which sheet is read. It asks if leads may be on another sheet too.
 */
function sheetNotice(
  kind: Workbook['kind'],
  name: string,
  starts: readonly SheetStart[],
  isUncertain: boolean,
): FileNotice {
  const others = starts.filter((start) => start.name !== name);
  const notRead = new Intl.ListFormat('en').format(others.map((other) => `“${other.name}”`));
  const title = `This is ${kindNames[kind]}.`;
  if (isUncertain)
    return {
      kind: 'workbook',
      weight: 'fix',
      title: 'Several sheets of this workbook can be read as leads.',
      advice: `“${name}” is read now, and ${notRead} ${others.length === 1 ? 'is' : 'are'} not. Choose the sheet above; each sheet is an upload of its own.`,
      action: `Read “${name}”`,
    };
  const read =
    others.length === 0
      ? 'It is read directly, with dates and numbers by the type of their cells.'
      : `Its sheet “${name}” is read; ${notRead} ${others.length === 1 ? 'is' : 'are'} not.`;
  return { kind: 'workbook', weight: 'info', title, advice: read };
}
