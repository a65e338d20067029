import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { validateCell } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { listKeys } from '#contract/typed-objects.ts';
import {
  type FileNotice,
  isEncodingUncertain,
  type Recognition,
} from '#src/bulk-upload/reader/recognition.ts';
import type { SheetRow, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { ValidatedSheet } from '#src/bulk-upload/rows/validated-sheet.ts';

import { validationContext } from './test-sheet.ts';
import { type TypedClient, typedClients } from './typed-clients.ts';

/** Where `scripts/make-spreadsheets.ts` writes the files. */
const folder = 'src/testing/spreadsheets';

/** What the person who chose a file answers where the portal asks. */
const resolutions: readonly RegExp[] = [/^AU\b/, /first 19$|^19$/, /^serial/, /^drop$/];

/** The order of day and month in the dates of a file's program. */
const orderIn = (name: string) => (/^calc-.*en-AU/.test(name) ? 'month-first' : 'day-first');

/** Fixes all that can be fixed, with the answers of somebody who knows the file. */
async function fixAll(sheet: ValidatedSheet, summary: SheetSummary, name: string) {
  let latest = summary;
  for (const { key, fix } of summary.issues) {
    if (fix === null) continue;
    const { options, question } = fix;
    const answered = options.find(
      ({ value }) =>
        resolutions.some((answer) => answer.test(value)) &&
        (!value.includes('first') || value.includes(orderIn(name))),
    );
    const option = question === null ? options[0] : answered;
    if (option !== undefined) ({ summary: latest } = await sheet.fix(key, option.value || null));
  }
  return latest;
}

/** Returns the encoding in the name of a file, which has to be one to choose from first. */
function chooseEncoding({ samples }: Recognition, name: string): Encoding {
  const likely = samples.filter(({ isLikely }) => isLikely).map(({ encoding }) => encoding);
  const written = name.replaceAll('_', '-').replace('gbk', 'gb18030');
  const chosen = likely.find((encoding) => written.includes(encoding.replaceAll('_', '-')));
  if (chosen === undefined) throw new Error(`${name} is not among ${likely.join()}.`);
  return chosen;
}

async function readFile(name: string) {
  const sheet = new ValidatedSheet();
  const file = new File([readFileSync(`${folder}/${name}`)], name);
  const recognition = await sheet.recognise(file);
  const { notices, columns } = recognition;
  const parseOptions = recognition.parseOptions && {
    ...recognition.parseOptions,
    ...(isEncodingUncertain(recognition) && { encoding: chooseEncoding(recognition, name) }),
  };
  if (parseOptions === null) return { notices, rows: [], warned: new Set<string>(), columns };
  const read = await sheet.read(parseOptions, validationContext, () => undefined);
  const summary = await fixAll(sheet, read.summary, name);
  const rows = await sheet.rows({ kind: 'all' }, 0, 500);
  const warned = new Set(summary.issues.map(({ column }) => column ?? ''));
  return { notices: [...notices, ...read.notices], rows, warned, columns };
}

/**
 * Returns the value that a cell's lead would have. MS-DOS has no typographic quotes: programs write
 * straight ones instead, and the difference is lost.
 */
function valueOf(column: string, typed: string): unknown {
  const text = typed.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const columnIndex = templateColumns.findIndex(({ name }) => name === column);
  const result = validateCell(columnIndex, text);
  return result.error === undefined ? (result.value ?? '') : undefined;
}

/** The outcome of a file's cells. */
interface Outcome {
  right: number;
  /** Wrong or missing, and the portal says so: an error, a warning or a doubt about the letters. */
  readonly said: string[];
  readonly silent: string[];
}

/** Compares a row with its intended values. */
function compare(
  outcome: Outcome,
  row: SheetRow | undefined,
  client: TypedClient,
  warnings: { readonly warned: ReadonlySet<string>; readonly areLettersSuspect: boolean },
): void {
  for (const [column, [, meant]] of Object.entries(client)) {
    const columnIndex = templateColumns.findIndex(({ name }) => name === column);
    const text = row?.cells[columnIndex] ?? '';
    const value = valueOf(column, text);
    if (value !== undefined && value === valueOf(column, meant)) outcome.right += 1;
    else if (
      row?.errors[columnIndex] !== undefined ||
      (warnings.areLettersSuspect && /[^\0-\x7f]/.test(meant)) ||
      warnings.warned.has(column)
    )
      outcome.said.push(`${column}: ${meant}, now ${text}`);
    else outcome.silent.push(`${column}: ${meant} became ${text}`);
  }
}

const isLetterWarning = ({ kind, weight }: FileNotice) =>
  (kind === 'letters' || kind === 'encoding') && weight !== 'info';

const filesOf = (kind: RegExp) => readdirSync(folder).filter((name) => kind.test(name));

/**
 * Losses by the programs themselves, before the portal saw the file: the zero at the start of a
 * number, and letters that an encoding does not have. Cents are left out because of the answer.
 */
const lostBefore = [/Code: 0800, now 800$/, /: 98000\.50, now 98000$/, /, now .*\?/];

test.each(filesOf(/\.(csv|xlsx|ods)$/))(
  '%s: every cell is what was typed, or the difference is said',
  async (name) => {
    const letters = listKeys(typedClients).find((each) => name.includes(`-${each}`));
    if (letters === undefined) throw new Error(`${name} does not say whose letters it has.`);
    const clients: readonly TypedClient[] = typedClients[letters];
    const { notices, rows, warned } = await readFile(name);
    const areLettersSuspect = notices.some(isLetterWarning);
    const outcome: Outcome = { right: 0, said: [], silent: [] };
    for (const [at, client] of clients.entries())
      compare(outcome, rows[at], client, { warned, areLettersSuspect });
    expect(outcome.silent).toEqual([]);
    expect(outcome.said.filter((one) => !lostBefore.some((lost) => lost.test(one)))).toEqual([]);
    expect(outcome.right).toBeGreaterThan(outcome.said.length);
  },
);

test.each(filesOf(/\.xls$/))(
  '%s is named as an old workbook, with the way to save it',
  async (name) => {
    const { notices } = await readFile(name);
    expect(notices).toMatchObject([{ weight: 'stop', advice: expect.stringContaining('.xlsx') }]);
  },
);
