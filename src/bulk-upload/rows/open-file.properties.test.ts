import fc from 'fast-check';
import { expect, it } from 'vitest';

import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { isBlankRow, validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumnIndex, templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Delimiter, Encoding, ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { validationContext } from '#src/testing/test-sheet.ts';

import { openFile } from './open-file.ts';
import { rowView } from './row-view.ts';

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
const typicalRow = fc.record(
  Object.fromEntries(
    Object.entries(texts).map(([name, [typical = '', ...others]]) => [
      name,
      fc.oneof(
        { weight: 30, arbitrary: fc.constant(typical) },
        { weight: 1, arbitrary: fc.constantFrom(...others) },
      ),
    ]),
  ),
);

type ColumnTarget = NonNullable<ParseOptions['columns']>[number];

/** How the rows of a file are written. */
interface Written {
  readonly delimiter: Delimiter;
  readonly columns: readonly ColumnTarget[] | null;
  readonly isQuoted: boolean;
  readonly encoding: Encoding;
  readonly lineEnd: string;
}

const someColumns: readonly ColumnTarget[] = [
  'notes', null, 'phone', 'companyName', 'lastName', 'firstName', 'abn', 'email', 'dateOfBirth',
  'homeOwner', null, 'businessAddress.zipCode', 'businessAddress.country', 'suitableProducts',
]; // prettier-ignore
const writings = fc.record<Written>({
  delimiter: fc.constantFrom(',', ';', '|'),
  columns: fc.constantFrom(null, someColumns),
  isQuoted: fc.boolean(),
  encoding: fc.constantFrom('windows-1252', 'utf-8', 'macintosh'),
  lineEnd: fc.constantFrom('\r\n', '\n'),
});
/** A row as wide as it is; the others have a cell for each column. */
const oddRow = fc.constantFrom([''], ['', '', ''], ['Anna', 'Baker'], Array<string>(62).fill('x'));
const rows = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: typicalRow },
    { weight: 2, arbitrary: row },
    { weight: 1, arbitrary: oddRow },
  ),
  { minLength: 30, maxLength: 80 },
);

const namesOf = ({ columns }: Written) => columns ?? templateColumns.map(({ name }) => name);

/** Returns the cells of a row in the order of the file. */
const inFile = (cells: string[] | Readonly<Record<string, string>>, written: Written) =>
  Array.isArray(cells) ? cells : namesOf(written).map((name) => cells[name ?? ''] ?? '');

function fileOf(lines: readonly (readonly string[])[], written: Written): File {
  const { delimiter, encoding, lineEnd } = written;
  const header = namesOf(written).map((name, at) => name ?? `other ${at}`);
  const text = [header.join(delimiter), ...lines.map((cells) => lineOf(cells, written)), ''];
  return new File([encoded(text.join(lineEnd), encoding)], 'leads.csv');
}

function lineOf(cells: readonly string[], { delimiter, isQuoted }: Written): string {
  const isUnambiguous = (cell: string) =>
    !cell.startsWith('"') && !cell.includes(delimiter) && !/[\r\n]/.test(cell);
  return cells
    .map((cell) => (isUnambiguous(cell) && !isQuoted ? cell : `"${cell.replaceAll('"', '""')}"`))
    .join(delimiter);
}

function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  return Uint8Array.from(text, (char) => Math.min(char.charCodeAt(0), 0xff));
}

/** Returns the cells that a row has in the template's order; more than that if it is too wide. */
function inTemplate(cells: readonly string[], written: Written): string[] {
  const names = namesOf(written);
  const read = cells.map((cell) =>
    unguardCell(new TextDecoder(written.encoding).decode(encoded(cell, written.encoding))),
  );
  return [
    ...templateColumns.map(({ name }) => read[names.indexOf(name)] ?? ''),
    ...(read.every((text) => text === '') ? [] : read.slice(names.length)),
  ];
}

it('each row has the cells that were written, and the errors of the contract', async () => {
  const { partnerId, contacts } = validationContext;
  const context = { partnerId, contactIds: new Set(contacts.map(({ id }) => id)) };
  await fc.assert(
    fc.asyncProperty(rows, writings, async (some, written) => {
      const { encoding, delimiter, columns } = written;
      const lines = some.map((one) => inFile(one, written));
      const parseOptions = { encoding, delimiter, columns: columns && [...columns] };
      const file = fileOf(lines, written);
      const sliced = { sliceSize: 2_000 };
      const { opened } = await openFile(file, parseOptions, validationContext, sliced);
      const read = await opened.rows.cells(lines.keys());
      expect(opened.validated.length).toBe(lines.length);
      for (const [at, line] of lines.entries()) {
        const cells = inTemplate(line, written);
        expect(read.get(at)).toEqual(cells);
        const { state, errors } = rowView(opened.validated, at, cells);
        const { errors: wrong = [] } = isBlankRow(cells) ? {} : validateRow(cells, context);
        const expected = isBlankRow(cells) ? 'blank' : 'ready';
        expect([at, state]).toEqual([at, wrong.length > 0 ? 'invalid' : expected]);
        for (const { column, error } of wrong)
          expect(errors[Math.max(0, templateColumnIndex(column))]).toBe(error);
      }
    }),
    { numRuns: 200 },
  );
});
