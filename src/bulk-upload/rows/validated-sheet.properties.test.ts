import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { utf8Options, validationContext } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';
import { ValidatedSheet } from './validated-sheet.ts';

const cells: Record<string, readonly string[]> = {
  firstName: ['', 'Zoë', 'Anna Baker', ' '],
  lastName: ['', 'Åström', 'Ito Kenji'],
  companyName: ['', 'Kauri', 'x'.repeat(120)],
  phone: [
    '',
    '+61491570156',
    '0412 345 678',
    '61412345678',
    '6.14E+10',
    "'+61491570156",
    '12',
    // Of Australia or New Zealand; of New Zealand; two numbers.
    '02 9374 4000',
    '021 123 4567',
    '0412 345 678 / 02 9374 4000',
    'Ph: 021 123 4567 x5',
  ],
  secondaryPhone: ['', '+61491570156'],
  email: ['', 'a@b.test', 'A@B.test', 'none', 'Casey <a@b.test>', 'a@b.test; c@d.test'],
  amountRequested: ['', '50000', '$50,000', '50000.75', '50.000'],
  dateOfBirth: ['', '1984-03-14', '1/02/1990', '14/3/1984', '#####', '14-Mar-15', '31/2/1990'],
  homeOwner: ['', 'Yes', 'TRUE', 'no'],
  abn: ['', '51 824 753 556', '5.18E+10', '51 824 753 565'],
  loanPurpose: ['', 'Other', 'working capital', 'Working Capital', 'vehicle'],
  industry: ['', 'Retail', '#N/A'],
  'businessAddress.zipCode': ['', '610', '6011'],
  'businessAddress.country': ['', 'New Zealand'],
  brokerRepId: ['', 'contact-1', 'contact-2'],
};
/** Placeholder for the cells after the last column. */
const beyond = 'beyond';
const columns = Object.keys(cells);
const column = fc.constantFrom(...columns);

