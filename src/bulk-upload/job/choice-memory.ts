import { columnTarget } from '#contract/bulk-upload/parse-options.ts';
import {
  type RememberedChoices,
  rememberedLimits,
  type StoredChoices,
} from '#contract/bulk-upload/remembered-choices.ts';
import { columnsToRemember, usedColumns } from '#src/bulk-upload/columns/assigned-columns.ts';
import type { RememberedTargets } from '#src/bulk-upload/columns/template-columns.ts';
import { headerRowKey } from '#src/bulk-upload/columns/template-rows.ts';
import type { ChosenParts, Recognition } from '#src/bulk-upload/reader/recognition.ts';
import type { Sheet, ValidationContext } from '#src/bulk-upload/rows/sheet.ts';

import type { Checked } from './stage.ts';

/** The parts of its surroundings that an upload needs. */
export interface WorkOptions {
  /** Starts the worker that holds one file's rows. */
  readonly openSheet: () => Sheet;
  /** Returns the partner and contacts that rows may name. */
  readonly context: (signal: AbortSignal) => Promise<ValidationContext>;
  /** Returns whether the service can find rows that repeat a lead; known once the context is. */
  readonly canSearchLeads: () => boolean;
  /** Called when the list of the partner's uploads has changed. */
  readonly onUploads: () => void;
  /** Remembers choices for later files; without it, nothing does. */
  readonly memory?: ChoiceMemory;
}

/** Stores the choices of the partner's earlier files. */
export interface ChoiceMemory {
  readonly read: () => Promise<StoredChoices>;
  readonly save: (choices: RememberedChoices) => Promise<void>;
}

/** How long a file waits for remembered choices, in milliseconds: it can be read without them. */
const timeoutMs = 2_000;

/** The choices of earlier files with which a new file is recognised. */
export interface RememberedForFile {
  readonly targets: RememberedTargets;
  /** The sheets chosen by hand, by the key of their workbook. */
  readonly sheets: ReadonlyMap<string, string>;
}

/** Returns what the partner chose in earlier files; nothing if it can't be read in time. */
export async function readRemembered(memory: ChoiceMemory | undefined): Promise<RememberedForFile> {
  if (memory === undefined) return { targets: new Map(), sheets: new Map() };
  const none: StoredChoices = { columns: [], resolutions: [] };
  const late = new Promise<StoredChoices>((resolve) => {
    setTimeout(() => resolve(none), timeoutMs);
  });
  const { columns, resolutions } = await Promise.race([memory.read().catch(() => none), late]);
  const known = columns.map(({ header, target }) => [header, toTarget(target)] as const);
  return {
    targets: new Map(
      known.flatMap(([header, target]) => (target === undefined ? [] : [[header, target]])),
    ),
    sheets: new Map(resolutions.map(({ issue, option }) => [issue, option])),
  };
}

/**
 * Recognises a file with what the partner chose in earlier files. Of a workbook the sheet that was
 * chosen by hand before is read, also where another one would be proposed. The sheet that is chosen
 * now is remembered for the same file, and the header for files with the same names.
 */
export async function recogniseFile(
  sheet: Pick<Sheet, 'recognise'>,
  file: File,
  memory: ChoiceMemory | undefined,
  chosen: ChosenParts = {},
): Promise<{ readonly recognition: Recognition; readonly targets: RememberedTargets }> {
  const { targets, sheets } = await readRemembered(memory);
  const recognition = await sheet.recognise(file, targets, chosen);
  rememberHeader(memory, recognition, targets, chosen);
  const { workbook } = recognition;
  if (workbook === undefined) return { recognition, targets };
  const key = workbookKey(file, workbook.sheets);
  const name = chosen.sheet ?? sheets.get(key);
  if (name === undefined || !workbook.sheets.includes(name)) return { recognition, targets };
  const resolutions = [{ issue: key, option: name }];
  const isStorable = name.length <= rememberedLimits.optionLength;
  if (isStorable) memory?.save({ columns: [], resolutions }).catch(() => undefined);
  return {
    recognition:
      name === workbook.sheet
        ? recognition
        : await sheet.recognise(file, targets, { ...chosen, sheet: name }),
    targets,
  };
}

/** Has a header remembered that was chosen by hand, now or before. */
function rememberHeader(
  memory: ChoiceMemory | undefined,
  { firstRows, parseOptions }: Recognition,
  targets: RememberedTargets,
  chosen: ChosenParts,
): void {
  const row = firstRows[(parseOptions?.headerRow ?? 1) - 1];
  if (row === undefined) return;
  const header = headerRowKey(row);
  if (chosen.headerRow === undefined && !targets.has(header)) return;
  memory?.save({ columns: [{ header, target: null }], resolutions: [] }).catch(() => undefined);
}

/** Returns the key of a workbook: files of one size with the same sheets are the same file. */
function workbookKey({ size }: File, sheets: readonly string[]): string {
  const key = `sheet:${size}:${JSON.stringify(sheets)}`;
  return key.slice(0, rememberedLimits.issueLength).toWellFormed();
}

/** Returns a target as it was stored; undefined if the template no longer has it. */
function toTarget(target: string | null): string | null | undefined {
  return target === null || columnTarget.safeParse(target).success ? target : undefined;
}

/**
 * Has the targets and answers of a file remembered, those used again too: what no file uses is
 * forgotten. A failure is ignored: only later files ask.
 */
export function rememberResolutions(
  memory: ChoiceMemory | undefined,
  { recognition, parseOptions, choices, summary }: Checked,
  remembered: RememberedTargets,
): void {
  const assigned = [recognition.columns, parseOptions.columns, remembered] as const;
  const columns = [...columnsToRemember(...assigned), ...usedColumns(...assigned)];
  // The cells that an answer left are others in each file: they are asked about again.
  const questions = new Set(
    summary.issues
      .filter(({ key, fix }) => fix !== null && fix.question !== null && !key.endsWith(':rest'))
      .map(({ key }) => key),
  );
  const resolutions = choices.fixes.flatMap(({ issue, option }) =>
    option !== null && option !== '' && questions.has(issue) ? [{ issue, option }] : [],
  );
  if (columns.length + resolutions.length === 0) return;
  const max = rememberedLimits.inRequest;
  memory
    ?.save({ columns: columns.slice(0, max), resolutions: resolutions.slice(0, max) })
    .catch(() => undefined);
}
