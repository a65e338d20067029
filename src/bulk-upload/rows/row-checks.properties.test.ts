import fc from 'fast-check';
import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Delimiter, Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import type { RowSlice } from '#src/bulk-upload/reader/row-format.ts';
import { readFileRows } from '#src/bulk-upload/reader/row-reader.ts';
import { validationContext } from '#src/testing/test-sheet.ts';

import { cellValidator } from './row-checks.ts';
import { ValidatedSlices } from './validated-slices.ts';

/** Cells that are valid, invalid, in doubt or damaged, by their columns. */
const texts: Readonly<Record<string, readonly string[]>> = {
  firstName: [
    'Zoe',
    'Zoë',
    '',
    ' ',
    ' Zoe',
    '\u00a0',
    '#N/A',
    'Err:502',
    'Eva',
    'Ãngel',
    'È',
    '-',
    '.0',
    'nan',
    'a@b.test',
    '+61 491 570 156',
    'Nan',
    '=',
    '="Zoe"',
    'undefined',
  ],
  lastName: [
    'Baker',
    '-',
    'Null',
    'NULL',
    'O&#039;Brien',
    'x@y',
    "O'Brien",
    "'=1",
    '"',
    'a "b" c',
    'a\nb',
    'x,y',
    'x;y',
    '=SUM(1)',
  ],
  companyName: [
    'Kauri',
    'A &amp; B',
    'AT&T; Co',
    'A & B',
    'x_x000D_',
    'a<br>b',
    '<NA>',
    '7-11',
    '# 4',
    '#4',
    '##',
    'x'.repeat(255),
    'x'.repeat(256),
    'H?mi',
    'José',
  ],
  phone: [
    '+61491570156',
    '+610491570156',
    '+6161491570156',
    '+12025550123',
    'NULL',
    '+61 491 570 156',
    '+61491570157',
    '0412 345 678',
    '6.14E+10',
    '(+61)',
  ],
  email: ['a@b.test', 'A@B.test', 'ä@b.test', 'none', 'a@b', '', 'a.b+c@d.e.test', "'a@b.test"],
  amountRequested: ['', '50000', '$50,000', '50000.75', '1234567890123', '-5', '1E+5'],
  loanPurpose: ['', 'Business Loan', 'business loan', 'other', '2nd Mortgage'],
  suitableProducts: ['', 'Business Loan', 'Business Loan;2nd Mortgage', 'none'],
  abn: ['', '51824753556', '51 824 753 556', '51824753557', '5.18E+10', "'51824753556", 'n/a'],
  tradingName: [
    '',
    'Kauri',
    'NULL',
    '(null)',
    '12.0',
    '[object Object]',
    '\\N',
    'NSW',
    'Nullarbor',
  ],
  driversLicenseNumber: ['', '12345678', '12345678.0', '1.0', 'A.0', '="0800"', 'nan', 'NaN '],
  acn: ['', '000000019', '19', '000000018', '4085616', '1'],
  dateOfBirth: ['', '1984-03-14', '1984-02-29', '14/3/1984', '#####', '2084-03-14', '1984-3-14'],
  'businessAddress.zipCode': ['', '2000', '800', '0800', '2000 ', "'0800"],
  'businessAddress.country': ['', 'Australia', 'AU', 'New Zealand', 'Nowhere'],
  homeOwner: ['', 'Yes', 'no', 'maybe'],
  brokerId: ['', 'partner-1', 'partner-2'],
  brokerRepId: ['', 'contact-1', 'contact-2', ' contact-1 '],
  partnerLeadReferenceId: ['', 'A-1', 'ä-1', 'A 1', 'A-2'],
  notes: [
    '',
    'None',
    'a<br>b',
    '&nbsp;',
    'a &chips; b',
    'a_x000D_\nb',
    '<b>a</b>',
    '5 < 6',
    ' NULL',
    'Rang.\nRing again.',
    'Rang.\r\nRing again.',
    '\nx',
    'a ""b"" "c"',
    '\u0301',
    '1:2+3?',
  ],
};
const row = fc.record(
  Object.fromEntries(Object.entries(texts).map(([name, of]) => [name, fc.constantFrom(...of)])),
);
/** A row that is mostly valid. */
const usualRow = fc.record(
  Object.fromEntries(
    Object.entries(texts).map(([name, [usual = '', ...others]]) => [
      name,
      fc.oneof(
        { weight: 30, arbitrary: fc.constant(usual) },
        { weight: 1, arbitrary: fc.constantFrom(...others) },
      ),
    ]),
  ),
);