type Cells = Readonly<Record<string, string>>;
const row: fc.Arbitrary<Cells> = fc.record({
  ...Object.fromEntries(columns.map((name) => [name, fc.constantFrom(...cells[name]!)])),
  [beyond]: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.constantFrom(' ', 'x', '=1')),
});
const rows = fc.array(fc.oneof({ weight: 4, arbitrary: row }, fc.constant<Cells>({})), {
  minLength: 1,
  maxLength: 12,
});
const edit = fc.tuple(fc.nat(), column, fc.nat()).map(([at, name, text]) => ({
  at,
  column: name,
  text: cells[name]![text % cells[name]!.length]!,
}));
const step = fc.oneof(
  fc.record({
    do: fc.constant('edit' as const),
    cells: fc.array(edit, { minLength: 1, maxLength: 12 }),
  }),
  fc.record({ do: fc.constant('clear' as const), at: fc.nat() }),
  fc.record({
    do: fc.constant('fix' as const),
    issue: fc.nat(),
    option: fc.nat(),
    off: fc.boolean(),
  }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('redo' as const) }),
  fc.record({
    do: fc.constant('leave out' as const),
    at: fc.nat(),
    isOut: fc.boolean(),
    duplicates: fc.boolean(),
  }),
  fc.record({ do: fc.constant('submitted' as const), at: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function sheetOf(fileRows: readonly Cells[]) {
  const lines = fileRows.map((one) => {
    const texts = templateColumns.map((each) => guardCell(each, one[each.name] ?? ''));
    return csvLine(one[beyond] ? [...texts, guardCell(null, one[beyond])] : texts);
  });
  const sheet = new ValidatedSheet();
  await sheet.recognise(new File([`${templateHeader}\r\n`, ...lines], 'leads.csv'));
  const { summary } = await sheet.read(utf8Options, validationContext, () => undefined);
  return { sheet, summary };
}

/** What the page would have saved to the service. */
class Stored {
  readonly edits = new Map<string, { row: number; column: string; text: string }>();
  choices = noChoices;
  submittedRows: [number, number][] = [];
}

async function applyStep(
  sheet: ValidatedSheet,
  summary: SheetSummary,
  stored: Stored,
  one: Step,
): Promise<SheetSummary> {
  const rowAt = (at: number) => 2 + (at % summary.read);
  if (one.do === 'leave out') {
    stored.choices = {
      ...stored.choices,
      leaveOut: {
        duplicateRows: one.duplicates,
        duplicateLeads: false,
        rows: [{ row: rowAt(one.at), leaveOut: one.isOut }],
      },
    };
    return sheet.leaveOut(stored.choices.leaveOut);
  }
  if (one.do === 'submitted') {
    stored.submittedRows.push([rowAt(one.at), rowAt(one.at)]);
    return sheet.setSubmitted(stored.submittedRows.slice(-1));
  }
  const changed = await change(sheet, summary, one, rowAt);
  if (changed === undefined) return summary;
  for (const { row: number, column: name, text } of changed.edits) {
    if (text === null) stored.edits.delete(`${number} ${name}`);
    else stored.edits.set(`${number} ${name}`, { row: number, column: name, text });
  }
  stored.choices = { ...stored.choices, fixes: [...changed.fixes] };
  return changed.summary;
}

function change(
  sheet: ValidatedSheet,
  summary: SheetSummary,
  one: Exclude<Step, { do: 'leave out' | 'submitted' }>,
  rowAt: (at: number) => number,
) {
  if (one.do === 'edit')
    return sheet.edit(one.cells.map(({ at, ...cell }) => ({ ...cell, row: rowAt(at) })));
  if (one.do === 'clear')
    return sheet.edit(columns.map((name) => ({ row: rowAt(one.at), column: name, text: '' })));
  if (one.do === 'undo') return summary.canUndo ? sheet.undo() : undefined;
  if (one.do === 'redo') return summary.canRedo ? sheet.redo() : undefined;
  const fixable = summary.issues.filter(({ fix }) => fix !== null);
  const issue = fixable[one.issue % fixable.length];
  if (!issue?.fix) return undefined;
  const { options } = issue.fix;
  if (one.off) return sheet.fix(issue.key, null, true);
  return options.length === 0
    ? undefined
    : sheet.fix(issue.key, options[one.option % options.length]!.value);
}

async function expectConsistent(sheet: ValidatedSheet, summary: SheetSummary) {
  const { read, ready, invalid, leftOut, blank, submitted } = summary;
  expect(ready + invalid + leftOut + blank + submitted).toBe(read);
  const shown = await sheet.rows({ kind: 'all' }, 0, read);
  const inState = (state: string) => shown.filter((one) => one.state === state).length;
  expect({
    ready: inState('ready'),
    invalid: inState('invalid'),
    leftOut: inState('left-out'),
    blank: inState('blank'),
  }).toEqual({ ready, invalid, leftOut, blank });
  expect(await sheet.count({ kind: 'invalid' })).toBe(invalid);
  const wrong = shown.reduce((sum, one) => sum + Object.keys(one.errors).length, 0);
  expect(summary.issues.reduce((sum, one) => sum + one.cells, 0)).toBe(wrong);
}

describe('any file and any changes', () => {
  it('totals add up, counts are those of the rows, and taking it up again gives the same', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(step, { maxLength: 12 }), async (fileRows, steps) => {
        const { sheet, summary: first } = await sheetOf(fileRows);
        await expectConsistent(sheet, first);
        const stored = new Stored();
        let summary = first;
        for (const one of steps) {
          summary = await applyStep(sheet, summary, stored, one);
          await expectConsistent(sheet, summary);
        }
        const again = await sheetOf(fileRows);
        const resumed = await again.sheet.resume({
          choices: stored.choices,
          submittedRows: stored.submittedRows,
          unknownRows: [],
          edits: [...stored.edits.values()],
        });
        expect(resumed).toEqual({ ...summary, canUndo: false, canRedo: false });
        const all = [{ kind: 'all' }, 0, first.read] as const;
        expect(await again.sheet.rows(...all)).toEqual(await sheet.rows(...all));
        const pages = ['rows', 0, 100] as const;
        expect(await again.sheet.duplicates(...pages)).toEqual(await sheet.duplicates(...pages));
      }),
      { numRuns: 40 },
    );
  });

  it('undoing everything gives the first summary again', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(step, { maxLength: 8 }), async (fileRows, steps) => {
        const { sheet, summary: first } = await sheetOf(fileRows);
        let summary = first;
        for (const one of steps)
          if (one.do !== 'leave out' && one.do !== 'submitted')
            summary = await applyStep(sheet, summary, new Stored(), one);
        while (summary.canUndo) ({ summary } = await sheet.undo());
        expect({ ...summary, canRedo: false }).toEqual(first);
      }),
      { numRuns: 40 },
    );
  });

  it('what the batches hold is what a fresh file of the same cells would be', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(step, { maxLength: 6 }), async (fileRows, steps) => {
        const { sheet, summary: first } = await sheetOf(fileRows);
        let summary = first;
        for (const one of steps)
          if (one.do !== 'leave out' && one.do !== 'submitted')
            summary = await applyStep(sheet, summary, new Stored(), one);
        const { rows: sent, blank: blankRuns } = await sheet.batch(2, 1_000);
        const blankRows = blankRuns.flatMap(([from, to]) => Array.from({ length: to - from + 1 }));
        const fresh = await sheetOf([
          ...blankRows.map((): Cells => ({})),
          ...sent.map(([, ...texts]) =>
            Object.fromEntries(
              texts.map((text, columnIndex) => [
                templateColumns[columnIndex]?.name ?? beyond,
                text,
              ]),
            ),
          ),
        ]);
        const counts = ({ read, ready, invalid, blank, duplicateRows }: SheetSummary) => ({
          read,
          ready,
          invalid,
          blank,
          duplicateRows,
        });
        expect(counts(fresh.summary)).toEqual(counts(summary));
      }),
      { numRuns: 40 },
    );
  });
});
