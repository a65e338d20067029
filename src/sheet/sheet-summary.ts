import { templateColumns } from '#contract/lead-template.ts';
import type { Fix } from '#contract/web/bulk-uploads.ts';
import type { CauseCells } from '#src/causes/cause-table.ts';
import { causeWords } from '#src/causes/cause-words.ts';
import { firstName, lastName } from '#src/causes/fixes.ts';

import { firstRowNumber } from './row-view.ts';
import type { Cause, SheetSummary } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

/** The counts and causes of a sheet as they are now; `beside` is what the rows alone do not tell. */
export function sheetSummary(
  validated: ValidatedRows,
  beside: Pick<SheetSummary, 'duplicateRows' | 'duplicateLeads' | 'canUndo' | 'canRedo'>,
): SheetSummary {
  const { states } = validated;
  return {
    read: states.length,
    ready: states.total('ready'),
    invalid: states.total('invalid'),
    leftOut: states.total('left-out'),
    blank: states.total('blank'),
    submitted: states.total('submitted'),
    unknown: states.total('unknown'),
    causes: causesNow(validated),
    ...beside,
  };
}

/** The fixes in force. */
export function currentFixes(validated: ValidatedRows): Fix[] {
  return validated.causes.list.flatMap(({ key, options, chosen }) =>
    chosen === null ? [] : [{ cause: key, option: options[chosen]!.value || null }],
  );
}

/** Causes that can be fixed first, then those with most cells in the file; so that none moves while rows are fixed. */
function causesNow(validated: ValidatedRows): Cause[] {
  return validated.causes.list
    .filter(({ open, chosen }) => open > 0 || chosen !== null)
    .toSorted(
      (one, other) =>
        Number(other.options.length > 0) - Number(one.options.length > 0) ||
        other.found - one.found ||
        one.place - other.place ||
        one.key.localeCompare(other.key),
    )
    .map((cause) => causeNow(validated, cause));
}

function causeNow(validated: ValidatedRows, cause: CauseCells): Cause {
  const column = templateColumns[cause.place];
  const { title, advice } = causeWords(column, cause.kind, cause.sentence);
  const warning = cause.isWarning ? ' As they are, the rows can be submitted.' : '';
  return {
    key: cause.key,
    column: column?.name ?? null,
    title,
    advice: advice + warning,
    cells: cause.open,
    firstRow: firstRow(validated, cause) + firstRowNumber,
    fix: cause.options.length === 0 ? null : currentFix(validated, cause),
  };
}

function currentFix(
  validated: ValidatedRows,
  { options, chosen, question, place, kind }: CauseCells,
): NonNullable<Cause['fix']> {
  const shown = options[chosen ?? 0]!;
  const places = kind === 'full-name' ? [firstName, lastName] : [place];
  return {
    options: options.map(({ value, label, cells, examples }, option) => ({
      value,
      label,
      cells,
      examples: examples.map((at) => ({
        row: validated.errors.row(at) + firstRowNumber,
        before: validated.errors.text(at),
        after: afterFix(validated, at, option, places),
      })),
    })),
    question: question === '' ? null : question,
    chosen: chosen === null ? null : shown.value,
    cells: shown.cells,
  };
}

function afterFix(
  validated: ValidatedRows,
  at: number,
  option: number,
  places: readonly number[],
): string {
  const texts = new Map(validated.fixed(at, option));
  return places.map((place) => texts.get(place) ?? '').join(' | ');
}

/** The first row with the cause; once none has it, the first that had it. */
function firstRow(validated: ValidatedRows, cause: CauseCells): number {
  const { errors, causes } = validated;
  const edited = Math.min(...cause.editedRows.keys());
  const editedCells = [...cause.editedRows.values()].reduce((sum, cells) => sum + cells, 0);
  if (cause.open === editedCells) return edited === Infinity ? errors.row(cause.first) : edited;
  const number = causes.number(cause);
  let at = cause.firstOpen;
  while (errors.cause(at) !== number || !validated.isOpen(at)) at += 1;
  cause.firstOpen = at;
  return Math.min(errors.row(at), edited);
}