type ColumnTarget = NonNullable<ParseOptions['columns']>[number];

interface Written {
  readonly delimiter: Delimiter;
  readonly columns: readonly ColumnTarget[] | null;
  readonly isQuoted: boolean;
  readonly padding: number;
}

function lineOf(cells: Readonly<Record<string, string>>, written: Written): string {
  const { delimiter, columns, isQuoted, padding } = written;
  const names = columns ?? templateColumns.map(({ name }) => name);
  const all = [...names.map((name) => cells[name ?? ''] ?? ''), ...Array(padding).fill('')];
  return all.map((cell) => writtenCell(cell, delimiter, isQuoted)).join(delimiter);
}

function writtenCell(cell: string, delimiter: Delimiter, isQuoted: boolean): string {
  const isPlain = !cell.startsWith('"') && !cell.includes(delimiter) && !/[\r\n]/.test(cell);
  return isPlain && !isQuoted ? cell : `"${cell.replaceAll('"', '""')}"`;
}

const someColumns: readonly ColumnTarget[] = [
  'notes', null, 'phone', 'companyName', 'lastName', 'firstName', 'abn', 'email', 'dateOfBirth',
  'homeOwner', null, 'businessAddress.zipCode', 'businessAddress.country', 'suitableProducts',
]; // prettier-ignore
const writings = fc.record<Written>({
  delimiter: fc.constantFrom(',', ';', '|'),
  columns: fc.constantFrom(null, someColumns),
  isQuoted: fc.boolean(),
  padding: fc.constantFrom(0, 0, 2),
});
const lines = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: usualRow },
    { weight: 2, arbitrary: row },
    { weight: 1, arbitrary: fc.constantFrom('', ',,', ';;;', 'Anna,Baker', `${'x,'.repeat(61)}y`) },
  ),
  { minLength: 30, maxLength: 80 },
);

function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  return Uint8Array.from(text, (char) => Math.min(char.charCodeAt(0), 0xff));
}

it('rows found in bytes are validated as those parsed from their text, and most need no text', async () => {
  let scanned = 0;
  let parsed = 0;
  await fc.assert(
    fc.asyncProperty(
      lines,
      writings,
      fc.constantFrom<Encoding>('windows-1252', 'utf-8', 'macintosh'),
      fc.constantFrom('\r\n', '\n'),
      async (some, written, encoding, lineEnd) => {
        const { delimiter, columns } = written;
        const header = (columns ?? templateColumns.map(({ name }) => name))
          .map((name, at) => name ?? `other ${at}`)
          .join(delimiter);
        const body = some.map((one) => (typeof one === 'string' ? one : lineOf(one, written)));
        const file = new File(
          [encoded([header, ...body, ''].join(lineEnd), encoding)],
          'leads.csv',
        );
        const parseOptions = { encoding, delimiter, columns: columns && [...columns] };
        const validator = cellValidator(validationContext);
        const fromBytes = new ValidatedSlices(validator);
        const fromText = new ValidatedSlices(validator);
        const onSlice = (slice: RowSlice) => {
          if (slice.scanned) scanned += slice.rows.length;
          const { parse } = slice.scanned ?? {};
          if (slice.scanned && parse) {
            slice.scanned.parse = (first, end) => {
              parsed += end - first;
              return parse(first, end);
            };
          }
          fromBytes.add(slice);
          fromText.add({ ...slice, scanned: null });
        };
        await readFileRows(file, parseOptions, onSlice, { sliceSize: 2_000 });
        expect(fromBytes.all()).toEqual(fromText.all());
      },
    ),
    { numRuns: 300 },
  );
  expect(scanned).toBeGreaterThan(2_000);
  expect(parsed).toBeLessThan(scanned * 0.9);
});
